import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type Connection, type Row, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { certificatesOf, MARK, mark, type Mark } from '../scenes/attendance';
import { addRunningDate } from '../scenes/dates';
import { enrol, enrolmentOf } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { givePlace, takePart } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

/** Units done, by area. */
async function unitsOf(connection: Connection, user: string): Promise<Row> {
  return one(
    await connection.query(
      `select private.nemus_units_done($1::text::uuid, 'theory') as theory,
         private.nemus_units_done($1::text::uuid, 'practice') as practice,
         private.nemus_units_done($1::text::uuid, 'elearning') as elearning`,
      [user],
    ),
  );
}

/** Ticking attendance, its effects, and undoing it. */
export function attendanceCases(database: () => TestDatabase): void {
  const scene = async (options: Parameters<typeof addRunningDate>[1] = {}) => {
    const staff = await hireStaff(database(), ['teaching']);
    const user = await signUp(database(), { first: 'Ida', last: 'Groß' });
    const date = await addRunningDate(database(), options);
    await takePart(database(), user, date);
    return { staff, user, ...date };
  };
  const refused = async (staff: string, date: string, marks: unknown) =>
    (await refusal(database(), signedIn(staff), MARK, [date, JSON.stringify(marks)]))?.hint;

  it('completes the enrolment, books theory and practice, moves the competency and issues both certificates', async () => {
    const { staff, user, seminar, date } = await scene();
    await database().query(
      `insert into nemus_competency_targets (user_id, competency, modules_total)
       values ($1::text::uuid, 'methoden_kompetenz', 4)`,
      [user],
    );
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    expect(await unitsOf(database(), user)).toEqual({ theory: 8, practice: 4, elearning: 0 });
    const [share] = await ask(
      database(),
      signedIn(user),
      `select total_progress_percentage as share from nemus_competency_progress where competency = 'methoden_kompetenz'`,
    );
    expect(share).toEqual({ share: 25 });
    const papers = await certificatesOf(database(), user);
    expect(papers).toMatchObject([
      { kind: 'attendance', units: 12, is_revoked: false },
      { kind: 'completion', units: 12, is_revoked: false },
    ]);
    expect(new Set(papers.map(({ number }) => number)).size).toBe(2);
  });

  it('a correction takes back what followed, revokes the papers, and both states are written down', async () => {
    const { staff, user, seminar, date } = await scene();
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent', seen: 1 }]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'not_started', progress: 0 });
    expect(await unitsOf(database(), user)).toEqual({ theory: 0, practice: 0, elearning: 0 });
    expect(await certificatesOf(database(), user)).toMatchObject([{ is_revoked: true }, { is_revoked: true }]);
    const log = await database().query(
      `select action, before ->> 'attendance' as was, after ->> 'attendance' as is_now from private.nemus_audit_log
       where actor_id = $1::text::uuid and subject = 'appointment_participations' order by id`,
      [staff],
    );
    expect(log).toEqual([
      { action: 'update', was: null, is_now: 'present' },
      { action: 'update', was: 'present', is_now: 'absent' },
    ]);
    // Present after all: new papers, with new numbers; the revoked ones stay.
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present', seen: 2 }]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    const papers = await certificatesOf(database(), user);
    expect(papers.map(({ kind, edition, is_revoked }) => [kind, edition, is_revoked])).toEqual([
      ['attendance', 1, true],
      ['attendance', 2, false],
      ['completion', 1, true],
      ['completion', 2, false],
    ]);
    expect(new Set(papers.map(({ number }) => number)).size).toBe(4);
  });

  it('partial attendance counts its units alone; fewer or more units replace the certificate', async () => {
    const { staff, user, seminar, date } = await scene();
    await mark(database(), staff, date, [{ user_id: user, attendance: 'partial', units: 6 }]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'in_progress', progress: 50 });
    expect(await unitsOf(database(), user)).toEqual({ theory: 4, practice: 2, elearning: 0 });
    expect(await certificatesOf(database(), user)).toMatchObject([{ kind: 'attendance', units: 6, is_revoked: false }]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present', seen: 1 }]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'partial', units: 3, seen: 2 }]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'in_progress', progress: 25 });
    expect(await certificatesOf(database(), user)).toMatchObject([
      { kind: 'attendance', units: 6, is_revoked: true },
      { kind: 'attendance', units: 12, is_revoked: true },
      { kind: 'attendance', units: 3, is_revoked: false },
      { kind: 'completion', is_revoked: true },
    ]);
    // Undone completely: no ticks.
    await mark(database(), staff, date, [{ user_id: user, attendance: null, seen: 3 }]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'not_started', progress: 0 });
  });

  it('supervision is practice, and a date without ticks counts nothing after its end', async () => {
    const { staff, user, date } = await scene({ type: 'Supervision', hours: -9 });
    await ask(database(), signedIn(user), 'select nemus_my_certificates()');
    expect([await unitsOf(database(), user), await certificatesOf(database(), user)]).toEqual([
      { theory: 0, practice: 0, elearning: 0 },
      [],
    ]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    expect(await unitsOf(database(), user)).toEqual({ theory: 0, practice: 12, elearning: 0 });
  });

  it('a seminar with e-learning is completed by both, weighted by units, whichever comes last', async () => {
    const { staff, user, seminar, date } = await scene();
    const { id } = await addProbeCourse(database());
    await database().query('update nemus_learning_courses set seminar_id = $2::text::uuid where id = $1', [
      id,
      seminar,
    ]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    // 12 units of dates and 4 of e-learning.
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'in_progress', progress: 75 });
    await database().query(
      `insert into nemus_module_progress (user_id, module_id)
       select $1::text::uuid, m.id from nemus_learning_modules m where m.course_id = $2 order by m.position`,
      [user, id],
    );
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    expect(await unitsOf(database(), user)).toEqual({ theory: 8, practice: 4, elearning: 4 });
    expect(await certificatesOf(database(), user)).toMatchObject([
      { kind: 'attendance', units: 12 },
      { kind: 'completion' },
      { kind: 'completion' },
    ]);
    // A module added later takes away no completion.
    await database().query(
      `insert into nemus_learning_modules (id, course_id, block_id, position, title, duration_minutes, type)
       values ($1 || '-new', $1, 'block-a', 99, 'Neu', 10, 'reading')`,
      [id],
    );
    await database().query(`update nemus_module_progress set is_sample = is_sample where user_id = $1::text::uuid`, [
      user,
    ]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
  });

  it('certifies e-learning that was completed before a later version as it was then', async () => {
    const { staff, user, seminar, date } = await scene();
    const { id } = await addProbeCourse(database());
    await database().query('update nemus_learning_courses set seminar_id = $2::text::uuid where id = $1', [
      id,
      seminar,
    ]);
    await database().query(
      `insert into nemus_module_progress (user_id, module_id)
       select $1::text::uuid, m.id from nemus_learning_modules m where m.course_id = $2 order by m.position`,
      [user, id],
    );
    await database().query('update nemus_learning_courses set units = units + 20 where id = $1', [id]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    expect(await unitsOf(database(), user)).toEqual({ theory: 8, practice: 4, elearning: 4 });
    expect(
      await database().query(
        'select units from nemus_certificates where user_id = $1::text::uuid and seminar_id is not null',
        [user],
      ),
    ).toEqual([{ units: 16 }]);
  });

  it("moves the institution's completion rate and the state of its booking, and back", async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 500);
    const staff = await hireStaff(database(), ['teaching']);
    const { seminar, date } = await addRunningDate(database());
    const people: { account: string; trainee: string }[] = [];
    for (const last of ['Beck', 'Adam']) {
      const email = freshAddress();
      const account = await signUp(database(), { email });
      const { token, trainee } = await invite(database(), institution, email, ['Nora', last]);
      await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
      people.push({ account, trainee });
    }
    await database().query(
      `insert into nemus_appointments (course_id, title, starts_at, ends_at, type, format, units, capacity)
       values ($1::text::uuid, 'Traumatherapie', now() + interval '20 days', now() + interval '21 days', 'Workshop', 'Online', 12, 9)`,
      [seminar],
    );
    const booking = text(
      await ask(
        database(),
        signedIn(institution),
        'select id::text from nemus_book_course($1::text::uuid, $2::text::uuid[])',
        [seminar, `{${people.map(({ trainee }) => trainee).join(',')}}`],
      ),
      'id',
    );
    for (const { account } of people) await givePlace(database(), account, date);
    const state = async () =>
      one(
        await ask(
          database(),
          signedIn(institution),
          'select status, completion_rate from nemus_course_bookings where id = $1::text::uuid',
          [booking],
        ),
      );
    const ids = people.map(({ account }) => account);
    const all = (attendance: string, seen: number): Mark[] => ids.map((user_id) => ({ user_id, attendance, seen }));
    await mark(database(), staff, date, all('present', 0).slice(0, 1));
    expect(await state()).toEqual({ status: 'confirmed', completion_rate: 50 });
    await mark(database(), staff, date, all('present', 0));
    expect(await state()).toEqual({ status: 'completed', completion_rate: 100 });
    await mark(database(), staff, date, all('absent', 1));
    expect(await state()).toEqual({ status: 'confirmed', completion_rate: 0 });
  });

  it('an ended enrolment keeps the certificate of attendance, and revokes that of the seminar', async () => {
    const { staff, user, seminar, date } = await scene();
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    await database().query(
      'delete from nemus_course_enrollments where user_id = $1::text::uuid and course_id = $2::text::uuid',
      [user, seminar],
    );
    expect(await certificatesOf(database(), user)).toMatchObject([
      { kind: 'attendance', is_revoked: false },
      { kind: 'completion', is_revoked: true },
    ]);
    expect(await unitsOf(database(), user)).toMatchObject({ theory: 8, practice: 4 });
    const { list } = one(
      await ask(database(), signedIn(staff), 'select nemus_date_participants($1::text::uuid) as list', [date]),
    );
    expect(list).toMatchObject({ participants: [{ name: 'Ida Groß', is_enrolled: false, attendance: 'present' }] });
    // A won dispute restores the enrolment with its progress.
    await enrol(database(), user, seminar);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    expect(await certificatesOf(database(), user)).toMatchObject([
      { kind: 'attendance', is_revoked: false },
      { edition: 1, is_revoked: true },
      { edition: 2, is_revoked: false },
    ]);
  });

  it('is not recorded for a person whose enrolment has ended, and what was recorded is still corrected', async () => {
    const { staff, user, seminar, date } = await scene();
    const other = await signUp(database(), { first: 'Ada' });
    await takePart(database(), other, { seminar, date });
    await mark(database(), staff, date, [{ user_id: other, attendance: 'present' }]);
    await database().query('delete from nemus_course_enrollments where course_id = $1::text::uuid', [seminar]);
    for (const attendance of ['present', 'partial'] as const) {
      expect(await refused(staff, date, [{ user_id: user, attendance, units: 4, seen: 0 }])).toBe('no_place');
    }
    expect(await certificatesOf(database(), user)).toEqual([]);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent' }]);
    expect(await refused(staff, date, [{ user_id: user, attendance: 'present', seen: 1 }])).toBe('no_place');
    await mark(database(), staff, date, [{ user_id: other, attendance: 'partial', units: 4, seen: 1 }]);
    expect(await unitsOf(database(), other)).toMatchObject({ theory: expect.any(Number) });
    await mark(database(), staff, date, [{ user_id: other, attendance: 'absent', seen: 2 }]);
  });

  it('is all or nothing, and for people with a place at a date that has begun and was not cancelled', async () => {
    const { staff, user, seminar, date } = await scene({ capacity: 1 });
    const present = { user_id: user, attendance: 'present', seen: 0 };
    const stranger = await signUp(database());
    const waiting = await signUp(database());
    await takePart(database(), waiting, { seminar, date });
    for (const other of [stranger, waiting, randomUUID()]) {
      expect(await refused(staff, date, [present, { ...present, user_id: other }])).toBe('no_place');
    }
    expect(await certificatesOf(database(), user)).toEqual([]);
    const later = await addRunningDate(database(), { seminar, hours: 1 });
    await givePlace(database(), user, later.date);
    expect(await refused(staff, later.date, [present])).toBe('date_not_begun');
    await database().query('update nemus_appointments set cancelled_at = now() where id = $1::text::uuid', [date]);
    expect(await refused(staff, date, [present])).toBe('date_cancelled');
    const plain = text(
      await database().query(`select id::text from nemus_appointments where course_id is null limit 1`),
      'id',
    );
    expect(await refused(staff, plain, [present])).toBe('appointment_not_found');
  });

  it.each([
    ['no units', { attendance: 'partial' }, 'invalid_units'],
    ['none at all', { attendance: 'partial', units: 0 }, 'invalid_units'],
    ['a negative number', { attendance: 'partial', units: -4 }, 'invalid_units'],
    ['a part of one', { attendance: 'partial', units: 1.5 }, 'invalid_units'],
    ['as many as the date has', { attendance: 'partial', units: 12 }, 'invalid_units'],
    ['far too many', { attendance: 'partial', units: 1e30 }, 'invalid_units'],
    ['an unknown word', { attendance: 'always' }, 'invalid_marks'],
  ])('refuses %s', async (_what, said, code) => {
    const { staff, user, date } = await scene();
    expect(await refused(staff, date, [{ user_id: user, seen: 0, ...said }])).toBe(code);
  });

  it('refuses what is no list, an empty one, and the same person twice', async () => {
    const { staff, user, date } = await scene();
    const present = { user_id: user, attendance: 'present', seen: 0 };
    for (const marks of [null, {}, 'x', [], [present, present], [{ attendance: 'present' }]]) {
      expect([marks, await refused(staff, date, marks)]).toEqual([marks, 'invalid_marks']);
    }
  });

  it('is done by staff of teaching alone, and never for themselves', async () => {
    const { staff, user, seminar, date } = await scene();
    const marks = [{ user_id: user, attendance: 'present', seen: 0 }];
    const others = await hireStaff(database(), ['catalogue', 'orders', 'people']);
    for (const caller of [user, others]) expect(await refused(caller, date, marks)).toBe('staff_required');
    const list = 'select nemus_date_participants($1::text::uuid)';
    expect((await refusal(database(), signedIn(user), list, [date]))?.hint).toBe('staff_required');
    await takePart(database(), staff, { seminar, date });
    expect(await refused(staff, date, [{ user_id: staff, attendance: 'present', seen: 0 }])).toBe('own_attendance');
    const service = await refusal(database(), SERVICE, MARK, [date, JSON.stringify(marks)]);
    expect(service?.code).toBe('42501');
  });

  it('reports a conflict with another author’s change; the same values are no conflict', async () => {
    const { staff, user, date } = await scene();
    const other = await hireStaff(database(), ['teaching']);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'present' }]);
    expect(await refused(other, date, [{ user_id: user, attendance: 'absent', seen: 0 }])).toBe('attendance_changed');
    expect(await refused(other, date, [{ user_id: user, attendance: 'absent' }])).toBe('attendance_changed');
    await mark(database(), other, date, [{ user_id: user, attendance: 'present', seen: 0 }]);
    expect(await certificatesOf(database(), user)).toHaveLength(2);
  });
}
