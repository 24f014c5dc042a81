import { COURSE_60, COURSE_85 } from '../scenes/courses';
import type { MemberRole } from '../scenes/members';
import type { Organisation } from '../scenes/organisation';

/** What members of an institution do, and who of them may. */
export interface MemberAction {
  /** Besides administration, which may everything. */
  readonly roles: readonly MemberRole[];
  /** Answers a row exactly when it was done; $1 is `subject`. By a function of the service, `$me` is the member. */
  readonly statement: string;
  readonly subject: (scene: Organisation) => string;
  /** Called by a function of the service in the member's name. */
  readonly byService?: true;
  /** Required rows; $1 is `subject`. */
  readonly prepare?: string;
}

const action = (
  roles: readonly MemberRole[],
  statement: string,
  subject: MemberAction['subject'],
  more: Pick<MemberAction, 'byService' | 'prepare'> = {},
): MemberAction => ({ roles, statement, subject, ...more });

const institution = (scene: Organisation) => scene.institution;
const trainee = (scene: Organisation) => scene.trainee;
const account = (scene: Organisation) => scene.account;
const invited = (scene: Organisation) => scene.invited;
const invitation = (scene: Organisation) => scene.invitation;
const booking = (scene: Organisation) => scene.booking;
const confirmer = (scene: Organisation) => scene.confirmer.id;

const rowsOf = (table: string, more = '') =>
  `select 1 from ${table} where institution_id = $1::text::uuid ${more} limit 1`;
const boughtIn = (table: string, more = '') => `select 1 from ${table} where user_id = $1::text::uuid ${more} limit 1`;
/** An answer that lists something. */
const listed = (call: string) => `select 1 where jsonb_array_length(${call}) > 0 and $1 <> ''`;
/** An answer of any kind. */
const called = (call: string) => `select ${call} where $1 <> ''`;

const WHO_BOOKS: readonly MemberRole[] = ['booking'];
const WHO_SEES_BOOKINGS: readonly MemberRole[] = ['booking', 'reading'];
const WHO_SEES_PEOPLE: readonly MemberRole[] = ['booking', 'confirming', 'reading'];
const WHO_SEES_LOGBOOKS: readonly MemberRole[] = ['confirming', 'reading'];
const WHO_CONFIRMS: readonly MemberRole[] = ['confirming'];
const WHO_PAYS: readonly MemberRole[] = ['billing'];
const WHO_SEES_COSTS: readonly MemberRole[] = ['booking', 'billing', 'reading'];
const ALL_ROLES: readonly MemberRole[] = ['booking', 'billing', 'confirming', 'reading'];
const NOBODY_ELSE: readonly MemberRole[] = [];

const ORDER = (what: string, rest: string) => `select nemus_order_${what}('$me', ${rest}) where $1 <> ''`;
const NO_APPROVAL = `insert into nemus_spending_limits (institution_id, credits)
  select institution_id, 0 from nemus_trainees where id = $1::text::uuid
  on conflict (institution_id) do update set credits = 0`;

