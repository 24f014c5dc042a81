SET local check_function_bodies = off;

CREATE TABLE "public"."nemus_training_interruptions" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "user_id"    uuid                     NOT NULL,
  "kind"       text                     NOT NULL,
  "percent"    integer                  NOT NULL DEFAULT 100,
  "started_on" date                     NOT NULL,
  "ended_on"   date,
  "shows_kind" boolean                  NOT NULL DEFAULT false,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_training_interruptions_kind_check" CHECK ((kind = ANY (ARRAY['parental_leave'::text, 'illness'::text, 'part_time'::text, 'other'::text]))),
  CONSTRAINT "nemus_training_interruptions_percent_check" CHECK (((percent >= 1) AND (percent <= 100))),
  CONSTRAINT "nemus_training_interruptions_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_training_interruptions_check" CHECK (((ended_on >= started_on) AND private.nemus_is_day(ended_on))),
  CONSTRAINT "nemus_training_interruptions_started_on_check" CHECK (private.nemus_is_day(started_on))
);

ALTER TABLE "public"."nemus_training_interruptions"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_training_interruptions" FROM "anon";

CREATE OR REPLACE FUNCTION private.nemus_elapsed (
  p_user uuid
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select least(1, greatest(0, private.nemus_training_days(p_user, i.started_on,
    greatest(i.started_on, least((now() at time zone 'Europe/Berlin')::date, i.expected_end_on)))
    / t.days))
  from public.nemus_training_info i
  cross join lateral (select private.nemus_training_days(p_user, i.started_on, i.expected_end_on) as days) t
  where i.user_id = p_user and i.expected_end_on > i.started_on and t.days > 0
$function$;

CREATE OR REPLACE FUNCTION private.nemus_exported_tables()
  RETURNS TABLE (
    source       regclass,
    name         text,
    owner_column text,
    is_personal  boolean,
    columns      text[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.source::regclass, split_part(t.source, '.nemus_', 2), t.owner_column, t.columns is not null,
    coalesce(string_to_array(t.columns, ' '), array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') order by a.attnum))
  from (values
    -- The person.
    ('public.nemus_appointment_participations', 'user_id', null),
    ('public.nemus_block_positions', 'user_id', null),
    ('public.nemus_certificates', 'user_id', null),
    ('public.nemus_closed_first_steps', 'user_id', null),
    ('public.nemus_competency_targets', 'user_id', null),
    ('public.nemus_confirmers', 'user_id', null),
    ('public.nemus_course_enrollments', 'user_id', null),
    ('public.nemus_date_interests', 'user_id', null),
    ('public.nemus_known_devices', 'user_id', null),
    ('public.nemus_learning_progress', 'user_id', null),
    ('public.nemus_logbook_cases', 'user_id', null),
    ('public.nemus_logbook_entries', 'user_id', null),
    ('public.nemus_logbook_sites', 'user_id', null),
    ('public.nemus_members', 'user_id', null),
    ('public.nemus_module_progress', 'user_id', null),
    ('public.nemus_name_requests', 'user_id', null),
    ('public.nemus_notification_choices', 'user_id', null),
    ('public.nemus_notifications', 'user_id', null),
    ('public.nemus_personal_data', 'user_id', null),
    ('public.nemus_phones', 'user_id', null),
    ('public.nemus_profiles', 'user_id', null),
    ('public.nemus_quiz_runs', 'user_id', null),
    ('public.nemus_quiz_scores', 'user_id', null),
    ('public.nemus_requirement_choices', 'user_id', null),
    ('public.nemus_sms', 'user_id', null),
    ('public.nemus_staff', 'user_id', null),
    ('public.nemus_trainees', 'user_id', null),
    ('public.nemus_training_info', 'user_id', null),
    ('public.nemus_training_interruptions', 'user_id', null),
    ('public.nemus_training_targets', 'user_id', null),
    -- The buyer: the person, or the institution for members who may see its purchases.
    ('public.nemus_billing_addresses', 'user_id', null),
    ('public.nemus_invoices', 'user_id', null),
    ('public.nemus_orders', 'user_id', null),
    ('public.nemus_transactions', 'user_id', null),
    -- The institution.
    ('public.nemus_booking_requests', 'institution_id', null),
    ('public.nemus_confirmers', 'institution_id', null),
    ('public.nemus_course_bookings', 'institution_id', null),
    ('public.nemus_credit_balances', 'institution_id', null),
    ('public.nemus_institution_approvals', 'institution_id', null),
    ('public.nemus_institution_settings', 'institution_id', null),
    ('public.nemus_invoice_choices', 'institution_id', null),
    ('public.nemus_member_invitations', 'institution_id', null),
    ('public.nemus_report_times', 'institution_id', null),
    ('public.nemus_spending_limits', 'institution_id', null),
    ('public.nemus_subscriptions', 'institution_id', null),
    ('public.nemus_trainees', 'institution_id', null),
    ('public.nemus_weekly_reports', 'institution_id', null),
    -- Personal rows that no page shows.
    ('public.nemus_teachers', 'user_id', 'id name email is_active'),
    ('private.nemus_blocked_accounts', 'user_id', 'user_id reason created_at'),
    ('private.nemus_code_attempts', 'user_id', 'id user_id created_at'),
    ('private.nemus_date_letters', 'user_id', 'id user_id appointment_id kind audience has_place title starts_at ends_at'
      || ' attempts sent_at created_at'),
    ('private.nemus_first_visits', 'user_id', 'user_id created_at'),
    ('private.nemus_known_factors', 'user_id', 'factor_id user_id created_at'),
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number sums signers created_at'),
    ('private.nemus_logbook_steps', 'user_id', 'user_id number entry_id action created_at actor_name content'),
    ('private.nemus_notification_sendings', 'user_id', 'id notification_id user_id channel attempts sent_at created_at'),
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street extra_line postal_code city country vat_id created_at'),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at'),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at asked_as asked_at sent_at created_at'),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at'),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at'),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at')
  ) as t (source, owner_column, columns)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_interruptions (
  p_user   uuid,
  p_is_own boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('started_on', i.started_on, 'ended_on', i.ended_on, 'percent', i.percent,
    'kind', case when p_is_own or i.shows_kind then i.kind end) order by i.started_on, i.id), '[]')
  from public.nemus_training_interruptions i where i.user_id = p_user
