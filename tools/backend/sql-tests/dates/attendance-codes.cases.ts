import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { certificatesOf, ENTER_ATTENDANCE_CODE, mark, SHOW_ATTENDANCE_CODE, showCode } from '../scenes/attendance';
import { addRunningDate } from '../scenes/dates';
import { enrolmentOf } from '../scenes/enrolments';
import { takePart } from '../scenes/places';
import { pastedForms } from '../scenes/pasted-codes';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

/** Being ticked with the code that the room shows. */
export function attendanceCodeCases(database: () => TestDatabase): void {
  const scene = async (options: Parameters<typeof addRunningDate>[1] = {}) => {
    const staff = await hireStaff(database(), ['teaching']);
    const user = await signUp(database());
    const date = await addRunningDate(database(), options);
    await takePart(database(), user, date);
    return { staff, user, ...date };
  };
  const enter = async (user: string, code: string) =>
    one(await ask(database(), signedIn(user), ENTER_ATTENDANCE_CODE, [code])).answer;

  it('ticks who has a place, once, with everything that follows; how it is written makes no difference', async () => {
    const { staff, user, seminar, date } = await scene();
    const code = await showCode(database(), staff, date);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(await enter(user, ` ${code.toLowerCase().slice(0, 3)}-${code.slice(3)} `)).toMatchObject({
      status: 'present',
      units: 12,
    });
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    for (const written of [code, ...pastedForms(code)]) {
      expect({ written, ...Object(await enter(user, written)) }).toMatchObject({ written, status: 'already' });
    }
  });

  it('another one comes with every screen, and an old one ends after two minutes', async () => {
    const { staff, user, date } = await scene();
    const [first, second] = [await showCode(database(), staff, date), await showCode(database(), staff, date)];
    expect(first).not.toBe(second);
    await database().query(
      `update private.nemus_attendance_codes set valid_until = now() - interval '1 second'
       where appointment_id = $1::text::uuid and digest = private.nemus_code_digest(appointment_id, $2)`,
      [date, first],
    );
    expect(await enter(user, first)).toMatchObject({ status: 'wrong' });
    expect(await enter(user, second)).toMatchObject({ status: 'present' });
  });

  it('what is stored is no code', async () => {
    const { staff, date } = await scene();
    const code = await showCode(database(), staff, date);
    const stored = one(
      await database().query(
        'select row_to_json(c)::text as row from private.nemus_attendance_codes c where appointment_id = $1::text::uuid',
        [date],
      ),
    );
    expect(String(stored.row)).not.toContain(code);
  });

  it('is worth nothing without a place, at another date, and outside of its time', async () => {
    const { staff, user, seminar, date } = await scene({ capacity: 1 });
    const code = await showCode(database(), staff, date);
    const [stranger, waiting] = [await signUp(database()), await signUp(database())];
    await takePart(database(), waiting, { seminar, date });
    const other = await addRunningDate(database());
    await takePart(database(), stranger, other);
    for (const caller of [stranger, waiting]) expect(await enter(caller, code)).toMatchObject({ status: 'wrong' });
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '9 hours', ends_at = now() - interval '31 minutes'
       where id = $1::text::uuid`,
      [date],
    );
    expect(await enter(user, code)).toMatchObject({ status: 'wrong' });
    expect((await refusal(database(), signedIn(staff), SHOW_ATTENDANCE_CODE, [date]))?.hint).toBe('code_closed');
    const early = await addRunningDate(database(), { hours: 1 });
    expect((await refusal(database(), signedIn(staff), SHOW_ATTENDANCE_CODE, [early.date]))?.hint).toBe(
      'date_not_begun',
    );
    expect((await refusal(database(), signedIn(user), SHOW_ATTENDANCE_CODE, [other.date]))?.hint).toBe(
      'staff_required',
    );
  });

  it('certifies no one whose enrolment was refunded while the date runs', async () => {
    const { staff, user, seminar, date } = await scene();
    const code = await showCode(database(), staff, date);
    await database().query(
      'delete from nemus_course_enrollments where user_id = $1::text::uuid and course_id = $2::text::uuid',
      [user, seminar],
    );
    expect((await refusal(database(), signedIn(user), ENTER_ATTENDANCE_CODE, [code]))?.hint).toBe('no_place');
    expect(await certificatesOf(database(), user)).toEqual([]);
  });

  it('after five wrong ones none is looked at, not even the right one, until a quarter of an hour has passed', async () => {
    const { staff, user, date } = await scene();
    const code = await showCode(database(), staff, date);
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await enter(user, 'ZZZZZZ')).toEqual({ status: 'wrong', attempts_left: left });
    }
    expect((await refusal(database(), signedIn(user), ENTER_ATTENDANCE_CODE, [code]))?.hint).toBe('too_many_codes');
    await database().query(
      `update private.nemus_code_attempts set created_at = now() - interval '16 minutes' where user_id = $1::text::uuid`,
      [user],
    );
    expect(await enter(user, code)).toMatchObject({ status: 'present' });
  });

  it('does not undo what staff has ticked, and is not for staff of teaching', async () => {
    const { staff, user, seminar, date } = await scene();
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent' }]);
    const code = await showCode(database(), staff, date);
    expect(await enter(user, code)).toMatchObject({ status: 'already', units: 0 });
    expect(await enrolmentOf(database(), user, seminar)).toMatchObject({ status: 'not_started' });
    await takePart(database(), staff, { seminar, date });
    expect((await refusal(database(), signedIn(staff), ENTER_ATTENDANCE_CODE, [code]))?.hint).toBe('own_attendance');
  });
}
