import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { race } from '../scenes/races';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

/** Concurrent changes of a name. */
export function nameRaceCases(database: () => TestDatabase): void {
  it('a person who changes the own name while staff accepts another one is never locked out by it', async () => {
    const staff = await hireStaff(database(), ['people']);
    for (let round = 0; round < 12; round += 1) {
      const user = await signUp(database());
      const { id } = one(
        await ask(database(), signedIn(user), `select nemus_request_name('Mira', 'Berg', 'Heirat')::text as id`),
      );
      const finishes = await race(database(), [
        {
          caller: signedIn(user),
          statement: `update nemus_profiles set last_name = 'Neu' where user_id = $1::text::uuid`,
          parameters: [user],
        },
        {
          caller: signedIn(staff),
          statement: 'select nemus_decide_name_request($1::text::uuid, true, null)',
          parameters: [id],
        },
      ]);
      expect(finishes[0]).toHaveProperty('rows');
      expect(finishes[1]).toEqual(
        'rows' in (finishes[1] ?? {}) ? expect.anything() : expect.objectContaining({ hint: 'name_request_decided' }),
      );
    }
  });
}
