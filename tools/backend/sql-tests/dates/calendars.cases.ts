import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE, createDates, planDate } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { dayFrom } from '../scenes/days';
import { enrol, signUpEnrolled } from '../scenes/enrolments';
import { chooseDate } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const RENEW = 'select nemus_renew_calendar($1::text::uuid) as token';
const END = 'select nemus_end_calendar($1::text::uuid)';
const STATE = 'select nemus_calendar($1::text::uuid) as state';
const READ = 'select nemus_read_calendar($1) as calendar';
const MOVE = 'select nemus_move_date($1::text::uuid, $2::text::jsonb)';

type Entry = Readonly<Record<string, unknown>>;

/** Calendar subscriptions of accounts and teachers. */
export function calendarCases(database: () => TestDatabase): void {
  let planner: string;
  let seminar: string;
  beforeEach(async () => {
    [planner, seminar] = [await hireStaff(database(), ['teaching', 'people']), await addSeminar(database())];
  });
  const renew = async (account: string, teacher: string | null = null) =>
    text(await ask(database(), signedIn(account), RENEW, [teacher]), 'token');
  const read = async (token: string) => one(await ask(database(), SERVICE, READ, [token])).calendar;
  const entries = async (token: string): Promise<Entry[]> => {
    const found: unknown = Reflect.get(Object(await read(token)), 'entries');
    if (!Array.isArray(found)) throw new Error('Expected entries.');
    return found.map((entry: object) => ({ ...entry }));
  };
  const teacherOf = async (email: string | null) =>
    text(
      await ask(database(), signedIn(planner), 'select nemus_save_teacher($1, $2)::text as id', ['Ada Berg', email]),
      'id',
    );

  it('has the own dates alone, and follows a move and a cancellation under the same id', async () => {
    const [date = ''] = await createDates(database(), planner, planDate(seminar));
    const other = await signUpEnrolled(database(), seminar);
    const account = await signUpEnrolled(database(), seminar);
    await addDate(database(), seminar);
    await chooseDate(database(), account, date);
    const token = await renew(account);
    expect(await entries(await renew(other))).toEqual([]);
    const [before, ...more] = await entries(token);
    expect([before?.id, before?.status, before?.is_own, more]).toEqual([date, 'confirmed', true, []]);
    await ask(database(), signedIn(planner), MOVE, [
      date,
      JSON.stringify({ day: dayFrom(31), starts: '10:00', ends: '12:00' }),
    ]);
    const [moved] = await entries(token);
    expect([moved?.id, Number(moved?.sequence) > Number(before?.sequence)]).toEqual([date, true]);
    expect(moved?.starts_at).not.toBe(before?.starts_at);
    await ask(database(), signedIn(planner), CANCEL_DATE, [date, 'Ada Berg ist erkrankt', 'false']);
    const [cancelled] = await entries(token);
    expect([cancelled?.id, cancelled?.status]).toEqual([date, 'cancelled']);
    expect(Number(cancelled?.sequence)).toBeGreaterThan(Number(moved?.sequence));
    expect(JSON.stringify(await read(token))).not.toContain('erkrankt');
  });

  it('has no meeting link, even of an own online date', async () => {
    const [date = ''] = await createDates(
      database(),
      planner,
      planDate(seminar, { format: 'Online', location: '', meeting_url: 'https://meet.example/geheim' }),
    );
    const account = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), account, date);
    const token = await renew(account);
    expect(await entries(token)).toHaveLength(1);
    expect(JSON.stringify(await read(token))).not.toContain('geheim');
  });

  it('renewing and ending stop the earlier address at once, and only a hash is stored', async () => {
    const account = await signUp(database());
    expect(one(await ask(database(), signedIn(account), STATE, [null])).state).toBeNull();
    const first = await renew(account);
    expect(await read(first)).not.toBeNull();
    const second = await renew(account);
    expect([await read(first), await read(second)]).toEqual([null, { name: null, entries: [] }]);
    expect(one(await ask(database(), signedIn(account), STATE, [null])).state).toMatchObject({
      last_read_at: expect.any(String),
    });
    const stored = await database().query('select to_jsonb(c)::text as line from private.nemus_calendars c');
    expect(JSON.stringify(stored)).not.toContain(second);
    await ask(database(), signedIn(account), END, [null]);
    expect(await read(second)).toBeNull();
  });

  it('ends with a block, also of the auth server, and with the account; unblocking does not bring it back', async () => {
    const [account, other] = [await signUp(database()), await signUp(database())];
    const [token, banned] = [await renew(account), await renew(other)];
    await ask(database(), signedIn(planner), 'select nemus_block_account($1::text::uuid, $2)', [account, 'Missbrauch']);
    expect(await read(token)).toBeNull();
    await ask(database(), signedIn(planner), 'select nemus_unblock_account($1::text::uuid)', [account]);
    expect(await read(token)).toBeNull();
    await database().query(`update auth.users set banned_until = now() + interval '1 day' where id = $1::text::uuid`, [
      other,
    ]);
    expect(await read(banned)).toBeNull();
    const gone = await renew(account);
    await database().query('delete from auth.users where id = $1::text::uuid', [account]);
    expect(await read(gone)).toBeNull();
  });

  it('is read 60 times an hour, and again in the next', async () => {
    const account = await signUp(database());
    const token = await renew(account);
    await database().query('update private.nemus_calendars set reads = 59 where user_id = $1::text::uuid', [account]);
    expect(await read(token)).toMatchObject({ entries: [] });
    const { wait } = Object(await read(token)) as { wait?: unknown };
    expect(Number(wait)).toBeGreaterThan(3000);
    await database().query(
      `update private.nemus_calendars set hour_from = now() - interval '1 hour' where user_id = $1::text::uuid`,
      [account],
    );
    expect(await read(token)).toMatchObject({ entries: [] });
  });

  it('has what an account teaches, by its confirmed address, until another person teaches it', async () => {
    const email = freshAddress('ada');
    const teacher = await teacherOf(email);
    const [date = ''] = await createDates(database(), planner, planDate(seminar, { teacher_ids: [teacher] }));
    const account = await signUp(database(), { email });
    const token = await renew(account);
    expect((await entries(token)).map(({ id, status, is_own: own }) => [id, status, own])).toEqual([
      [date, 'confirmed', false],
    ]);
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [account]);
    expect(await entries(token)).toEqual([]);
    // The teacher attends as well: one entry, as a participant.
    await database().query('update auth.users set email_confirmed_at = now() where id = $1::text::uuid', [account]);
    await enrol(database(), account, seminar);
    await chooseDate(database(), account, date);
    expect((await entries(token)).map(({ id, is_own: own }) => [id, own])).toEqual([[date, true]]);
  });

  it('of a teacher is started and ended by those who plan, is on record, and goes with the teacher', async () => {
    const teacher = await teacherOf(null);
    const [date = ''] = await createDates(database(), planner, planDate(seminar, { teacher_ids: [teacher] }));
    for (const statement of [RENEW, END, STATE]) {
      expect(await refusal(database(), signedIn(await signUp(database())), statement, [teacher])).toMatchObject({
        hint: 'staff_required',
      });
    }
    const unknown = await refusal(database(), signedIn(planner), RENEW, ['00000000-0000-4000-8000-000000000000']);
    expect(unknown).toMatchObject({ hint: 'teacher_not_found' });
    const token = await renew(planner, teacher);
    expect(await read(token)).toMatchObject({ name: 'Ada Berg', entries: [{ id: date, status: 'confirmed' }] });
    const logged = await database().query(
      `select action from private.nemus_audit_log where subject = 'teachers' and subject_id = $1 order by id`,
      [teacher],
    );
    expect(logged.map(({ action }) => action)).toEqual(['insert', 'renew_calendar']);
    await database().query('delete from nemus_appointment_teachers where teacher_id = $1::text::uuid', [teacher]);
    expect(await entries(token)).toEqual([]);
    await database().query('delete from nemus_teachers where id = $1::text::uuid', [teacher]);
    expect(await read(token)).toBeNull();
  });

  it('of a teacher ends with the mailbox that it was given to, and with the last date of who teaches no more', async () => {
    const teacher = await teacherOf(freshAddress('ada'));
    const save = (email: string, active = true) =>
      ask(database(), signedIn(planner), 'select nemus_save_teacher($1, $2, $3::text::boolean, $4::text::uuid)', [
        'Ada Berg',
        email,
        String(active),
        teacher,
      ]);
    const address = freshAddress('ada');
    const first = await renew(planner, teacher);
    await save(address);
    expect(await read(first)).toBeNull();
    const token = await renew(planner, teacher);
    await save(address.toUpperCase());
    const [date = ''] = await createDates(database(), planner, planDate(seminar, { teacher_ids: [teacher] }));
    await save(address, false);
    expect(await entries(token)).toHaveLength(1);
    await database().query('delete from nemus_appointment_teachers where appointment_id = $1::text::uuid', [date]);
    expect(await read(token)).toBeNull();
  });
}
