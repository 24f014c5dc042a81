import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { COURSE_60 } from '../scenes/courses';
import { giveCredits, signUpInstitution } from '../scenes/institutions';

/** Days of the server's clock, and first days that `nemus_check_start` limits to two years. */
const CHOSEN_BY_THE_SERVER: readonly string[] = [
  'nemus_booking_requests.starts_on',
  'nemus_certificates.issued_on',
  'nemus_course_bookings.end_date',
  'nemus_course_bookings.start_date',
  'nemus_invoices.issued_on',
  'nemus_invoices.service_on',
  'nemus_invoices.service_until',
  'nemus_orders.starts_on',
  'nemus_quiz_runs.ranked_on',
  'nemus_trainees.registered_on',
  'nemus_transactions.service_from',
  'nemus_transactions.service_until',
  'nemus_weekly_reports.first_day',
  'nemus_weekly_reports.last_day',
  'nemus_weekly_reports.week',
];

/** Statements of a client with a valid login that wants more than it may have; `me` and `you` are account ids. */
const ATTACKS: readonly (readonly [string, (me: string, you: string) => string])[] = [
  ['sets a price', () => `update nemus_courses set price_euros = 1`],
  ['sets a price of credits', () => `update nemus_prices set amount_cents = 1`],
  [
    'orders by itself',
    (me) => `insert into nemus_orders (user_id, kind, credits, title, amount_cents, terms_version)
    values ('${me}', 'credits', 100, 'x', 1, 'x')`,
  ],
  ['marks an order as paid', () => `update nemus_orders set status = 'paid', paid_at = now()`],
  ['creates an order through the function', (me) => `select nemus_order_credits('${me}', 100)`],
  ['grants itself a checkout', () => `select nemus_fulfil_checkout('cs_x', 1, 'eur')`],
  [
    'gives itself credits',
    (me) => `insert into nemus_credit_entries (institution_id, kind, amount, source_id)
    values ('${me}', 'grant', 1000, 'x')`,
  ],
  ['raises its balance', () => `update nemus_credit_balances set total_credits = 1000`],
  [
    'enrols without paying',
    (me) => `insert into nemus_course_enrollments (user_id, course_id, enrollment_type)
    values ('${me}', '${COURSE_60}', 'direct_purchase')`,
  ],
  [
    'enrols as if booked',
    (me) => `insert into nemus_course_enrollments (user_id, course_id, enrollment_type)
    values ('${me}', '${COURSE_60}', 'institution_booking')`,
  ],
  [
    'enrols as completed',
    (me) => `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
    values ('${me}', '${COURSE_60}', 'institution_credits', 'completed')`,
  ],
  [
    'enrols with progress',
    (me) => `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, progress_percentage)
    values ('${me}', '${COURSE_60}', 'institution_credits', 50)`,
  ],
  [
    'enrols another account',
    (_me, you) => `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
    values ('${you}', '${COURSE_60}', 'institution_credits', 'not_started')`,
  ],
  [
    'completes an enrolment',
    () => `update nemus_course_enrollments set status = 'completed', progress_percentage = 100`,
  ],
  ['becomes an institution', () => `update nemus_profiles set user_type = 'institution'`],
  ['takes an e-mail address', () => `update nemus_profiles set email = 'x@x.example'`],
  [
    'names itself on the leaderboard',
    (me) => `insert into nemus_quiz_scores (user_id, course_id, block_id, score,
    total_questions, percentage, lives_remaining, user_name) values ('${me}', 'rechtliche-grundlagen', 'block-a', 3, 3, 100, 3, 'Chef')`,
  ],
  [
    'dates its score back',
    (me) => `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions,
    percentage, lives_remaining, completed_at) values ('${me}', 'rechtliche-grundlagen', 'block-a', 3, 3, 100, 3, '2020-01-01')`,
  ],
  [
    'scores for another account',
    (_me, you) => `insert into nemus_quiz_scores (user_id, course_id, block_id, score,
    total_questions, percentage, lives_remaining) values ('${you}', 'rechtliche-grundlagen', 'block-a', 3, 3, 100, 3)`,
  ],
  ['reads the right answers', () => `select * from private.nemus_quiz_answers`],
  ['finishes a run by itself', () => `update nemus_quiz_runs set score = 3, finished_at = now()`],
  [
    'completes a module by itself',
    (me) => `insert into nemus_module_progress (user_id, module_id) values ('${me}', 'course-1-lerntheorien')`,
  ],
  [
    'gives itself a certificate',
    (me) => `insert into nemus_certificates (user_id, number, title, issuer, units, issued_on)
    values ('${me}', 'X', 'X', 'X', 1, current_date)`,
  ],
  [
    'takes a place without asking',
    () => `update nemus_appointment_participations set status = 'confirmed', waitlist_position = null`,
  ],
  ['links itself to a trainee', (me) => `update nemus_trainees set user_id = '${me}'`],
  ['gives a trainee to another institution', (_me, you) => `update nemus_trainees set institution_id = '${you}'`],
  [
    'adds a trainee past the invitation',
    (me) => `insert into nemus_trainees (institution_id, first_name, last_name, email)
    values ('${me}', 'A', 'B', 'a@b.example')`,
  ],
  [
    'books past the payment',
    (me) => `insert into nemus_course_bookings (institution_id, course_id, course_name, start_date,
    end_date, max_participants, price_cents, total_hours) values ('${me}', '${COURSE_60}', 'x', current_date, current_date, 1, 0, 1)`,
  ],
  [
    'books through the private function',
    (me) => `select private.nemus_create_booking('${me}', '${COURSE_60}', '{}', null, 0, null)`,
  ],
  ['calls a trigger function', () => `select private.nemus_create_sample_set(auth.uid())`],
  [
    'approves itself',
    (me) => `insert into nemus_institution_approvals (institution_id, approved_name) values ('${me}', 'Ich')`,
  ],
  ['takes its approval back', () => `update nemus_institution_approvals set withdrawn_at = null`],
  ['approves itself through the function', (me) => `select nemus_approve_institution('${me}', 'Ambulanz am Park')`],
  ['withdraws an approval', (_me, you) => `select nemus_withdraw_approval('${you}')`],
  ['reads who waits for an approval', () => `select nemus_institution_reviews()`],
  ['reads who approved it', () => `select approved_by from nemus_institution_approvals`],
  ['empties the ledger of sent invitations', () => `delete from private.nemus_sent_invitations`],
  ['reads whom others invited', () => `select * from private.nemus_sent_invitations`],
  ['makes the link of an invitation', () => `select nemus_invitation_letter('00000000-0000-4000-8000-000000000000')`],
  ['reads the tokens of invitations', () => `select * from private.nemus_invitation_tokens`],
  ['reads the settings of the installation', () => `select * from private.nemus_settings`],
  ['reads the accounts', () => `select * from auth.users`],
  ['empties a table', () => `truncate nemus_credit_entries`],
];

