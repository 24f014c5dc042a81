import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE, changeDates, createDates, planDate } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { dayFrom } from '../scenes/days';
import { enrol } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const ASK = 'select nemus_ask_for_dates($1::text::uuid, $2::text::boolean)';
const OWN = 'select course_id::text as course from nemus_date_interests';
const TO_FOLLOW = `select nemus_catalogue_dates() -> 'to_follow' as courses`;

/** People ask for dates of a seminar that has none, and are told. */
export function dateInterestCases(database: () => TestDatabase): void {
  let planner: string;
  let seminar: string;
  beforeEach(async () => {
    [planner, seminar] = [
      await hireStaff(database(), ['teaching', 'catalogue']),
      await addSeminar(database(), { description: 'Was hilft' }),
    ];
  });
  const asks = (account: string, wanted = true, of = seminar) =>
    ask(database(), signedIn(account), ASK, [of, String(wanted)]);
  const refused = (account: string, of = seminar) => refusal(database(), signedIn(account), ASK, [of, 'true']);
  const plan = (changes: Readonly<Record<string, unknown>> = {}) =>
    createDates(database(), planner, planDate(seminar, changes));
  const told = (account: string) =>
    database().query(
      `select n.path, n.facts ->> 'title' as title, (select count(*)::int from private.nemus_notification_sendings s
         where s.notification_id = n.id and s.channel = 'mail') as mails
       from nemus_notifications n where n.user_id = $1::text::uuid and n.kind = 'dates_planned' order by n.created_at, n.key`,
      [account],
    );
  const newcomer = async () => {
    const account = await signUp(database());
    await asks(account);
    return account;
  };
  const listed = async (account: string) => {
    const { courses } = one(await ask(database(), signedIn(account), TO_FOLLOW));
    return (Array.isArray(courses) ? courses : []).filter((row) => Reflect.get(Object(row), 'course_id') === seminar);
  };

  it('asking twice is asking once, and so is taking it back; no other account sees it', async () => {
    const account = await newcomer();
    await asks(account);
    expect(await ask(database(), signedIn(account), OWN)).toEqual([{ course: seminar }]);
    expect(await ask(database(), signedIn(await signUp(database())), OWN)).toEqual([]);
    expect(await listed(account)).toEqual([{ course_id: seminar, is_buyable: false, is_asked: true }]);
    await asks(account, false);
    await asks(account, false);
    expect(await listed(account)).toEqual([{ course_id: seminar, is_buyable: false, is_asked: false }]);
    await plan();
    expect(await told(account)).toEqual([]);
    expect(await listed(account)).toEqual([]);
  });

  it('is refused for a seminar that has dates, is owned or is not offered', async () => {
    const account = await signUp(database());
    await addDate(database(), seminar);
    expect(await refused(account)).toMatchObject({ hint: 'dates_planned' });
    await enrol(database(), account, seminar);
    expect(await refused(account)).toMatchObject({ hint: 'already_enrolled' });
    await database().query('update nemus_courses set is_active = false where id = $1::text::uuid', [seminar]);
    expect(await refused(await signUp(database()))).toMatchObject({ hint: 'course_not_found' });
  });

  it('new dates are told once to each, with the way to them, and a series is one piece of news', async () => {
    const [trainee, institution] = [await newcomer(), await signUpInstitution(database())];
    await asks(institution);
    await plan({ series: { weeks: 1, count: 3 } });
    expect(await told(trainee)).toEqual([{ path: `/seminar-catalog/${seminar}`, title: 'Traumatherapie', mails: 1 }]);
    expect(await told(institution)).toMatchObject([{ path: `/course-bookings?ansicht=buchen&kurs=${seminar}` }]);
    expect(await listed(trainee)).toEqual([{ course_id: seminar, is_buyable: true, is_asked: true }]);
  });

  it('a changed, moved or republished date tells nothing; another planned one does', async () => {
    const account = await newcomer();
    const [date = ''] = await plan();
    const change = 'select nemus_change_date($1::text::uuid, $2::text::jsonb)::text[] as ids';
    await changeDates(database(), planner, change, [date, JSON.stringify(planDate(seminar, { capacity: 9 }))]);
    const move = 'select nemus_move_date($1::text::uuid, $2::text::jsonb)::text[] as ids';
    const times = JSON.stringify({ day: dayFrom(50), starts: '10:00', ends: '12:00' });
    await changeDates(database(), planner, move, [date, times]);
    for (const step of ['retire', 'publish']) {
      await ask(
        database(),
        signedIn(planner),
        `select nemus_${step}_course(c.id, c.updated_at) from nemus_staff_course($1::text::uuid) s,
           jsonb_to_record(s -> 'course') as c (id uuid, updated_at timestamptz)`,
        [seminar],
      );
    }
    expect(await told(account)).toHaveLength(1);
    await ask(database(), signedIn(planner), CANCEL_DATE, [date, 'Krank', 'false']);
    expect(await listed(account)).toEqual([{ course_id: seminar, is_buyable: false, is_asked: true }]);
    await plan();
    expect(await told(account)).toHaveLength(2);
  });

  it('not told: those who have it, are blocked, have left or want no mail', async () => {
    const [owner, blocked, gone, quiet] = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
    await enrol(database(), owner, seminar);
    await database().query(`update auth.users set banned_until = now() + interval '1 day' where id = $1::text::uuid`, [
      blocked,
    ]);
    await database().query('delete from auth.users where id = $1::text::uuid', [gone]);
    await ask(database(), signedIn(quiet), `select nemus_choose_notification('dates_planned', 'mail', false)`);
    await plan();
    expect([await told(owner), await told(blocked), await told(gone)]).toEqual([[], [], []]);
    expect(await told(quiet)).toMatchObject([{ mails: 0 }]);
  });

  it('not told: members of an institution that booked it meanwhile', async () => {
    const institution = await signUpInstitution(database());
    const [member, founder] = [await addMember(database(), institution, ['booking']), institution];
    for (const account of [member, founder]) await asks(account);
    await database().query(
      `insert into nemus_course_bookings (institution_id, course_id, course_name, has_dates, start_date, end_date,
         participants, max_participants, price_cents, total_hours)
       values ($1::text::uuid, $2::text::uuid, 'Probe', true, current_date, current_date, 1, 1, 100, 8)`,
      [institution, seminar],
    );
    await plan();
    expect([await told(member), await told(founder)]).toEqual([[], []]);
  });

  it('is in the export of the account, and goes after two years', async () => {
    const account = await newcomer();
    const sources = await database().query(
      `select name from private.nemus_exported_tables() where name = 'date_interests' and owner_column = 'user_id'`,
    );
    expect(sources).toEqual([{ name: 'date_interests' }]);
    const forget = () => database().query('select private.nemus_forget_expired()');
    const age = (span: string) =>
      database().query(
        'update nemus_date_interests set created_at = now() - $2::text::interval where user_id = $1::text::uuid',
        [account, span],
      );
    await age('23 months');
    await forget();
    expect(await ask(database(), signedIn(account), OWN)).toHaveLength(1);
    await age('25 months');
    await forget();
    expect(await ask(database(), signedIn(account), OWN)).toEqual([]);
  });
}
