import { randomUUID } from 'node:crypto';
import type { Connection } from '../database/database';

/** The accounts that the pages are opened for; the staff has every role. */
export const TRAINEE = randomUUID();
export const INSTITUTION = randomUUID();
export const STAFF = randomUUID();

/** An account per number; the first three are ours. */
const account = (n: string) =>
  `case ${n} when 1 then '${TRAINEE}'::uuid when 2 then '${INSTITUTION}'::uuid when 3 then '${STAFF}'::uuid
   else md5('u' || ${n})::uuid end`;
const institution = (n: string) => account(`(2 + 10 * (${n} % 100))`);

const TABLES = [
  'nemus_profiles',
  'nemus_course_enrollments',
  'nemus_quiz_scores',
  'nemus_trainees',
  'nemus_invitations',
  'nemus_invoices',
  'nemus_certificates',
  'nemus_credit_entries',
  'nemus_appointment_participations',
  'nemus_module_progress',
  'nemus_orders',
] as const;

/** Number of rows of tables that grow without limit. */
export interface CrowdSize {
  readonly courses: number;
  /** Of each of the 1,000 accounts. */
  readonly enrolmentsEach: number;
  /** Dates of seminars, with ten people each. */
  readonly dates: number;
  /** Of which the first thousand do something. */
  readonly accounts: number;
  /** Rows of every other table. */
  readonly rows: number;
}

/** Every so many courses one takes place at dates. */
const WITH_DATES = 40;

/** Enough rows that a plan without an index is the wrong one, and no more: writing them is most of what the test costs. */
const LARGE: CrowdSize = { courses: 20_000, enrolmentsEach: 20, dates: 2_000, accounts: 2_000, rows: 5_000 };

/**
 * Fills every table for 1,000 of its accounts; every hundredth row belongs to the reader. Our triggers are off
 * meanwhile; they are not tested here.
 */
