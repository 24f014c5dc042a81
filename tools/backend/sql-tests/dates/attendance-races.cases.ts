import { signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { certificatesOf, ENTER_ATTENDANCE_CODE, MARK, mark, showCode } from '../scenes/attendance';
import { addRunningDate } from '../scenes/dates';
import { enrolmentOf } from '../scenes/enrolments';
import { givePlace, takePart } from '../scenes/places';
import { hints, race, won, type Racer } from '../scenes/races';
import { hireStaff } from '../scenes/staff';

const tick = (staff: string, date: string, users: readonly string[], attendance: string, seen: number): Racer => ({
  caller: signedIn(staff),
  statement: MARK,
  parameters: [date, JSON.stringify(users.map((user_id) => ({ user_id, attendance, units: 3, seen })))],
});

/** Concurrent ticking of one attendance list. */
export function attendanceRaceCases(database: () => TestDatabase): void {
  const scene = async (people: number) => {
    const date = await addRunningDate(database(), { capacity: people });
    const users = await Promise.all(Array.from({ length: people }, () => signUp(database())));
    for (const user of users) await takePart(database(), user, date);
    return { ...date, users };
  };

  it('of two staff who tick one list differently at the same moment one is told, and what the other said is whole', async () => {
    const [first, second] = [await hireStaff(database(), ['teaching']), await hireStaff(database(), ['teaching'])];
    for (let round = 0; round < 5; round += 1) {
      const { date, users } = await scene(4);
      const finishes = await race(database(), [
        tick(first, date, users, 'present', 0),
        tick(second, date, users.toReversed(), 'partial', 0),
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['attendance_changed'])]);
      const ticked = await database().query(
        `select attendance, count(*)::int as people from nemus_appointment_participations
         where appointment_id = $1::text::uuid group by attendance`,
        [date],
      );
      expect(ticked).toEqual([{ attendance: expect.stringMatching(/present|partial/), people: 4 }]);
    }
  });

  it('twenty who say the same are all right, and each person gets one certificate of each kind', async () => {
    const { date, seminar, users } = await scene(5);
    const staff = await Promise.all(Array.from({ length: 20 }, () => hireStaff(database(), ['teaching'])));
    const finishes = await race(
      database(),
      staff.map((each) => tick(each, date, users, 'present', 0)),
    );
    expect(won(finishes)).toHaveLength(20);
    for (const user of users) {
      expect(await certificatesOf(database(), user)).toHaveLength(2);
      expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    }
  });

  it('an enrolment that ends while it is ticked leaves no certificate of the seminar behind', async () => {
    const staff = await hireStaff(database(), ['teaching']);
    for (let round = 0; round < 10; round += 1) {
      const { date, seminar, users } = await scene(1);
      const [user = ''] = users;
      const end = {
        caller: signedIn(staff),
        statement: 'select private.end_enrolment($1::text::uuid, $2::text::uuid)',
        parameters: [user, seminar],
      };
      await database().query(
        `create or replace function private.end_enrolment(p_user uuid, p_course uuid) returns void
         language sql security definer set search_path = '' as
         $$ delete from public.nemus_course_enrollments e where e.user_id = p_user and e.course_id = p_course $$;
         grant execute on function private.end_enrolment(uuid, uuid) to authenticated;`,
      );
      const finishes = await race(database(), [tick(staff, date, users, 'present', 0), end]);
      expect([...hints(finishes)].filter((hint) => hint !== 'no_place')).toEqual([]);
      const papers = await certificatesOf(database(), user);
      expect(papers.filter(({ kind, is_revoked }) => kind === 'completion' && is_revoked === false)).toEqual([]);
    }
  });

  it('staff who ticks and the person who enters the code at the same moment: one tick, one certificate', async () => {
    const staff = await hireStaff(database(), ['teaching']);
    for (let round = 0; round < 10; round += 1) {
      const { date, users } = await scene(1);
      const [user = ''] = users;
      const code = await showCode(database(), staff, date);
      const finishes = await race(database(), [
        tick(staff, date, users, 'partial', 0),
        { caller: signedIn(user), statement: ENTER_ATTENDANCE_CODE, parameters: [code] },
      ]);
      expect(hints(finishes).size <= 1 && [...hints(finishes)].every((hint) => hint === 'attendance_changed')).toBe(
        true,
      );
      const standing = (await certificatesOf(database(), user)).filter(
        ({ kind, is_revoked }) => kind === 'attendance' && is_revoked === false,
      );
      expect(standing).toHaveLength(1);
    }
  });

  it('of fifty wrong codes at the same moment five are looked at', async () => {
    const staff = await hireStaff(database(), ['teaching']);
    const { date, users } = await scene(1);
    const [user = ''] = users;
    await showCode(database(), staff, date);
    const finishes = await race(
      database(),
      Array.from({ length: 50 }, () => ({
        caller: signedIn(user),
        statement: ENTER_ATTENDANCE_CODE,
        parameters: ['ZZZZZZ'],
      })),
    );
    expect([won(finishes).length, hints(finishes)]).toEqual([5, new Set(['too_many_codes'])]);
  });

  it('corrections and ticks of several dates of one booking do not wait for each other in a circle', async () => {
    const staff = await hireStaff(database(), ['teaching']);
    const { date, seminar, users } = await scene(6);
    const other = await addRunningDate(database(), { seminar });
    for (const user of users) {
      await givePlace(database(), user, other.date);
    }
    await mark(
      database(),
      staff,
      date,
      users.map((user_id) => ({ user_id, attendance: 'present' })),
    );
    const finishes = await race(
      database(),
      Array.from({ length: 10 }, (_racer, index) =>
        index % 2 === 0
          ? tick(staff, date, users, 'absent', 1)
          : tick(staff, other.date, users.toReversed(), 'present', 0),
      ),
    );
    expect(won(finishes)).toHaveLength(10);
    for (const user of users) {
      expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    }
  });
}
