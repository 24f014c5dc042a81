/**
 * Who may do what with the rows of one account, in one place.
 *
 * Columns: `anon` nobody signed in · `owner` the account the row belongs to · `stranger` another account of the same
 * type · `other` an account of the other type without any relation · `linked` the other end of the link between an
 * institution and its trainee · `service` the functions.
 * Letters: s sees the row · i may insert such a row · u may update it · d may delete it · - may not.
 */
export interface TableAccess {
  readonly anon: string;
  readonly owner: string;
  readonly stranger: string;
  readonly other: string;
  readonly linked: string;
  readonly service: string;
  /** Whose rows these are in the test; `all` for rows that belong to nobody. */
  readonly of: 'piw' | 'institution' | 'all';
  /** Finds the owner's rows; $1 is the owner. */
  readonly where: string;
  /** An insert as the owner would do it; $1 is the owner. Without it, one that only a table-wide grant lets through. */
  readonly insert?: string;
  /** What an update sets; without it, a column that only a table-wide grant lets through. */
  readonly set?: string;
}

/** Views show their reader's own rows, so the owner of the database finds none in them. */
export const VIEWS: readonly string[] = ['nemus_my_appointments', 'nemus_trainee_list'];

const row = (
  of: TableAccess['of'],
  where: string,
  [anon, owner, stranger, other, linked, service]: readonly [string, string, string, string, string, string],
  statements: Pick<TableAccess, 'insert' | 'set'> = {},
): TableAccess => ({ of, where, anon, owner, stranger, other, linked, service, ...statements });

const OWN = 'user_id = $1::text::uuid';
const OWN_INSTITUTION = 'institution_id = $1::text::uuid';
const COURSE = `'c0000000-0000-4000-8000-000000000030'`;

