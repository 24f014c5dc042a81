import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addEntry, setLogbookScene } from '../scenes/logbook';
import { addMember } from '../scenes/members';
import { addRequirementSet, chooseRequirements } from '../scenes/requirements';
import { one } from '../scenes/rows';
import { reportingInstitution, WRITE_WEEKLY_REPORTS } from '../scenes/weekly-reports';

const DUE = 'select private.nemus_report_due($1::text::int, $2::text::int, $3::text::timestamptz) as at';
const REPORTS = `select week::text, first_day::text, last_day::text from nemus_weekly_reports
  where institution_id = $1::text::uuid order by week`;
const FIGURES = 'select private.nemus_report_figures($1::text::uuid, $2::text::date, $3::text::date) as f';
const CHOOSE = 'select nemus_choose_report_time($1::text::int, $2::text::int)';

/** When a report is due, that it is written once, and its content for each reader. */
export function weeklyReportCases(database: () => TestDatabase): void {
  let institution: string;
  beforeEach(async () => {
    await database().query(`update nemus_report_times set since = now() where since < now() - interval '1 day'`);
    institution = await reportingInstitution(database());
  });
  const write = async (at: string) => one(await database().query(WRITE_WEEKLY_REPORTS, [at])).n;
  const reports = () => database().query(REPORTS, [institution]);
  const weeks = async () => (await reports()).map(({ week }) => week);
  const set = (columns: string) =>
    database().query(`update nemus_report_times set ${columns} where institution_id = $1::text::uuid`, [institution]);

  it.each([
    [1, 8, '2026-06-15T05:59:59Z', '2026-06-08T06:00:00.000Z', 'a second before'],
    [1, 8, '2026-06-15T06:00:00Z', '2026-06-15T06:00:00.000Z', 'at the hour in summer'],
    [1, 8, '2026-01-12T07:00:00Z', '2026-01-12T07:00:00.000Z', 'at the hour in winter'],
    [1, 8, '2026-03-30T06:00:00Z', '2026-03-30T06:00:00.000Z', 'after the night that lost an hour'],
    [1, 8, '2026-10-26T06:59:00Z', '2026-10-19T06:00:00.000Z', 'after the night with an hour twice, before the hour'],
    [1, 8, '2026-10-26T07:00:00Z', '2026-10-26T07:00:00.000Z', 'after the night with an hour twice'],
    [7, 2, '2026-03-29T00:59:00Z', '2026-03-22T01:00:00.000Z', 'before the hour that is left out'],
    [7, 2, '2026-03-29T01:00:00Z', '2026-03-29T01:00:00.000Z', 'at the hour that is left out'],
    [7, 2, '2026-10-25T12:00:00Z', '2026-10-25T01:00:00.000Z', 'the hour that is there twice'],
    [7, 23, '2026-06-14T22:30:00Z', '2026-06-14T21:00:00.000Z', 'on Monday of the next week'],
    [1, 0, '2026-01-04T23:00:00Z', '2026-01-04T23:00:00.000Z', 'at midnight'],
  ])('day %i, %i o’clock, seen at %s was due at %s: %s', async (day, hour, now, due) => {
    const { at } = one(await database().query(DUE, [String(day), String(hour), now]));
    expect(new Date(String(at)).toISOString()).toBe(due);
  });

  it('is written once a week, however often the clock comes by', async () => {
    expect(await write('2026-06-15T06:00:00Z')).toBe(1);
    for (const at of ['2026-06-15T06:10:00Z', '2026-06-18T12:00:00Z', '2026-06-22T05:59:00Z']) {
      expect(await write(at)).toBe(0);
    }
    expect(await write('2026-06-22T06:00:00Z')).toBe(1);
    expect(await reports()).toEqual([
      { week: '2026-06-15', first_day: '2026-06-08', last_day: '2026-06-14' },
      { week: '2026-06-22', first_day: '2026-06-15', last_day: '2026-06-21' },
    ]);
  });

  it('after three weeks of downtime only the last one is caught up', async () => {
    await write('2026-06-15T06:00:00Z');
    expect(await write('2026-07-09T15:00:00Z')).toBe(1);
    expect(await write('2026-07-09T15:10:00Z')).toBe(0);
    expect(await weeks()).toEqual(['2026-06-15', '2026-07-06']);
    expect(await write('2026-07-13T06:00:00Z')).toBe(1);
  });

  it('the weeks of both changes of the clock have one each', async () => {
    for (const [at, before] of [
      // The first of each pair makes up for the week before.
      ['2026-03-23T07:00:00Z', 1],
      ['2026-03-30T06:00:00Z', 0],
      ['2026-10-19T06:00:00Z', 1],
      ['2026-10-26T07:00:00Z', 0],
    ] as const) {
      expect(await write(new Date(Date.parse(at) - 60_000).toISOString())).toBe(before);
      expect(await write(at)).toBe(1);
    }
  });

  it('another day or hour counts from the next time on: none is caught up, none is doubled', async () => {
    await write('2026-06-15T06:00:00Z');
    await set(`weekday = 5, hour = 17, since = '2026-06-16T10:00:00Z'`);
    // This week has its report.
    expect(await write('2026-06-19T15:00:00Z')).toBe(0);
    expect(await write('2026-06-26T15:00:00Z')).toBe(1);
    await set(`weekday = 1, hour = 8, since = '2026-07-01T10:00:00Z'`);
    expect(await write('2026-07-01T10:10:00Z')).toBe(0);
    expect(await write('2026-07-06T06:00:00Z')).toBe(1);
    expect(await weeks()).toEqual(['2026-06-15', '2026-06-22', '2026-07-06']);
  });

  it('switched off there is none, and switched on again none for the time before', async () => {
    const to = (on: boolean) =>
      ask(
        database(),
        signedIn(institution),
        'update nemus_institution_settings set weekly_reports = $2::text::boolean where institution_id = $1::text::uuid',
        [institution, String(on)],
      );
    await to(false);
    expect(await write('2026-06-15T06:00:00Z')).toBe(0);
    await to(true);
    expect(await write('2026-06-16T06:00:00Z')).toBe(0);
    const [row] = await database().query(
      `select since > now() - interval '1 hour' as begun from nemus_report_times where institution_id = $1::text::uuid`,
      [institution],
    );
    expect(row).toEqual({ begun: true });
  });

  it('a new institution gets none about the time before it was there', async () => {
    const fresh = await signUpInstitution(database());
    await write('2026-06-15T06:00:00Z');
    expect(await database().query(REPORTS, [fresh])).toEqual([]);
  });

  it('goes on with the other members when the founder is blocked, and ends with the last', async () => {
    const member = await addMember(database(), institution, ['administration']);
    const block = (account: string) =>
      database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
        account,
      ]);
    await block(institution);
    expect(await write('2026-06-15T06:00:00Z')).toBe(1);
    await block(member);
    expect(await write('2026-06-22T06:00:00Z')).toBe(0);
  });

  it('keeps 52 weeks', async () => {
    await write('2026-06-15T06:00:00Z');
    await write('2027-06-14T06:00:00Z');
    expect(await weeks()).toContain('2026-06-15');
    await write('2027-06-15T06:00:00Z');
    expect(await weeks()).toEqual(['2027-06-14']);
  });

  it('is sent to administrators and readers only, with the figures of the page', async () => {
    const [reader, booker] = [await signUpInstitution(database()), await signUpInstitution(database())];
    for (const [account, role] of [
      [reader, 'reading'],
      [booker, 'booking'],
    ] as const) {
      await database().query(
        `insert into nemus_members (institution_id, user_id, roles, chosen_at)
         values ($1::text::uuid, $2::text::uuid, array[$3], now() + interval '1 minute')`,
        [institution, account, role],
      );
    }
    await write('2026-06-15T06:00:00Z');
    const told = await database().query(
      `select n.user_id, n.path, n.facts -> 'figures' = r.figures as same from nemus_notifications n
       join nemus_weekly_reports r on n.key = 'weekly_report:' || r.institution_id || ':' || r.week
       where r.institution_id = $1::text::uuid`,
      [institution],
    );
    expect(told.map(({ user_id: id }) => id).toSorted()).toEqual([institution, reader].toSorted());
    for (const row of told) expect(row).toMatchObject({ same: true, path: '/dashboard/report/2026-06-15' });
    const read = (account: string) => ask(database(), signedIn(account), 'select week::text from nemus_weekly_reports');
    expect(await read(reader)).toEqual([{ week: '2026-06-15' }]);
    expect(await read(institution)).toEqual([{ week: '2026-06-15' }]);
    expect(await read(booker)).toEqual([]);
    expect(await read(await signUpInstitution(database()))).toEqual([]);
    expect(await refusal(database(), signedIn(reader), CHOOSE, ['2', '9'])).toMatchObject({
      hint: 'member_role_required',
    });
  });

  it('the time is chosen by who administers, within a week', async () => {
    await ask(database(), signedIn(institution), CHOOSE, ['5', '17']);
    expect(await ask(database(), signedIn(institution), 'select weekday, hour from nemus_report_times')).toEqual([
      { weekday: 5, hour: 17 },
    ]);
    for (const [day, hour] of [
      ['0', '8'],
      ['8', '8'],
      ['1', '24'],
      ['1', '-1'],
    ] as const) {
      expect(await refusal(database(), signedIn(institution), CHOOSE, [day, hour])).toMatchObject({
        hint: 'invalid_request',
      });
    }
    expect(await refusal(database(), signedIn(await signUp(database())), CHOOSE, ['1', '8'])).toMatchObject({
      hint: 'institution_required',
    });
  });

  it('counts what happened in its seven days, and what is now', async () => {
    const scene = await setLogbookScene(database());
    await giveCredits(database(), scene.institution, 300);
    await addEntry(database(), scene, 'confirmed', { minutes: 90 });
    await addEntry(database(), scene, 'submitted', { minutes: 45 });
    await ask(
      database(),
      signedIn(scene.institution),
      `select nemus_book_course('c0000000-0000-4000-8000-000000000001',
        array(select id from nemus_trainees where id = $1::text::uuid))`,
      [scene.trainee],
    );
    const set = await addRequirementSet(database(), {
      categories: { practice: 1000 },
      credits: { entry_practice: 'practice' },
    });
    await chooseRequirements(database(), scene.owner, set);
    await database().query(
      `update nemus_training_info set started_on = $2::text::date, expected_end_on = $3::text::date
       where user_id = $1::text::uuid`,
      [scene.owner, dayFrom(-500), dayFrom(10)],
    );
    const figures = async (from: number) =>
      one(await database().query(FIGURES, [scene.institution, dayFrom(from), dayFrom(from + 6)])).f;
    const [balance] = await database().query(
      'select used_credits as spent from nemus_credit_balances where institution_id = $1::text::uuid',
      [scene.institution],
    );
    const spent = balance?.spent;
    expect(Number(spent)).toBeGreaterThan(0);
    expect(await figures(-3)).toEqual({
      linked: 2,
      active: 1,
      confirmed_minutes: 90,
      open_entries: 1,
      bookings: 1,
      places: 1,
      next_dates: 0,
      next_places: 0,
      credits_used: spent,
      credits_left: 300 - Number(spent),
      behind: 1,
    });
    // Earlier days have only the current figures.
    expect(await figures(-20)).toMatchObject({
      active: 0,
      confirmed_minutes: 0,
      bookings: 0,
      credits_used: 0,
      behind: 1,
    });
  });

  it('what was told stays what it was', async () => {
    await write('2026-06-15T06:00:00Z');
    expect(
      await refusal(database(), signedIn(institution), `update nemus_weekly_reports set figures = '{}'`),
    ).toMatchObject({ code: '42501' });
  });
}