/** Member role × action, in one place. All others are forbidden. */
export const MEMBER_ACTIONS: Readonly<Record<string, MemberAction>> = {
  // People
  'sees trainees': action(WHO_SEES_PEOPLE, rowsOf('nemus_trainees'), institution),
  'sees the list of trainees': action(
    WHO_SEES_PEOPLE,
    'select 1 from nemus_trainee_list where id = $1::text::uuid',
    trainee,
  ),
  'sees invitations of trainees': action(WHO_SEES_PEOPLE, rowsOf('nemus_invitations'), institution),
  'sees targets of a linked trainee': action(WHO_SEES_PEOPLE, boughtIn('nemus_training_targets'), account),
  'sees progress of a linked trainee': action(WHO_SEES_PEOPLE, boughtIn('nemus_training_progress'), account),
  'sees hours that count': action(WHO_SEES_PEOPLE, called('nemus_counted_hours($1::text::uuid)'), trainee),
  'changes a trainee': action(
    WHO_BOOKS,
    `update nemus_trainees set phone = '+49 30 1' where id = $1::text::uuid returning 1`,
    trainee,
  ),
  'invites a trainee': action(
    WHO_BOOKS,
    called(`nemus_invite_trainee('Neu', 'Hier', gen_random_uuid() || '@x.example', '')`),
    institution,
  ),
  'withdraws an invitation': action(WHO_BOOKS, called('nemus_revoke_invitation($1::text::uuid)'), invited),
  'ends a link': action(WHO_BOOKS, called('nemus_unlink_trainee($1::text::uuid)'), trainee),
  // Bookings
  'sees bookings': action(WHO_SEES_BOOKINGS, rowsOf('nemus_course_bookings'), institution),
  'sees who takes part': action(WHO_SEES_BOOKINGS, rowsOf('nemus_booking_participants'), institution),
  'sees places of a booking': action(
    WHO_SEES_BOOKINGS,
    listed('nemus_booked_places(p_booking => $1::text::uuid)'),
    booking,
  ),
  'sees the terms of a booking': action(
    WHO_SEES_BOOKINGS,
    'select 1 from (select nemus_booking_terms($1::text::uuid) as terms) t where terms is not null',
    booking,
  ),
  'books with credits': action(
    WHO_BOOKS,
    `select nemus_book_course('${COURSE_85}', array[$1::text::uuid], current_date + 60)`,
    trainee,
  ),
  'enrols with credits': action(
    WHO_BOOKS,
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
     select auth.uid(), '${COURSE_60}', 'institution_credits', 'not_started' where $1 <> '' returning 1`,
    institution,
  ),
  'buys a course by card': action(WHO_BOOKS, ORDER('course', `'${COURSE_85}', array[$1::text::uuid]`), trainee, {
    byService: true,
  }),
  'moves a booking': action(WHO_BOOKS, `select nemus_move_booking('$me', $1::text::uuid, current_date + 90)`, booking, {
    byService: true,
  }),
  'cancels a place': action(
    WHO_BOOKS,
    `select nemus_cancel_places('$me', $1::text::uuid,
      array(select trainee_id from nemus_booking_participants where booking_id = $1::text::uuid))`,
    booking,
    { byService: true },
  ),
  'sees budgets': action(WHO_SEES_BOOKINGS, listed(`nemus_budgets() -> 'budgets'`), institution),
  'sets a budget': action(NOBODY_ELSE, 'select nemus_set_budget(array[$1::text::uuid], 10)', trainee),
  'sets a limit': action(NOBODY_ELSE, called('nemus_set_spending_limit(10)'), institution),
  'asks for a booking': action(
    // Administrators of the institution need no approval; here the refusal names that.
    WHO_BOOKS,
    `select nemus_request_booking('${COURSE_85}', array[$1::text::uuid], 'credits')`,
    trainee,
    { prepare: NO_APPROVAL },
  ),
  'sees requests': action(WHO_SEES_BOOKINGS, listed('nemus_booking_request_list()'), trainee, {
    prepare: `insert into nemus_booking_requests (institution_id, course_id, course_name, trainee_ids, payment)
      select institution_id, '${COURSE_85}', 'Probe', array[id], 'credits' from nemus_trainees where id = $1::text::uuid`,
  }),
  'decides on a request': action(
    NOBODY_ELSE,
    'select nemus_decide_booking_request($1::text::uuid, false)',
    invitation,
    {
      prepare: `insert into nemus_booking_requests (id, institution_id, course_id, course_name, trainee_ids, payment)
        select $1::text::uuid, i.institution_id, '${COURSE_85}', 'Probe', array[t.id], 'credits'
        from nemus_member_invitations i join nemus_trainees t on t.institution_id = i.institution_id
        where i.id = $1::text::uuid limit 1`,
    },
  ),
  // Money
  'sees credits': action(WHO_SEES_COSTS, rowsOf('nemus_credit_balances'), institution),
  'sees what credits were spent on': action(WHO_SEES_COSTS, rowsOf('nemus_credit_entries'), institution),
  'sees purchases': action(WHO_PAYS, boughtIn('nemus_transactions'), institution),
  'sees invoices': action(WHO_PAYS, boughtIn('nemus_invoices'), institution),
  'sees orders of credits': action(WHO_PAYS, boughtIn('nemus_orders', `and kind = 'credits'`), institution),
  'sees orders of courses': action(
    ['booking', 'billing'],
    boughtIn('nemus_orders', `and kind = 'course'`),
    institution,
  ),
  'sees payments that are open': action(['booking', 'billing'], listed('nemus_open_purchases()'), institution),
  'sees the address for invoices': action(WHO_PAYS, boughtIn('nemus_billing_addresses'), institution),
  'changes the address for invoices': action(
    WHO_PAYS,
    `insert into nemus_billing_addresses (user_id, recipient, street, postal_code, city)
     select auth.uid(), 'Haus', 'Weg 2', '10115', 'Berlin' where $1 <> ''
     on conflict (user_id) do update set street = excluded.street returning 1`,
    institution,
  ),
  'buys credits': action(WHO_PAYS, ORDER('credits', '100'), institution, { byService: true }),
  'sees invoices paid by transfer': action(
    WHO_PAYS,
    `select 1 where nemus_own_transfers() is not null and $1 <> ''`,
    institution,
  ),
  'begins a subscription': action(WHO_PAYS, ORDER('subscription', `'yearly'`), institution, {
    byService: true,
    prepare: `update nemus_orders set status = 'expired' where user_id = $1::text::uuid and status = 'open'`,
  }),
  'opens the page of the payment provider': action(
    WHO_PAYS,
    `select nemus_billing_contact('$me') where $1 <> ''`,
    institution,
    { byService: true },
  ),
  // Confirming
  'sees entries that wait': action(WHO_SEES_LOGBOOKS, rowsOf('nemus_logbook_entries'), institution),
  'sees who confirms': action(WHO_SEES_LOGBOOKS, rowsOf('nemus_confirmers'), institution),
  'sees their roles': action(WHO_SEES_LOGBOOKS, rowsOf('nemus_confirmer_roles'), institution),
  'sees who is the deputy': action(WHO_SEES_LOGBOOKS, rowsOf('nemus_confirmer_deputies'), institution),
  'sees the list of people who confirm': action(WHO_SEES_LOGBOOKS, listed('nemus_confirming_people()'), institution),
  'sees their workload': action(WHO_SEES_LOGBOOKS, listed('nemus_sign_off_workload()'), institution),
  'sees the cohort': action(WHO_SEES_LOGBOOKS, listed(`nemus_cohort('', 1) -> 'rows'`), institution),
  'writes to trainees': action(
    WHO_CONFIRMS,
    `select nemus_message_trainees(array[$1::text::uuid], 'Bitte melden Sie sich.')`,
    trainee,
  ),
  'sees sections of employment': action(WHO_SEES_LOGBOOKS, called('nemus_section_report($1::text::uuid)'), trainee),
  'takes out the package of a trainee': action(
    WHO_SEES_LOGBOOKS,
    called('nemus_site_package($1::text::uuid)'),
    trainee,
  ),
  'names a confirming person': action(
    WHO_CONFIRMS,
    called(`nemus_save_confirmer('Neu', gen_random_uuid() || '@x.example')`),
    institution,
  ),
  'gives them a role': action(
    WHO_CONFIRMS,
    `select nemus_save_confirmer_role(p_confirmer => $1::text::uuid, p_role => 'lecturer', p_valid_from => current_date)`,
    confirmer,
  ),
  'hands entries over': action(
    WHO_CONFIRMS,
    `select nemus_hand_over_entries($1::text::uuid,
       (select id from nemus_confirmers where id <> $1::text::uuid and name = 'Neu'))`,
    confirmer,
    {
      prepare: `insert into nemus_confirmers (institution_id, name, email)
        select institution_id, 'Neu', gen_random_uuid() || '@x.example' from nemus_confirmers where id = $1::text::uuid`,
    },
  ),
  'reads the mails to a person': action(WHO_SEES_LOGBOOKS, 'select nemus_sign_off_letters($1::text::uuid)', confirmer),
  'sends a person another mail': action(WHO_CONFIRMS, 'select nemus_send_sign_off($1::text::uuid)', confirmer),
  'takes a person off the list': action(WHO_CONFIRMS, 'select nemus_end_confirmer($1::text::uuid)', confirmer),
  // The institution
  'sees the settings': action(ALL_ROLES, rowsOf('nemus_institution_settings'), institution),
  'sees the approval': action(ALL_ROLES, rowsOf('nemus_institution_approvals'), institution),
  'changes the settings': action(
    NOBODY_ELSE,
    `update nemus_institution_settings set institution_phone = '+49 30 1' where institution_id = $1::text::uuid returning 1`,
    institution,
  ),
  'sees the other members': action(NOBODY_ELSE, rowsOf('nemus_members', 'and user_id = institution_id'), institution),
  'sees invitations of members': action(NOBODY_ELSE, rowsOf('nemus_member_invitations'), institution),
  'lists members': action(NOBODY_ELSE, called('nemus_member_list()'), institution),
  'invites a member': action(
    NOBODY_ELSE,
    called(`nemus_invite_member(gen_random_uuid() || '@x.example', '{reading}')`),
    institution,
  ),
  'withdraws the invitation of a member': action(
    NOBODY_ELSE,
    'select nemus_revoke_member_invitation($1::text::uuid)',
    invitation,
  ),
  'changes a member': action(
    NOBODY_ELSE,
    `select nemus_change_member($1::text::uuid, '{billing,reading}')`,
    (scene) => scene.members.reading,
  ),
  'removes a member': action(
    NOBODY_ELSE,
    'select nemus_remove_member($1::text::uuid)',
    (scene) => scene.members.confirming,
  ),
  'reads the log': action(NOBODY_ELSE, listed(`nemus_organisation_lines() -> 'lines'`), institution),
  'removes the sample set': action(NOBODY_ELSE, called('nemus_remove_sample_data()'), institution),
};