// prettier-ignore
export const MATRIX: Readonly<Record<string, TableAccess>> = {
  //                                                              anon    owner   stranger other  linked  service
  nemus_profiles: row('piw', OWN,                                ['----', 'siu-', '----', '----', '----', 's---'],
    { insert: 'insert into nemus_profiles (user_id, email) values ($1::text::uuid, \'x@y.example\')', set: 'first_name = first_name' }),
  nemus_courses: row('all', 'is_active',                         ['----', 's---', 's---', 's---', 's---', 'siud'],
    { insert: `insert into nemus_courses (title, competency, duration_hours, difficulty, price_euros, credit_cost, zfu_status)
               values ('Probe', 'fachliche_kompetenz', 1, 'Anfänger', 100, 50, 'not_required')`, set: 'title = title' }),
  // Of somebody else: who has a role sees more than this table tells. The own rows: behaviour/staff.
  nemus_staff: row('all', 'true',                                ['----', '----', '----', '----', '----', 'si-d'],
    { insert: `insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')` }),
  nemus_teachers: row('all', 'is_active',                        ['----', '----', '----', '----', '----', 'siud'],
    { insert: `insert into nemus_teachers (name) values ('Probe')`, set: 'name = name' }),
  nemus_appointment_teachers: row('all', 'true',                 ['----', '----', '----', '----', '----', 'siud']),
  nemus_course_enrollments: row('institution', OWN,              ['----', 'si--', '----', '----', '----', 's---'],
    { insert: `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
               values ($1::text::uuid, ${COURSE}, 'institution_credits', 'not_started')`, set: 'progress_percentage = 0' }),
  nemus_competency_progress: row('piw', OWN,                     ['----', 's---', '----', '----', 's---', 's---'], { set: 'competency = competency' }),
  nemus_credit_balances: row('institution', OWN_INSTITUTION,     ['----', 's---', '----', '----', '----', 's---']),
  nemus_credit_entries: row('institution', OWN_INSTITUTION,      ['----', 's---', '----', '----', '----', 's---']),
  nemus_subscriptions: row('institution', OWN_INSTITUTION,       ['----', 's---', '----', '----', '----', 's---']),
  nemus_quiz_scores: row('piw', OWN,                             ['----', 'si--', 's---', 's---', 's---', 's---'],
    { insert: `insert into nemus_quiz_scores (user_id, course_id, block_id, score, total_questions, percentage, lives_remaining)
               values ($1::text::uuid, 'rechtliche-grundlagen', 'block-a', 3, 3, 100, 3)`, set: 'score = score' }),
  nemus_training_targets: row('piw', OWN,                        ['----', 's---', '----', '----', 's---', 'siud'],
    { insert: `insert into nemus_training_targets (user_id, area, target_units) values ($1::text::uuid, 'theory', 500)` }),
  nemus_training_progress: row('piw', OWN,                       ['----', 's---', '----', '----', 's---', 's---'], { set: 'area = area' }),
  nemus_competency_targets: row('piw', OWN,                      ['----', 's---', '----', '----', '----', 'siud'],
    { insert: `insert into nemus_competency_targets (user_id, competency, modules_total) values ($1::text::uuid, 'fachliche_kompetenz', 3)` }),
  nemus_competency_plans: row('piw', OWN,                        ['----', 's---', '----', '----', '----', 's---'], { set: 'competency = competency' }),
  // Of drafts; who reads what in which state, cell by cell: behaviour/logbook.
  nemus_logbook_entries: row('piw', OWN,                         ['----', 's---', '----', '----', '----', 's---'],
    { insert: `insert into nemus_logbook_entries (user_id, category, minutes, done_on)
               values ($1::text::uuid, 'theory', 45, current_date)` }),
  nemus_logbook_sites: row('piw', OWN,                           ['----', 's---', '----', '----', '----', '----'], { set: 'name = name' }),
  nemus_logbook_cases: row('piw', OWN,                           ['----', 's---', '----', '----', '----', '----'], { set: 'code = code' }),
  nemus_requirement_sets: row('all', `state = 'published'`,      ['----', 's---', 's---', 's---', 's---', 's---'], { set: 'name = name' }),
  nemus_requirement_categories: row('all', 'true',               ['----', 's---', 's---', 's---', 's---', 's---'], { set: 'title = title' }),
  nemus_requirement_competencies: row('all', 'true',             ['----', 's---', 's---', 's---', 's---', 's---'], { set: 'level = level' }),
  nemus_requirement_credits: row('all', 'true',                  ['----', 's---', 's---', 's---', 's---', 's---'], { set: 'source = source' }),
  nemus_requirement_choices: row('piw', OWN,                     ['----', 's---', '----', '----', 's---', 's---']),
  nemus_confirmers: row('institution', OWN_INSTITUTION,          ['----', 's---', '----', '----', '----', 's---'], { set: 'name = name' }),
  nemus_confirmer_roles: row('institution', OWN_INSTITUTION,     ['----', 's---', '----', '----', '----', 's---'], { set: 'role = role' }),
  nemus_confirmer_deputies: row('institution', OWN_INSTITUTION,  ['----', 's---', '----', '----', '----', 's---']),
  nemus_personal_data: row('piw', OWN,                           ['----', 's-u-', '----', '----', '----', 's---'],
    { set: 'city = city' }),
  nemus_training_info: row('piw', OWN,                           ['----', 's-u-', '----', '----', '----', 's---'],
    { set: 'chamber = chamber' }),
  nemus_certificates: row('piw', OWN,                            ['----', 's---', '----', '----', '----', 'si-d'],
    { insert: `insert into nemus_certificates (user_id, number, title, issuer, units, issued_on)
               values ($1::text::uuid, 'X-1', 'Probe', 'Probe', 1, current_date)` }),
  nemus_learning_courses: row('all', 'is_active',                ['----', 's---', 's---', 's---', 's---', 'siud'],
    { insert: `insert into nemus_learning_courses (id, position, title, competency, units, difficulty)
               values ('probe', 99, 'Probe', 'fachliche_kompetenz', 1, 'Anfänger')` }),
  nemus_learning_blocks: row('all', 'true',                      ['----', 's---', 's---', 's---', 's---', 'siud'],
    { insert: `insert into nemus_learning_blocks (course_id, id, position, title, units) values ('course-1', 'block-z', 99, 'Probe', 1)` }),
  nemus_learning_modules: row('all', 'true',                     ['----', 's---', 's---', 's---', 's---', 'siud'],
    { insert: `insert into nemus_learning_modules (id, course_id, block_id, position, title, duration_minutes, type)
               values ('probe', 'course-1', 'block-a', 99, 'Probe', 1, 'video')` }),
  // Texts of a premium course; the owner was booked into it. More ways to come to one, or not: behaviour/premium.ts.
  nemus_learning_contents: row('piw', `module_id in (select id from nemus_learning_modules where course_id = 'course-4')`,
                                                                 ['----', 's---', '----', '----', '----', 'siud'],
    { insert: `insert into nemus_learning_contents (module_id, content)
               values ((select id from nemus_learning_modules limit 1), 'Probe')`, set: 'content = content' }),
  // What staff reads of drafts, and who may read a file: behaviour/authoring, behaviour/learning-media.
  nemus_learning_drafts: row('all', 'true',                      ['----', '----', '----', '----', '----', 's---']),
  nemus_learning_versions: row('all', 'true',                    ['----', '----', '----', '----', '----', 's---']),
  nemus_learning_media: row('all', 'confirmed_at is null',       ['----', '----', '----', '----', '----', 's---']),
  nemus_learning_module_media: row('piw', `module_id in (select id from nemus_learning_modules where course_id = 'course-4')`,
                                                                 ['----', 's---', '----', '----', '----', 's---'], { set: 'title = title' }),
  nemus_module_progress: row('piw', OWN,                         ['----', 's---', '----', '----', '----', 's---']),
  nemus_learning_progress: row('piw', OWN,                       ['----', 's---', '----', '----', '----', 's---']),
  nemus_block_positions: row('piw', OWN,                         ['----', 'siu-', '----', '----', '----', 's---'],
    { insert: `insert into nemus_block_positions (user_id, course_id, block_id, step)
               values ($1::text::uuid, 'rechtliche-grundlagen', 'block-b', 'video')`, set: 'step = step' }),
  nemus_quiz_questions: row('all', 'true',                       ['----', '----', '----', '----', '----', 'siud'],
    { insert: `insert into nemus_quiz_questions (id, course_id, block_id, position, question, options)
               values ('probe', 'rechtliche-grundlagen', 'block-a', 9, 'Probe?', array['a', 'b', 'c'])` }),
  nemus_quiz_runs: row('piw', OWN,                               ['----', 's---', '----', '----', '----', 's---']),
  nemus_quiz_run_answers: row('piw', 'run_id in (select id from nemus_quiz_runs where user_id = $1::text::uuid)',
                                                                 ['----', 's---', '----', '----', '----', 's---']),
  nemus_appointments: row('piw', `id in (select appointment_id from nemus_appointment_participations where ${OWN})`,
                                                                 ['----', 's---', '----', '----', '----', 'siud'],
    { insert: `insert into nemus_appointments (title, starts_at, ends_at, type, format, capacity)
               values ('Probe', now(), now() + interval '1 hour', 'Webinar', 'Online', 5)` }),
  nemus_appointment_participations: row('piw', OWN,              ['----', 's---', '----', '----', '----', 'si--'],
    { insert: `insert into nemus_appointment_participations (appointment_id, user_id)
               values ((select id from nemus_appointments limit 1), $1::text::uuid)` }),
  nemus_appointment_links: row('piw', `appointment_id in (select appointment_id from nemus_appointment_participations where ${OWN})`,
                                                                 ['----', 's---', '----', '----', '----', 'siud'],
    { insert: `insert into nemus_appointment_links (appointment_id, meeting_url)
               values ((select id from nemus_appointments limit 1), 'https://meet.example/x')` }),
  nemus_my_appointments: row('piw', `id in (select appointment_id from nemus_appointment_participations where ${OWN})`,
                                                                 ['----', 's---', '----', '----', '----', '----'], { set: 'title = title' }),
  nemus_institution_settings: row('institution', OWN_INSTITUTION, ['----', 's-u-', '----', '----', '----', 's---'],
    { set: 'billing_email = billing_email' }),
  nemus_billing_addresses: row('institution', OWN,               ['----', 'siu-', '----', '----', '----', 's---'],
    { insert: `insert into nemus_billing_addresses (user_id, recipient, street, postal_code, city)
               values ($1::text::uuid, 'Probe', 'Weg 1', '10115', 'Berlin')`, set: 'city = city' }),
  nemus_trainees: row('institution', OWN_INSTITUTION,            ['----', 's-u-', '----', '----', 's---', 's---'],
    { set: 'phone = phone' }),
  nemus_trainee_list: row('institution', `id in (select id from nemus_trainees where ${OWN_INSTITUTION})`,
                                                                 ['----', 's---', '----', '----', '----', '----'], { set: 'phone = phone' }),
  nemus_institution_approvals: row('institution', OWN_INSTITUTION, ['----', 's---', '----', '----', '----', 's---']),
  nemus_invitations: row('institution', OWN_INSTITUTION,         ['----', 's---', '----', '----', '----', 's---']),
  nemus_prices: row('all', 'true',                               ['----', 's---', 's---', 's---', 's---', 'siud'],
    { insert: `insert into nemus_prices (item, amount_cents) values ('credit', 200)` }),
  nemus_transactions: row('institution', OWN,                    ['----', 's---', '----', '----', '----', 's---']),
  nemus_invoices: row('institution', OWN,                        ['----', 's---', '----', '----', '----', 's---']),
  nemus_course_bookings: row('institution', OWN_INSTITUTION,     ['----', 's---', '----', '----', '----', 's---']),
  nemus_booking_participants: row('institution', OWN_INSTITUTION, ['----', 's---', '----', '----', '----', 's---']),
  nemus_orders: row('institution', OWN,                          ['----', 's---', '----', '----', '----', 's---']),
};

