-- The export of an account as one JSON document (Art. 15 and 20 GDPR), requested by its owner with a fresh second factor,
-- or without one after a sign-in of the last ten minutes (nemus_require_fresh_sign_in).
-- Content: nemus_exported_tables names every table and the column of its owner. Tables in `public` are read under the
-- policies of the caller, in the columns granted to it: the file has nothing that its pages would not show. Personal
-- rows of tables without policies for their owner are read by nemus_begin_export, in named columns, without hashes, tokens,
-- codes and secrets. A new table is not exported until it is named here; a test asks for each table with an owner.
-- Rows of an institution are exported for the account that founded it, as far as its roles as a member go. Entries of
-- trainees' logbooks are the trainees': they are in no institution's file.

/*
 * Tables of the export and their owner columns. is_personal: read by nemus_begin_export, in the columns given. is_buyers:
 * of these, the buyer's, so nothing for a founder who left or has no role for it.
 */
create function private.nemus_exported_tables()
returns table (source regclass, name text, owner_column text, is_personal boolean, columns text[], is_buyers boolean)
language sql stable security definer set search_path = '' as $$
  select t.source::regclass, split_part(t.source, '.nemus_', 2), t.owner_column, t.columns is not null,
    coalesce(string_to_array(t.columns, ' '), array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') order by a.attnum)), t.is_buyers
  from (values
    -- The person.
    ('public.nemus_appointment_participations', 'user_id', null, false),
    ('public.nemus_block_positions', 'user_id', null, false),
    ('public.nemus_certificates', 'user_id', null, false),
    ('public.nemus_closed_first_steps', 'user_id', null, false),
    ('public.nemus_competency_targets', 'user_id', null, false),
    ('public.nemus_confirmers', 'user_id', null, false),
    ('public.nemus_course_enrollments', 'user_id', null, false),
    ('public.nemus_date_choices', 'user_id', null, false),
    ('public.nemus_date_interests', 'user_id', null, false),
    ('public.nemus_known_devices', 'user_id', null, false),
    ('public.nemus_learning_progress', 'user_id', null, false),
    ('public.nemus_logbook_cases', 'user_id', null, false),
    ('public.nemus_logbook_entries', 'user_id', null, false),
    ('public.nemus_logbook_files', 'user_id', null, false),
    ('public.nemus_logbook_sites', 'user_id', null, false),
    ('public.nemus_logbook_templates', 'user_id', null, false),
    ('public.nemus_members', 'user_id', null, false),
    ('public.nemus_module_progress', 'user_id', null, false),
    ('public.nemus_name_requests', 'user_id', null, false),
    ('public.nemus_notification_choices', 'user_id', null, false),
    ('public.nemus_notifications', 'user_id', null, false),
    ('public.nemus_personal_data', 'user_id', null, false),
    ('public.nemus_phones', 'user_id', null, false),
    ('public.nemus_profiles', 'user_id', null, false),
    ('public.nemus_quiz_runs', 'user_id', null, false),
    ('public.nemus_quiz_scores', 'user_id', null, false),
    ('public.nemus_requirement_choices', 'user_id', null, false),
    ('public.nemus_sms', 'user_id', null, false),
    ('public.nemus_staff', 'user_id', null, false),
    ('public.nemus_trainees', 'user_id', null, false),
    ('public.nemus_training_info', 'user_id', null, false),
    ('public.nemus_training_interruptions', 'user_id', null, false),
    ('public.nemus_training_targets', 'user_id', null, false),
    -- The buyer: the person, or the institution for members who may see its purchases.
    ('public.nemus_billing_addresses', 'user_id', null, false),
    ('public.nemus_invoices', 'user_id', null, false),
    ('public.nemus_orders', 'user_id', null, false),
    ('public.nemus_transactions', 'user_id', null, false),
    -- The institution.
    ('public.nemus_booking_requests', 'institution_id', null, false),
    ('public.nemus_confirmers', 'institution_id', null, false),
    ('public.nemus_course_bookings', 'institution_id', null, false),
    ('public.nemus_credit_balances', 'institution_id', null, false),
    ('public.nemus_institution_approvals', 'institution_id', null, false),
    ('public.nemus_institution_settings', 'institution_id', null, false),
    ('public.nemus_invoice_choices', 'institution_id', null, false),
    ('public.nemus_member_invitations', 'institution_id', null, false),
    ('public.nemus_report_times', 'institution_id', null, false),
    ('public.nemus_spending_limits', 'institution_id', null, false),
    ('public.nemus_subscriptions', 'institution_id', null, false),
    ('public.nemus_trainees', 'institution_id', null, false),
    ('public.nemus_weekly_reports', 'institution_id', null, false),
    -- Personal rows that no page shows.
    ('public.nemus_teachers', 'user_id', 'id name email is_active', false),
    ('private.nemus_blocked_accounts', 'user_id', 'user_id reason created_at', false),
    ('private.nemus_transfer_terms', 'institution_id', 'institution_id days limit_cents withdrawn_at created_at updated_at', true),
    ('private.nemus_code_attempts', 'user_id', 'id user_id created_at', false),
    ('private.nemus_date_letters', 'user_id', 'id user_id appointment_id kind audience has_place title starts_at ends_at'
      || ' attempts sent_at created_at', false),
    ('private.nemus_first_visits', 'user_id', 'user_id created_at', false),
    ('private.nemus_known_factors', 'user_id', 'factor_id user_id created_at', false),
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number sums signers'
      || ' settings courses certificates attributes created_at', false),
    ('private.nemus_logbook_steps', 'user_id', 'user_id number entry_id action created_at actor_name content', false),
    ('private.nemus_notification_sendings', 'user_id', 'id notification_id user_id channel attempts sent_at created_at', false),
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street extra_line postal_code city country vat_id created_at', true),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at', false),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at asked_as asked_at sent_at created_at', false),
    ('private.nemus_support_requests', 'institution_id', 'id institution_id subject message created_at answer answered_at', true),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at', false),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at', false),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at', false)
  ) as t (source, owner_column, columns, is_buyers)
