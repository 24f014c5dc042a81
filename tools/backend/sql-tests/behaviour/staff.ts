import { hireStaff, signUp } from '../accounts';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';

export function staffTests(database: () => TestDatabase): void {
  it('is a role that its account can read, and nobody else', async () => {
    const staff = await hireStaff(database(), ['catalogue', 'people']);
    const roles = (of: string) =>
      ask(database(), signedIn(of), 'select role from nemus_staff where user_id = $1::text::uuid order by role', [
        staff,
      ]);
    expect(await roles(staff)).toEqual([{ role: 'catalogue' }, { role: 'people' }]);
    expect(await roles(await signUp(database()))).toEqual([]);
  });

  it('is nothing that an account gives itself', async () => {
    const user = await signUp(database());
    const hired = refusal(
      database(),
      signedIn(user),
      `insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')`,
      [user],
    );
    expect((await hired)?.code).toBe('42501');
  });
}
