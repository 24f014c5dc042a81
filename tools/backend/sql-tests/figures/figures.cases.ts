import { randomUUID } from 'node:crypto';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { enrol } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { one } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

const UNITS = 'select area, completed_units, total_completed_units from nemus_training_progress order by area';
const SHARES =
  'select competency, total_progress_percentage as share from nemus_competency_progress order by competency';

/** What a figure counts, where it is computed in SQL (docs/figures.md). */
export function figureCases(database: () => TestDatabase): void {
  const unitsOf = async (user: string, caller = user) => {
    const rows = await ask(
      database(),
      signedIn(caller),
      `${UNITS.replace(' order', ` where user_id = '${user}' order`)}`,
    );
    const [elearning, practice, theory] = rows.map(({ completed_units }) => completed_units);
    return { theory, practice, elearning, total: rows[0]?.total_completed_units };
  };

  /** An appointment of 4 units with a place for one person. */
  async function addAppointment(user: string, type: string, hours: number, status = 'confirmed'): Promise<void> {
    const id = randomUUID();
    await database().query(
      `insert into nemus_appointments (id, title, starts_at, ends_at, type, format, competency, units, capacity)
       values ($1::text::uuid, 'Probe', now() + $2::text::int * interval '1 hour',
         now() + ($2::text::int + 1) * interval '1 hour', $3, 'Online', 'personale_kompetenz', 4, 5)`,
      [id, String(hours), type],
    );
    await database().query(
      `insert into nemus_appointment_participations (appointment_id, user_id, status, cancelled_at)
       values ($1::text::uuid, $2::text::uuid, $3, case when $3 = 'cancelled' then now() end)`,
      [id, user, status],
    );
  }

  it('attendance counts after the end of the appointment: supervision as practice, everything else as theory', async () => {
    const user = await signUp(database());
    await addAppointment(user, 'Workshop', -5);
    await addAppointment(user, 'Supervision', -5, 'completed');
    await addAppointment(user, 'Seminar', -5, 'cancelled');
    await addAppointment(user, 'Seminar', 5);
    expect(await unitsOf(user)).toEqual({ theory: 4, practice: 4, elearning: 0, total: 8 });
  });

  it('an e-learning course counts when it is completed, and not before', async () => {
    const { id } = await addProbeCourse(database());
    const user = await signUp(database());
    const modules = await database().query('select id from nemus_learning_modules where course_id = $1', [id]);
    const complete = (module: unknown) =>
      database().query('insert into nemus_module_progress (user_id, module_id) values ($1::text::uuid, $2)', [
        user,
        String(module),
      ]);
    for (const { id: module } of modules.slice(1)) await complete(module);
    expect(await unitsOf(user)).toMatchObject({ elearning: 0, total: 0 });
    await complete(modules[0]?.id);
    const { units } = one(await database().query('select units from nemus_learning_courses where id = $1', [id]));
    // Whatever certificate the portal issues for it is the same source, not one more.
    expect(await unitsOf(user)).toEqual({ theory: 0, practice: 0, elearning: units, total: units });
    // A later version is another course: who completed the earlier one did not do more, and has its certificate.
    await database().query(
      `update nemus_learning_courses set units = units + 20, title = 'Erweitert', competency = 'professionelle_haltung'
       where id = $1`,
      [id],
    );
    expect(await unitsOf(user)).toEqual({ theory: 0, practice: 0, elearning: units, total: units });
    const certified = 'select title, competency, units * 45 as minutes from nemus_certificates where course_id = $1';
    expect(
      await database().query(
        `select title, competency, minutes from private.nemus_training_sources where user_id = $1::text::uuid`,
        [user],
      ),
    ).toEqual(await database().query(certified, [id]));
  });

  it('a certificate from elsewhere counts as theory, a logbook entry once it is confirmed', async () => {
    const user = await signUp(database());
    await database().query(
      `insert into nemus_certificates (user_id, number, title, issuer, units, issued_on)
       values ($1::text::uuid, 'X-9', 'Probe', 'Kammer', 10, current_date)`,
      [user],
    );
    await database().query(
      `insert into nemus_logbook_entries (user_id, category, minutes, done_on)
       values ($1::text::uuid, 'practice', 7 * 45, current_date)`,
      [user],
    );
    expect(await unitsOf(user)).toEqual({ theory: 10, practice: 0, elearning: 0, total: 10 });
    await database().query(
      `update nemus_logbook_entries set state = 'confirmed', confirmed_by = 'Dr. Sommer', confirmed_at = now() where user_id = $1::text::uuid`,
      [user],
    );
    expect(await unitsOf(user)).toEqual({ theory: 10, practice: 7, elearning: 0, total: 17 });
  });

  it('minutes of entries are added first, then whole units count; a confirmed correction takes the place of its entry', async () => {
    const user = await signUp(database());
    const add = async (category: string, minutes: number, corrects: string | null = null, state = 'confirmed') => {
      const id = randomUUID();
      await database().query(
        `insert into nemus_logbook_entries (id, user_id, category, minutes, done_on, corrects, state, confirmed_by, confirmed_at)
         values ($1::text::uuid, $2::text::uuid, $3, $4::text::int, current_date, nullif($5, '')::uuid, $6,
           case when $6 = 'confirmed' then 'Dr. Sommer' end, case when $6 = 'confirmed' then now() end)`,
        [id, user, category, String(minutes), corrects ?? '', state],
      );
      return id;
    };
    const wrong = await add('theory', 80);
    await add('supervision', 50);
    await add('practice', 40);
    await add('self_experience', 90);
    await add('elearning', 44);
    expect(await unitsOf(user)).toEqual({ theory: 1, practice: 2, elearning: 0, total: 6 });
    const better = await add('theory', 200, wrong, 'draft');
    expect(await unitsOf(user)).toMatchObject({ theory: 1, total: 6 });
    await database().query(
      `update nemus_logbook_entries set state = 'confirmed', confirmed_by = 'Dr. Sommer', confirmed_at = now()
       where id = $1::text::uuid`,
      [better],
    );
    expect(await unitsOf(user)).toMatchObject({ theory: 4, total: 9 });
    await add('theory', 0, better);
    expect(await unitsOf(user)).toMatchObject({ theory: 0, total: 4 });
  });

  it('a competency is the share of its planned modules, 100 with the last one and never more', async () => {
    const user = await signUp(database());
    const share = async () =>
      (await ask(database(), signedIn(user), SHARES)).find(({ competency }) => competency === 'personale_kompetenz')
        ?.share;
    expect(await share()).toBe(0);
    await addAppointment(user, 'Workshop', -5);
    // This account has no plan: ten modules complete a competency.
    expect(await share()).toBe(10);
    await database().query(
      `insert into nemus_competency_targets (user_id, competency, modules_total)
       values ($1::text::uuid, 'personale_kompetenz', 2)`,
      [user],
    );
    const plan = 'select modules_total, modules_completed from nemus_competency_plans';
    expect([await share(), await ask(database(), signedIn(user), plan)]).toEqual([
      50,
      [{ modules_total: 2, modules_completed: 1 }],
    ]);
    await addAppointment(user, 'Supervision', -5);
    expect(await share()).toBe(50);
    await addAppointment(user, 'Webinar', -5);
    await addAppointment(user, 'Webinar', -4);
    expect([await share(), await ask(database(), signedIn(user), plan)]).toEqual([
      100,
      [{ modules_total: 2, modules_completed: 2 }],
    ]);
  });

  it('the sample set writes sources that make the figures of S-11.7, and certificates of nothing unfinished', async () => {
    await setSampleData(database(), true);
    const user = await signUp(database());
    await setSampleData(database(), false);
    expect(await unitsOf(user)).toEqual({ theory: 325, practice: 240, elearning: 85, total: 650 });
    expect((await ask(database(), signedIn(user), SHARES)).map(({ share }) => share)).toEqual([80, 60, 75, 45, 56, 30]);
    expect(
      await database().query(
        `select c.title from nemus_certificates c where c.user_id = $1::text::uuid
           and exists (select from nemus_courses course where course.title = c.title)`,
        [user],
      ),
    ).toEqual([]);
  });

  it('the demo account has a certificate of what it completed, of nothing else, and the figures of S-11.7', async () => {
    const [demo] = await database().query(`select id::text from auth.users where email = 'demo.piw@nemus.example'`);
    const user = String(demo?.id);
    expect(await unitsOf(user)).toEqual({ theory: 325, practice: 240, elearning: 85, total: 650 });
    expect(
      await database().query(
        `select c.title, e.status, z.issued_on > e.enrolled_at::date as later
         from nemus_course_enrollments e join nemus_courses c on c.id = e.course_id
         left join nemus_certificates z on z.user_id = e.user_id and z.title = c.title
         where e.user_id = $1::text::uuid and (z.id is not null or e.status = 'completed') order by c.title`,
        [user],
      ),
    ).toEqual([
      { title: 'Erstgespräch und Anamnese', status: 'completed', later: true },
      { title: 'Grundlagen der Verhaltenstherapie', status: 'completed', later: true },
    ]);
  });

  it('a seminar stands where its e-learning course stands, also when it is bought later', async () => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const user = await signUp(database());
    await database().query(
      `insert into nemus_module_progress (user_id, module_id)
       select $1::text::uuid, m.id from nemus_learning_modules m where m.course_id = $2 order by m.position limit 2`,
      [user, id],
    );
    const state = 'select status, progress_percentage from';
    const learned = await ask(database(), signedIn(user), `${state} nemus_learning_progress`);
    expect(learned).toMatchObject([{ status: 'in_progress' }]);
    await enrol(database(), user, seminar ?? '');
    expect(await ask(database(), signedIn(user), `${state} nemus_course_enrollments`)).toEqual(learned);
  });

  it('an institution reads the hours, the competencies and the address of a linked account, and its own notes otherwise', async () => {
    const [institution, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const email = freshAddress();
    await setSampleData(database(), true);
    const account = await signUp(database(), { email });
    await setSampleData(database(), false);
    const { token, trainee } = await invite(database(), institution, email);
    const list = async (caller = institution) =>
      ask(
        database(),
        signedIn(caller),
        `select email, completed_hours, total_hours, cardinality(competencies) as competencies,
           position(private.nemus_search_form($1) in search_text) > 0 as found from nemus_trainee_list where id = $2::text::uuid`,
        [email, trainee],
      );
    const noted = [{ email, completed_hours: 12, total_hours: 600, competencies: 0, found: true }];
    await ask(
      database(),
      signedIn(institution),
      `update nemus_trainees set completed_hours = 12 where id = $1::text::uuid`,
      [trainee],
    );
    expect(await list()).toEqual(noted);
    await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
    const shared = { completed_hours: 650, total_hours: 1000, competencies: 6 };
    expect(await list()).toEqual([{ ...shared, email, found: true }]);
    expect(await unitsOf(account, institution)).toMatchObject({ total: 650 });

    const moved = freshAddress('umgezogen');
    await database().query('update auth.users set email = $2 where id = $1::text::uuid', [account, moved]);
    expect(await list()).toEqual([{ ...shared, email: moved, found: false }]);
    expect([await list(other), await list(account), (await unitsOf(account, other)).total]).toEqual([
      [],
      [],
      undefined,
    ]);

    await ask(database(), signedIn(account), 'select nemus_leave_institution($1::text::uuid)', [trainee]);
    expect(await list()).toEqual(noted);
  });
}