$$;

/*
 * Begins an export of the caller's account: {account: {id, email, created_at}, tables: {name: [row]}} with the rows that
 * only the portal reads. Raises 403 factor_required, sign_in_again, 404 account_not_found.
 */
create function private.nemus_begin_export() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  source record;
  own jsonb;
  tables jsonb := jsonb_build_object();
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  if private.nemus_has_factor(me) then
    perform private.nemus_require_fresh_factor();
  else
    perform private.nemus_require_fresh_sign_in();
  end if;
  for source in select t.* from private.nemus_exported_tables() t where t.is_personal order by t.name loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into own using case when not source.is_buyers or private.nemus_pays_for('billing') = me then me end;
    if own is not null then
      tables := tables || jsonb_build_object(source.name, own);
    end if;
  end loop;
  return jsonb_build_object('account', (select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at)
    from auth.users u where u.id = me), 'tables', tables);
end $$;

/*
 * Exported rows of the caller's account: {format, version, exported_at, account: {id, email, created_at}, tables: {name:
 * [row]}}. Table names are without schema and prefix; tables without rows are left out. Raises 403 factor_required,
 * sign_in_again, 404 account_not_found. Runs as the caller, so that the policies of every table apply.
 */
create function public.nemus_export_account() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  begun constant jsonb := private.nemus_begin_export();
  tables jsonb := begun -> 'tables';
  source record;
  own jsonb;
begin
  for source in select t.* from private.nemus_exported_tables() t where not t.is_personal
    order by t.name, t.owner_column loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into own using auth.uid();
    if own is not null then
      tables := tables || jsonb_build_object(source.name, coalesce(tables -> source.name, '[]') || own);
    end if;
  end loop;
  return jsonb_build_object('format', 'nemus-account', 'version', 1, 'exported_at', now(), 'account', begun -> 'account',
    'tables', tables);
end $$;