/** Which roles may call which function of the exposed schema: a signed-out visitor, an account, the functions. */
// prettier-ignore
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  nemus_accept_invitation: ['authenticated'],
  nemus_answer_question: ['authenticated'],
  nemus_approve_institution: ['authenticated'],
  nemus_accept_confirming: ['authenticated'],
  nemus_confirming_people: ['authenticated'],
  nemus_decide_entries: ['authenticated'],
  nemus_decline_confirming: ['authenticated'],
  nemus_end_confirmer: ['authenticated'],
  nemus_end_confirmer_role: ['authenticated'],
  nemus_end_deputy: ['authenticated'],
  nemus_save_confirmer: ['authenticated'],
  nemus_save_confirmer_role: ['authenticated'],
  nemus_save_deputy: ['authenticated'],
  nemus_sign_off_history: ['authenticated'],
  nemus_sign_off_inbox: ['authenticated'],
  nemus_sign_off_status: ['authenticated'],
  nemus_area_history: ['authenticated'],
  nemus_attach_checkout: ['service_role'],
  nemus_attach_customer: ['service_role'],
  nemus_begin_event: ['service_role'],
  nemus_billing_contact: ['service_role'],
  nemus_book_course: ['authenticated'],
  nemus_booked_seminars: ['authenticated'],
  nemus_jobs: ['service_role'],
  nemus_sessions: ['authenticated'],
  nemus_booked_places: ['authenticated'],
  nemus_booking_dates: ['authenticated'],
  nemus_booking_rules: ['authenticated'],
  nemus_booking_terms: ['authenticated'],
  nemus_cancel_appointment: ['authenticated'],
  nemus_cancel_places: ['service_role'],
  nemus_checkout: ['service_role'],
  nemus_choose_date: ['authenticated'],
  nemus_choose_requirements: ['authenticated'],
  nemus_claim_date_letters: ['service_role'],
  nemus_claim_purchase_letters: ['service_role'],
  nemus_claim_trainee_letters: ['service_role'],
  nemus_close_checkout: ['service_role'],
  nemus_begin_upload: ['authenticated'],
  nemus_upload_to_check: ['authenticated'],
  nemus_confirm_upload: ['service_role'],
  nemus_drop_uploads: ['service_role'],
  nemus_abandoned_uploads: ['service_role'],
  nemus_create_learning_course: ['authenticated'],
  nemus_open_learning_draft: ['authenticated'],
  nemus_save_learning_draft: ['authenticated'],
  nemus_discard_learning_draft: ['authenticated'],
  nemus_learning_desk: ['authenticated'],
  nemus_seminar_learning: ['authenticated'],
  nemus_check_learning_draft: ['authenticated'],
  nemus_publish_learning_course: ['authenticated'],
  nemus_retire_learning_course: ['authenticated'],
  nemus_complete_module: ['authenticated'],
  nemus_counted_hours: ['authenticated'],
  nemus_counted_sources: ['authenticated'],
  nemus_course_credit: ['authenticated'],
  nemus_create_order: ['service_role'],
  nemus_date_participants: ['authenticated'],
  nemus_decline_invitation: ['authenticated'],
  nemus_delete_course: ['authenticated'],
  nemus_delete_account: ['authenticated'],
  nemus_deletion_terms: ['authenticated'],
  nemus_enter_attendance_code: ['authenticated'],
  nemus_export_account: ['authenticated'],
  nemus_finish_event: ['service_role'],
  nemus_first_visit: ['authenticated'],
  nemus_failure_notice: ['service_role'],
  nemus_forget_failure_notice: ['service_role'],
  nemus_forget_refund_notice: ['service_role'],
  nemus_fulfil_checkout: ['service_role'],
  nemus_give_up_order: ['service_role'],
  nemus_institution_links: ['authenticated'],
  nemus_academy_overview: ['authenticated'],
  nemus_institution_overview: ['authenticated'],
  nemus_institution_reviews: ['authenticated'],
  nemus_invitation: ['anon', 'authenticated'],
  nemus_invitation_letter: ['service_role'],
  nemus_invite_trainee: ['authenticated'],
  nemus_invite_trainees: ['authenticated'],
  nemus_issue_logbook_paper: ['authenticated'],
  nemus_leaderboard: ['authenticated'],
  nemus_leave_institution: ['authenticated'],
  nemus_mark_attendance: ['authenticated'],
  nemus_move_booking: ['service_role'],
  nemus_my_certificates: ['authenticated'],
  nemus_note_date_letter: ['service_role'],
  nemus_note_payment: ['service_role'],
  nemus_note_purchase_letter: ['service_role'],
  nemus_note_trainee_letter: ['service_role'],
  nemus_note_refund_failure: ['service_role'],
  nemus_note_result_shown: ['authenticated'],
  nemus_note_withdrawal_receipt: ['service_role'],
  nemus_open_purchases: ['authenticated'],
  nemus_open_refunds: ['service_role'],
  nemus_plans: ['service_role'],
  nemus_publish_course: ['authenticated'],
  nemus_preview_requirements: ['authenticated'],
  nemus_rate_appointment: ['authenticated'],
  nemus_record_invoice: ['service_role'],
  nemus_record_withdrawal: ['service_role'],
  nemus_refund_checkout: ['service_role'],
  nemus_refund_enrollment: ['service_role'],
  nemus_remove_sample_data: ['authenticated'],
  nemus_refund_notices: ['service_role'],
  nemus_refund_reviews: ['authenticated'],
  nemus_resend_invitation: ['authenticated'],
  nemus_retire_course: ['authenticated'],
  nemus_revoke_invitation: ['authenticated'],
  nemus_seminar_dates: ['authenticated'],
  nemus_save_course: ['authenticated'],
  nemus_set_team_address: ['authenticated'],
  nemus_settle_dispute: ['service_role'],
  nemus_show_attendance_code: ['authenticated'],
  nemus_similar_courses: ['authenticated'],
  nemus_similar_learning_courses: ['authenticated'],
  nemus_staff_course: ['authenticated'],
  nemus_staff_courses: ['authenticated'],
  nemus_start_quiz: ['authenticated'],
  nemus_sync_subscription: ['service_role'],
  nemus_take_area_reports: ['service_role'],
  nemus_take_policy_reports: ['service_role'],
  nemus_unlink_trainee: ['authenticated'],
  nemus_untell_dispute: ['service_role'],
  nemus_change_date: ['authenticated'],
  nemus_cancel_date: ['authenticated'],
  nemus_create_dates: ['authenticated'],
  nemus_move_date: ['authenticated'],
  nemus_preview_dates: ['authenticated'],
  nemus_save_teacher: ['authenticated'],
  nemus_teaching_date: ['authenticated'],
  nemus_teaching_dates: ['authenticated'],
  nemus_teaching_seminars: ['authenticated'],
  nemus_verify_certificate: ['anon', 'authenticated'],
  nemus_withdraw_approval: ['authenticated'],
  // Of staff; each refuses whoever has not its role.
  nemus_audit_filters: ['authenticated'],
  nemus_audit_lines: ['authenticated'],
  nemus_save_requirements: ['authenticated'],
  nemus_publish_requirements: ['authenticated'],
  nemus_retire_requirements: ['authenticated'],
  nemus_delete_requirements: ['authenticated'],
  nemus_staff_requirement_set: ['authenticated'],
  nemus_staff_requirement_sets: ['authenticated'],
  nemus_begin_fulfilment: ['authenticated'],
  nemus_begin_order_refund: ['authenticated'],
  nemus_block_account: ['authenticated'],
  nemus_end_fulfilment: ['authenticated'],
  nemus_end_link: ['authenticated'],
  nemus_grant_role: ['authenticated'],
  nemus_handle_withdrawal: ['authenticated'],
  nemus_order_tasks: ['authenticated'],
  nemus_resend_for_institution: ['authenticated'],
  nemus_settle_attention: ['authenticated'],
  nemus_staff_account: ['authenticated'],
  nemus_staff_accounts: ['authenticated'],
  nemus_staff_order: ['authenticated'],
  nemus_staff_orders: ['authenticated'],
  nemus_staff_withdrawals: ['authenticated'],
  nemus_take_role: ['authenticated'],
  nemus_unblock_account: ['authenticated'],
};
