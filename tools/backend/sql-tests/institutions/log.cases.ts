import { z } from 'zod';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { buy, CREATE_ORDER, openCheckout, orderArguments } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';

const answerSchema = z.object({
  lines: z.array(
    z.object({
      subject: z.string(),
      subject_id: z.string(),
      about: z.string(),
      action: z.string(),
      actor_kind: z.string(),
      actor_name: z.string(),
      actor_id: z.string().nullable(),
    }),
  ),
  next: z.number().nullable(),
});

/** Tables of institutions that members never write directly: the log has their changes under the cause. */
const WITHOUT_LINES: Readonly<Record<string, string>> = {
  nemus_credit_balances: 'follows from credit_entries',
  nemus_institution_approvals: "the academy's own log",
  nemus_logbook_entries: 'a history of its own, chained by hashes',
  nemus_name_requests: 'a request names who asked, and staff decides',
  nemus_notifications: 'follows from what happened',
  nemus_subscriptions: 'told by the payment provider; what a member did is the order',
  nemus_weekly_reports: 'written by the clock',
};

export function organisationLogCases(database: () => TestDatabase): void {
  const linesOf = async (account: string, filters: object = {}) => {
    const { answer } = one(
      await ask(database(), signedIn(account), 'select nemus_organisation_lines($1::text::jsonb) as answer', [
        JSON.stringify(filters),
      ]),
    );
    return answerSchema.parse(answer);
  };

  it('names whom a line is about, finds it by name, and forgets the name with the person', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const { trainee } = await linkTrainee(database(), institution);
    await ask(database(), signedIn(institution), BOOK_FOR_ONE, [COURSE_60, trainee]);
    const [named] = await database().query(
      "select first_name || ' ' || last_name as name from nemus_trainees where id = $1::text::uuid",
      [trainee],
    );
    const name = String(named?.name);
    const place = async (filters: object = {}) =>
      (await linesOf(institution, { ...filters, subject: 'booking_participants' })).lines.map(({ about }) => about);
    const [about] = await place();
    expect(about?.startsWith(`${name}, `)).toBe(true);
    expect(await place({ search: name })).toEqual([about]);
    expect(await place({ search: 'niemand' })).toEqual([]);
    await database().query('delete from nemus_trainees where id = $1::text::uuid', [trainee]);
    expect((await place()).some((text) => text.includes(name))).toBe(false);
  });

  it('names a member as now, a former one as at the time, and never by another institution or a later address', async () => {
    const institution = await signUpInstitution(database());
    const ina = await addMember(database(), institution, ['booking']);
    const about = async (filters: object = {}) => {
      const { lines } = await linesOf(institution, { ...filters, subject: 'members' });
      return new Set(lines.filter(({ subject_id: id }) => id.endsWith(ina)).map((line) => line.about));
    };
    const rename = (last: string) =>
      database().query(
        `update nemus_profiles set last_name = $2, institution_name = $3, email = $4 where user_id = $1::text::uuid`,
        [ina, last, `Praxis ${last}`, `${last.toLowerCase()}@privat.example`],
      );
    await rename('Berg');
    expect(await about()).toEqual(new Set(['Ina Berg']));
    await ask(database(), signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [ina]);
    await rename('Falk');
    expect(await about()).toEqual(new Set(['Ina Team']));
    for (const search of ['Falk', 'privat']) expect(await about({ search })).toEqual(new Set());
    expect((await about({ search: 'Ina Team' })).size).toBe(1);
    await database().query('delete from auth.users where id = $1::text::uuid', [ina]);
    expect(await about()).toEqual(new Set(['']));
  });

  it('records who did what, also by a function of the service, and nothing without an actor', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const { trainee } = await linkTrainee(database(), institution);
    const [booking, billing] = [
      await addMember(database(), institution, ['booking']),
      await addMember(database(), institution, ['billing']),
    ];
    await ask(database(), signedIn(booking), BOOK_FOR_ONE, [COURSE_60, trainee]);
    await ask(database(), SERVICE, CREATE_ORDER, orderArguments(billing, { kind: 'credits', credits: 100 }));
    await buy(database(), billing, { kind: 'credits', credits: 100 });
    const { lines } = await linesOf(institution);
    const by = (account: string) =>
      lines.filter((line) => line.actor_id === account).map(({ subject, action }) => `${subject} ${action}`);
    expect(new Set(by(booking))).toEqual(
      new Set([
        'course_bookings insert',
        'booking_participants insert',
        'credit_entries insert',
        'members insert',
        'member_invitations update',
      ]),
    );
    expect(by(billing).filter((line) => line === 'orders insert')).toHaveLength(2);
    expect(by(billing)).not.toContain('credit_entries insert');
    expect(lines.find((line) => line.actor_kind === 'trainee')).toMatchObject({ actor_id: null, actor_name: '' });
    expect(lines.find((line) => line.actor_id === booking)).toMatchObject({
      actor_name: 'Ina Team',
      actor_kind: 'member',
    });
  });

  it('has lines of every table of institutions that a member can change', async () => {
    const tables = await database().query(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'institution_id'
         and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'organisation_log') order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_LINES));
  });

  it('tells who moved the weekly report and chose how invoices come', async () => {
    const institution = await signUpInstitution(database());
    await ask(database(), signedIn(institution), 'select nemus_choose_report_time(3, 7)');
    await ask(
      database(),
      signedIn(institution),
      `insert into nemus_invoice_choices (is_collected, buyer_reference) values (true, 'Kostenstelle 7')`,
    );
    const [{ log } = { log: '' }] = await database().query(
      `select string_agg(concat_ws(' ', subject, action, before::text, after::text), ' / ' order by id) as log
       from private.nemus_organisation_log where institution_id = $1::text::uuid and subject in ('report_times', 'invoice_choices')`,
      [institution],
    );
    expect(log).toMatch(
      /^report_times update \{"hour": 8, "weekday": 1\} \{"hour": 7, "weekday": 3\} \/ invoice_choices insert .*Kostenstelle 7/,
    );
  });

  it('keeps neither accounts of trainees, nor how they are reached, nor addresses of payments', async () => {
    const institution = await signUpInstitution(database());
    const { account, trainee } = await linkTrainee(database(), institution);
    await ask(
      database(),
      signedIn(institution),
      `update nemus_trainees set phone = '+49 30 77' where id = $1::text::uuid`,
      [trainee],
    );
    await openCheckout(database(), institution, { kind: 'subscription', tier: 'monthly' }, '1 day');
    const [{ log } = { log: '' }] = await database().query(
      `select string_agg(to_jsonb(l)::text, ' ') as log from private.nemus_organisation_log l where institution_id = $1::text::uuid`,
      [institution],
    );
    expect(log).toContain('"phone": "•••"');
    for (const secret of [account, '+49 30 77', 'pay.example', 'cs_', '@x.example']) expect(log).not.toContain(secret);
  });

  it('is read page by page and by its filters, by administration alone, and never changed', async () => {
    const institution = await signUpInstitution(database());
    const reader = await addMember(database(), institution, ['reading']);
    const { lines, next } = await linesOf(institution, { limit: 2 });
    expect(lines).toHaveLength(2);
    const rest = await linesOf(institution, { before: next, limit: 500 });
    expect(rest.next).toBeNull();
    expect(lines.length + rest.lines.length).toBe((await linesOf(institution, { limit: 500 })).lines.length);
    expect(
      (await linesOf(institution, { subject: 'members' })).lines.every(({ subject }) => subject === 'members'),
    ).toBe(true);
    expect((await linesOf(institution, { actor: reader })).lines.length).toBeGreaterThan(0);
    expect((await linesOf(institution, { to: '2020-01-01' })).lines).toEqual([]);
    expect((await linesOf(await signUpInstitution(database()))).lines).toEqual([]);
    const read = (account: string, filters: string) =>
      refusal(database(), signedIn(account), 'select nemus_organisation_lines($1::text::jsonb)', [filters]);
    expect(await read(reader, '{}')).toMatchObject({ hint: 'member_role_required' });
    for (const odd of [{ before: 'x' }, { actor: '1' }, { from: 'gestern' }, { limit: 'viel' }]) {
      expect(await read(institution, JSON.stringify(odd))).toMatchObject({ hint: 'invalid_request' });
    }
    for (const change of [
      'update private.nemus_organisation_log set actor_name = $1',
      'delete from private.nemus_organisation_log where actor_name <> $1',
    ]) {
      await expect(database().query(change, ['x'])).rejects.toThrow('append_only');
    }
  });
}
