import { signedIn, type TestDatabase } from '../database/database';
import { hints, race, won } from '../scenes/races';
import { hireStaff } from '../scenes/staff';

/** Concurrent changes of roles. */
export function staffRaceCases(database: () => TestDatabase): void {
  it('leaves one of two who take the role from each other, or block each other, at the same moment', async () => {
    for (const [statement, values] of [
      [`select nemus_take_role($1::text::uuid, 'people')`, []],
      ['select nemus_block_account($1::text::uuid, $2)', ['Missbrauch']],
    ] as const) {
      const [first, second] = [await hireStaff(database(), ['people']), await hireStaff(database(), ['people'])];
      const finishes = await race(database(), [
        { caller: signedIn(first), statement, parameters: [second, ...values] },
        { caller: signedIn(second), statement, parameters: [first, ...values] },
      ]);
      expect(won(finishes)).toHaveLength(1);
      expect(['staff_required', 'account_blocked']).toEqual(expect.arrayContaining([...hints(finishes)]));
    }
  });
}
