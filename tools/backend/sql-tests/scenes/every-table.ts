import { ask, SERVICE, signedIn, type Connection } from '../database/database';
import { signUp } from './accounts';
import { giveCredits, signUpInstitution } from './institutions';
import { playRun, saveScore } from './quiz';
import { addRequirementSet, SAMPLE_REQUIREMENTS } from './requirements';
import { setSampleData } from './samples';
import { ACCEPT_INVITATION, invite } from './trainees';

/** Accounts in the relations of the matrix, and at least one row of every table. */
export interface EveryTable {
  readonly piw: string;
  readonly otherPiw: string;
  readonly institution: string;
  readonly otherInstitution: string;
}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`Expected text, got ${String(value)}.`);
  return value;
};

/** Builds the scene: a trainee linked to an institution that booked, ordered and paid, and a stranger of each type. */
export async function fillEveryTable(connection: Connection): Promise<EveryTable> {
  await setSampleData(connection, true);
  const piw = await signUp(connection, { first: 'Mona', last: 'Kern', email: 'mona.kern@praxis.example' });
  const otherPiw = await signUp(connection);
  const institution = await signUpInstitution(connection);
  const otherInstitution = await signUpInstitution(connection, 'Klinik am See');
  await setSampleData(connection, false);
  const staff = await signUp(connection);
  await connection.query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'teaching')`, [staff]);
  await connection.query(`with teacher as (insert into nemus_teachers (name) values ('Ada Lehr') returning id)
    insert into nemus_appointment_teachers (appointment_id, teacher_id)
    select (select id from nemus_appointments limit 1), teacher.id from teacher`);
  await connection.query(`insert into nemus_rooms (name, capacity) values ('Saal', 20)`);
  await addDraft(connection, staff);
  await addSms(connection, piw);
  await connection.query(
    `insert into nemus_weekly_reports (institution_id, week, first_day, last_day, figures)
     values ($1::text::uuid, '2026-11-16', '2026-11-09', '2026-11-15', '{}')`,
    [institution],
  );
  await giveCredits(connection, institution, 1000);

  const { token } = await invite(connection, institution, 'mona.kern@praxis.example', ['Mona', 'Kern']);
  await ask(connection, signedIn(piw), ACCEPT_INVITATION, [token]);
  await invite(connection, institution, 'offen@praxis.example');

  // The second is the seminar behind a premium course.
  for (const course of ['c0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000017']) {
    await ask(
      connection,
      signedIn(institution),
      `select nemus_book_course($2::text::uuid, array(select id from nemus_trainees where user_id = $1::text::uuid))`,
      [piw, course],
    );
  }
  await ask(
    connection,
    signedIn(institution),
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
     values ($1::text::uuid, 'c0000000-0000-4000-8000-000000000002', 'institution_credits', 'not_started')`,
    [institution],
  );
  await connection.query(
    `insert into nemus_date_choices (user_id, course_id, date_id)
     select $1::text::uuid, a.course_id, a.id from nemus_appointments a where a.course_id is not null limit 1`,
    [piw],
  );
  await connection.query(
    `insert into nemus_date_interests (user_id, course_id)
     values ($1::text::uuid, 'c0000000-0000-4000-8000-000000000002')`,
    [piw],
  );
  await ask(
    connection,
    signedIn(piw),
    `insert into nemus_block_positions (user_id, course_id, block_id, step)
     values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', 'comic')`,
    [piw],
  );
  // Reading begins a paid course.
  await ask(
    connection,
    signedIn(piw),
    `select nemus_open_module(m.id) from nemus_learning_modules m where m.course_id = 'course-4' order by m.position`,
  );

  await addOrganisation(connection, piw, institution);
  await connection.query('insert into nemus_closed_first_steps (user_id) values ($1::text::uuid)', [piw]);
  await addNews(connection, piw);
  await addSession(connection, piw);
  await ask(connection, signedIn(piw), `select nemus_request_name('Mona', 'Neu', 'Heirat')`);
  await addLogbook(connection, piw, institution);
  await playRun(connection, piw, 3);
  await saveScore(connection, piw, 3);
  const order = `select nemus_order_subscription($1::text::uuid, 'yearly') ->> 'order_id' as id`;
  const [ordered] = await ask(connection, SERVICE, order, [institution]);
  await ask(connection, SERVICE, `select nemus_attach_checkout($1::text::uuid, 'cs_scene', 'cus_scene', now())`, [
    text(ordered?.id),
  ]);
  await ask(
    connection,
    SERVICE,
    `select nemus_fulfil_checkout('cs_scene', 299000, 'eur', null, 'sub_scene', now() + interval '1 year')`,
  );
  await addInvoicing(connection, institution);
  return { piw, otherPiw, institution, otherInstitution };
}

/** Rows of staff: a draft, a version of it, a file of a premium module, and an unconfirmed upload. */
async function addDraft(connection: Connection, staff: string): Promise<void> {
  await connection.query(`insert into nemus_learning_drafts (course_id, document) values ('course-4', '{}')`);
  await connection.query(
    `insert into nemus_learning_versions (course_id, number, document, published_by, publisher)
     values ('course-4', 1, '{}', $1::text::uuid, 'Ina Falk')`,
    [staff],
  );
  await connection.query(
    `with media as (
       insert into nemus_learning_media (course_id, kind, path, file_name, content_type, size_bytes, confirmed_at, sha256)
       values ('course-4', 'picture', 'course-4/a.png', 'a.png', 'image/png', 10, now(), repeat('a', 64)),
         ('course-4', 'picture', 'course-4/b.png', 'b.png', 'image/png', 10, null, null)
       returning id, confirmed_at)
     insert into nemus_learning_module_media (module_id, role, position, media_id, alternative)
     select (select id from nemus_learning_modules where course_id = 'course-4' order by position limit 1), 'panel', 1,
       id, 'Ein Bild.' from media where confirmed_at is not null`,
  );
}

