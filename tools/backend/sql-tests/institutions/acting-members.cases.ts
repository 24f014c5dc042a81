import type { TestDatabase } from '../database/database';

/**
 * Functions that read institutions' rows by the caller's own id, each with its reason: all others check membership
 * (`nemus_acts_for`, `nemus_require_member`, `nemus_pays_for`).
 */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'the caller is the trainee, or the account, that the rows are about': [
    'nemus_accept_invitation',
    'nemus_booked_seminars',
    'nemus_institution_links',
    'nemus_invitation',
    'nemus_possible_confirmers',
    'nemus_save_entry',
    'nemus_waiting_trainees',
  ],
  'the caller is a person who confirms': [
    'nemus_accept_confirming',
    'nemus_logbook_roles',
    'nemus_my_decisions',
    'nemus_save_deputy',
    'nemus_sign_off_status',
  ],
  'the caller is the member itself, or is written down as who did it': [
    'nemus_accept_membership',
    'nemus_ask_support',
    'nemus_booking_request_list',
    'nemus_change_factor_rule',
    'nemus_change_member',
    'nemus_check_enrollment',
    'nemus_choose_institution',
    'nemus_debit_enrollment',
    'nemus_decide_booking_request',
    'nemus_factor_state',
    'nemus_leave_membership',
    'nemus_log_row',
    'nemus_member_invitation',
    'nemus_member_list',
    'nemus_memberships',
    'nemus_message_trainees',
    'nemus_note_step',
    'nemus_notification_settings',
    'nemus_remove_member',
    'nemus_request_booking',
    'nemus_request_name',
    'nemus_require_member',
    'nemus_send_member_invitation',
    'nemus_withdraw_booking_request',
  ],
  'an account that is no institution; members go through membership in the same function': [
    'nemus_book_course',
    'nemus_counted_account',
    'nemus_open_purchases',
    'nemus_own_withdrawals',
    'nemus_remove_sample_data',
  ],
  'the caller deletes its own account': ['nemus_delete_account', 'nemus_deletion_terms'],
  'the caller is staff': [
    'nemus_answer_support',
    'nemus_decide_name_request',
    'nemus_approve_institution',
    'nemus_begin_order_refund',
    'nemus_end_fulfilment',
    'nemus_is_institution_of_caller',
    'nemus_person_who_calls',
    'nemus_settle_attention',
    'nemus_staff_account',
    'nemus_withdraw_approval',
  ],
};

/** Policies of such rows that use the caller's own id beside membership: the trainee's or confirmer's own side. */
const POLICIES: readonly string[] = [
  'nemus_confirmers: own people who confirm are read',
  'nemus_logbook_entries: entries are read by those whom they concern',
  'nemus_members: members of the own institution are read',
  'nemus_requirement_choices: own choices are read',
  'nemus_trainees: own trainees are read',
  'nemus_training_targets: own targets are read',
];

const MONEY = 'nemus_(orders|transactions|invoices|billing_addresses|credit|subscriptions)';

/** Finds code that still compares an institution with the calling account. */
export function membershipSenseCases(database: () => TestDatabase): void {
  it('functions that know institutions and the caller are those of the list', async () => {
    const found = await database().query(
      `select p.proname as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ 'auth\\.uid\\(\\)'
         and p.prosrc ~ '(institution_id|${MONEY})' order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(Object.values(FUNCTIONS).flat().toSorted());
  });

  it('no function takes the caller for the institution', async () => {
    const found = await database().query(
      `select p.proname as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~* 'institution_id\\s*(=|<>|is (not )?distinct from)\\s*\\(?\\s*(select\\s+)?auth\\.uid\\(\\)'`,
    );
    expect(found).toEqual([]);
  });

  it('policies of institutions and of money go through membership', async () => {
    const found = await database().query(
      `select tablename || ': ' || policyname as name from pg_policies
       where schemaname = 'public' and (coalesce(qual, '') || coalesce(with_check, '')) ~ 'auth\\.uid'
         and ((coalesce(qual, '') || coalesce(with_check, '')) ~ 'institution_id' or tablename ~ '^${MONEY}')
       order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(POLICIES);
    const direct = await database().query(
      `select tablename || ': ' || policyname as name from pg_policies
       where (coalesce(qual, '') || coalesce(with_check, '')) ~ 'institution_id = \\( SELECT auth\\.uid'`,
    );
    expect(direct).toEqual([]);
  });

  it('membership is asked once for a statement, not for each row', async () => {
    const found = await database().query(
      `select tablename || ': ' || policyname as name from pg_policies
       where (coalesce(qual, '') || coalesce(with_check, '')) ~ 'nemus_(acts|pays)_for'
         and (coalesce(qual, '') || coalesce(with_check, '')) ~ '(?<!SELECT )private\\.nemus_(acts|pays)_for'`,
    );
    expect(found).toEqual([]);
  });
}
