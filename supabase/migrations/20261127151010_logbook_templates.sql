SET local check_function_bodies = off;

CREATE TABLE "public"."nemus_logbook_templates" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "user_id"    uuid                     NOT NULL,
  "name"       text                     NOT NULL,
  "sessions"   jsonb                    NOT NULL,
  "first_on"   date                     NOT NULL,
  "last_on"    date,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_logbook_templates_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT "nemus_logbook_templates_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_logbook_templates_user_id_name_key" UNIQUE (user_id, name),
  CONSTRAINT "nemus_logbook_templates_check" CHECK (((last_on >= first_on) AND private.nemus_is_day(last_on))),
  CONSTRAINT "nemus_logbook_templates_first_on_check" CHECK (private.nemus_is_day(first_on))
);

ALTER TABLE "public"."nemus_logbook_templates"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_logbook_templates" FROM "anon", "service_role";

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
    ('public.nemus_logbook_templates', 'user_id', null),
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

CREATE OR REPLACE FUNCTION public.nemus_delete_template (
  p_template uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.nemus_logbook_templates t where t.id = p_template and t.user_id = auth.uid()
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_delete_template"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_logbook_week (
  p_monday date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(to_jsonb(e) - array['user_id', 'institution_id', 'decided_by',
        'created_at', 'updated_at', 'search_text'] || jsonb_build_object('site', s.name, 'case_code', k.code, 'confirmer', c.name,
        'corrected_by', n.id,
        'is_stranded', private.nemus_is_stranded(e),
        'is_unlinked', e.state = 'submitted' and not private.nemus_is_linked_entry(e),
        'is_paused', e.state = 'submitted' and not private.nemus_may_have_confirmed(e.institution_id))
        order by e.done_on, e.created_at, e.id), '[]')
      from public.nemus_logbook_entries e
      left join public.nemus_logbook_sites s on s.id = e.site_id
      left join public.nemus_logbook_cases k on k.id = e.case_id
      left join public.nemus_confirmers c on c.id = e.confirmer_id
      left join public.nemus_logbook_entries n on n.corrects = e.id and n.user_id = e.user_id
      where e.user_id = auth.uid() and e.done_on between p_monday and p_monday + 6),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('monday', w.monday, 'state', w.state, 'count', w.n)
        order by w.monday desc, w.state), '[]')
      from (select date_trunc('week', o.done_on)::date as monday, o.state, count(*)::int as n
        from (select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state in ('draft', 'returned')
          union all
          -- `submitted` here: stranded.
          select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state = 'submitted' and private.nemus_is_stranded(e)) o
        where o.done_on not between p_monday and p_monday + 6
        group by 1, 2 order by 1 desc, 2 limit 12) w),
    'remembered', (select coalesce(jsonb_object_agg(g.category, l.said), '{}')
      from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning']) g (category)
      cross join lateral (select jsonb_build_object('competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'confirmer_id', e.confirmer_id, 'minutes', e.minutes, 'setting', e.setting, 'form', e.form,
          'age_group', e.age_group, 'procedure', e.procedure) as said
        from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.category = g.category and not e.is_sample
        order by e.done_on desc, e.id limit 1) l),
    'templates', (select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'created_at', 'updated_at']
        order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_logbook_templates t where t.user_id = auth.uid()),
    'attributes', (select coalesce(jsonb_object_agg(w.category, w.attributes), '{}')
      from (select f.category, jsonb_agg(distinct a.key) as attributes from public.nemus_requirement_figures f
        join private.nemus_figure_choices() a on a.is_attribute and to_jsonb(f) ->> a.key is not null
        where f.set_id = private.nemus_chosen_set(auth.uid()) and f.category is not null and f.is_counted group by 1) w))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_save_template (
  p_template jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  called text;
  first_day date;
  last_day date;
  kept jsonb;
  saved uuid;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_template) is distinct from 'object';
  called := private.nemus_text_field(p_template, 'name', 60, true);
  first_day := private.nemus_day_field(p_template, 'first_on', true);
  last_day := private.nemus_day_field(p_template, 'last_on', false);
  perform private.nemus_refuse_field('last_on', 'before_start') where last_day < first_day;
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_template -> 'sessions') is distinct from 'array';
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 60}')
    where jsonb_array_length(p_template -> 'sessions') not between 1 and 60;
  select jsonb_agg(jsonb_build_object('weekday', private.nemus_count_field(s.value, 'weekday', 0, 6), 'category',
    private.nemus_choice_field(s.value, 'category',
      array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true),
    'minutes', private.nemus_count_field(s.value, 'minutes', 1, 1440),
    'case_id', private.nemus_id_field(s.value, 'case_id', false))) into kept
  from jsonb_array_elements(p_template -> 'sessions') s;
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse_field('case_id', 'choice')
    where exists (select from jsonb_array_elements(kept) s where s ->> 'case_id' is not null and not exists (
      select from public.nemus_logbook_cases c where c.id = (s ->> 'case_id')::uuid and c.user_id = me));
  perform private.nemus_refuse(409, 'too_many_templates', '{"most": 50}')
    where (select count(*) from public.nemus_logbook_templates t where t.user_id = me and t.name <> called) >= 50;
  insert into public.nemus_logbook_templates as t (user_id, name, sessions, first_on, last_on)
  values (me, called, kept, first_day, last_day)
  on conflict (user_id, name) do update set sessions = kept, first_on = first_day, last_on = last_day
  returning t.id into saved;
  return saved;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_save_template"(jsonb) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."nemus_logbook_templates"
  ADD CONSTRAINT "nemus_logbook_templates_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_logbook_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE POLICY "own templates are read" ON "public"."nemus_logbook_templates"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_logbook_templates"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_template"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_delete_template"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_template"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_template"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_template"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_template"(jsonb) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_logbook_templates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_logbook_templates" TO "authenticated";