/** Invited members of the institution, and its budgets. */
async function addOrganisation(connection: Connection, piw: string, institution: string): Promise<void> {
  const asInstitution = (statement: string, parameters: readonly unknown[] = []) =>
    ask(connection, signedIn(institution), statement, parameters);
  await asInstitution(`select nemus_invite_member('team@praxis.example', '{booking}')`);
  await asInstitution(
    `select nemus_set_budget(array(select id from nemus_trainees where user_id = $1::text::uuid), 5000)`,
    [piw],
  );
  await asInstitution('select nemus_set_spending_limit(5000)');
  await connection.query(
    `insert into nemus_booking_requests (institution_id, course_id, course_name, trainee_ids, payment)
     select institution_id, 'c0000000-0000-4000-8000-000000000003', 'Probe', array[id], 'credits'
     from nemus_trainees where user_id = $1::text::uuid`,
    [piw],
  );
}

/** A notification of the trainee, and a choice of a channel. */
async function addNews(connection: Connection, piw: string): Promise<void> {
  await connection.query(
    `select private.nemus_notify($1::text::uuid, 'certificate_issued', 'probe', '{"title": "Probe"}', '/appointments')`,
    [piw],
  );
  await ask(connection, signedIn(piw), `select nemus_choose_notification('certificate_issued', 'mail', false)`);
}

/** A sign-in of the trainee, with its device. */
async function addSession(connection: Connection, piw: string): Promise<void> {
  await connection.query(
    `insert into auth.sessions (id, user_id, user_agent, ip, aal, created_at)
     values (gen_random_uuid(), $1::text::uuid, 'Probe', '192.0.2.7', 'aal1', now())`,
    [piw],
  );
}

/** A requirement set that the trainee has chosen; a site, a case, a template, and people who confirm. */
async function addLogbook(connection: Connection, piw: string, institution: string): Promise<void> {
  await ask(connection, signedIn(piw), 'select nemus_choose_requirements($1::text::uuid)', [SAMPLE_REQUIREMENTS]);
  await connection.query(
    `insert into nemus_training_interruptions (user_id, kind, started_on) values ($1::text::uuid, 'other', '2026-01-01')`,
    [piw],
  );
  const set = await addRequirementSet(connection, { categories: { practice: 1 }, credits: {}, state: 'draft' });
  await connection.query(
    `insert into nemus_requirement_figures (set_id, position, title, unit) values ($1::text::uuid, 1, 'Probe', 'cases')`,
    [set],
  );
  await connection.query(
    `update nemus_requirement_sets set state = 'published', published_at = now() where id = $1::text::uuid`,
    [set],
  );
  await connection.query(
    `with site as (insert into nemus_logbook_sites (user_id, name, started_on) values ($1::text::uuid, 'Probe', '2026-01-01')),
       template as (insert into nemus_logbook_templates (user_id, name, sessions, first_on)
         values ($1::text::uuid, 'Probe', '[]', '2026-11-23')),
       file as (insert into nemus_logbook_files (user_id, path, file_name, content_type, size_bytes)
         values ($1::text::uuid, 'probe.pdf', 'Probe.pdf', 'application/pdf', 1000))
     insert into nemus_logbook_cases (user_id, code) values ($1::text::uuid, 'F-2B4C')`,
    [piw],
  );
  await connection.query(
    `with people as (
       insert into nemus_confirmers (institution_id, name, email)
       values ($1::text::uuid, 'Ada Lehr', 'ada@klinik.example'), ($1::text::uuid, 'Ben Lehr', 'ben@klinik.example')
       returning id, institution_id, name),
     role as (insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from)
       select id, institution_id, 'leader', '2026-01-01' from people where name = 'Ada Lehr')
     insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
     select a.institution_id, a.id, b.id, '2026-01-01', '2026-01-31'
     from people a join people b on b.name = 'Ben Lehr' where a.name = 'Ada Lehr'`,
    [institution],
  );
}

/** A confirmed number, and an SMS. */
async function addSms(connection: Connection, piw: string): Promise<void> {
  await connection.query(
    `with phone as (
       insert into nemus_phones (user_id, number, consent_version, checked_at)
       values ($1::text::uuid, '+4915112345678', '2026-11', now()) returning id, user_id)
     insert into nemus_sms (user_id, phone_id, kind, due_at, drop_after)
     select user_id, id, 'date_moved', now(), now() + interval '1 hour' from phone`,
    [piw],
  );
}

/** The institution's invoice settings, an original of one, and a product with its own treatment. */
async function addInvoicing(connection: Connection, institution: string): Promise<void> {
  await connection.query(`insert into nemus_invoice_choices (institution_id) values ($1::text::uuid)`, [institution]);
  await connection.query(
    `insert into nemus_invoice_files (invoice_id, profile, xml, sha256)
     select i.id, 'en16931', x.xml, encode(sha256(convert_to(x.xml, 'UTF8')), 'hex')
     from nemus_invoices i, (select repeat('x', 100) as xml) x where i.user_id = $1::text::uuid limit 1`,
    [institution],
  );
  await connection.query(`insert into nemus_product_taxes (kind, treatment) values ('credits', 'standard')`);
}