export async function gatherCrowd(connection: Connection, size: CrowdSize = LARGE): Promise<void> {
  const { courses, enrolmentsEach, dates, accounts, rows } = size;
  const dated = Math.floor(courses / WITH_DATES);
  for (const table of TABLES) await connection.query(`alter table public.${table} disable trigger user`);
  await connection.query('alter table auth.users disable trigger user');
  for (const statement of [
    `insert into auth.users (id, email) select ${account('n')}, n || '@nemus.example' from generate_series(1, ${accounts}) n`,
    `insert into nemus_profiles (user_id, user_type, email)
     select ${account('n')}, case when n % 10 = 2 then 'institution' else 'piw' end, n || '@nemus.example'
     from generate_series(1, ${accounts}) n`,
    `insert into nemus_credit_balances (institution_id)
     select user_id from nemus_profiles where user_type = 'institution' on conflict do nothing`,
    `insert into nemus_institution_settings (institution_id)
     select user_id from nemus_profiles where user_type = 'institution' on conflict do nothing`,
    `insert into nemus_members (institution_id, user_id, roles)
     select user_id, user_id, array['administration'] from nemus_profiles where user_type = 'institution'
     on conflict do nothing`,
    `insert into nemus_courses (id, title, description, competency, duration_hours, difficulty, price_euros, credit_cost, is_active, zfu_status)
     select md5('c' || n)::uuid, 'Kurs ' || n, repeat('Beschreibung ', 20), 'fachliche_kompetenz', 8, 'Anfänger', 120, 60, n % 20 <> 0, 'not_required'
     from generate_series(1, ${courses}) n`,
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, enrolled_at)
     select ${account('u')}, md5('c' || 1 + (u * 97 + k * 191) % ${courses})::uuid, 'direct_purchase', now() - k * interval '1 day'
     from generate_series(1, 1000) u, generate_series(1, ${enrolmentsEach}) k`,
    `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage, lives_remaining, completed_at, is_ranked)
     select ${account('(1 + n % 1000)')}, 'rechtliche-grundlagen', 'block-a', n % 4, 3, round(n % 4 * 100.0 / 3), n % 4,
       now() - n * interval '1 second', n % 3 = 0 and n % 4 > 0 from generate_series(1, ${rows}) n`,
    `insert into nemus_quiz_runs (user_id, course_id, block_id, total_questions, score, lives_remaining, finished_at, ranked_on)
     select ${account('(1 + n % 1000)')}, 'rechtliche-grundlagen', 'block-a', 3, n / 1000 % 4, n / 1000 % 4,
       now() - n * interval '1 minute', case when n / 1000 % 4 > 0 then current_date - n / 1000 end
     from generate_series(1, ${rows}) n`,
    // All trainees of our institution are linked, the first half with active accounts.
    `insert into nemus_trainees (institution_id, user_id, first_name, last_name, email)
     select ${institution('n')}, case when n % 100 = 0 then ${account('(n / 10 - 9)')} end, 'V' || n, 'N' || n,
       n || '@crowd.example'
     from generate_series(1, ${rows}) n`,
    `insert into nemus_invitations (institution_id, trainee_id, email, expires_at)
     select institution_id, id, email, now() from nemus_trainees`,
    `insert into nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method, occurred_at)
     select ${account('(1 + n % 1000)')}, 'crowd:' || n, 'course', 'Kurs', 100, 'completed', 'card', now() - n * interval '1 hour'
     from generate_series(1, ${rows}) n`,
    `insert into nemus_invoices (user_id, transaction_id, number, seller, buyer, lines, net_cents, tax_cents, gross_cents, tax_rate)
     select user_id, id, reference, '{}', '{}', '[1]', 84, 16, 100, 19 from nemus_transactions where reference like 'crowd:%'`,
    `insert into nemus_orders (user_id, kind, credits, title, amount_cents, terms_version)
     select ${institution('n')}, 'credits', 100, 'x', 20000, 'x' from generate_series(1, ${rows}) n`,
    `insert into nemus_credit_entries (institution_id, kind, amount, source_id)
     select ${institution('n')}, 'grant', 1, 'crowd:' || n from generate_series(1, ${rows}) n`,
    `insert into nemus_course_bookings (institution_id, course_name, start_date, end_date, max_participants, price_cents,
       total_hours, origin) select ${institution('n')}, 'Kurs', current_date, current_date, 5, 0, 1, 'sample' from generate_series(1, ${rows}) n`,
    `insert into nemus_booking_participants (booking_id, trainee_id, institution_id)
     select b.id, t.id, b.institution_id from (select * from nemus_course_bookings where course_name = 'Kurs') b
     cross join lateral (select id from nemus_trainees t where t.institution_id = b.institution_id limit 1) t`,
    `insert into nemus_training_targets (user_id, area, target_units)
     select user_id, area, 500 from nemus_profiles, unnest(array['theory', 'practice', 'elearning']) as area on conflict do nothing`,
    `insert into nemus_competency_targets (user_id, competency, modules_total)
     select user_id, competency, 10 from nemus_profiles, unnest(array['fachliche_kompetenz', 'methoden_kompetenz']) as competency
     on conflict do nothing`,
    // Of five, one is a draft and three are confirmed.
    `insert into nemus_logbook_entries (user_id, category, minutes, done_on, state, confirmed_by, confirmed_at)
     select ${account('(1 + n % 1000)')}, 'theory', 45, current_date - n / 1000, case when confirmed then 'confirmed' else 'draft' end,
       case when confirmed then 'Dr. Sommer' end, case when confirmed then now() end
     from generate_series(1, ${rows}) n cross join lateral (select n / 1000 % 5 < 3 as confirmed) as state`,
    `insert into nemus_appointments (id, title, starts_at, ends_at, type, format, capacity)
     select md5('a' || n)::uuid, 'Termin', now(), now() + interval '1 hour', 'Webinar', 'Online', 10 from generate_series(1, ${rows}) n`,
    `insert into nemus_appointment_links (appointment_id, meeting_url)
     select md5('a' || n)::uuid, 'https://meet.example/x' from generate_series(1, ${rows}) n`,
    `insert into nemus_appointment_participations (appointment_id, user_id)
     select md5('a' || n)::uuid, ${account('(1 + n % 1000)')} from generate_series(1, ${rows}) n`,
    `update nemus_courses c set has_dates = true, theory_units = 6, practical_units = 2
     from generate_series(1, ${dated}) n where c.id = md5('c' || n * ${WITH_DATES})::uuid`,
    // Of two hours, ten a day at most, as many before now as after; rooms and people are free at that time.
    `insert into nemus_rooms (id, name, capacity) select md5('r' || n)::uuid, 'Raum ' || n, 20 from generate_series(0, 49) n`,
    `insert into nemus_appointments (id, title, starts_at, ends_at, type, format, location, capacity, participants_taken,
       course_id, series_id, room_id)
     select md5('d' || d)::uuid, 'Seminar', at, at + interval '2 hours', 'Seminar', 'Präsenz', 'Raum ' || (d + d / 1000 * 7) % 50, 10, 9,
       md5('c' || (1 + d % ${dated}) * ${WITH_DATES})::uuid, md5('s' || d / 4)::uuid, md5('r' || (d + d / 1000 * 7) % 50)::uuid
     from (select d, date_trunc('day', now()) + (d % 1000 - 500) * interval '1 day' + d / 1000 * interval '30 minutes' as at
       from generate_series(1, ${dates}) d) planned`,
    `insert into nemus_teachers (id, name, email)
     select md5('t' || n)::uuid, 'Lehrende ' || n, n || '@teachers.example' from generate_series(1, 200) n`,
    `insert into nemus_appointment_teachers (appointment_id, teacher_id)
     select md5('d' || d)::uuid, md5('t' || 1 + (d + d / 1000 * 13) % 200)::uuid from generate_series(1, ${dates}) d`,
    // The last of ten waits; participants of past dates were ticked.
    `insert into nemus_appointment_participations (appointment_id, user_id, status, waitlist_position, attendance,
       attended_units, marked_at, marked_how)
     select a.id, ${account('(1 + (d + k * 97) % 1000)')}, case when k = 10 then 'waitlist' else 'confirmed' end,
       case when k = 10 then 1 end, case when over and k < 10 then 'present' end, case when over and k < 10 then 8 end,
       case when over and k < 10 then a.ends_at end, case when over and k < 10 then 'list' end
     from generate_series(1, ${dates}) d join nemus_appointments a on a.id = md5('d' || d)::uuid
     cross join generate_series(1, 10) k cross join lateral (select a.ends_at <= now() as over) time`,
    `insert into nemus_certificates (user_id, kind, appointment_id, number, holder, title, issuer, units, session, issued_on)
     select p.user_id, 'attendance', p.appointment_id, 'N-' || md5(p.appointment_id::text || p.user_id), 'V N', 'Seminar',
       'Nemus', 8, '{}', current_date from nemus_appointment_participations p where p.attendance = 'present' limit ${rows}`,
    `insert into nemus_staff (user_id, role)
     select '${STAFF}'::uuid, unnest(array['catalogue', 'teaching', 'orders', 'people'])`,
    `insert into private.nemus_audit_log (actor_id, actor_name, action, subject, subject_id, after)
     select '${STAFF}'::uuid, 'Akademie', 'update', 'courses', md5('c' || n), '{"title": "Kurs"}'
     from generate_series(1, ${rows}) n`,
    `insert into nemus_module_progress (user_id, module_id)
     select p.user_id, m.id from nemus_profiles p, nemus_learning_modules m on conflict do nothing`,
    `insert into nemus_learning_progress (user_id, course_id)
     select p.user_id, c.id from nemus_profiles p, nemus_learning_courses c on conflict do nothing`,
    'vacuum analyze',
  ]) {
    await connection.query(statement);
  }
}
