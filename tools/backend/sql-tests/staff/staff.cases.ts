import { z } from 'zod';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

export function staffCases(database: () => TestDatabase): void {
  it('is a role that only its account can read', async () => {
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

  const figures = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));
  it('counts what waits, as far as the roles of the account reach', async () => {
    const overview = async (of: string) => {
      const [row] = await ask(database(), signedIn(of), 'select nemus_academy_overview() as found');
      return figures.parse(row?.['found']);
    };
    const [planner, all] = [
      await hireStaff(database(), ['catalogue']),
      await hireStaff(database(), ['catalogue', 'teaching', 'orders', 'people']),
    ];
    const before = await overview(all);
    expect(await overview(planner)).toEqual({
      drafts: before['drafts'],
      coming: null,
      unticked: null,
      orders: null,
      withdrawals: null,
      withdrawals_due: null,
      disputes: null,
      disputes_due: null,
      institutions: null,
      names: null,
      support: null,
    });
    await database().query(
      `with course as (insert into nemus_courses (title, is_active, competency, difficulty, duration_hours, price_euros, credit_cost)
         values ('Neu und nirgends zu sehen', false, 'fachliche_kompetenz', 'Anfänger', 2, 0, 1) returning id)
       insert into nemus_appointments (course_id, title, type, format, starts_at, ends_at, capacity, units, location)
       select id, 'Neu', 'Seminar', 'Präsenz', now() + day * interval '1 day', now() + day * interval '1 day' + interval '2 hours',
         4, 2, 'Raum 1' from course, unnest(array[3, 20, -2]) as day`,
    );
    const after = await overview(all);
    expect([after['drafts'], after['coming']]).toEqual([Number(before['drafts']) + 1, Number(before['coming']) + 1]);
    // A past date without participants has no open list.
    expect(after['unticked']).toBe(before['unticked']);
    const withdrawal = text(
      await database().query(
        `insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract)
         values (gen_random_uuid(), 'W-20261127-' || upper(left(gen_random_uuid()::text, 8)), 'Eva', 'eva@x.example', 'Seminar') returning id::text`,
      ),
      'id',
    );
    expect((await overview(all))['withdrawals']).toBe(Number(before['withdrawals']) + 1);
    const listed = async (open: boolean) =>
      JSON.stringify(
        await ask(database(), signedIn(all), 'select nemus_staff_withdrawals(1, $1::text::boolean)', [String(open)]),
      );
    expect(await listed(true)).toContain(withdrawal);
    const handle = `select nemus_handle_withdrawal($1::text::uuid, 'Erledigt')`;
    await ask(database(), signedIn(all), handle, [withdrawal]);
    expect((await overview(all))['withdrawals']).toBe(before['withdrawals']);
    expect([await listed(true), await listed(false)]).toEqual([
      expect.not.stringContaining(withdrawal),
      expect.stringContaining(withdrawal),
    ]);
    const institution = await signUpInstitution(database());
    await database().query(
      `insert into private.nemus_support_requests (id, institution_id, subject, message)
       values (gen_random_uuid(), $1::text::uuid, 'Rechnung', 'Wo ist sie?')`,
      [institution],
    );
    await database().query(
      `insert into nemus_name_requests (user_id, old_name, first_name, last_name, reason) values ($1::text::uuid, 'Eva Lang', 'Eva', 'Berg', 'Heirat')`,
      [await signUp(database())],
    );
    const waiting = await overview(all);
    expect([waiting['support'], waiting['names']]).toEqual([
      Number(before['support']) + 1,
      Number(before['names']) + 1,
    ]);
    const outsider = await refusal(database(), signedIn(await signUp(database())), 'select nemus_academy_overview()');
    expect(outsider?.message).toContain('staff_required');
  });
}