$function$;

CREATE OR REPLACE FUNCTION private.nemus_months_employed (
  p_user    uuid,
  p_setting text
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(round(sum(least(d.share, 100) * (100 - coalesce((select max(i.percent)
      from public.nemus_training_interruptions i where i.user_id = p_user and i.kind <> 'part_time'
        and d.day >= i.started_on and (i.ended_on is null or d.day <= i.ended_on)), 0))) / 10000 / 30.4375, 1), 0)
  from (select day, sum(s.share) as share from public.nemus_logbook_sites s
    cross join generate_series(s.started_on, least(s.ended_on, (now() at time zone 'Europe/Berlin')::date), interval '1 day') day
    where s.user_id = p_user and (p_setting is null or s.setting = p_setting) group by day) d
$function$;

CREATE OR REPLACE FUNCTION private.nemus_training_days (
  p_user  uuid,
  p_from  date,
  p_until date
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_until - p_from - coalesce(sum(d.percent), 0) / 100.0
  from (select max(i.percent) as percent from public.nemus_training_interruptions i
    cross join generate_series(greatest(i.started_on, p_from),
      least(coalesce(i.ended_on, (now() at time zone 'Europe/Berlin')::date), p_until - 1), interval '1 day') day
    where i.user_id = p_user group by day) d
$function$;

CREATE OR REPLACE FUNCTION public.nemus_counted_hours (
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with done as materialized (select * from private.nemus_counted(account, chosen))
    select jsonb_build_object(
      'set', (select jsonb_build_object('id', s.id, 'name', s.name, 'chamber', s.chamber, 'field', s.field,
          'procedure', s.procedure, 'version', s.version, 'valid_from', s.valid_from, 'source', s.source,
          'treated_per_supervised', s.treated_per_supervised)
        from public.nemus_requirement_sets s where s.id = chosen),
      'categories', private.nemus_category_hours(account, chosen,
        case when p_trainee is not null then private.nemus_acts_for('booking', 'confirming', 'reading') end,
        (select coalesce(jsonb_object_agg(m.counts_for, m.minutes), '{}')
          from (select d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null group by 1) m)),
      'figures', private.nemus_figures_done(account, chosen),
      'competencies', (select coalesce(jsonb_agg(jsonb_build_object('competency', competency, 'level', level,
          'required_units', r.required_units, 'description', coalesce(r.description, ''),
          'done_minutes', coalesce(h.minutes, 0)) order by competency, level desc), '[]')
        from (select * from public.nemus_requirement_competencies c where c.set_id = chosen) r
        full join (select d.competency, d.level, sum(d.minutes) as minutes from done d
          where d.competency is not null and d.counts_for is not null group by 1, 2) h using (competency, level)),
      'months', (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'category', m.counts_for,
          'minutes', m.minutes) order by m.month, m.counts_for), '[]')
        from (select d.month, d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null
          group by 1, 2) m),
      'not_counted', (select coalesce(jsonb_agg(jsonb_build_object('source', n.source, 'minutes', n.minutes,
          'pieces', n.pieces) order by n.source), '[]')
        from (select d.source, sum(d.minutes) as minutes, sum(d.pieces) as pieces from done d where d.counts_for is null
          group by 1) n),
      'has_sample_hours', private.nemus_has_sample_hours(account),
      'interruptions', private.nemus_interruptions(account, p_trainee is null),
      'planned_end', (select i.expected_end_on from public.nemus_training_info i
        where i.user_id = account and p_trainee is null),
      'treated_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source = 'entry_practice' and d.counts_for is not null),
      'supervised_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')
          and d.counts_for is not null)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_delete_interruption (
  p_interruption uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.nemus_training_interruptions i where i.id = p_interruption and i.user_id = auth.uid();
  perform private.nemus_refuse(404, 'interruption_not_found') where not found;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_delete_interruption"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_save_interruption (
  p_interruption jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given public.nemus_training_interruptions;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_interruption) is distinct from 'object';
  given.id := private.nemus_id_field(p_interruption, 'id', false);
  given.kind := private.nemus_choice_field(p_interruption, 'kind', array['parental_leave', 'illness', 'part_time', 'other'], true);
  given.percent := private.nemus_count_field(p_interruption, 'percent', 1, 100);
  given.started_on := private.nemus_day_field(p_interruption, 'started_on', true);
  given.ended_on := private.nemus_day_field(p_interruption, 'ended_on', false);
  perform private.nemus_refuse_field('ended_on', 'before_start') where given.ended_on < given.started_on;
  given.shows_kind := coalesce(p_interruption -> 'shows_kind' = 'true', false);
  perform private.nemus_lock_logbook(auth.uid());
  if given.id is null then
    perform private.nemus_refuse(409, 'too_many_interruptions', '{"most": 50}')
      where (select count(*) from public.nemus_training_interruptions i where i.user_id = auth.uid()) >= 50;
    insert into public.nemus_training_interruptions (user_id, kind, percent, started_on, ended_on, shows_kind)
    values (auth.uid(), given.kind, given.percent, given.started_on, given.ended_on, given.shows_kind) returning id into given.id;
    return given.id;
  end if;
  update public.nemus_training_interruptions i set kind = given.kind, percent = given.percent,
    started_on = given.started_on, ended_on = given.ended_on, shows_kind = given.shows_kind
  where i.id = given.id and i.user_id = auth.uid();
  perform private.nemus_refuse(404, 'interruption_not_found') where not found;
  return given.id;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_save_interruption"(jsonb) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."nemus_training_interruptions"
  ADD CONSTRAINT "nemus_training_interruptions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE INDEX nemus_training_interruptions_user ON public.nemus_training_interruptions USING btree (user_id, started_on DESC);

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_training_interruptions
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE POLICY "own interruptions are read" ON "public"."nemus_training_interruptions"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_training_interruptions"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_interruptions"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_interruptions"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_interruptions"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_training_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_training_days"(uuid, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_training_days"(uuid, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_interruption"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_delete_interruption"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_interruption"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_interruption"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_interruption"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_interruption"(jsonb) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_training_interruptions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_training_interruptions" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_training_interruptions" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_training_interruptions" TO "service_role";
