import { INSTITUTION, STAFF, TRAINEE } from './crowd';

/** The pages' reads, as the API sends them, by the account that opens the page: `$1` is its id. */
export interface PageQuery {
  readonly page: string;
  readonly by: 'trainee' | 'institution' | 'staff';
  readonly sql: string;
}

const trainee = (page: string, sql: string): PageQuery => ({ page, by: 'trainee', sql });
const institution = (page: string, sql: string): PageQuery => ({ page, by: 'institution', sql });
const staff = (page: string, sql: string): PageQuery => ({ page, by: 'staff', sql });
const OWN = 'user_id = $1::uuid';

const READERS = { trainee: TRAINEE, institution: INSTITUTION, staff: STAFF };
/** The account that opens the page. */
export const readerOf = ({ by }: PageQuery): string => READERS[by];
/** The statement with the account's id in it. */
export const statementOf = (query: PageQuery): string => query.sql.replaceAll('$1', `'${readerOf(query)}'`);

export const PAGE_QUERIES: readonly PageQuery[] = [
  trainee('profile', `select * from nemus_profiles where ${OWN}`),
  trainee('catalogue, a page', 'select nemus_catalogue_page(p_own_last => true, p_page => 3)'),
  trainee('catalogue, a search', `select nemus_catalogue_page('Kurs 171 Inhalt')`),
  trainee('catalogue, a short word', `select nemus_catalogue_page('ku')`),
  trainee('catalogue, free places in a house', `select nemus_catalogue_page(p_house => 'Raum 7', p_free => true)`),
  trainee('catalogue, one course', `select nemus_catalogue_course(md5('c40')::uuid)`),
  trainee(
    'enrolments with courses',
    `select e.*, c.title from nemus_course_enrollments e left join nemus_courses c on c.id = e.course_id
     where e.${OWN} order by e.enrolled_at desc, e.id limit 1000`,
  ),
  trainee(
    'enrolled courses',
    `select course_id from nemus_course_enrollments where ${OWN} order by course_id limit 1000`,
  ),
  trainee('competencies', `select * from nemus_competency_progress where ${OWN} limit 6`),
  trainee('targets', `select * from nemus_training_progress where ${OWN}`),
  trainee('competency plans', `select * from nemus_competency_plans where ${OWN} limit 6`),
  trainee('logbook', `select * from nemus_logbook_entries where ${OWN} order by done_on desc, id limit 100`),
  trainee('a week of the logbook', 'select nemus_logbook_week(current_date - 3)'),
  trainee('people who may confirm', 'select nemus_possible_confirmers()'),
  trainee('sites of the logbook', `select * from nemus_logbook_sites where ${OWN} order by started_on desc, id`),
  trainee('interruptions', `select * from nemus_training_interruptions where ${OWN} order by started_on desc, id`),
  trainee('cases of the logbook', `select * from nemus_logbook_cases where ${OWN} order by code`),
  trainee('what counts for what', 'select nemus_counted_hours()'),
  trainee('what counted from where', 'select nemus_counted_sources()'),
  trainee('what a seminar would count for', `select nemus_course_credit(md5('c41')::uuid)`),
  trainee('sections of employment', 'select nemus_section_report()'),
  trainee('appointments', 'select * from nemus_my_appointments order by starts_at, id limit 1000'),
  trainee('modules', `select * from nemus_module_progress where ${OWN}`),
  trainee('own e-learning', 'select * from nemus_my_learning order by position'),
  trainee('learning', `select * from nemus_learning_progress where ${OWN}`),
  trainee('own institutions', `select * from nemus_trainees where ${OWN}`),
  trainee(
    'scores of a block',
    `select * from nemus_quiz_scores where course_id = 'rechtliche-grundlagen' and block_id = 'block-a'
     order by percentage desc, completed_at limit 10`,
  ),
  trainee('dates of a seminar', `select nemus_seminar_dates(md5('c40')::uuid)`),
  trainee('booked seminars', 'select nemus_booked_seminars()'),
  trainee('own rights of withdrawal', 'select nemus_own_withdrawals()'),
  trainee('certificates', 'select nemus_my_certificates()'),
  trainee(
    'whether a certificate is genuine',
    `select nemus_verify_certificate((select number from nemus_certificates where ${OWN} limit 1))`,
  ),
  trainee(
    'text of a module',
    `select content from nemus_learning_contents where module_id = 'rechtliche-grundlagen-einwilligung'`,
  ),
  trainee('leaderboard', `select * from nemus_leaderboard('rechtliche-grundlagen', 'block-a')`),
  trainee('purchases that are open', 'select nemus_open_purchases()'),
  institution('overview', 'select nemus_institution_overview()'),
  institution('balance', 'select * from nemus_credit_balances where institution_id = $1::uuid'),
  institution(
    'credit entries',
    'select * from nemus_credit_entries where institution_id = $1::uuid order by id desc limit 100',
  ),
  institution('cheapest course', 'select credit_cost from nemus_courses where is_active order by credit_cost limit 1'),
  institution(
    'dearest course',
    'select credit_cost from nemus_courses where is_active order by credit_cost desc limit 1',
  ),
  institution('cohort', 'select nemus_cohort()'),
  institution('cohort, a search', `select nemus_cohort('v1')`),
  institution('trainees', 'select * from nemus_trainee_list order by sort_name, id limit 50'),
  institution('trainees, how many', 'select count(*) from nemus_trainee_list'),
  institution(
    'targets of trainees',
    `select * from nemus_training_progress where user_id = '00000000-0000-4000-8000-000000000000'`,
  ),
  institution(
    'bookings',
    'select * from nemus_course_bookings where institution_id = $1::uuid order by start_date desc, id limit 100',
  ),
  institution('participants', 'select * from nemus_booking_participants where institution_id = $1::uuid limit 1000'),
  institution('purchases', `select * from nemus_transactions where ${OWN} order by occurred_at desc, id limit 100`),
  institution('invoices', `select * from nemus_invoices where ${OWN} order by issued_on desc, id limit 100`),
  institution('places that were paid', 'select nemus_seats()'),
  institution('orders', `select * from nemus_orders where ${OWN} order by created_at desc limit 10`),
  institution(
    'places of a booking',
    `select nemus_booked_places((select id from nemus_course_bookings where institution_id = $1::uuid limit 1))`,
  ),
  institution(
    'places of a trainee',
    `select nemus_booked_places(
       p_trainee => (select trainee_id from nemus_booking_participants where institution_id = $1::uuid limit 1))`,
  ),
  institution(
    'chosen dates of a booking',
    `select nemus_booking_dates((select id from nemus_course_bookings where institution_id = $1::uuid limit 1))`,
  ),
  staff('overview', 'select nemus_academy_overview()'),
  staff('seminars, a page', 'select nemus_staff_courses()'),
  staff('seminars, drafts', `select nemus_staff_courses('', 'draft', 1)`),
  staff('seminars of a competency', `select nemus_staff_courses('', null, 1, 'fachliche_kompetenz')`),
  staff('seminars, a search', `select nemus_staff_courses('Kurs 171')`),
  staff('seminars, a word that all have', `select nemus_staff_courses('Kurs')`),
  staff('a seminar', `select nemus_staff_course(md5('c40')::uuid)`),
  staff('dates to come', 'select nemus_teaching_dates(p_from => now())'),
  staff('dates of a month', `select nemus_teaching_dates(now(), now() + interval '31 days', p_limit => 500)`),
  staff('dates of a seminar', `select nemus_teaching_dates(p_course => md5('c40')::uuid)`),
  staff('dates of a teacher', `select nemus_teaching_dates(p_from => now(), p_teacher => md5('t7')::uuid)`),
  staff('dates at a place', `select nemus_teaching_dates(p_from => now(), p_place => 'Raum 7', p_limit => 8)`),
  staff('dates in a room', `select nemus_teaching_dates(p_from => now(), p_room => md5('r7')::uuid)`),
  staff('rooms', 'select nemus_staff_rooms()'),
  staff('a date', `select nemus_teaching_date(md5('d99')::uuid)`),
  staff(
    'preview of a series',
    `select nemus_preview_dates(jsonb_build_object('course_id', md5('c40')::uuid, 'format', 'Präsenz', 'location', 'Raum 7',
       'teacher_ids', jsonb_build_array(md5('t7')::uuid), 'day', current_date + 7, 'starts', '10:00', 'ends', '18:00',
       'series', '{"weeks": 1, "count": 26}'::jsonb))`,
  ),
  staff('seminars to plan', `select nemus_teaching_seminars('Kurs 4')`),
  staff('people who teach', 'select id, name, email, is_active from nemus_teachers order by name limit 1000'),
  staff('orders, a page', 'select nemus_staff_orders()'),
  staff('orders, a search by address', `select nemus_staff_orders('717@nemus.example')`),
  staff('orders, a word that all buyers have', `select nemus_staff_orders('crowd')`),
  staff(
    'orders, a search by number',
    `select nemus_staff_orders((select (nemus_staff_orders() #>> '{rows,0,order_id}')))`,
  ),
  staff('orders, a search by invoice', `select nemus_staff_orders('crowd:717')`),
  staff('orders, a search by payment', `select nemus_staff_orders('cs_717'), nemus_staff_orders('pi_717')`),
  staff('orders of a state', `select nemus_staff_orders(null, 'open', 'credits')`),
  staff('orders of a month', `select nemus_staff_orders(p_from => current_date - 30, p_until => current_date)`),
  staff('documents, a page', 'select nemus_staff_invoices()'),
  staff('documents of a month', `select nemus_staff_invoices(p_from => current_date - 30, p_until => current_date)`),
  staff('documents, a search by address', `select nemus_staff_invoices('717@nemus.example')`),
  staff(
    'documents of an order',
    `select nemus_staff_invoices(p_order => (select (nemus_staff_orders() #>> '{rows,0,order_id}')::uuid))`,
  ),
  staff('an order', `select nemus_staff_order((select (nemus_staff_orders() #>> '{rows,0,order_id}')::uuid))`),
  staff('open tasks of orders', 'select nemus_order_tasks()'),
  staff('withdrawals', 'select nemus_staff_withdrawals()'),
  staff('accounts, a page', 'select nemus_staff_accounts()'),
  staff('accounts of a kind', `select nemus_staff_accounts(null, 'institution')`),
  staff('accounts, a search by address', `select nemus_staff_accounts('717@nemus.example')`),
  staff('accounts, a word that all have', `select nemus_staff_accounts('crowd')`),
  staff('accounts, a search without matches', `select nemus_staff_accounts('Xylophon crowd')`),
  staff('institutions to approve', 'select nemus_institution_reviews()'),
  staff('an account', 'select nemus_staff_account($1::uuid)'),
  staff('audit log', 'select nemus_audit_lines()'),
  staff('audit log of a seminar', `select nemus_audit_lines(p_subject => 'courses', p_subject_id => md5('c40'))`),
  staff('filters of the audit log', 'select nemus_audit_filters()'),
  staff('e-learning, the desk', 'select nemus_learning_desk()'),
  staff('e-learning courses of a seminar', `select nemus_seminar_learning(md5('c40')::uuid)`),
  staff('participants and waiting list of a date', `select nemus_date_participants(md5('d99')::uuid)`),
];