export function hostileCases(database: () => TestDatabase): void {
  let callers: readonly { readonly me: string; readonly you: string }[] = [];
  beforeAll(async () => {
    const [piw, institution] = [await signUp(database()), await signUpInstitution(database())];
    await giveCredits(database(), institution, 500);
    callers = [
      { me: piw, you: institution },
      { me: institution, you: piw },
    ];
  });

  it.each(ATTACKS)('%s: refused, for both types of account', async (_what, attack) => {
    for (const { me, you } of callers) {
      const refused = await refusal(database(), signedIn(me), attack(me, you));
      // Our own rule may refuse before the missing right does.
      expect(refused?.code).toMatch(/^(42501|PT403)$/);
    }
  });

  it('finds no row of another account in any table', async () => {
    const stranger = await signUp(database());
    const tables = await database().query(
      `select c.relname as name, a.attname as owner from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('user_id', 'institution_id')
         and c.relname like 'nemus\\_%' and c.relname not like '%release%' and c.relname <> 'nemus_quiz_scores'
         -- Columns without a grant reveal nothing; the matrix lists the granted ones.
         and has_column_privilege('authenticated', c.oid, a.attnum, 'select')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const found: string[] = [];
    for (const { name, owner } of tables) {
      const rows = await ask(
        database(),
        signedIn(stranger),
        `select 1 from ${String(name)} where ${String(owner)} is distinct from $1::text::uuid limit 1`,
        [stranger],
      );
      if (rows.length > 0) found.push(String(name));
    }
    expect(found).toEqual([]);
  });

  it('stores no day whose year was typed with two digits', async () => {
    const open = await database().query(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       where c.table_schema = 'public' and c.data_type = 'date' and c.table_name in (select t.table_name
         from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE')
       and not exists (select from pg_constraint k where k.contype = 'c'
         and k.conrelid = format('public.%I', c.table_name)::regclass
         and pg_get_constraintdef(k.oid) like '%nemus_is_day(' || c.column_name || ')%') order by 1`,
    );
    expect(open.map(({ name }) => String(name))).toEqual([...CHOSEN_BY_THE_SERVER]);
    const me = await signUp(database());
    for (const day of ['0025-02-24', '1899-12-31', '2100-01-01', 'infinity']) {
      const refused = await refusal(
        database(),
        signedIn(me),
        'update nemus_training_info set started_on = $1::text::date',
        [day],
      );
      expect(refused?.code).toBe('23514');
    }
  });
}
