SET local check_function_bodies = off;

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

DROP TRIGGER "date_address" ON "public"."nemus_confirmers";

DROP TRIGGER "own_trainee" ON "public"."nemus_trainees";

DROP VIEW "public"."nemus_training_progress";

ALTER TABLE "private"."nemus_refunds"
  DROP CONSTRAINT "nemus_refunds_reason_check";

ALTER TABLE "private"."nemus_sign_off_letters"
  DROP CONSTRAINT "nemus_sign_off_letters_asked_as_check";

DROP FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer);

DROP FUNCTION "private"."nemus_standing"(bigint, integer, numeric);

DROP FUNCTION "public"."nemus_cohort"(text, integer);

DROP FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text);

DROP FUNCTION "public"."nemus_decide_entries"(uuid[], text, text);

DROP FUNCTION "public"."nemus_import_entries"(jsonb);

DROP FUNCTION "public"."nemus_staff_withdrawals"(integer);

DROP FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer);

CREATE TABLE "public"."nemus_date_choices" (
  "user_id"    uuid                     NOT NULL,
  "course_id"  uuid                     NOT NULL,
  "date_id"    uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_date_choices_pkey" PRIMARY KEY (user_id, course_id)
);

ALTER TABLE "public"."nemus_date_choices"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_date_choices" FROM "anon", "service_role";

CREATE TABLE "public"."nemus_date_interests" (
  "user_id"    uuid                     NOT NULL,
  "course_id"  uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_date_interests_pkey" PRIMARY KEY (user_id, course_id)
);

ALTER TABLE "public"."nemus_date_interests"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_date_interests" FROM "anon", "service_role";

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

CREATE TABLE "public"."nemus_requirement_figures" (
  "set_id"       uuid                     NOT NULL,
  "position"     integer                  NOT NULL,
  "part_of"      integer,
  "title"        text                     NOT NULL,
  "unit"         text                     NOT NULL,
  "unit_minutes" integer                  NOT NULL DEFAULT 45,
  "least"        numeric(7,2),
  "most"         numeric(7,2),
  "category"     text,
  "setting"      text,
  "form"         text,
  "age_group"    text,
  "procedure"    text,
  "service"      text,
  "is_counted"   boolean                  NOT NULL DEFAULT true,
  "condition"    text                     NOT NULL DEFAULT ''::text,
  "status"       text,
  "source"       text                     NOT NULL DEFAULT ''::text,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "attributes_of_a_category" CHECK (((category IS NOT NULL) OR (num_nonnulls(form, age_group, procedure, service) = 0))),
  CONSTRAINT "nemus_requirement_figures_age_group_check" CHECK ((age_group = ANY (ARRAY['children'::text, 'adults'::text]))),
  CONSTRAINT "nemus_requirement_figures_check1" CHECK ((most >= COALESCE("least", 0.01))),
  CONSTRAINT "nemus_requirement_figures_check" CHECK ((part_of < "position")),
  CONSTRAINT "nemus_requirement_figures_condition_check" CHECK ((char_length(condition) <= 300)),
  CONSTRAINT "nemus_requirement_figures_form_check" CHECK ((form = ANY (ARRAY['individual'::text, 'group'::text]))),
  CONSTRAINT "nemus_requirement_figures_least_check" CHECK (("least" > (0)::numeric)),
  CONSTRAINT "nemus_requirement_figures_pkey" PRIMARY KEY (set_id, "position"),
  CONSTRAINT "nemus_requirement_figures_position_check" CHECK ((("position" >= 1) AND ("position" <= 60))),
  CONSTRAINT "nemus_requirement_figures_procedure_check"
    CHECK
    ((procedure = ANY (ARRAY['Verhaltenstherapie'::text, 'Systemische Therapie'::text, 'Tiefenpsychologisch fundierte Psychotherapie'::text, 'Analytische Psychotherapie'::text]))),
  CONSTRAINT "nemus_requirement_figures_service_check" CHECK ((service = ANY (ARRAY['first_interview'::text, 'acute_treatment'::text, 'report'::text]))),
  CONSTRAINT "nemus_requirement_figures_setting_check" CHECK ((setting = ANY (ARRAY['outpatient'::text, 'inpatient'::text]))),
  CONSTRAINT "nemus_requirement_figures_source_check" CHECK ((char_length(source) <= 500)),
  CONSTRAINT "nemus_requirement_figures_status_check" CHECK ((status = ANY (ARRAY['law'::text, 'chamber'::text, 'unconfirmed'::text]))),
  CONSTRAINT "nemus_requirement_figures_title_check" CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 200))),
  CONSTRAINT "nemus_requirement_figures_unit_check" CHECK ((unit = ANY (ARRAY['hours'::text, 'cases'::text, 'entries'::text, 'months'::text, 'ratio'::text]))),
  CONSTRAINT "nemus_requirement_figures_unit_minutes_check" CHECK ((unit_minutes = ANY (ARRAY[45, 50, 60])))
);

ALTER TABLE "public"."nemus_requirement_figures"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_requirement_figures" FROM "anon";

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

ALTER TABLE "public"."nemus_booking_requests"
  ADD COLUMN "date_id" uuid;

ALTER TABLE "public"."nemus_confirmers"
  ADD COLUMN "is_sample" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."nemus_course_bookings"
  ADD COLUMN "date_id" uuid;

ALTER TABLE "public"."nemus_logbook_cases"
  ADD COLUMN "is_sample" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "setting" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "form" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "age_group" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "procedure" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "service" text;

ALTER TABLE "public"."nemus_logbook_sites"
  ADD COLUMN "is_sample" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."nemus_logbook_sites"
  ADD COLUMN "setting" text;

ALTER TABLE "public"."nemus_notification_choices"
  ADD COLUMN "pace" text;

ALTER TABLE "public"."nemus_orders"
  ADD COLUMN "date_id" uuid;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD COLUMN "unit_minutes" integer NOT NULL DEFAULT 45;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD COLUMN "status" text;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD COLUMN "source" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."nemus_requirement_sets"
  ALTER COLUMN "valid_from" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.nemus_add_trainee (
  p_first_name text,
  p_last_name  text,
  p_email      text,
  p_phone      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trainee public.nemus_trainees;
begin
  -- Fires trainees/trainees.
  insert into public.nemus_trainees (institution_id, first_name, last_name, email, phone)
  values (private.nemus_acts_for('booking'), btrim(p_first_name), btrim(p_last_name), lower(private.nemus_mail_address(p_email)), coalesce(p_phone, ''))
  on conflict (institution_id, lower(email)) do nothing returning * into trainee;
  if trainee.id is null then
    perform private.nemus_refuse_listed(private.nemus_mail_address(p_email));
  end if;
  return private.nemus_send_invitation(trainee);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_answers_for (
  p_user        uuid,
  p_institution uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_members m
      where m.institution_id = p_institution and m.user_id = p_user and 'administration' = any (m.roles))
    and not private.nemus_is_blocked(p_user) and private.nemus_meets_factor_rule(p_institution, p_user)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_cancel_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.user_id is not null and new.user_id is null and new.accepted_at is not null and new.ended_at is null then
    -- Fires logbook/confirming_people, logbook/hand_over.
    update public.nemus_confirmers c set ended_at = now(), declined_at = now() where c.id = new.id;
    return null;
  end if;
  delete from private.nemus_sign_off_letters l where l.confirmer_id = new.id and l.kind = 'link' and l.sent_at is null;
  delete from private.nemus_sign_off_links l where l.confirmer_id = new.id;
  perform private.nemus_write_link(new.id, w.user_id, true) from (select distinct e.user_id
    from public.nemus_logbook_entries e where e.confirmer_id = new.id and e.state = 'submitted') as w;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_canonical_form()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  field text;
  given text;
begin
  foreach field in array tg_argv loop
    given := to_jsonb(new) ->> field;
    new := jsonb_populate_record(new, jsonb_build_object(field, case
      when field like '%phone' then private.nemus_phone_number(given)
      when field = 'vat_id' then regexp_replace(upper(private.nemus_plain_code(given)), '[^A-Z0-9]', '', 'g')
      else private.nemus_mail_address(given) end));
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_category_hours (
  p_user        uuid,
  p_set         uuid,
  p_institution uuid,
  p_done        jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with named as (
    select c.category, c.title, c.required_units, c.unit_minutes, c.position from public.nemus_requirement_categories c
    where c.set_id = p_set
    union all
    select own.category, '', null, 45, own.position::int
    from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where p_set is null),
  waiting as materialized (select * from private.nemus_waiting_hours(p_user, p_set, p_institution))
  select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
    'required_units', n.required_units, 'unit_minutes', n.unit_minutes,
    'done_minutes', coalesce((p_done ->> n.category)::bigint, 0),
    'submitted_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'submitted'), 0),
    'draft_minutes', coalesce((select w.minutes from waiting w where w.counts_for = n.category and w.state = 'draft'), 0),
    'planned_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'planned'), 0)) order by n.position, n.category), '[]')
  from named n
$function$;

CREATE OR REPLACE FUNCTION private.nemus_check_buyable (
  p_course uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_buyable(p_course) then
    perform private.nemus_refuse(404, 'course_not_found') where not private.nemus_is_offered(p_course);
    perform private.nemus_refuse(409, 'dates_to_follow');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_enrollment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  payer uuid;
begin
  -- Triggers run before policies. Enrolling another account is refused by the policy, and reveals nothing here.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  -- Locks first: of two concurrent calls, the second sees the enrolment or order of the first. A member who is being
  -- removed enrols before, and loses the place, or not at all.
  payer := private.nemus_enrolment_payer(new.user_id);
  perform from public.nemus_members m where m.institution_id = payer and m.user_id = new.user_id for share;
  payer := private.nemus_enrolment_payer(new.user_id);
  perform private.nemus_lock_course(new.course_id);
  perform private.nemus_lock_credits(payer, 0);
  perform private.nemus_check_buyable(new.course_id);
  perform private.nemus_check_price('credits', new.shown_credits, c.credit_cost)
  from public.nemus_courses c where c.id = new.course_id;
  perform private.nemus_refuse(409, 'already_enrolled')
    where exists (select from public.nemus_course_enrollments e
      where e.user_id = new.user_id and e.course_id = new.course_id);
  perform private.nemus_refuse_waiting(new.course_id, new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_spending (
  p_institution uuid,
  p_user        uuid,
  p_course      uuid,
  p_trainees    uuid[],
  p_start       date,
  p_credits     integer,
  p_cents       integer
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainees);
  request uuid;
begin
  perform private.nemus_check_budgets(p_institution, p_trainees, p_credits, p_cents);
  if not private.nemus_is_above_limit(p_institution, p_credits * places, p_cents * places)
    or private.nemus_administers(p_user, p_institution) then
    return null;
  end if;
  select r.id into request from public.nemus_booking_requests r
  where r.institution_id = p_institution and r.state = 'approved' and r.expires_at > now() and p_cents > 0
    and r.payment = 'card' and r.course_id = p_course and r.starts_on is not distinct from p_start
    and r.cents >= p_cents * places and r.trainee_ids @> p_trainees and r.trainee_ids <@ p_trainees
    and private.nemus_answers_for(r.decided_by, p_institution)
    and not exists (select from public.nemus_orders o where o.id = r.order_id
      and (o.status in ('paid', 'returning', 'refunded', 'disputed') or private.nemus_is_waiting(o, p_institution)))
  order by r.created_at limit 1 for update;
  perform private.nemus_refuse(409, 'booking_needs_approval') where request is null;
  return request;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_choice_of (
  p_user   uuid,
  p_course uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select a.id from public.nemus_date_choices c join public.nemus_appointments a on a.id = c.date_id
  where c.user_id = p_user and c.course_id = p_course and a.cancelled_at is null
    and private.nemus_change_deadline(a) > now()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_cohort_hours (
  p_user uuid
)
  RETURNS TABLE (
    set_id     uuid,
    elapsed    numeric,
    categories jsonb,
    rank       integer,
    lag        numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with s as materialized (select private.nemus_chosen_set(p_user) as set_id, private.nemus_elapsed(p_user) as elapsed),
  n as (
    select c.category, c.title, c.required_units, c.unit_minutes, c.position
    from s join public.nemus_requirement_categories c on c.set_id = s.set_id
    union all
    select own.category, '', null, 45, own.position::int
    from s cross join unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where s.set_id is null),
  d as (
    select case when s.set_id is null then m.category else c.category end as category, sum(m.minutes)::bigint as minutes
    from s cross join private.nemus_minutes_by_source(p_user) m
    left join public.nemus_requirement_credits c on c.set_id = s.set_id and c.source = m.source
    group by 1),
  h as (
    select n.*, coalesce(d.minutes, 0) as done,
      private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed, n.unit_minutes) as standing
    from s cross join n left join d on d.category = n.category)
  select s.set_id, s.elapsed, t.categories, t.rank, t.lag from s cross join (
    select coalesce(jsonb_agg(jsonb_build_object('category', h.category, 'title', h.title,
        'required_units', h.required_units, 'unit_minutes', h.unit_minutes, 'done_minutes', h.done, 'standing', h.standing)
        order by h.position, h.category), '[]') as categories,
      max(array_position(array['met', 'on_track', 'behind', 'far_behind'], h.standing) - 1) as rank,
      max(o.elapsed - h.done::numeric / (h.required_units * h.unit_minutes)) as lag
    from h cross join s o) t
$function$;

CREATE OR REPLACE FUNCTION private.nemus_confirming_mails (
  p_user uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.nemus_wants(p_user, 'sign_off_waiting', 'mail') then 'none' else coalesce((select c.pace
    from public.nemus_notification_choices c
    where c.user_id = p_user and c.kind = 'sign_off_waiting' and c.channel = 'mail'), 'weekly') end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_create_booking (
  p_institution uuid,
  p_course      uuid,
  p_trainees    uuid[],
  p_start       date,
  p_credits     integer,
  p_date        uuid
)
  RETURNS public.nemus_course_bookings
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  course public.nemus_courses;
  starts_on date;
  booking public.nemus_course_bookings;
begin
  select * into course from public.nemus_courses c where c.id = p_course;
  starts_on := case when course.has_dates then today else coalesce(p_start, today + 14) end;
  insert into public.nemus_course_bookings (institution_id, course_id, course_name, has_dates, start_date, end_date,
    participants, max_participants, price_cents, credits_spent, total_hours, date_id)
  -- Eight hours make a day.
  values (p_institution, p_course, course.title, course.has_dates, starts_on,
    case when course.has_dates then starts_on else starts_on + ceil(course.duration_hours / 8)::int - 1 end,
    cardinality(p_trainees), cardinality(p_trainees), round(course.price_euros * 100)::int * cardinality(p_trainees),
    p_credits, ceil(course.duration_hours)::int, p_date)
  returning * into booking;
  insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id)
  select booking.id, trainee, p_institution, p_course from unnest(p_trainees) as trainee;
  perform private.nemus_enrol_participants(booking.id, null);
  return booking;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_document_text (
  p_code  text,
  p_value text DEFAULT ''::text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select format(t.text, p_value) from (values
    -- Order titles
    ('credits', '%s Credits'),
    ('monthly', 'Monatsabonnement'),
    ('yearly', 'Jahresabonnement'),
    ('plan_change', 'Wechsel zum %s'),
    ('unused_time', 'Nicht genutzte Zeit: %s'),
    -- Units of invoice lines
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits returned
    ('refund', 'Erstattung'),
    ('refund_failed', 'Erstattung fehlgeschlagen'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_dates_gone', 'Automatische Erstattung (kein Termin mehr)'),
    ('refund_country_not_sold', 'Automatische Erstattung (Land der Rechnungsanschrift)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Countries of addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
$function$;

CREATE OR REPLACE FUNCTION private.nemus_due_sms (
  p_now timestamp with time zone
)
  RETURNS SETOF public.nemus_sms
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.* from public.nemus_sms s
  where s.state = 'waiting' and s.due_at <= p_now and s.drop_after > p_now and s.attempts < 5
    and (s.claimed_at is null or s.claimed_at < p_now - interval '90 seconds')
    and (s.urgent or private.nemus_sms_due(p_now) = p_now) and private.nemus_is_reachable(s.user_id)
$function$;

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

CREATE OR REPLACE FUNCTION private.nemus_empty_account (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owned record;
  factors constant regclass := to_regclass('auth.mfa_factors');
begin
  -- Rows referred to by other rows go first, and places before letters, because a freed place writes letters.
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = p_user;
  delete from public.nemus_course_bookings b where b.institution_id = p_user;
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e where e.user_id = p_user;
  for owned in
    select k.conrelid::regclass as source, a.attname as owner, k.confdeltype = 'n' as emptied
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
      and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and cardinality(k.conkey) = 1
      and k.conrelid <> 'public.nemus_profiles'::regclass and not private.nemus_is_kept(k.conrelid::regclass)
    order by k.conrelid::regclass::text
  loop
    if owned.emptied then
      execute format('update %s set %I = null where %2$I = $1', owned.source, owned.owner) using p_user;
    else
      execute format('delete from %s where %I = $1', owned.source, owned.owner) using p_user;
    end if;
  end loop;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.is_sample;
  delete from public.nemus_transactions t where t.user_id = p_user and t.is_sample;
  delete from private.nemus_set_aside s where s.item = p_user::text;
  delete from auth.sessions s where s.user_id = p_user;
  delete from auth.identities i where i.user_id = p_user;
  -- Other tables of the sign-in service are left to it. Not every sign-in service has second factors.
  if factors is not null then
    execute format('delete from %s f where f.user_id = $1', factors) using p_user;
  end if;
  -- Fires accounts/profiles.
  update auth.users u set email = p_user || '@geloescht.invalid', encrypted_password = '', raw_user_meta_data = '{}',
    email_change = '', email_change_token_new = '', email_change_token_current = '', recovery_token = '',
    banned_until = now() + interval '100 years' where u.id = p_user;
  -- Fires accounts/name_requests, accounts/profiles, certificates/certificates.
  update public.nemus_profiles p set first_name = '', last_name = '', institution_name = null where p.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_invitation_of_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_invitations i set revoked_at = now() where i.trainee_id = new.id and i.is_open;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_enrol_participants (
  p_booking uuid,
  p_trainee uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place record;
  enrollment uuid;
begin
  for place in
    select p.booking_id, p.trainee_id, p.course_id, t.user_id, b.date_id
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
    where p.enrollment_id is null and p.course_id is not null and t.user_id is not null
      and (p.booking_id = p_booking or p.trainee_id = p_trainee)
    -- Waits for a place that is just being cancelled, and finds it gone.
    for update of p
  loop
    -- Fires certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (place.user_id, place.course_id, 'institution_booking')
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    if enrollment is not null then
      -- Fires bookings/booked_seminars.
      update public.nemus_booking_participants p set enrollment_id = enrollment
      where p.booking_id = place.booking_id and p.trainee_id = place.trainee_id;
      perform private.nemus_take_choice(place.user_id, place.date_id);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_entry_attributes (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('setting', p_entry.setting, 'form', p_entry.form, 'age_group', p_entry.age_group,
    'procedure', p_entry.procedure, 'service', p_entry.service)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_entry_to_confirm (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_entry.id, 'user_id', p_entry.user_id,
    'trainee', private.nemus_trainee_name(p_entry.user_id, p_entry.institution_id),
    'institution', private.nemus_inviting_name(p_entry.institution_id),
    'week', date_trunc('week', p_entry.done_on::timestamp)::date, 'done_on', p_entry.done_on,
    'category', p_entry.category, 'minutes', p_entry.minutes, 'competency', p_entry.competency, 'level', p_entry.level,
    'note', case when private.nemus_reads_note(p_entry.category, p_entry.note, p_entry.confirmer_id, p_entry.submitted_at)
      then p_entry.note else '' end, 'submitted_at', p_entry.submitted_at,
    'site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
    'case', (select c.code from public.nemus_logbook_cases c where c.id = p_entry.case_id),
    'confirmer_id', p_entry.confirmer_id, 'is_imported', p_entry.is_imported,
    'is_linked', private.nemus_is_linked_entry(p_entry),
    'attributes', private.nemus_entry_attributes(p_entry),
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
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
    ('public.nemus_date_choices', 'user_id', null),
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

CREATE OR REPLACE FUNCTION private.nemus_figure_at (
  p_fields jsonb,
  VARIADIC p_path text[]
)
  RETURNS numeric
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse_field(array_to_string(p_path, '.'), 'ratio')
    where (p_fields #>> p_path) !~ '^[0-9]{1,5}(\.[0-9]{1,2})?$' or (p_fields #>> p_path)::numeric = 0;
  return (p_fields #>> p_path)::numeric;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_figure_choices()
  RETURNS TABLE (
    key          text,
    choices      text[],
    is_attribute boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  values ('unit', array['hours', 'cases', 'entries', 'months', 'ratio'], false),
    ('category', private.nemus_requirement_keys('category'), false),
    ('status', array['law', 'chamber', 'unconfirmed'], false),
    ('setting', array['outpatient', 'inpatient'], true), ('form', array['individual', 'group'], true),
    ('age_group', array['children', 'adults'], true),
    ('procedure', array['Verhaltenstherapie', 'Systemische Therapie', 'Tiefenpsychologisch fundierte Psychotherapie',
      'Analytische Psychotherapie'], true),
    ('service', array['first_interview', 'acute_treatment', 'report'], true)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_figures_done (
  p_user uuid,
  p_set  uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with counted as materialized (
    select s.kind, s.source, s.minutes, c.category, e.case_id, e.setting, e.form, e.age_group, e.procedure, e.service
    from private.nemus_training_sources s
    join public.nemus_requirement_credits c on c.set_id = p_set and c.source = s.source
    left join public.nemus_logbook_entries e on e.id = case s.kind when 'logbook' then s.source_id::uuid end
    where s.user_id = p_user and exists (select from public.nemus_requirement_figures f where f.set_id = p_set))
  select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] || jsonb_build_object('done',
    case when f.is_counted then case f.unit when 'months' then private.nemus_months_employed(p_user, f.setting)
      when 'cases' then d.cases when 'entries' then d.entries when 'hours' then div(d.minutes, f.unit_minutes)
      else round(d.treated / nullif(d.supervised, 0)::numeric, 2) end end) order by f.position), '[]')
  from public.nemus_requirement_figures f
  cross join lateral (
    select coalesce(sum(n.minutes), 0) as minutes, count(distinct n.case_id) as cases,
      count(*) filter (where n.kind = 'logbook') as entries, sum(n.minutes) filter (where n.source = 'entry_practice') as treated,
      sum(n.minutes) filter (where n.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')) as supervised
    from counted n
    where (f.category is null or n.category = f.category) and (f.setting is null or n.setting = f.setting)
      and (f.form is null or n.form = f.form) and (f.age_group is null or n.age_group = f.age_group)
      and (f.procedure is null or n.procedure = f.procedure) and (f.service is null or n.service = f.service)) d
  where f.set_id = p_set
$function$;

CREATE OR REPLACE FUNCTION private.nemus_fill_places (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
  is_late boolean;
  next public.nemus_appointment_participations;
begin
  loop
    select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
    exit when not found or appointment.starts_at <= now() or appointment.cancelled_at is not null;
    is_late := private.nemus_moves_until(appointment) <= now();
    exit when private.nemus_open_places(appointment) <= 0;
    select * into next from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.status = 'waitlist' and not (is_late and p.offered_until is not null)
      and not exists (select from private.nemus_held_dates(p.user_id, appointment.course_id) held
        where held.status = 'confirmed' and held.is_fixed)
      and not private.nemus_has_attended(p.user_id, appointment.course_id)
    order by p.waitlist_position limit 1 for update;
    exit when not found;
    if not is_late then
      perform private.nemus_move_up(appointment, next.user_id);
      continue;
    end if;
    next.offered_until := least(now() + interval '24 hours', appointment.starts_at);
    update public.nemus_appointment_participations p set offered_until = next.offered_until
    where p.appointment_id = p_appointment and p.user_id = next.user_id;
    perform private.nemus_notify(next.user_id, 'place_offered', 'place_offered:' || p_appointment || ':' || now(),
      jsonb_build_object('title', private.nemus_fact(appointment.title, '–'), 'starts_at', appointment.starts_at,
        'until', next.offered_until), '/appointments');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_date_choices()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with gone as (delete from public.nemus_date_choices c using public.nemus_appointments a
    where a.id = c.date_id and a.starts_at < now() returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_date_interests()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with gone as (delete from public.nemus_date_interests i where i.created_at < now() - interval '2 years' returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_expired()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kind text;
  gone int;
  total int := 0;
begin
  delete from private.nemus_set_aside s where s.failed_at < now() - interval '90 days';
  foreach kind in array '{policy_reports,withdrawal_sources,sent_invitations,area_reports,release_overrides,date_interests,date_choices}'::text[] loop
    continue when private.nemus_is_set_aside('forget-expired', kind);
    begin
      execute format('select private.nemus_forget_%s()', kind) into gone;
      total := total + gone;
      perform public.nemus_note_outcome('forget-expired', kind, null);
    exception when others then
      perform public.nemus_note_outcome('forget-expired', kind, sqlerrm);
    end;
  end loop;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_gone_letters()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with letter as (
    select s.job, s.item, case when s.item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.item::uuid end as id
    from private.nemus_set_aside s
    where s.job in ('send-letters', 'send-notifications', 'send-sign-off-letters', 'send-sms')
  ), gone as (
    delete from private.nemus_set_aside s using letter l where s.job = l.job and s.item = l.item and not exists (
      select from private.nemus_date_letters x where x.id = l.id
      union all select from private.nemus_trainee_letters x where x.id = l.id
      union all select from private.nemus_purchase_letters x where x.transaction_id = l.id
      union all select from private.nemus_notification_sendings x where x.id = l.id
      union all select from private.nemus_sign_off_letters x where x.id = l.id
      union all select from public.nemus_sms x where x.id = l.id)
    returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_set_aside()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.nemus_set_aside s where s.item = old.user_id::text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_give_sample_set()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- A person who is named to confirm, and invited by no institution, is no trainee.
  if exists (select from private.nemus_settings s where s.key = 'sample_data' and s.value = 'true')
    and not (new.user_type = 'piw' and exists (select from public.nemus_confirmers c
        where lower(c.email) = lower(new.email) and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id))
      and not exists (select from public.nemus_trainees t where lower(t.email) = lower(new.email))) then
    perform private.nemus_create_sample_set(new.user_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_course (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := greatest(cardinality(p_order.trainee_ids), 1);
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if not private.nemus_is_sold(p_order) or not private.nemus_is_buyable(p_order.course_id) then
    return jsonb_build_object('places', places, 'reason', case when not private.nemus_is_sold(p_order)
      then 'country_not_sold' when private.nemus_is_offered(p_order.course_id) then 'dates_gone' else 'course_gone' end);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    if not found then
      return jsonb_build_object('reason', 'already_enrolled', 'places', 1);
    end if;
    perform private.nemus_take_choice(p_order.user_id, p_order.date_id);
    return null;
  end if;
  select coalesce(array_agg(t.id), '{}') into free from public.nemus_trainees t
  where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id
    and not exists (select from public.nemus_booking_participants p
      where p.trainee_id = t.id and p.course_id = p_order.course_id)
    and not exists (select from public.nemus_course_enrollments e
      where e.user_id = t.user_id and e.course_id = p_order.course_id);
  if cardinality(free) > 0 then
    -- A slow payment may arrive after the chosen first day.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0, p_order.date_id);
    -- Fires courses/catalogue.
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
  if cardinality(free) = places then
    return null;
  end if;
  return (
    select jsonb_build_object('places', places - cardinality(free), 'reason',
      case when count(t.id) > 0 then 'already_enrolled' else 'trainee_gone' end,
      'people', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t
    where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and t.id <> all (free));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_has_inviter (
  p_invitation public.nemus_member_invitations
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_answers_for(p_invitation.invited_by, p_invitation.institution_id)
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

CREATE OR REPLACE FUNCTION private.nemus_is_behind (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.nemus_requirement_categories c
    left join lateral (
      select sum(m.minutes)::bigint as minutes from private.nemus_minutes_by_source(p_user) m
      join public.nemus_requirement_credits r on r.set_id = c.set_id and r.source = m.source
      where r.category = c.category) d on true
    where c.set_id = private.nemus_chosen_set(p_user)
      and private.nemus_standing(coalesce(d.minutes, 0), c.required_units, private.nemus_elapsed(p_user), c.unit_minutes)
        in ('behind', 'far_behind'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_buyable (
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_is_offered(p_course) and (
    exists (select from public.nemus_appointments a where a.course_id = p_course and a.cancelled_at is null
      and private.nemus_change_deadline(a) > now())
    or exists (select from public.nemus_learning_courses l
      where l.seminar_id = p_course and l.is_active and private.nemus_has_content(l.id)))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_invited (
  p_email text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(lower(private.nemus_mail_address(p_email) collate "C") = private.nemus_confirmed_address(), false)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_linked_entry (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_trainees t
    where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_reachable (
  p_user        uuid,
  p_institution uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not private.nemus_is_blocked(p_user) and (p_institution is null
    or exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
    or exists (select from public.nemus_trainees t where t.institution_id = p_institution and t.user_id = p_user))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_same_entry (
  p_entry  public.nemus_logbook_entries,
  p_fields jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (p_entry.done_on::text, p_entry.category, p_entry.minutes::text, p_entry.competency, p_entry.level, p_entry.note,
      p_entry.site_id::text, p_entry.case_id::text, p_entry.confirmer_id::text, private.nemus_entry_attributes(p_entry))
    is not distinct from (p_fields ->> 'done_on', p_fields ->> 'category', p_fields ->> 'minutes',
      p_fields ->> 'competency', p_fields ->> 'level',
      replace(btrim(coalesce(p_fields ->> 'note', ''), E' \t\r\n'), E'\r\n', E'\n'),
      lower(nullif(p_fields ->> 'site_id', '')), lower(nullif(p_fields ->> 'case_id', '')),
      lower(nullif(p_fields ->> 'confirmer_id', '')), jsonb_build_object('setting', p_fields ->> 'setting',
        'form', p_fields ->> 'form', 'age_group', p_fields ->> 'age_group', 'procedure', p_fields ->> 'procedure',
        'service', p_fields ->> 'service'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_stranded (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'submitted' and (not exists (select from public.nemus_confirmers c
      where c.id = p_entry.confirmer_id and c.ended_at is null)
    or private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, p_entry.done_on, p_entry.site_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_keep_confirmed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.is_sample or not exists (select from public.nemus_profiles p where p.user_id = old.user_id)
      or exists (select from private.nemus_deleted_accounts d where d.user_id = old.user_id) then
      return old;
    end if;
  elsif to_jsonb(new) - array['updated_at', 'search_text', 'confirmer_id', 'institution_id', 'decided_by']
      = to_jsonb(old) - array['updated_at', 'search_text', 'confirmer_id', 'institution_id', 'decided_by']
    and (new.confirmer_id is null or new.confirmer_id = old.confirmer_id)
    and (new.institution_id is null or new.institution_id = old.institution_id)
    and (new.decided_by is null or new.decided_by = old.decided_by)
    or new.state = 'submitted' and private.nemus_may_undo(old) then
    return new;
  end if;
  perform private.nemus_refuse(409, 'entry_state', '{"state": "confirmed"}');
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_letter_address (
  p_account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select p.email from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = p_account and 'administration' = any (m.roles) and not private.nemus_is_blocked(m.user_id)
      order by m.user_id <> p_account, m.created_at, m.user_id limit 1),
    (select p.email from public.nemus_profiles p where p.user_id = p_account))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_mail_address (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  select coalesce(split_part(plain, '@', 1) || '@' || (
      select string_agg(case when label ~ '[^\x01-\x7f]' then 'xn--' || private.nemus_punycode(label) else label end,
        '.' order by place)
      from regexp_split_to_table(lower(substring(plain from '^[^@]+@([^@]+)$')), '\.') with ordinality as l (label, place)),
    plain)
  from (select regexp_replace(replace(private.nemus_plain_text(p_text), '。', '.'), '^mailto:', '', 'i')) as given (plain)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_mailbox (
  p_email text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select lower(regexp_replace(private.nemus_mail_address(p_email), '\+[^@]*@', '@'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_may_undo (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'confirmed' and not p_entry.is_sample and coalesce(p_entry.decided_by = auth.uid(), false)
    and p_entry.confirmed_at > now() - interval '10 minutes'
    and p_entry.confirmer_id in (select private.nemus_my_confirmers() union all select private.nemus_my_deputised())
    and not exists (select from private.nemus_logbook_papers p
      where p.user_id = p_entry.user_id and p.step_number >= (select max(s.number) from private.nemus_logbook_steps s
        where s.user_id = p.user_id and s.entry_id = p_entry.id and s.action = 'confirm'))
    and not exists (select from public.nemus_logbook_entries c where c.corrects = p_entry.id and c.user_id = p_entry.user_id)
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

CREATE OR REPLACE FUNCTION private.nemus_moves_until (
  p_date public.nemus_appointments
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when p_date.course_id is null then p_date.starts_at
    else least(p_date.change_until, p_date.starts_at - interval '1 day') end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_my_deputised()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select d.confirmer_id from public.nemus_confirmer_deputies d
  join public.nemus_confirmers c on c.id = d.deputy_id
  join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
  where c.user_id = auth.uid() and c.ended_at is null
    and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
$function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_role()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_notify(e.user_id, 'sign_off_stranded', 'sign_off_stranded:' || old.id || ':' || now(),
    jsonb_build_object('confirmer', private.nemus_fact(c.name, '–'), 'entries', count(*)::int), '/logbook')
  from public.nemus_logbook_entries e
  join public.nemus_confirmers c on c.id = e.confirmer_id and c.ended_at is null
  join private.nemus_confirming_roles k on k.role = old.role and k.category = e.category
  where e.confirmer_id = old.confirmer_id and e.done_on >= old.valid_from and (old.valid_until is null or e.done_on <= old.valid_until)
    and private.nemus_is_stranded(e)
  group by e.user_id, c.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_step()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  signer constant text := nullif(current_setting('nemus.signer', true), '');
  step private.nemus_logbook_steps;
begin
  step.action := case new.state when 'confirmed' then 'confirm' when 'returned' then 'return' when 'draft' then 'take_back'
    else case old.state when 'submitted' then 'hand_over' when 'confirmed' then 'undo' else 'submit' end end;
  perform private.nemus_lock_logbook(new.user_id);
  select l.number, l.hash into step.number, step.previous_hash from private.nemus_logbook_steps l
  where l.user_id = new.user_id order by l.number desc limit 1;
  step.user_id := new.user_id;
  step.number := coalesce(step.number, 0) + 1;
  step.previous_hash := coalesce(step.previous_hash, repeat('0', 64));
  step.entry_id := new.id;
  step.created_at := clock_timestamp();
  step.actor_id := case when signer is null then auth.uid() end;
  step.actor_name := coalesce(signer,
    case when new.state = 'confirmed' then new.confirmed_by when new.state = 'returned' then new.returned_by end,
    (select nullif(coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), '')
      from public.nemus_profiles p where p.user_id = auth.uid()), coalesce(auth.uid()::text, ''));
  step.content := (to_jsonb(new) - array['updated_at', 'search_text'] || jsonb_build_object('names',
    private.nemus_step_names(new, coalesce(new.institution_id, old.institution_id))))::text;
  step.hash := private.nemus_step_hash(step);
  insert into private.nemus_logbook_steps select step.*;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_offer_places()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  late record;
  looked int := 0;
begin
  for late in select a.id, a.course_id from public.nemus_appointments a
    where a.starts_at > now() and a.course_id is not null and a.cancelled_at is null and a.participants_taken < a.capacity
      and exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id
        and p.status = 'waitlist' and (p.offered_until is null or private.nemus_moves_until(a) > now()))
      and not private.nemus_is_set_aside('offer-places', a.id::text)
    order by a.course_id, a.id loop
    begin
      perform private.nemus_lock_dates(late.course_id);
      perform private.nemus_fill_places(late.id);
      looked := looked + 1;
      perform public.nemus_note_outcome('offer-places', late.id::text, null);
    exception when others then
      perform public.nemus_note_outcome('offer-places', late.id::text, sqlerrm);
    end;
  end loop;
  return looked;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_only_confirms (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (exists (select from public.nemus_confirmers c where c.user_id = p_user and c.ended_at is null)
      or exists (select from public.nemus_confirmers c
        where lower(c.email) = (select lower(u.email) from auth.users u where u.id = p_user and u.email_confirmed_at is not null)
          and c.user_id is null and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id)))
    and exists (select from public.nemus_profiles p where p.user_id = p_user and p.user_type = 'piw')
    and not exists (select from public.nemus_members m where m.user_id = p_user)
    and not exists (select from public.nemus_staff s where s.user_id = p_user)
    and not exists (select from public.nemus_trainees t where t.user_id = p_user)
    and not exists (select from public.nemus_requirement_choices c where c.user_id = p_user)
    and not exists (select from public.nemus_training_info i where i.user_id = p_user and (i.field is not null or i.started_on is not null))
    and not exists (select from public.nemus_logbook_entries e where e.user_id = p_user and not e.is_sample)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = p_user)
    and not exists (select from public.nemus_orders o where o.user_id = p_user)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_phone_number (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  select regexp_replace(phone, case when char_length(replace(phone, '(', '')) <> char_length(replace(phone, ')', '')) then '\)' else '^$' end, '')
  from (select btrim(regexp_replace(regexp_replace(regexp_replace(translate(regexp_replace(regexp_replace(
    private.nemus_plain_text(p_text), '^tel[.:]*\s*', '', 'i'),
    '^((?:\+|00)\d{1,3})[\s-]*[([]\s*0\s*[)\]][\s-]*', '\1 '), '[]', '()'),
    '[\s·•]+', ' ', 'g'), '^\(\+(\d+)\)', '+\1'), '^\(', ''))) as given (phone)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_place_at (
  p_user uuid,
  p_date public.nemus_appointments
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own record;
begin
  perform private.nemus_release_place(held.appointment_id, p_user)
  from private.nemus_held_dates(p_user, p_date.course_id) held where held.status = 'waitlist';
  -- The waiting list comes first.
  perform private.nemus_fill_places(p_date.id);
  -- Fires dates/appointments, dates/attendance.
  insert into public.nemus_appointment_participations (appointment_id, user_id) values (p_date.id, p_user)
  on conflict (appointment_id, user_id) do update
  set status = excluded.status, waitlist_position = excluded.waitlist_position, cancelled_at = null;
  select p.status, p.waitlist_position into own from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.user_id = p_user;
  if own.status = 'confirmed' then
    perform private.nemus_tell_participant(p_user, p_date.id, 'place_confirmed');
    perform private.nemus_release_place(held.appointment_id, p_user)
    from private.nemus_held_dates(p_user, p_date.course_id) held where held.appointment_id <> p_date.id;
  else
    perform private.nemus_tell_participant(p_user, p_date.id, 'waitlisted',
      jsonb_build_object('position', own.waitlist_position));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_plain_code (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(private.nemus_plain_text(p_text), E' \t\r\n.,;:')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_plain_text (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(regexp_replace(regexp_replace(normalize(replace(left(coalesce(p_text, ''), 300), '№', 'Nr '), nfkc),
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
    '[\u2010-\u2015\u2043\u2212]', '-', 'g'), E' \t\r\n')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_units (
  p_user uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_whole_units(coalesce(sum(w.minutes), 0)::bigint)
  from private.nemus_waiting_hours(p_user, private.nemus_chosen_set(p_user), null) w
  where w.state = 'planned' and w.counts_for is not null
$function$;

CREATE OR REPLACE FUNCTION private.nemus_punycode (
  p_label text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  signs constant int[] := array(select ascii(s.sign)
    from regexp_split_to_table(p_label, '') with ordinality as s (sign, place) order by s.place);
  coded text := regexp_replace(p_label, '[^\x01-\x7f]', '', 'g');
  basic constant int := char_length(coded);
  handled int := basic;
  next int := 128;
  delta int := 0;
  bias int := 72;
  smallest int;
  point int;
  rest int;
  digit int;
  place int;
begin
  coded := coded || case when basic > 0 then '-' else '' end;
  while handled < cardinality(signs) loop
    smallest := (select min(s) from unnest(signs) s where s >= next);
    delta := delta + (smallest - next) * (handled + 1);
    next := smallest;
    foreach point in array signs loop
      delta := delta + (point < next)::int;
      continue when point <> next;
      rest := delta;
      place := 36;
      loop
        digit := least(greatest(place - bias, 1), 26);
        exit when rest < digit;
        coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', digit + (rest - digit) % (36 - digit) + 1, 1);
        rest := (rest - digit) / (36 - digit);
        place := place + 36;
      end loop;
      coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
      delta := delta / case when handled = basic then 700 else 2 end;
      delta := delta + delta / (handled + 1);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next := next + 1;
  end loop;
  return coded;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', own.mailbox,
    'copy_to', nullif(nullif(s.billing_email, ''), own.mailbox), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number,
    'taxes', coalesce(i.taxes, (select jsonb_agg(distinct l.line -> 'tax') from private.nemus_collected_payments c
      cross join lateral jsonb_array_elements(c.lines) as l (line) where c.transaction_id = t.id), '[]'),
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.sort_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  cross join lateral (select private.nemus_letter_address(t.user_id) as mailbox) own
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_read_entry (
  p_id            uuid,
  p_fields        jsonb,
  p_is_correction boolean
)
  RETURNS public.nemus_logbook_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  entry public.nemus_logbook_entries;
  problem jsonb;
  taken bigint;
begin
  entry.id := p_id;
  entry.user_id := me;
  entry.done_on := private.nemus_day_field(p_fields, 'done_on', true);
  perform private.nemus_refuse_field('done_on', 'future')
    where entry.done_on > (now() at time zone 'Europe/Berlin')::date;
  entry.category := private.nemus_choice_field(p_fields, 'category',
    array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true);
  entry.minutes := private.nemus_count_field(p_fields, 'minutes', case when p_is_correction then 0 else 1 end, 1440);
  entry.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], false);
  entry.level := private.nemus_choice_field(p_fields, 'level', array['cognitive', 'action'], entry.competency is not null);
  perform private.nemus_refuse_field('competency', 'missing')
    where entry.competency is null and entry.level is not null;
  entry.note := coalesce(private.nemus_text_field(p_fields, 'note', 2000, false), '');
  entry.site_id := private.nemus_id_field(p_fields, 'site_id', false);
  entry.case_id := private.nemus_id_field(p_fields, 'case_id', false);
  entry.confirmer_id := private.nemus_id_field(p_fields, 'confirmer_id', false);
  entry := jsonb_populate_record(entry, (select jsonb_object_agg(a.key, private.nemus_choice_field(p_fields, a.key, a.choices, false))
    from private.nemus_figure_choices() a where a.is_attribute));
  if entry.site_id is not null then
    perform from public.nemus_logbook_sites s where s.id = entry.site_id and s.user_id = me;
    perform private.nemus_refuse_field('site_id', 'choice') where not found;
  end if;
  if entry.case_id is not null then
    perform from public.nemus_logbook_cases c where c.id = entry.case_id and c.user_id = me;
    perform private.nemus_refuse_field('case_id', 'choice') where not found;
  end if;
  problem := private.nemus_day_problem(entry);
  perform private.nemus_refuse_field(problem ->> 'field', problem ->> 'problem') where problem is not null;
  perform private.nemus_refuse_field('confirmer_id', case when private.nemus_confirms_for(me, entry.confirmer_id,
      entry.category, entry.done_on, entry.site_id, true) then 'confirmer_site' else 'confirmer' end)
    where entry.confirmer_id is not null
      and not private.nemus_confirms_for(me, entry.confirmer_id, entry.category, entry.done_on, entry.site_id);
  taken := private.nemus_minutes_of_day(me, entry.done_on, p_id, array['draft', 'returned', 'submitted', 'confirmed']);
  perform private.nemus_refuse_field('minutes', 'day_full', jsonb_build_object('left', greatest(1440 - taken, 0)))
    where taken + entry.minutes > 1440;
  return entry;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_read_figures (
  p_fields     jsonb,
  p_categories text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  place text;
  figure public.nemus_requirement_figures;
  figures jsonb := jsonb '[]';
begin
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_fields -> 'figures') <> 'array'
    or jsonb_array_length(p_fields -> 'figures') > 60;
  for place in select n::text from generate_series(0, jsonb_array_length(p_fields -> 'figures') - 1) n loop
    figure.position := place::int + 1;
    figure.title := private.nemus_line_at(p_fields, 200, true, 'figures', place, 'title');
    figure.condition := private.nemus_line_at(p_fields, 300, false, 'figures', place, 'condition');
    figure.source := private.nemus_line_at(p_fields, 500, false, 'figures', place, 'source');
    figure.least := private.nemus_figure_at(p_fields, 'figures', place, 'least');
    figure.most := private.nemus_figure_at(p_fields, 'figures', place, 'most');
    perform private.nemus_refuse_field('figures.' || place || '.most', 'choice') where figure.most < figure.least;
    figure.part_of := case when p_fields #>> array['figures', place, 'part_of'] is not null then
      private.nemus_count_field(private.nemus_field_at(p_fields, 'figures', place, 'part_of'), 'figures.' || place || '.part_of', 1, place::int) end;
    figure.unit_minutes := coalesce(private.nemus_choice_field(private.nemus_field_at(p_fields, 'figures', place,
      'unit_minutes'), 'figures.' || place || '.unit_minutes', array['45', '50', '60'], false), '45')::int;
    figure := jsonb_populate_record(figure, (select jsonb_object_agg(k.key, private.nemus_choice_field(
        private.nemus_field_at(p_fields, 'figures', place, k.key), 'figures.' || place || '.' || k.key, k.choices, k.key = 'unit'))
      from private.nemus_figure_choices() k));
    perform private.nemus_refuse_field('figures.' || place || '.category', case when figure.category is null then 'missing' else 'choice' end)
      where not coalesce(figure.category = any (p_categories), num_nonnulls(figure.form, figure.age_group, figure.procedure, figure.service) = 0);
    figure.is_counted := coalesce(p_fields #> array['figures', place, 'is_counted'] <> 'false', true);
    figures := figures || (to_jsonb(figure) - array['set_id', 'created_at']);
  end loop;
  return figures;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_read_requirements (
  p_fields jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  part text;
  key text;
  level text;
  day constant text := p_fields ->> 'valid_from';
  ratio constant text := p_fields ->> 'treated_per_supervised';
  categories jsonb := jsonb '[]';
  competencies jsonb := jsonb '[]';
  credits jsonb := jsonb '[]';
  named text[] := array[]::text[];
begin
  foreach part in array array['categories', 'competencies', 'credits'] loop
    perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_fields -> part) is distinct from 'object';
  end loop;
  perform private.nemus_refuse_field('valid_from', 'missing') where day is null;
  perform private.nemus_refuse_field('valid_from', 'day')
    where day !~ '^(199|20[0-9])[0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      or to_char(make_date(left(day, 4)::int, substr(day, 6, 2)::int, 1) + right(day, 2)::int - 1, 'YYYY-MM-DD') <> day;
  perform private.nemus_refuse_field('treated_per_supervised', 'ratio')
    where ratio !~ '^[0-9]{1,4}(\.[0-9]{1,2})?$' or ratio::numeric = 0;
  foreach key in array private.nemus_requirement_keys('category') loop
    if jsonb_typeof(p_fields #> array['categories', key]) = 'object' then
      named := named || key;
      categories := categories || jsonb_build_object('category', key,
        'title', private.nemus_line_at(p_fields, 100, false, 'categories', key, 'title'),
        'required_units', private.nemus_units_at(p_fields, 'categories', key, 'required_units'),
        'unit_minutes', coalesce(private.nemus_choice_field(private.nemus_field_at(p_fields, 'categories', key,
          'unit_minutes'), 'categories.' || key || '.unit_minutes', array['45', '50', '60'], false)::int, 45),
        'status', private.nemus_choice_field(private.nemus_field_at(p_fields, 'categories', key, 'status'),
          'categories.' || key || '.status', array['law', 'chamber', 'unconfirmed'], false),
        'source', private.nemus_line_at(p_fields, 500, false, 'categories', key, 'source'));
    end if;
  end loop;
  foreach key in array private.nemus_requirement_keys('competency') loop
    foreach level in array private.nemus_requirement_keys('level') loop
      if jsonb_typeof(p_fields #> array['competencies', key, level]) = 'object' then
        competencies := competencies || jsonb_build_object('competency', key, 'level', level,
          'required_units', private.nemus_units_at(p_fields, 'competencies', key, level, 'required_units'),
          'description', private.nemus_line_at(p_fields, 500, false, 'competencies', key, level, 'description'));
      end if;
    end loop;
  end loop;
  foreach key in array private.nemus_requirement_keys('source') loop
    part := p_fields #>> array['credits', key];
    if part is not null then
      perform private.nemus_choice_field(private.nemus_field_at(p_fields, 'credits', key), 'credits.' || key, named, true);
      credits := credits || jsonb_build_object('source', key, 'category', part);
    end if;
  end loop;
  return jsonb_build_object('name', private.nemus_line_at(p_fields, 200, true, 'name'),
    'chamber', private.nemus_line_at(p_fields, 200, false, 'chamber'),
    'field', private.nemus_choice_field(p_fields, 'field',
      array['Erwachsene', 'Kinder und Jugendliche', 'Neuropsychologische Psychotherapie'], false),
    'procedure', private.nemus_choice_field(p_fields, 'procedure', array['Verhaltenstherapie', 'Systemische Therapie',
      'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie'], false),
    'version', private.nemus_line_at(p_fields, 40, true, 'version'),
    'valid_from', day, 'source', private.nemus_line_at(p_fields, 500, false, 'source'),
    'treated_per_supervised', round(ratio::numeric, 2),
    'categories', categories, 'competencies', competencies, 'credits', credits,
    'figures', private.nemus_read_figures(p_fields, named));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_refuse_period (
  p_from    date,
  p_until   date,
  p_is_open boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse_field('valid_from', case when p_from is null then 'missing' else 'date' end)
    where p_from is null or not private.nemus_is_day(p_from);
  perform private.nemus_refuse_field('valid_from', 'too_early', jsonb_build_object('earliest', o.earliest))
  from (select ((now() at time zone 'Europe/Berlin')::date - interval '10 years')::date as earliest) o where p_from < o.earliest;
  perform private.nemus_refuse_field('valid_until', 'missing') where p_until is null and not p_is_open;
  perform private.nemus_refuse_field('valid_until', 'date') where not private.nemus_is_day(p_until);
  perform private.nemus_refuse_field('valid_until', 'before_start') where p_until < p_from;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_require_seen (
  p_entry public.nemus_logbook_entries,
  p_ids   uuid[],
  p_seen  timestamp with time zone[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(409, 'entry_resubmitted')
    where p_entry.submitted_at <> p_seen[array_position(p_ids, p_entry.id)];
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_requirement_document (
  p_set uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(s) - 'created_at' || jsonb_build_object(
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('category', c.category, 'title', c.title,
        'required_units', c.required_units, 'unit_minutes', c.unit_minutes, 'status', c.status, 'source', c.source)
        order by c.position), '[]')
      from public.nemus_requirement_categories c where c.set_id = s.id),
    'competencies', (select coalesce(jsonb_agg(jsonb_build_object('competency', c.competency, 'level', c.level,
        'required_units', c.required_units, 'description', c.description)
        order by array_position(private.nemus_requirement_keys('competency'), c.competency), c.level desc), '[]')
      from public.nemus_requirement_competencies c where c.set_id = s.id),
    'credits', (select coalesce(jsonb_agg(jsonb_build_object('source', c.source, 'category', c.category)
        order by array_position(private.nemus_requirement_keys('source'), c.source)), '[]')
      from public.nemus_requirement_credits c where c.set_id = s.id),
    'figures', (select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] order by f.position), '[]')
      from public.nemus_requirement_figures f where f.set_id = s.id))
  from public.nemus_requirement_sets s where s.id = p_set
$function$;

CREATE OR REPLACE FUNCTION private.nemus_requirement_gaps (
  p_set uuid
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    case when not exists (select from public.nemus_requirement_categories c where c.set_id = p_set)
      then 'categories' end,
    case when not exists (select from public.nemus_requirement_categories c where c.set_id = p_set
      and c.required_units is not null) and not exists (select from public.nemus_requirement_figures f
      where f.set_id = p_set) then 'figures' end,
    case when exists (select from public.nemus_requirement_sets s where s.id = p_set and s.valid_from is null)
      then 'valid_from' end,
    case when not exists (select from public.nemus_requirement_credits c where c.set_id = p_set) then 'credits' end], null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_sample_details (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires figures/training_records.
  update public.nemus_personal_data d set phone = '+49 30 23125 118', street = 'Lindenallee 12',
    postal_code = '10115', city = 'Berlin', birth_date = '1992-04-17'
  where d.user_id = p_user and d.street = '' and d.birth_date is null;
  update public.nemus_training_info i set field = 'Erwachsene', procedure = 'Verhaltenstherapie',
    chamber = 'Psychotherapeutenkammer Berlin', training_site = 'Ambulanz am Stadtpark',
    supervisor_name = 'Dr. Helena Sommer', started_on = today - 1040, expected_end_on = today + 296
  where i.user_id = p_user and i.field is null and i.chamber = '';
  -- Fires institutions/settings.
  update public.nemus_institution_settings s set institution_address = E'Parkstraße 8\n10115 Berlin',
    institution_phone = '+49 30 23125 0', institution_website = 'https://www.weiterbildung.example',
    institution_description = 'Ambulante Weiterbildungsstätte für Verhaltenstherapie mit Erwachsenen.'
  where s.institution_id = p_user and s.institution_address = '';
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_search_patterns (
  p_search text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(case when length < 3 then '% ' else '%' end || word || '%' order by length desc, word),
    case when p_search ~ '[^[:space:]\u00a0]' then '{%#%}' else '{}' end::text[])
  from (select distinct word, char_length(word) as length
    from regexp_split_to_table(private.nemus_search_form(case when p_search like '%_@_%'
      then private.nemus_mail_address(left(p_search, 200)) else left(p_search, 200) end), ' ') word
    where word <> '' order by length desc, word limit 6) found
$function$;

CREATE OR REPLACE FUNCTION private.nemus_send_letters()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_forget_gone_letters();
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_purchase_letters l join public.nemus_transactions t on t.id = l.transaction_id
      where l.sent_at is null and l.attempts < 5 and l.created_at < now() - interval '5 minutes'
        and coalesce(l.tried_at < now() - interval '5 minutes', true) and not private.nemus_went_back(t.reference)) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_set_targets (
  p_set uuid
)
  RETURNS TABLE (
    area  text,
    units integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case c.category when 'supervision' then 'practice' else c.category end, ceil(sum(c.required_units * c.unit_minutes) / 45.0)::int
  from public.nemus_requirement_categories c
  where c.set_id = p_set and c.category <> 'self_experience' and c.required_units is not null
  group by 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_standing (
  p_done           bigint,
  p_required_units integer,
  p_elapsed        numeric,
  p_unit_minutes   integer DEFAULT 45
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_required_units is null then 'open'
    when p_done >= p_required_units * p_unit_minutes then 'met'
    when p_elapsed is null then 'open'
    when p_done >= (p_elapsed - 0.1) * p_required_units * p_unit_minutes then 'on_track'
    when p_done >= (p_elapsed - 0.25) * p_required_units * p_unit_minutes then 'behind'
    else 'far_behind' end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_take_choice (
  p_user uuid,
  p_date uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen public.nemus_appointments;
begin
  if p_date is null then
    return;
  end if;
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = p_date;
  select * into chosen from public.nemus_appointments a where a.id = p_date for update;
  if exists (select from private.nemus_held_dates(p_user, chosen.course_id))
    or private.nemus_has_attended(p_user, chosen.course_id) then
    return;
  elsif chosen.cancelled_at is null and private.nemus_change_deadline(chosen) > now() then
    perform private.nemus_place_at(p_user, chosen);
  elsif chosen.starts_at > now() then
    perform private.nemus_notify(p_user, 'choice_gone', 'choice_gone:' || p_date,
      jsonb_build_object('title', private.nemus_fact(chosen.title, '–'), 'starts_at', chosen.starts_at),
      '/seminar-catalog/' || chosen.course_id || '?terminwahl=' || chosen.course_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
begin
  perform private.nemus_lock_dates(a.course_id) from public.nemus_appointments a where a.id = new.appointment_id;
  select * into appointment from public.nemus_appointments a where a.id = new.appointment_id for update;
  perform private.nemus_refuse(404, 'date_not_found')
    where appointment.course_id is not null and new.status in ('confirmed', 'waitlist') and not exists (
      select from public.nemus_course_enrollments e
      where e.user_id = new.user_id and e.course_id = appointment.course_id);
  if new.status = 'confirmed' and private.nemus_open_places(appointment, new.user_id) > 0 then
    -- Fires certificates/certificates.
    update public.nemus_appointments a set participants_taken = a.participants_taken + 1 where a.id = new.appointment_id;
  elsif new.status = 'confirmed' then
    new.status := 'waitlist';
  end if;
  if new.status = 'waitlist' and new.waitlist_position is null then
    select coalesce(max(p.waitlist_position), 0) + 1 into new.waitlist_position
    from public.nemus_appointment_participations p where p.appointment_id = new.appointment_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_teaching_rows (
  p_dates uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at,
      not c.is_active and c.published_at is null as is_draft, private.nemus_unticked(a.*::public.nemus_appointments) as unticked,
      array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
    from (select distinct given.id from unnest(p_dates) as given (id)) wanted
    cross join lateral (select * from public.nemus_appointments x where x.id = wanted.id limit 1) a
    cross join lateral (select * from public.nemus_courses s where s.id = a.course_id limit 1) c
  ), collides as materialized (
    select k.place, k.conflicts from private.nemus_conflicts_at((
      select jsonb_agg(jsonb_build_object('place', l.place, 'date_id', l.id, 'starts_at', l.starts_at,
        'ends_at', l.ends_at, 'room', private.nemus_room(l.format, l.location), 'teachers', l.teachers))
      from listed l where l.cancelled_at is null)) k
  )
  select l.id, jsonb_build_object('id', l.id, 'course_id', l.course_id, 'course_title', l.course_title,
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'is_draft', l.is_draft, 'unticked', l.unticked, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_confirmer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.confirmer_id is not null then
    perform private.nemus_write_news(new.confirmer_id);
    perform private.nemus_write_link(new.confirmer_id, new.user_id, old.state = 'submitted');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_interested (
  p_course uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_notify(i.user_id, 'dates_planned', 'dates_planned:' || planned.newest,
    jsonb_build_object('title', private.nemus_fact(c.title, '–'), 'starts_at', planned.first_start),
    case p.user_type when 'institution' then '/course-bookings?ansicht=buchen&kurs=' else '/seminar-catalog/' end || c.id)
  from public.nemus_courses c
  cross join lateral (select min(a.starts_at) as first_start,
      (array_agg(a.id order by a.created_at desc, a.starts_at, a.id))[1] as newest
    from public.nemus_appointments a where a.course_id = c.id and a.cancelled_at is null
      and private.nemus_change_deadline(a) > now()) planned
  join public.nemus_date_interests i on i.course_id = c.id
  join public.nemus_profiles p on p.user_id = i.user_id
  where c.id = p_course and planned.newest is not null and private.nemus_is_offered(c.id)
    and not private.nemus_is_blocked(i.user_id)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = i.user_id and e.course_id = c.id)
    and not exists (select from public.nemus_course_bookings b
      where b.institution_id = i.user_id and b.course_id = c.id and b.status <> 'cancelled')
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

CREATE OR REPLACE FUNCTION private.nemus_unticked (
  p_date public.nemus_appointments
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::int from public.nemus_appointment_participations p
  where p.appointment_id = p_date.id and p.status = 'confirmed' and p.attendance is null
    and p_date.cancelled_at is null and p_date.ends_at < now()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_waiting_hours (
  p_user        uuid,
  p_set         uuid,
  p_institution uuid
)
  RETURNS TABLE (
    counts_for text,
    state      text,
    minutes    bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_set is null then w.category else c.category end, w.state, sum(w.minutes)::bigint
  from private.nemus_waiting(p_user, p_institution) w
  left join public.nemus_requirement_credits c on c.set_id = p_set and c.source = w.source
  group by 1, 2
$function$;

CREATE OR REPLACE FUNCTION private.nemus_wants (
  p_user        uuid,
  p_kind        text,
  p_channel     text,
  p_institution uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case ways.mode when 'always' then true when 'never' then false
    else coalesce((select c.wanted from public.nemus_notification_choices c
        where c.user_id = p_user and c.kind = p_kind and c.channel = p_channel), ways.mode = 'on')
      and not exists (select from public.nemus_institution_settings s
        where s.institution_id = coalesce(p_institution, p_user)
          -- The switch is about the institution's own people, not about the trainees that it writes to.
          and (p_institution is null or p_user = p_institution or exists (select from public.nemus_members m
            where m.institution_id = p_institution and m.user_id = p_user))
          and case p_channel when 'mail' then not s.email_notifications when 'sms' then not s.sms_notifications end) end
  from (select case p_channel when 'portal' then k.portal when 'mail' then k.mail else k.sms end as mode
    from private.nemus_notification_kinds k where k.kind = p_kind) ways
$function$;

CREATE OR REPLACE FUNCTION private.nemus_went_back (
  p_reference text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_orders o
    where p_reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_institution_letters (
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := 'trainee_date_' || p_kind || ':' || p_appointment || ':' || extract(epoch from now());
    perform private.nemus_notify_members(letter.institution_id, '{booking}', 'trainee_date_' || p_kind, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, 'trainee_date_' || p_kind, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_news (
  p_confirmer uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week, due_at, asked_as)
  select 'reminder', c.id, c.user_id, date_trunc('week', now() at time zone 'Europe/Berlin')::date,
    case m.pace when 'daily' then ((now() at time zone 'Europe/Berlin')::date + 1 + time '06:00') at time zone 'Europe/Berlin'
      else greatest(now(), (select max(l.sent_at) + interval '1 hour' from private.nemus_sign_off_letters l
        where l.account_id = c.user_id)) end, 'account'
  from public.nemus_confirmers c cross join lateral (select private.nemus_confirming_mails(c.user_id) as pace) m
  where c.id = p_confirmer and c.user_id is not null and c.ended_at is null and m.pace in ('immediate', 'daily')
    and private.nemus_may_have_confirmed(c.institution_id)
    and not exists (select from private.nemus_sign_off_letters l
      where l.account_id = c.user_id and l.asked_as = 'account' and l.sent_at is null and l.attempts < 5)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders,
  p_shown integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  p_order.user_id := p_payer.user_id;
  perform private.nemus_refuse(409, 'country_not_sold') where not private.nemus_is_sold(p_order);
  perform private.nemus_check_price('cents', p_shown, p_order.amount_cents);
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    date_id, terms_version)
  select p_payer.user_id, p_order.kind, p_order.course_id, coalesce(p_order.trainee_ids, '{}'), p_order.credits,
    p_order.tier, p_order.title, p_order.amount_cents, p_order.starts_on, p_order.date_id, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title,
    'email', private.nemus_letter_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_requirements (
  p_set      uuid,
  p_document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Before the categories that they refer to.
  delete from public.nemus_requirement_credits c where c.set_id = p_set and not exists (
    select from jsonb_to_recordset(p_document -> 'credits') as given (source text) where given.source = c.source);
  insert into public.nemus_requirement_categories as c (set_id, category, title, required_units, position, unit_minutes,
    status, source)
  select p_set, given.category, given.title, given.required_units,
    array_position(private.nemus_requirement_keys('category'), given.category), given.unit_minutes, given.status, given.source
  from jsonb_to_recordset(p_document -> 'categories') as given (category text, title text, required_units int,
    unit_minutes int, status text, source text)
  on conflict (set_id, category) do update set title = excluded.title, required_units = excluded.required_units,
    position = excluded.position, unit_minutes = excluded.unit_minutes, status = excluded.status, source = excluded.source
  where (c.title, c.required_units, c.position, c.unit_minutes, c.status, c.source) is distinct from (excluded.title,
    excluded.required_units, excluded.position, excluded.unit_minutes, excluded.status, excluded.source);
  insert into public.nemus_requirement_credits as c (set_id, source, category)
  select p_set, given.source, given.category
  from jsonb_to_recordset(p_document -> 'credits') as given (source text, category text)
  on conflict (set_id, source) do update set category = excluded.category where c.category <> excluded.category;
  if (select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] order by f.position), '[]')
      from public.nemus_requirement_figures f where f.set_id = p_set) <> p_document -> 'figures' then
    delete from public.nemus_requirement_figures f where f.set_id = p_set;
    insert into public.nemus_requirement_figures
    select (jsonb_populate_record(null::public.nemus_requirement_figures,
      given || jsonb_build_object('set_id', p_set, 'created_at', now()))).* from jsonb_array_elements(p_document -> 'figures') given;
  end if;
  delete from public.nemus_requirement_categories c where c.set_id = p_set and not exists (
    select from jsonb_to_recordset(p_document -> 'categories') as given (category text)
    where given.category = c.category);
  delete from public.nemus_requirement_competencies c where c.set_id = p_set and not exists (
    select from jsonb_to_recordset(p_document -> 'competencies') as given (competency text, level text)
    where given.competency = c.competency and given.level = c.level);
  insert into public.nemus_requirement_competencies as c (set_id, competency, level, required_units, description)
  select p_set, given.competency, given.level, given.required_units, given.description
  from jsonb_to_recordset(p_document -> 'competencies')
    as given (competency text, level text, required_units int, description text)
  on conflict (set_id, competency, level) do update set required_units = excluded.required_units,
    description = excluded.description
  where (c.required_units, c.description) is distinct from (excluded.required_units, excluded.description);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.ends_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_confirming (
  p_confirmer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_lock_confirming();
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set user_id = auth.uid(), accepted_at = coalesce(c.accepted_at, now()), is_sample = c.is_sample and c.user_id is not null
  where c.id = p_confirmer and c.ended_at is null
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)
      and private.nemus_may_have_confirmed(c.institution_id)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform public.nemus_remove_sample_data() where private.nemus_only_confirms(auth.uid());
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_ask_for_dates (
  p_course uuid,
  p_asks   boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not p_asks then
    delete from public.nemus_date_interests i where i.user_id = auth.uid() and i.course_id = p_course;
    return;
  end if;
  perform from public.nemus_courses c where c.id = p_course for no key update;
  perform private.nemus_refuse(404, 'course_not_found') where p_asks is null or not private.nemus_is_offered(p_course);
  perform private.nemus_refuse(409, 'already_enrolled', '{"name": null}') where private.nemus_is_enrolled(p_course);
  perform private.nemus_refuse(409, 'dates_planned') where private.nemus_is_buyable(p_course);
  insert into public.nemus_date_interests (user_id, course_id) values (auth.uid(), p_course) on conflict do nothing;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_billing_contact (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('account_id', p.user_id, 'email', private.nemus_letter_address(p.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p.user_id))
  from public.nemus_profiles p where p.user_id = private.nemus_buys_for(p_user_id, 'credits')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_book_course (
  p_course        uuid,
  p_trainees      uuid[],
  p_start         date    DEFAULT NULL::date,
  p_shown_credits integer DEFAULT NULL::integer
)
  RETURNS public.nemus_course_bookings
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  request uuid;
  course record;
  booking public.nemus_course_bookings;
  total int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('booking') else auth.uid() end;
  -- Locks first: of two concurrent bookings, the second sees the first.
  perform private.nemus_lock_course(p_course);
  perform private.nemus_lock_credits(me, 0);
  perform private.nemus_check_buyable(p_course);
  select c.title, c.credit_cost into course from public.nemus_courses c where c.id = p_course;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(me, p_course, p_trainees);
  request := private.nemus_check_spending(me, auth.uid(), p_course, p_trainees, p_start, course.credit_cost, 0);
  total := course.credit_cost * cardinality(p_trainees);
  perform private.nemus_check_price('credits', p_shown_credits, total);
  perform private.nemus_lock_credits(me, total);
  booking := private.nemus_create_booking(me, p_course, p_trainees, p_start, total,
    case coalesce(current_setting('nemus.chosen_date', true), '') when '' then private.nemus_choice_of(auth.uid(), p_course)
      when 'none' then null else current_setting('nemus.chosen_date')::uuid end);
  -- Fires credits/credits.
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (me, 'spend', -total, booking.id::text, p_course);
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  values (me, 'booking:' || booking.id, 'course', course.title, 0, 'completed', 'credits', cardinality(p_trainees), -total);
  if request is not null then
    update public.nemus_booking_requests r set state = 'booked', booking_id = booking.id where r.id = request;
  end if;
  return booking;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_booking_request_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and (r.expires_at <= now() or not private.nemus_answers_for(r.decided_by, institution))
            then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_member_name(r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_member_name(r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_catalogue_dates()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with offered as materialized (
    select c.id from public.nemus_courses c where c.is_active and c.id not in (select private.nemus_withheld_seminars())),
  open_dates as materialized (
    select a.* from public.nemus_appointments a join offered o on o.id = a.course_id
    where a.cancelled_at is null and a.starts_at > now() and coalesce(a.change_until, a.starts_at) > now()),
  asked as (select i.course_id from public.nemus_date_interests i where i.user_id = auth.uid())
  select jsonb_build_object(
    'dates', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'starts_at', a.starts_at,
      'ends_at', a.ends_at, 'format', a.format, 'location', a.location, 'instructor', a.instructor,
      'capacity', a.capacity,
      'free_places', (select greatest(private.nemus_open_places(d, auth.uid()), 0) from public.nemus_appointments d where d.id = a.id)) order by a.starts_at, a.id), '[]')
      from open_dates a),
    'chosen', (select coalesce(jsonb_object_agg(c.course_id, c.date_id), '{}') from public.nemus_date_choices c
      join open_dates a on a.id = c.date_id where c.user_id = auth.uid()),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select course_id from open_dates) or private.nemus_is_buyable(o.id) as is_buyable
        from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_dates"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_choose_before_buying (
  p_course uuid,
  p_date   uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen public.nemus_appointments;
begin
  if p_date is null then
    delete from public.nemus_date_choices c where c.user_id = auth.uid() and c.course_id = p_course;
    return;
  end if;
  select * into chosen from public.nemus_appointments a where a.id = p_date and a.course_id = p_course;
  perform private.nemus_refuse(404, 'date_not_found') where chosen.id is null or not private.nemus_is_offered(p_course);
  perform private.nemus_refuse(409, 'date_cancelled') where chosen.cancelled_at is not null;
  perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(chosen) <= now();
  insert into public.nemus_date_choices (user_id, course_id, date_id) values (auth.uid(), p_course, p_date)
  on conflict (user_id, course_id) do update set date_id = excluded.date_id, created_at = now();
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_choose_confirming_mails (
  p_pace text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse_field('pace', 'choice')
    where p_pace is null or p_pace not in ('none', 'immediate', 'daily', 'weekly');
  insert into public.nemus_notification_choices (user_id, kind, channel, wanted, pace)
  values (auth.uid(), 'sign_off_waiting', 'mail', p_pace <> 'none', nullif(p_pace, 'none'))
  on conflict (user_id, kind, channel) do update set wanted = excluded.wanted, pace = excluded.pace;
  -- A mail that is queued for the old pace is no longer wanted.
  delete from private.nemus_sign_off_letters l
  where l.account_id = auth.uid() and l.asked_as = 'account' and l.sent_at is null;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_choose_confirming_mails"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_choose_date (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_appointment);
  chosen public.nemus_appointments;
begin
  -- Keeps the enrolment from being deleted, but not from making progress.
  perform from public.nemus_course_enrollments e
  where e.user_id = me and e.course_id = course for key share;
  perform private.nemus_refuse(404, 'date_not_found') where not found;
  perform private.nemus_lock_dates(course);
  perform from public.nemus_appointments a where a.id = p_appointment
    or a.id in (select held.appointment_id from private.nemus_held_dates(me, course) held) order by a.id for update;
  select * into chosen from public.nemus_appointments a where a.id = p_appointment;
  perform private.nemus_refuse(409, 'date_cancelled') where chosen.cancelled_at is not null;
  if not exists (select from private.nemus_held_dates(me, course) held where held.appointment_id = p_appointment) then
    perform private.nemus_refuse(409, 'seminar_attended') where private.nemus_has_attended(me, course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(chosen) <= now();
    if exists (select from private.nemus_held_dates(me, course) held where held.status = 'confirmed' and held.is_fixed) then
      perform private.nemus_refuse(409, 'place_fixed');
    end if;
    perform private.nemus_place_at(me, chosen);
  end if;
  return (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from public.nemus_appointment_participations p where p.appointment_id = p_appointment and p.user_id = me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_date_letters (
  p_appointments uuid[] DEFAULT '{}'::uuid[],
  p_user         uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id, case c.audience when 'institution' then c.user_id end) as reachable
      from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to an account that is blocked, or left its institution.
    update private.nemus_date_letters l set claimed_at = now(), tried_at = now(),
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_notification_mails()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for found in
    select s.id, s.user_id, s.institution_id, n.kind, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
      s.address is not null or exists (select from auth.users u where u.id = s.user_id and u.email_confirmed_at is not null)
        and private.nemus_is_reachable(s.user_id, s.institution_id) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
  begin
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id) then
      delete from private.nemus_notification_sendings s where s.id = found.id;
      continue;
    end if;
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    token := null;
    if found.mail <> 'always' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
      values (private.nemus_token_hash(token), found.user_id, found.kind);
    end if;
    answer := answer || jsonb_build_object('sending_id', found.id, 'kind', found.kind, 'facts', found.facts,
      'path', found.path, 'email', found.email, 'first_name', coalesce(found.first_name, ''),
      'last_name', coalesce(found.last_name, ''), 'token', token);
  exception when others then
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    perform public.nemus_note_outcome('send-notifications', found.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_purchase_letters (
  p_user_id uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with due as (
    select l.transaction_id from private.nemus_purchase_letters l
    join public.nemus_transactions t on t.id = l.transaction_id
    where l.sent_at is null and l.attempts < 5 and case when p_user_id is null then l.created_at < now() - interval '5 minutes'
        else t.user_id = private.nemus_paying_account(p_user_id, 'booking', 'billing') end
      and (l.claimed_at is null or l.claimed_at < now() - interval '15 minutes')
      and (l.tried_at is null or l.tried_at < now() - interval '5 minutes')
      and not private.nemus_went_back(t.reference)
    order by l.created_at limit 20
    for update of l skip locked),
  taken as (
    update private.nemus_purchase_letters l set claimed_at = now(), tried_at = now(), attempts = l.attempts + 1
    from due where l.transaction_id = due.transaction_id returning l.transaction_id, l.created_at)
  select coalesce(jsonb_agg(private.nemus_purchase_letter(t.transaction_id) order by t.created_at), '[]') from taken t
$function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_sign_off_letters()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter private.nemus_sign_off_letters;
  person public.nemus_confirmers;
  found_open record;
  token text;
  recipient text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.* from private.nemus_sign_off_letters l
    where l.sent_at is null and l.due_at <= now() and l.attempts < 5
      and (l.claimed_at is null or l.claimed_at < now() - interval '5 minutes')
    order by l.due_at limit 100 for update skip locked
  loop
  begin
    select c.* into person from public.nemus_confirmers c where c.id = letter.confirmer_id;
    select count(*)::int as entries, count(distinct e.user_id)::int as trainees,
      (array_agg(distinct date_trunc('week', e.done_on::timestamp)::date
        order by date_trunc('week', e.done_on::timestamp)::date desc))[1:12] as weeks
    into found_open from public.nemus_logbook_entries e
    where e.state = 'submitted' and case letter.kind
      when 'link' then e.confirmer_id = person.id and e.user_id = letter.user_id
      else e.confirmer_id in (select c.id from public.nemus_confirmers c
        where c.user_id = letter.account_id and c.ended_at is null) end;
    if found_open.entries = 0 or not (case letter.kind when 'link' then private.nemus_gets_links(person.id)
      else private.nemus_is_reachable(letter.account_id) end)
      or (letter.kind = 'reminder' and not private.nemus_wants(letter.account_id, 'sign_off_waiting', 'mail')) then
      delete from private.nemus_sign_off_letters l where l.id = letter.id;
      continue;
    end if;
    if letter.kind = 'link' and 30 <= (select count(*) from private.nemus_sign_off_letters l
      join public.nemus_confirmers c on c.id = l.confirmer_id and c.institution_id = person.institution_id
      where l.sent_to = lower(person.email) and l.kind = 'link' and l.sent_at > now() - interval '1 day') then
      update private.nemus_sign_off_letters l set due_at = now() + interval '1 hour' where l.id = letter.id;
      continue;
    end if;
    token := null;
    if letter.kind = 'link' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_sign_off_links (confirmer_id, user_id, token_hash, expires_at)
      values (person.id, letter.user_id, private.nemus_token_hash(token), now() + interval '14 days')
      on conflict (confirmer_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null;
    end if;
    recipient := case letter.kind when 'link' then person.email
      else (select p.email from public.nemus_profiles p where p.user_id = letter.account_id) end;
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1, sent_to = lower(recipient)
    where l.id = letter.id;
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token,
      'expires_at', case when token is not null then now() + interval '14 days' end,
      'email', recipient, 'name', person.name,
      'institution', case when token is not null then private.nemus_inviting_name(person.institution_id) end,
      'trainee', case when token is not null then private.nemus_trainee_name(letter.user_id, person.institution_id) end,
      'trainees', found_open.trainees, 'entries', found_open.entries, 'weeks', to_jsonb(found_open.weeks));
  exception when others then
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1 where l.id = letter.id;
    perform public.nemus_note_outcome('send-sign-off-letters', letter.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_trainee_letters (
  p_booking     uuid DEFAULT NULL::uuid,
  p_institution uuid DEFAULT NULL::uuid,
  p_session_id  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = now(),
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_close_case (
  p_case      uuid,
  p_closed_on date DEFAULT NULL::date
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  began date;
begin
  perform private.nemus_lock_logbook(auth.uid());
  select c.started_on into began from public.nemus_logbook_cases c where c.id = p_case and c.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'case_not_found') where not found;
  if p_closed_on < coalesce(began, '2000-01-01') then
    perform private.nemus_refuse_field('closed_on', 'before_start');
  elsif p_closed_on > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse_field('closed_on', 'future');
  end if;
  update public.nemus_logbook_cases c set closed_on = p_closed_on, is_sample = false where c.id = p_case and c.user_id = auth.uid();
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cohort (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1,
  p_filter text    DEFAULT ''::text,
  p_sort   text    DEFAULT 'name'::text,
  p_size   integer DEFAULT 25
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  me uuid;
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
  -- The index finds the longest word, the others are filtered from its hits.
  longest constant text := words[1];
  size constant int := least(greatest(coalesce(p_size, 25), 1), 500);
  skipped constant int := size * (least(greatest(coalesce(p_page, 1), 1), 10000) - 1);
  shown uuid[];
  found_all bigint;
begin
  if not private.nemus_is_institution() then perform private.nemus_refuse(403, 'institution_required'); end if;
  me := private.nemus_require_member('confirming', 'reading');
  if p_filter in ('behind', 'far_behind', 'open') or p_sort in ('lag', 'elapsed') then
    select count(*), (array_agg(m.id order by case p_sort when 'lag' then m.lag when 'elapsed' then m.elapsed end desc nulls last,
      m.sort_name, m.id))[skipped + 1:skipped + size] into found_all, shown
    from (select t.id, t.sort_name, h.rank, h.lag, h.elapsed
      from public.nemus_trainees t cross join lateral private.nemus_cohort_hours(t.user_id) h
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))) m
    where case p_filter when 'behind' then m.rank >= 2 when 'far_behind' then m.rank = 3 when 'open' then m.rank is null
      else true end;
  else
    select count(*) into found_all from public.nemus_trainees t
    where t.institution_id = me and t.user_id is not null
      and (longest is null or (t.search_text like longest and t.search_text like all (words)));
    shown := array(select t.id from public.nemus_trainees t
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))
      order by t.sort_name, t.id limit size offset skipped);
  end if;
  return jsonb_build_object('total', found_all, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id, 'first_name', t.first_name, 'last_name', t.last_name,
      'status', t.status, 'set', (select jsonb_build_object('name', r.name, 'version', r.version)
        from public.nemus_requirement_sets r where r.id = h.set_id),
      'elapsed', round(h.elapsed * 100), 'has_sample_hours', private.nemus_has_sample_hours(t.user_id),
      'categories', h.categories) order by p.place), '[]')
    from unnest(shown) with ordinality as p (id, place)
    cross join lateral (select * from public.nemus_trainees o where o.id = p.id limit 1) t
    cross join lateral private.nemus_cohort_hours(t.user_id) h));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_confirming_people()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email,
    'state', case when c.declined_at is not null then 'declined' when c.user_id is not null then 'account' else 'invited'
      end,
    'declined_at', c.declined_at, 'is_sample', c.is_sample,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = c.id and e.state = 'submitted'),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'role', r.role, 'site', r.site,
        'trainee_id', r.trainee_id, 'trainee_name', t.first_name || ' ' || t.last_name, 'valid_from', r.valid_from,
        'valid_until', r.valid_until) order by r.valid_from desc, r.role, r.id), '[]')
      from public.nemus_confirmer_roles r left join public.nemus_trainees t on t.id = r.trainee_id
      where r.confirmer_id = c.id and (r.valid_until is null or r.valid_until > current_date - 365)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
        'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from desc, d.id), '[]')
      from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
      where d.confirmer_id = c.id and d.valid_until > current_date - 365)
    ) order by c.declined_at is not null, private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_confirmers c
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or c.declined_at > now() - interval '90 days')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_correct_entry (
  p_entry uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  entry public.nemus_logbook_entries;
  correction public.nemus_logbook_entries;
  made uuid;
begin
  entry := private.nemus_hold_entry(p_entry, 'correct');
  select * into correction from public.nemus_logbook_entries e where e.corrects = p_entry and e.user_id = auth.uid();
  if found and correction.state = 'confirmed' then
    perform private.nemus_refuse(409, 'entry_corrected');
  elsif found then
    return correction.id;
  end if;
  -- Fires logbook/cohort.
  insert into public.nemus_logbook_entries (user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
    confirmer_id, corrects, is_sample, setting, form, age_group, procedure, service)
  values (entry.user_id, entry.done_on, entry.category, entry.minutes, entry.competency, entry.level, entry.note, entry.site_id,
    entry.case_id, case when private.nemus_confirms_for(entry.user_id, entry.confirmer_id, entry.category, entry.done_on,
      entry.site_id) then entry.confirmer_id end, entry.id, entry.is_sample, entry.setting, entry.form, entry.age_group, entry.procedure,
    entry.service)
  returning id into made;
  return made;
end $function$;

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

CREATE OR REPLACE FUNCTION public.nemus_create_dates (
  p_plan jsonb
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  planned public.nemus_appointments;
  teachers uuid[];
  series uuid := case when jsonb_typeof(p_plan -> 'series') = 'object' then gen_random_uuid() end;
  times record;
  made uuid[] := '{}'::uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  select * into course from public.nemus_courses c where c.id::text = p_plan ->> 'course_id' for share;
  if not found then
    perform private.nemus_refuse(404, 'course_not_found', '{"field": "course_id"}');
  elsif not course.has_dates then
    perform private.nemus_refuse(409, 'seminar_without_dates', '{"field": "course_id"}');
  elsif not course.is_active and course.published_at is not null then
    perform private.nemus_refuse(409, 'seminar_retired', '{"field": "course_id"}');
  end if;
  planned := private.nemus_planned_date(course, p_plan);
  teachers := private.nemus_planned_teachers(p_plan, '{}');
  for times in select * from private.nemus_planned_times(p_plan) loop
    perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}')
      where times.change_until <= now();
    insert into public.nemus_appointments (course_id, series_id, title, description, starts_at, ends_at, change_until, type,
      format, location, competency, units, capacity)
    values (course.id, series, planned.title, planned.description, times.starts_at, times.ends_at, times.change_until,
      planned.type, planned.format, planned.location, planned.competency, planned.units, planned.capacity)
    returning id into written;
    perform private.nemus_set_teachers(written, teachers);
    perform private.nemus_set_link(written, private.nemus_planned_link(p_plan));
    perform private.nemus_refuse_conflict(written);
    made := made || written;
  end loop;
  perform private.nemus_tell_interested(course.id);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_date_participants (
  p_appointment uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  perform private.nemus_check_staff('teaching');
  select jsonb_build_object('appointment', jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'course_title', s.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'cancelled_at', a.cancelled_at),
    'has_begun', a.starts_at <= now(),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id,
        'name', private.nemus_holder(p.user_id), 'email', u.email, 'status', p.status,
        'waitlist_position', p.waitlist_position, 'is_enrolled', e.id is not null, 'is_own', p.user_id = auth.uid(),
        'attendance', p.attendance, 'attended_units', p.attended_units, 'marks', p.marks, 'marked_at', p.marked_at,
        'marked_how', p.marked_how,
        'marked_by', case when p.marked_how = 'list' then private.nemus_holder(p.marked_by) end,
        'certificate', (select c.number from public.nemus_certificates c where c.user_id = p.user_id
          and c.appointment_id = a.id and private.nemus_revoked_at(c.id) is null),
        'lost', case when p.cancelled_at = a.cancelled_at then coalesce((select case when l.has_place then 'place' else 'waiting' end
          from private.nemus_date_letters l where l.user_id = p.user_id and l.appointment_id = a.id and l.kind = 'cancelled'
          and l.audience = 'participant' limit 1), 'place') end,
        'phone', case when p.cancelled_at = a.cancelled_at and a.ends_at > now() - interval '14 days' then (select nullif(d.phone, '') from public.nemus_personal_data d
          where d.user_id = p.user_id) end)
      order by p.waitlist_position nulls first, private.nemus_sort_key(u.last_name), private.nemus_sort_key(u.first_name), p.user_id), '[]')
      from public.nemus_appointment_participations p
      join public.nemus_profiles u on u.user_id = p.user_id
      left join public.nemus_course_enrollments e on e.user_id = p.user_id and e.course_id = a.course_id
      where p.appointment_id = a.id and (p.status <> 'cancelled' or p.attendance is not null or p.cancelled_at = a.cancelled_at)))
  into answer
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
  perform private.nemus_refuse(404, 'appointment_not_found') where answer is null;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_booking_request (
  p_request  uuid,
  p_approved boolean,
  p_reason   text    DEFAULT ''::text,
  p_shown    integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
  request public.nemus_booking_requests;
  booking public.nemus_course_bookings;
  price int;
begin
  select * into request from public.nemus_booking_requests r
  where r.id = p_request and r.institution_id = institution for update;
  perform private.nemus_refuse(404, 'request_not_found') where not found;
  perform private.nemus_refuse(409, 'request_decided') where request.state <> 'waiting' or p_approved is null;
  price := coalesce(p_shown, request.credits + request.cents);
  if p_approved and request.payment = 'credits' then
    -- The date of the request counts, not one that the caller, or the requester for something else, chose since.
    perform set_config('nemus.chosen_date', coalesce(request.date_id::text, 'none'), true);
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
    perform set_config('nemus.chosen_date', '', true);
  elsif p_approved then
    perform private.nemus_check_buyable(request.course_id);
    perform private.nemus_check_price('cents', price, private.nemus_request_price(request));
  end if;
  update public.nemus_booking_requests r
  set state = case when not p_approved then 'declined' when booking.id is not null then 'booked' else 'approved' end,
    credits = case when p_approved and r.payment = 'credits' then price else r.credits end,
    cents = case when p_approved and r.payment = 'card' then price else r.cents end, booking_id = booking.id, decided_by = auth.uid(), decided_at = now(), reason = left(btrim(coalesce(p_reason, '')), 500),
    expires_at = case when p_approved and booking.id is null then now() + interval '14 days' end
  where r.id = request.id returning * into request;
  perform private.nemus_notify(m.user_id, 'approval_decided', 'approval_decided:' || request.id,
    jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason), '/course-bookings')
  from public.nemus_members m where m.institution_id = institution and m.user_id = request.requested_by;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_by_link (
  p_token    text,
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  link private.nemus_sign_off_links;
  person public.nemus_confirmers;
  entry public.nemus_logbook_entries;
  same uuid[];
  decided int := 0;
  still_open int;
begin
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token);
  perform private.nemus_refuse(404, 'sign_off_link_invalid') where not found;
  -- Lock order of nemus_decide_entries; the link after the person.
  perform private.nemus_lock_logbook(link.user_id);
  select * into person from public.nemus_confirmers c where c.id = link.confirmer_id for share;
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token) for update;
  perform private.nemus_refuse(404, 'sign_off_link_invalid')
    where link.confirmer_id is null or link.used_at is not null or link.expires_at <= now()
      or not private.nemus_gets_links(person.id);
  -- A signed-in account plays no role here, except that it never decides about its own hours.
  perform private.nemus_refuse(409, 'own_entry') where link.user_id = auth.uid();
  perform set_config('nemus.signer', person.name, true);
  same := array(select private.nemus_same_person(person.id, null));
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.user_id = link.user_id and e.confirmer_id = person.id and e.state <> 'draft'
    order by e.id for update
  loop
    perform private.nemus_refuse(409, 'entry_state', jsonb_build_object('state', entry.state))
      where entry.state <> 'submitted';
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    perform private.nemus_decide_entry(entry, person, null, same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  update private.nemus_sign_off_links k set used_at = now()
  where k.confirmer_id = link.confirmer_id and k.user_id = link.user_id;
  select count(*)::int into still_open from public.nemus_logbook_entries e
  where e.confirmer_id = person.id and e.state = 'submitted' and e.user_id = link.user_id;
  if still_open > 0 then
    perform private.nemus_write_link(person.id, link.user_id, true);
  end if;
  return jsonb_build_object('decided', decided, 'open', still_open);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.nemus_decide_entries (
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  owner uuid;
  entry public.nemus_logbook_entries;
  person public.nemus_confirmers;
  -- The person that `same` belongs to.
  known uuid;
  same uuid[];
  decided int := 0;
begin
  -- Lock order: logbooks, people, entries, each by id. Two concurrent decisions never deadlock.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read') order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c where c.user_id = auth.uid() or c.id in (
    select e.confirmer_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read')) order by c.id for share;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (p_ids) order by e.id for update loop
    perform private.nemus_require_action(entry, p_decision);
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    select c.* into person from public.nemus_confirmers c
    where c.id = entry.confirmer_id and c.user_id = auth.uid() and c.ended_at is null;
    if not found then
      select c.* into person from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
      where d.confirmer_id = entry.confirmer_id
        and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
      limit 1;
    end if;
    perform private.nemus_refuse(404, 'entry_not_found') where person.id is null;
    if person.id is distinct from known then
      known := person.id;
      same := array(select private.nemus_same_person(person.id, auth.uid()));
    end if;
    perform private.nemus_decide_entry(entry, person, auth.uid(), same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  return decided;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_decide_name_request (
  p_request uuid,
  p_accept  boolean,
  p_answer  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id);
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end, decided_at = now(),
    answer = given where r.id = p_request;
  if p_accept then
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'reason', given, 'person', request.old_name)), '/trainees');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decline_confirming (
  p_confirmer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Fires logbook/confirmers, logbook/hand_over, logbook/sign_off_links.
  update public.nemus_confirmers c
  set ended_at = coalesce(c.ended_at, now()), declined_at = coalesce(c.declined_at, now())
  where c.id = p_confirmer and (c.ended_at is null or c.declined_at is not null)
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
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

CREATE OR REPLACE FUNCTION public.nemus_end_confirmer_role (
  p_role_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires logbook/hand_over.
  delete from public.nemus_confirmer_roles r
  where r.id = p_role_id and r.institution_id = institution and r.valid_from > today;
  if found then
    return;
  end if;
  -- Fires logbook/hand_over.
  update public.nemus_confirmer_roles r set valid_until = least(r.valid_until, today)
  where r.id = p_role_id and r.institution_id = institution;
  perform private.nemus_refuse(404, 'confirmer_role_not_found') where not found;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_end_deputy (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- A person ends its own deputy without a right of the institution.
  institution constant uuid := case when private.nemus_is_institution() and not exists (
      select from public.nemus_confirmer_deputies d where d.id = p_id and d.confirmer_id in (select private.nemus_my_confirmers()))
    then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  delete from public.nemus_confirmer_deputies d
  where d.id = p_id and (d.institution_id = institution or d.confirmer_id in (select private.nemus_my_confirmers()))
    and d.valid_from >= today;
  if found then
    return;
  end if;
  update public.nemus_confirmer_deputies d set valid_until = least(d.valid_until, today - 1)
  where d.id = p_id and (d.institution_id = institution or d.confirmer_id in (select private.nemus_my_confirmers()));
  perform private.nemus_refuse(404, 'deputy_not_found') where not found;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_failure_notice (
  p_session_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told uuid;
begin
  insert into private.nemus_failure_notices (order_id)
  select o.id from public.nemus_orders o where o.checkout_session_id = p_session_id and o.status = 'failed'
  on conflict (order_id) do nothing returning order_id into told;
  return (
    select jsonb_build_object('order_id', o.id, 'email', private.nemus_letter_address(o.user_id),
      'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
      'kind', o.kind, 'title', o.title, 'amount_cents', o.amount_cents)
    from public.nemus_orders o join public.nemus_profiles p on p.user_id = o.user_id
    where o.id = told);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_first_steps()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'closed', exists (select from public.nemus_closed_first_steps c where c.user_id = p.user_id),
    'only_confirms', private.nemus_only_confirms(p.user_id),
    'steps', coalesce(case p.user_type when 'piw' then private.nemus_trainee_first_steps(p.user_id)
      else private.nemus_institution_first_steps(
        private.nemus_acting_institution(p.user_id, variadic '{}'::text[]), p.user_id) end, '[]'))
  from public.nemus_profiles p where p.user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.nemus_invite_member (
  p_email text,
  p_roles text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  roles constant text[] := private.nemus_read_roles(p_roles);
  address constant text := lower(private.nemus_mail_address(coalesce(p_email, '')) collate "C");
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_require_approval(institution);
  perform private.nemus_refuse(409, 'already_member')
    where exists (select from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution and lower(p.email collate "C") = address);
  perform private.nemus_refuse(409, 'too_many_members', '{"most": 100}')
    where (select count(*) from public.nemus_members m where m.institution_id = institution)
      + (select count(*) from public.nemus_member_invitations i where i.institution_id = institution and i.is_open
          and i.expires_at > now() and lower(i.email) <> address) >= 100;
  return private.nemus_send_member_invitation(institution, address, roles);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_issue_logbook_paper()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  paper private.nemus_logbook_papers;
  profile public.nemus_profiles;
  listed jsonb;
begin
  select * into profile from public.nemus_profiles p where p.user_id = me;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  -- No confirmation halfway through the paper.
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(429, 'paper_limit')
    where (select count(*) from private.nemus_logbook_papers p
        where p.user_id = me and p.created_at > now() - interval '1 hour') >= 20;
  with printed as (
    select e.*, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'setting', e.setting, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced)
      order by e.done_on, e.created_at, e.id), '[]'),
    count(*), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
  select coalesce(jsonb_object_agg(by_category.category, by_category.minutes), '{}') into paper.sums
  from (select e ->> 'category' as category, sum((e ->> 'minutes')::int) as minutes
    from jsonb_array_elements(listed) e where not (e ->> 'replaced')::boolean group by 1) by_category;
  select coalesce(jsonb_agg(distinct jsonb_build_object('name', e ->> 'confirmed_by', 'role', e ->> 'role',
    'institution', e ->> 'institution', 'address', e ->> 'address')), '[]') into paper.signers
  from jsonb_array_elements(listed) e;
  select l.number, l.hash into paper.step_number, paper.step_hash from private.nemus_logbook_steps l
  where l.user_id = me order by l.number desc limit 1;
  insert into private.nemus_logbook_papers (number, user_id, holder, minutes, entries, step_number, step_hash, sums, signers)
  values (private.nemus_draw_number(), me, btrim(profile.first_name || ' ' || profile.last_name), paper.minutes,
    paper.entries, paper.step_number, paper.step_hash, paper.sums, paper.signers)
  returning * into paper;
  return jsonb_build_object('number', paper.number, 'issued_at', paper.created_at, 'holder', paper.holder,
    'requirement_set', (select jsonb_build_object('name', s.name, 'chamber', s.chamber, 'version', s.version,
        'source', s.source)
      from public.nemus_requirement_choices c join public.nemus_requirement_sets s on s.id = c.set_id
      where c.user_id = me and c.ended_at is null),
    'person', (select jsonb_build_object('birth_date', d.birth_date, 'chamber', i.chamber, 'field', i.field,
        'procedure', i.procedure, 'started_on', i.started_on, 'expected_end_on', i.expected_end_on)
      from public.nemus_personal_data d join public.nemus_training_info i using (user_id) where d.user_id = me),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'kind', t.kind, 'done_on', t.done_on,
        'category', t.category, 'minutes', t.minutes) order by t.done_on, t.title, t.category), '[]')
      from private.nemus_training_sources t where t.user_id = me and t.kind <> 'logbook' and not t.is_sample),
    'sites', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'started_on', s.started_on,
        'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
      from public.nemus_logbook_sites s where s.user_id = me and not s.is_sample),
    'entries', listed, 'sums', paper.sums, 'signers', paper.signers, 'minutes', paper.minutes,
    'last_step', case when paper.step_number is not null
      then jsonb_build_object('number', paper.step_number, 'hash', paper.step_hash) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_label_case (
  p_case  uuid,
  p_label text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_logbook_cases c
  set label = coalesce(private.nemus_text_field(jsonb_build_object('label', p_label), 'label', 30, false), ''), is_sample = false
  where c.id = p_case and c.user_id = auth.uid();
  perform private.nemus_refuse(404, 'case_not_found') where not found;
end $function$;

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

CREATE OR REPLACE FUNCTION public.nemus_mark_attendance (
  p_appointment uuid,
  p_marks       jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  users uuid[];
  a public.nemus_appointments;
  mark record;
  wanted int;
  named jsonb;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'invalid_marks')
    where jsonb_typeof(p_marks) is distinct from 'array' or jsonb_array_length(p_marks) not between 1 and 1000;
  users := array(select distinct m.user_id from jsonb_to_recordset(p_marks) as m (user_id uuid)
    where m.user_id is not null);
  perform private.nemus_refuse(400, 'invalid_marks') where cardinality(users) <> jsonb_array_length(p_marks);
  select * into a from public.nemus_appointments x where x.id = p_appointment;
  perform private.nemus_lock_training(a.course_id, users);
  -- Read again under its lock: it may have been moved or cancelled.
  select * into a from public.nemus_appointments x where x.id = p_appointment for update;
  perform private.nemus_refuse_ticks(a);
  for mark in
    select m.user_id, m.attendance, m.units, m.seen, p.user_id is not null as is_known, p.status,
      p.attendance as was, p.attended_units as had, p.marks,
      exists (select from public.nemus_course_enrollments e where e.user_id = m.user_id and e.course_id = a.course_id) as is_enrolled
    from jsonb_to_recordset(p_marks) as m (user_id uuid, attendance text, units numeric, seen int)
    left join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = m.user_id
    order by m.user_id
  loop
    perform private.nemus_refuse(403, 'own_attendance') where mark.user_id = auth.uid();
    -- Reveals nothing about accounts that are not on the list, not even a name.
    perform private.nemus_refuse(409, 'no_place')
      where not mark.is_known or (mark.status not in ('confirmed', 'completed') and mark.was is null)
        -- Without an enrolment, attendance is taken back or corrected, never given.
        or (not mark.is_enrolled and mark.attendance in ('present', 'partial') and coalesce(mark.was, 'absent') = 'absent');
    named := jsonb_build_object('name', private.nemus_holder(mark.user_id));
    if mark.attendance not in ('present', 'partial', 'absent') then
      perform private.nemus_refuse(400, 'invalid_marks');
    elsif mark.attendance = 'partial' and (mark.units is null or mark.units <> trunc(mark.units)
      or mark.units < 1 or mark.units >= a.units) then
      -- A date of one unit has no partial attendance; the message then names no maximum.
      perform private.nemus_refuse(400, 'invalid_units',
        named || jsonb_strip_nulls(jsonb_build_object('most', nullif(greatest(a.units - 1, 0), 0))));
    end if;
    wanted := case mark.attendance when 'present' then a.units when 'partial' then mark.units when 'absent' then 0 end;
    continue when (mark.attendance, wanted) is not distinct from (mark.was, mark.had);
    perform private.nemus_refuse(409, 'attendance_changed', named) where mark.seen is distinct from mark.marks;
    update public.nemus_appointment_participations p set attendance = mark.attendance, attended_units = wanted,
      marked_at = case when mark.attendance is not null then now() end,
      marked_by = case when mark.attendance is not null then auth.uid() end,
      marked_how = case when mark.attendance is not null then 'list' end, marks = p.marks + 1
    where p.appointment_id = a.id and p.user_id = mark.user_id;
  end loop;
  return public.nemus_date_participants(a.id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_message_trainees (
  p_trainees uuid[],
  p_text     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  said constant text := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  message constant uuid := gen_random_uuid();
  reached uuid[];
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  me := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(me);
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_trainees), 0) not between 1 and 200;
  -- Two members at once count each other's messages. Linked people are locked: a link that ends now gets nothing.
  perform pg_advisory_xact_lock(hashtextextended('nemus_message ' || me, 0));
  reached := array(select t.id from (select o.* from public.nemus_trainees o
      where o.institution_id = me and o.id = any (p_trainees) and o.user_id is not null order by o.id for share) t
    where case when 3 > (select count(*) from public.nemus_notifications n where n.user_id = t.user_id and n.kind = 'institution_message'
        and n.key like 'institution_message:' || me || ':%' and n.created_at > now() - interval '1 day')
      then private.nemus_tell(t.user_id, me, 'institution_message', 'institution_message:' || me || ':' || message,
        jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(me), '–'), 'text', said), null) end);
  if cardinality(reached) > 0 then
    insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id, after)
    select me, auth.uid(), coalesce(private.nemus_member_name(auth.uid()), ''), 'member', 'insert', 'trainee_messages', message,
      jsonb_build_object('text', said, 'recipients', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t where t.id = any (reached);
  end if;
  return jsonb_build_object('sent', cardinality(reached), 'skipped',
    (select count(distinct i) from unnest(p_trainees) as i) - cardinality(reached));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_metrics()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with unsent (queue, attempts, due_at, tried_at) as (
    select 'dates', l.attempts, l.created_at, l.updated_at from private.nemus_date_letters l where l.sent_at is null
    union all select 'trainees', l.attempts, l.created_at, l.updated_at from private.nemus_trainee_letters l where l.sent_at is null
    union all select 'purchases', l.attempts, l.created_at, l.tried_at from private.nemus_purchase_letters l
      join public.nemus_transactions t on t.id = l.transaction_id where l.sent_at is null and not private.nemus_went_back(t.reference)
    union all select 'sign-offs', l.attempts, l.due_at, l.updated_at from private.nemus_sign_off_letters l where l.sent_at is null
    union all select 'notifications', s.attempts, s.created_at, s.updated_at from private.nemus_notification_sendings s
      where s.sent_at is null and s.channel = 'mail'
    union all select 'withdrawals', w.receipt_attempts, w.received_at, w.updated_at from private.nemus_withdrawals w
      where w.receipt_sent_at is null
    union all select 'sms', case when m.state = 'dropped' then 5 else 0 end, m.due_at, m.updated_at from public.nemus_sms m
      where m.state = 'waiting' or m.reason = 'failed'
  ), queues as (
    select n.queue, count(*) filter (where u.attempts < 5 and u.due_at <= now()) as waiting,
      count(*) filter (where u.attempts >= 5 and u.tried_at > now() - interval '1 day') as failed,
      coalesce(extract(epoch from now() - min(u.due_at) filter (where u.attempts < 5 and u.due_at <= now()))::int, 0) as oldest_seconds
    from unnest('{dates,trainees,purchases,sign-offs,notifications,withdrawals,sms}'::text[]) as n (queue)
    left join unsent u using (queue) group by 1
  ), jobs as (
    select j.name as job, greatest(0, extract(epoch from now() - 2 * case when j.schedule ~ '^[*] ' then interval '1 minute'
        when j.schedule ~ '^[*]/' then substring(j.schedule from '^[*]/([0-9]+)')::int * interval '1 minute'
        when j.schedule ~ '^[0-9]+ [*]' then interval '1 hour' when j.schedule ~ ' [*]$' then interval '1 day'
        else interval '1 week' end - greatest(j.created_at, (r.job ->> 'last_run_at')::timestamptz)))::int as late_seconds
    from private.nemus_jobs j left join jsonb_array_elements(public.nemus_jobs()) as r (job) on r.job ->> 'name' = j.name
  ), refunds as (
    select count(*) filter (where not r.is_held) as owed, coalesce(sum(r.amount_cents) filter (where not r.is_held), 0) as cents,
      count(*) filter (where r.is_held) as held, coalesce(extract(epoch from now() - min(r.created_at))::int, 0) as oldest_seconds
    from private.nemus_refunds r where r.refunded_at is null
  ), reports as (
    select r.environment, r.remote, r.version, r.kind, r.name, case r.kind when 'start' then r.detail else '' end as detail,
      sum(r.times) as times from private.nemus_area_reports r
    where r.hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour' group by 1, 2, 3, 4, 5, 6
  ), signatures as (
    select e.environment, e.remote, e.entry #>> '{signature,expiresAt}' as expires_at from public.nemus_release_entries e
    where e.entry #>> '{signature,expiresAt}' is not null
    union all select l.environment, '*', l.document ->> 'expiresAt' from public.nemus_release_stop_lists l
  )
  select jsonb_build_object('queues', (select jsonb_agg(to_jsonb(q) order by q.queue) from queues q),
    'jobs', (select jsonb_agg(to_jsonb(j) order by j.job) from jobs j), 'refunds', (select to_jsonb(r) from refunds r),
    'set_aside', (select count(*) from private.nemus_set_aside),
    'reports', coalesce((select jsonb_agg(to_jsonb(r) order by r.environment, r.remote, r.version, r.kind, r.name, r.detail) from reports r), '[]'),
    'signatures', coalesce((select jsonb_agg(to_jsonb(s) order by s.environment, s.remote) from signatures s), '[]'))
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_metrics"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_name_confirmer (
  p_name        text,
  p_email       text,
  p_role        text,
  p_valid_from  date,
  p_valid_until date DEFAULT NULL::date,
  p_site        text DEFAULT ''::text,
  p_trainee     uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person uuid;
begin
  perform private.nemus_begin_naming();
  select c.id into person from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(private.nemus_mail_address(p_email)) and c.ended_at is null;
  person := coalesce(person, public.nemus_save_confirmer(p_name, p_email));
  perform public.nemus_save_confirmer_role(person, p_role, p_valid_from, p_valid_until, p_site, p_trainee);
  return person;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_name_requests()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('people');
  return (select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select r.id, r.user_id, r.old_name, r.first_name, r.last_name, p.email, r.reason, r.state, r.answer, r.created_at,
      r.decided_at, r.asked_by, (select count(*) from public.nemus_certificates c where c.user_id = r.user_id and not c.is_sample)
      as certificates, (select count(*) from public.nemus_logbook_entries e
        where e.user_id = r.user_id and e.state = 'confirmed' and not e.is_sample) as hours,
      (select count(*) from private.nemus_logbook_papers l where l.user_id = r.user_id) as papers,
      row_number() over (order by r.state <> 'open', case when r.state = 'open' then r.created_at end, r.decided_at desc, r.id)
      as place
    from public.nemus_name_requests r join public.nemus_profiles p on p.user_id = r.user_id
    where r.state <> 'withdrawn' order by place limit 200) l);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_order_course (
  p_user_id     uuid,
  p_course_id   uuid,
  p_trainee_ids uuid[]  DEFAULT '{}'::uuid[],
  p_start       date    DEFAULT NULL::date,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainee_ids);
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'course', places > 0);
  course public.nemus_courses;
  ordered public.nemus_orders;
  price int;
  request uuid;
  answer jsonb;
begin
  perform private.nemus_refuse(400, 'invalid_order') where places = 0 and p_start is not null;
  perform private.nemus_refuse(409, 'members_book_for_trainees') where places = 0 and payer.user_id <> p_user_id;
  perform private.nemus_lock_course(p_course_id);
  perform private.nemus_check_buyable(p_course_id);
  select * into course from public.nemus_courses c where c.id = p_course_id and c.price_euros > 0;
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  price := round(course.price_euros * 100)::int;
  if places > 0 then
    perform private.nemus_check_start(p_start);
    perform private.nemus_check_trainees(payer.user_id, p_course_id, p_trainee_ids);
    request := private.nemus_check_spending(payer.user_id, p_user_id, p_course_id, p_trainee_ids, p_start, 0, price);
  elsif exists (select from public.nemus_course_enrollments e
    where e.user_id = payer.user_id and e.course_id = p_course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  else
    perform private.nemus_refuse_waiting(p_course_id, payer.user_id);
    perform private.nemus_refuse_above_limit(payer.user_id, p_user_id, 0, price);
  end if;
  ordered.kind := 'course';
  ordered.course_id := p_course_id;
  ordered.trainee_ids := p_trainee_ids;
  ordered.starts_on := p_start;
  ordered.date_id := private.nemus_choice_of(p_user_id, p_course_id);
  ordered.title := course.title;
  ordered.amount_cents := price * greatest(places, 1);
  answer := private.nemus_write_order(payer, ordered, p_shown_cents);
  if request is not null then
    update public.nemus_booking_requests r set order_id = (answer ->> 'order_id')::uuid where r.id = request;
  end if;
  return answer;
exception
  -- The checks name trainees and days in their values; the payment functions pass on codes, and amounts.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      if code = 'price_changed' then
        raise;
      end if;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_publish_course (
  p_id       uuid,
  p_expected timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  missing text[];
begin
  perform private.nemus_require_staff('catalogue');
  course := private.nemus_open_course(p_id, p_expected);
  missing := private.nemus_course_gaps(course);
  perform private.nemus_refuse(409, 'course_incomplete', jsonb_build_object('missing', missing))
    where cardinality(missing) > 0;
  if not course.is_active then
    update public.nemus_courses c set is_active = true where c.id = p_id returning * into course;
    perform private.nemus_tell_interested(p_id);
  end if;
  return to_jsonb(course);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_record_withdrawal (
  p_key      uuid,
  p_name     text,
  p_email    text,
  p_contract text,
  p_message  text,
  p_source   text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  declared private.nemus_withdrawals;
  already boolean;
begin
  -- Serialised: limits count all earlier declarations, and the next call sees the claim.
  perform pg_advisory_xact_lock(hashtextextended('nemus_withdrawals', 0));
  select * into declared from private.nemus_withdrawals w where w.declaration_key = p_key;
  already := found;
  if not already then
    perform private.nemus_limit_withdrawals(p_source);
    insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract, message, user_id)
    values (p_key,
      'W-' || to_char(now() at time zone 'Europe/Berlin', 'YYYYMMDD') || '-'
        || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
      p_name, p_email, p_contract, p_message,
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(private.nemus_mail_address(p_email))
        order by p.created_at limit 1))
    returning * into declared;
  elsif (declared.name, declared.email, declared.contract, declared.message)
    is distinct from (p_name, p_email, p_contract, p_message) then
    perform private.nemus_refuse(409, 'withdrawal_differs');
  end if;
  return jsonb_build_object('reference', declared.reference, 'received_at', declared.received_at,
    'name', declared.name, 'email', declared.email, 'contract', declared.contract, 'message', declared.message,
    'receipt_sent', declared.receipt_sent_at is not null, 'claimed', private.nemus_claim_receipt(p_key, p_source),
    'is_new', not already);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_refund_notices (
  p_payment_id text
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as (
    update private.nemus_refunds r set told_at = case when r.refunded_at is not null then now() end,
      failure_told_at = case when r.refunded_at is null then now() else r.failure_told_at end
    from public.nemus_orders o
    where o.id = r.order_id and o.payment_id = p_payment_id and case when r.refunded_at is null
      then r.is_held and r.failure_told_at is null
      -- Failed before the mail about it left.
      else r.told_at is null and not exists (select from private.nemus_refunds x where x.retries_id = r.id) end
    returning r.*, o.user_id, o.title)
  select coalesce(jsonb_agg(jsonb_build_object('refund_id', t.id, 'failed', t.refunded_at is null,
    -- Not `billing_email`, which may belong to another person: the mail names people.
    'email', private.nemus_letter_address(t.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people,
    'transaction_id', (select x.id from public.nemus_transactions x where t.refunded_at is not null
      and (x.reference = 'owed:' || t.id or (t.reason = 'by_staff' and x.reference like 'refund:' || t.order_id || ':%'
        and x.occurred_at = t.refunded_at)) limit 1))), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
$function$;

CREATE OR REPLACE FUNCTION public.nemus_remove_sample_data()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  given uuid[];
  courses text[];
  removed int := 0;
  counted int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('administration') else auth.uid() end;
  -- Serializes two clicks; the second finds nothing left.
  perform from public.nemus_profiles p where p.user_id = me for no key update;

  -- Locked in order of ids, like single cancellations, to avoid deadlocks.
  select array_agg(a.id) into given from (
    select a.id from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = me
    where a.is_sample order by a.id for update of a) as a;
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = me and p.appointment_id = any (given);
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Fires certificates/certificates.
  delete from public.nemus_appointments a where a.id = any (given)
    and not exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id);
  delete from public.nemus_certificates c where c.user_id = me and c.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;

  with gone as (
    delete from public.nemus_module_progress p where p.user_id = me and p.is_sample returning p.module_id)
  select array_agg(distinct m.course_id), count(*) into courses, counted
  from gone join public.nemus_learning_modules m on m.id = gone.module_id;
  removed := removed + counted;
  perform private.nemus_count_course(me, c) from unnest(courses) as c order by c;
  perform private.nemus_count_enrolment(me, c.seminar_id, true)
  from public.nemus_learning_courses c where c.id = any (courses) and c.seminar_id is not null order by c.seminar_id;
  delete from public.nemus_learning_progress p
  where p.user_id = me and p.course_id = any (courses) and p.status = 'not_started';

  delete from public.nemus_competency_targets t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Its own entries; of a demonstration also those that its sample trainees sent to its sample confirmers.
  with recursive gone as (
    select e.id from public.nemus_logbook_entries e where e.is_sample and (e.user_id = me or exists (
      select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = e.user_id and t.is_sample
      where c.id = e.confirmer_id and c.institution_id = me and c.is_sample))
    union
    select r.id from gone g join public.nemus_logbook_entries r on r.corrects = g.id)
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e using gone g where e.id = g.id;
  get diagnostics counted = row_count;
  removed := removed + counted;
  update public.nemus_logbook_sites s set is_sample = false where s.user_id = me and s.is_sample
    and exists (select from public.nemus_logbook_entries e where e.site_id = s.id);
  delete from public.nemus_logbook_sites s where s.user_id = me and s.is_sample;
  update public.nemus_logbook_cases c set is_sample = false where c.user_id = me and c.is_sample
    and exists (select from public.nemus_logbook_entries e where e.case_id = c.id);
  delete from public.nemus_logbook_cases c where c.user_id = me and c.is_sample;
  update public.nemus_confirmers c set is_sample = false where c.institution_id = me and c.is_sample
    and exists (select from public.nemus_logbook_entries e where e.confirmer_id = c.id);
  delete from public.nemus_confirmers c where c.institution_id = me and c.is_sample;
  -- A demonstration's link of the trainee ends.
  -- Fires bookings/bookings, trainees/trainees.
  update public.nemus_trainees t set user_id = null, linked_at = null where t.user_id = me and t.is_sample;

  delete from public.nemus_course_bookings b where b.institution_id = me and b.origin = 'sample';
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Locked first, so that no booking or order for them goes unnoticed.
  perform from public.nemus_trainees t where t.institution_id = me and t.is_sample order by t.id for update;
  -- Fires bookings/bookings, trainees/trainees.
  update public.nemus_trainees t set is_sample = false
  where t.institution_id = me and t.is_sample and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id)
    or exists (select from public.nemus_confirmer_roles r where r.trainee_id = t.id)
    or exists (select from public.nemus_logbook_entries e
      where e.user_id = t.user_id and e.institution_id = me and not e.is_sample)
    or exists (select from public.nemus_orders o where o.user_id = me and t.id = any (o.trainee_ids)
      and o.status not in ('failed', 'expired')));
  delete from public.nemus_trainees t where t.institution_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_transactions t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  return removed + counted;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_request_booking (
  p_course   uuid,
  p_trainees uuid[],
  p_payment  text,
  p_start    date   DEFAULT NULL::date,
  p_note     text   DEFAULT ''::text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking');
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) t where t is not null order by t);
  course record;
  places constant int := cardinality(trainees);
  request public.nemus_booking_requests;
begin
  perform private.nemus_refuse(400, 'invalid_order')
    where p_payment is null or p_payment not in ('credits', 'card') or places > 200 or char_length(p_note) > 500;
  perform private.nemus_lock_course(p_course);
  perform private.nemus_check_buyable(p_course);
  select c.title, case when p_payment = 'credits' then c.credit_cost else 0 end as credits,
    case when p_payment = 'card' then round(c.price_euros * 100)::int else 0 end as cents into course
  from public.nemus_courses c where c.id = p_course and (p_payment = 'credits' or c.price_euros > 0);
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(institution, p_course, trainees);
  perform private.nemus_check_budgets(institution, trainees, course.credits, course.cents);
  perform private.nemus_refuse(409, 'no_approval_needed')
    where not private.nemus_is_above_limit(institution, course.credits * places, course.cents * places)
      or private.nemus_administers(auth.uid(), institution);
  if exists (select from public.nemus_booking_requests r where r.institution_id = institution and r.state = 'waiting'
    and r.course_id = p_course and r.trainee_ids && trainees) then
    perform private.nemus_refuse(409, 'request_open');
  end if;
  if (select count(*) from public.nemus_booking_requests r where r.institution_id = institution and r.state = 'waiting')
    >= 200 then
    perform private.nemus_refuse(409, 'too_many_booking_requests');
  end if;
  insert into public.nemus_booking_requests (institution_id, requested_by, course_id, course_name, trainee_ids, starts_on,
    payment, credits, cents, note, date_id)
  values (institution, auth.uid(), p_course, course.title, trainees, p_start, p_payment, course.credits * places,
    course.cents * places, btrim(coalesce(p_note, '')), private.nemus_choice_of(auth.uid(), p_course)) returning * into request;
  perform private.nemus_notify_members(institution, array['administration'], 'approval_requested',
    'approval_requested:' || request.id, jsonb_build_object('course', request.course_name,
      'by', private.nemus_member_name(auth.uid())),
    '/course-bookings');
  return request.id;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer (
  p_name      text,
  p_email     text,
  p_confirmer uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('name', p_name, 'email', p_email);
  called text;
  mailbox text;
  other text;
  person public.nemus_confirmers;
begin
  perform private.nemus_begin_naming();
  called := regexp_replace(private.nemus_text_field(fields, 'name', 200, true), '\s+', ' ', 'g');
  mailbox := lower(private.nemus_mail_address(private.nemus_text_field(fields, 'email', 255, true)) collate "C");
  perform private.nemus_refuse_field('email', 'email')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$';
  select c.name into other from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(mailbox) and c.ended_at is null
    and c.id is distinct from p_confirmer;
  perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_confirmer is null then
    if (select count(*) from public.nemus_confirmers c where c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null) >= 500
    then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 500}');
    end if;
    -- Fires logbook/confirmers.
    insert into public.nemus_confirmers (institution_id, name, email) values (private.nemus_acts_for('confirming'), called, mailbox)
    returning * into person;
    return person.id;
  end if;
  person := private.nemus_own_confirmer(p_confirmer);
  perform private.nemus_refuse(409, 'confirmer_accepted', '{"field": "email"}')
    where person.user_id is not null and lower(person.email) <> mailbox;
  -- The row is locked here, and shared by a decision until it is stored.
  perform private.nemus_refuse(409, 'confirmer_confirmed', '{"field": "name"}')
    where person.name <> called and exists (select from public.nemus_logbook_entries e
      where e.state = 'confirmed' and ((e.confirmer_id = person.id and not e.decided_as_deputy)
        or (e.decided_by = person.user_id and e.institution_id = person.institution_id)));
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set name = called, email = mailbox, is_sample = false where c.id = person.id;
  return person.id;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer_role (
  p_confirmer   uuid,
  p_role        text,
  p_valid_from  date,
  p_valid_until date DEFAULT NULL::date,
  p_site        text DEFAULT ''::text,
  p_trainee     uuid DEFAULT NULL::uuid,
  p_role_id     uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place constant text := coalesce(private.nemus_text_field(jsonb_build_object('site', p_site), 'site', 200, false), '');
  saved uuid;
  other public.nemus_confirmer_roles;
begin
  perform private.nemus_begin_naming();
  perform private.nemus_own_confirmer(p_confirmer);
  perform private.nemus_refuse_field('role', 'choice')
    where p_role is null or p_role not in ('leader', 'supervision', 'self_experience', 'lecturer');
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, true);
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person", "field": "trainee"}')
    where p_trainee is not null and not exists (select from public.nemus_trainees t
      where t.id = p_trainee and t.institution_id = private.nemus_acts_for('confirming'));
  select * into other from public.nemus_confirmer_roles r
  where r.confirmer_id = p_confirmer and r.role = p_role and r.id is distinct from p_role_id
    and (r.trainee_id is null or p_trainee is null or r.trainee_id = p_trainee)
    and (private.nemus_site_key(r.site) in ('', private.nemus_site_key(place)) or private.nemus_site_key(place) = '')
    and daterange(r.valid_from, r.valid_until, '[]') && daterange(p_valid_from, p_valid_until, '[]')
  order by r.valid_from, r.id limit 1;
  perform private.nemus_refuse(409, 'role_overlaps', jsonb_strip_nulls(jsonb_build_object('field', 'valid_from',
      'from', other.valid_from, 'until', other.valid_until)))
    where found;
  if p_role_id is null then
    perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
      where (select count(*) from public.nemus_confirmer_roles r where r.confirmer_id = p_confirmer) >= 200;
    insert into public.nemus_confirmer_roles (confirmer_id, institution_id, role, site, trainee_id, valid_from, valid_until)
    values (p_confirmer, private.nemus_acts_for('confirming'), p_role, place, p_trainee, p_valid_from, p_valid_until) returning id into saved;
    return saved;
  end if;
  -- Fires logbook/hand_over.
  update public.nemus_confirmer_roles r set role = p_role, site = place, trainee_id = p_trainee,
    valid_from = p_valid_from, valid_until = p_valid_until
  where r.id = p_role_id and r.confirmer_id = p_confirmer and r.institution_id = private.nemus_acts_for('confirming') returning r.id into saved;
  perform private.nemus_refuse(404, 'confirmer_role_not_found') where saved is null;
  return saved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_deputy (
  p_confirmer   uuid,
  p_deputy      uuid,
  p_valid_from  date,
  p_valid_until date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved uuid;
  person public.nemus_confirmers;
  deputy public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.user_id = auth.uid() and c.ended_at is null for update;
  if found then
    perform private.nemus_refuse(409, 'institution_unapproved') where not private.nemus_may_have_confirmed(person.institution_id);
  else
    perform private.nemus_begin_naming();
    person := private.nemus_own_confirmer(p_confirmer);
  end if;
  perform private.nemus_refuse_field('deputy', case when p_deputy is null then 'missing' else 'choice' end)
    where p_deputy is null or p_deputy = p_confirmer;
  -- A link decides for its recipient alone, so a deputy needs an account.
  select * into deputy from public.nemus_confirmers c
  where c.id = p_deputy and c.institution_id = person.institution_id and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform private.nemus_refuse(409, 'deputy_without_account', '{"field": "deputy"}') where deputy.user_id is null;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, false);
  perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
    where (select count(*) from public.nemus_confirmer_deputies d where d.confirmer_id = p_confirmer) >= 200;
  insert into public.nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
  values (person.institution_id, p_confirmer, p_deputy, p_valid_from, p_valid_until) returning id into saved;
  return saved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_entries (
  p_entries jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
  saved jsonb := jsonb_build_array();
  refused jsonb := jsonb_build_array();
  code text;
  detail text;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entries) is distinct from 'array';
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 250}')
    where jsonb_array_length(p_entries) not between 1 and 250;
  for given in select e.value from jsonb_array_elements(p_entries) e loop
    begin
      saved := saved || public.nemus_save_entry(given);
    exception when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
      get stacked diagnostics code = pg_exception_hint, detail = pg_exception_detail;
      refused := refused || jsonb_build_object('id', given ->> 'id', 'code', code, 'values', nullif(detail, '')::jsonb);
    end;
  end loop;
  return jsonb_build_object('saved', saved, 'refused', refused);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_save_entries"(jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_save_entry (
  p_entry jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  known int;
  present public.nemus_logbook_entries;
  given public.nemus_logbook_entries;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entry) is distinct from 'object';
  wanted := private.nemus_id_field(p_entry, 'id', true);
  if p_entry ->> 'revision' is not null then
    known := private.nemus_count_field(p_entry, 'revision', 1, 999999999);
  end if;
  perform private.nemus_lock_logbook(me);
  select * into present from public.nemus_logbook_entries e where e.id = wanted and e.user_id = me for update;
  if not found then
    select * into present from public.nemus_logbook_entries e where e.id = wanted;
    if found then
      perform private.nemus_require_action(present, 'change');
    elsif known is not null then
      perform private.nemus_refuse(404, 'entry_not_found');
    end if;
  end if;
  -- A client that does not know them leaves them as they are.
  p_entry := private.nemus_entry_attributes(present) || p_entry;
  if present.id is not null and present.state <> 'returned' and private.nemus_is_same_entry(present, p_entry) then
    return jsonb_build_object('id', present.id, 'revision', present.revision, 'state', present.state);
  end if;
  if present.id is not null then
    perform private.nemus_require_action(present, 'change');
    perform private.nemus_refuse(409, 'entry_changed', jsonb_build_object('revision', present.revision))
      where known is distinct from present.revision;
  end if;
  given := private.nemus_read_entry(wanted, p_entry, present.corrects is not null);
  if present.id is null then
    perform private.nemus_refuse(409, 'logbook_full', '{"most": 20000}')
      where (select count(*) from public.nemus_logbook_entries e where e.user_id = me) >= 20000;
    -- Fires logbook/cohort.
    insert into public.nemus_logbook_entries (id, user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
      confirmer_id, is_imported, setting, form, age_group, procedure, service)
    values (given.id, me, given.done_on, given.category, given.minutes, given.competency, given.level, given.note,
      given.site_id, given.case_id, given.confirmer_id, coalesce(p_entry -> 'is_imported' = 'true', false),
      given.setting, given.form, given.age_group, given.procedure, given.service);
    return jsonb_build_object('id', wanted, 'revision', 1, 'state', 'draft');
  end if;
  -- The reason of the return stays readable until the next submission. The decision itself is cleared.
  -- Fires logbook/cohort, logbook/entries, logbook/hand_over, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set done_on = given.done_on, category = given.category, minutes = given.minutes,
    competency = given.competency, level = given.level, note = given.note, site_id = given.site_id,
    case_id = given.case_id, confirmer_id = given.confirmer_id, setting = given.setting, form = given.form,
    age_group = given.age_group, procedure = given.procedure, service = given.service, state = 'draft', revision = e.revision + 1,
    institution_id = null, submitted_at = null, decided_by = null, decided_role = null, decided_as_deputy = false
  where e.id = wanted;
  return jsonb_build_object('id', wanted, 'revision', present.revision + 1, 'state', 'draft');
end $function$;

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

CREATE OR REPLACE FUNCTION public.nemus_save_requirements (
  p_id       uuid,
  p_fields   jsonb,
  p_expected timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_copy_of  uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
  -- What a client without these fields leaves as it is: of the draft, or of the set that is copied.
  kept constant jsonb := private.nemus_requirement_document(case when p_expected is null then p_copy_of else p_id end);
  present public.nemus_requirement_sets;
  written public.nemus_requirement_sets;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or jsonb_typeof(p_fields) is distinct from 'object';
  given := private.nemus_read_requirements(jsonb_build_object('figures', coalesce(kept -> 'figures', '[]')) || p_fields
    || jsonb_build_object('categories', case when jsonb_typeof(p_fields -> 'categories') = 'object' then
      (select coalesce(jsonb_object_agg(c.key, case when jsonb_typeof(c.value) = 'object' then coalesce((
          select jsonb_build_object('unit_minutes', k -> 'unit_minutes', 'status', k -> 'status', 'source', k -> 'source')
          from jsonb_array_elements(kept -> 'categories') k where k ->> 'category' = c.key), '{}') || c.value else c.value end), '{}')
        from jsonb_each(p_fields -> 'categories') c) else p_fields -> 'categories' end));
  written := jsonb_populate_record(null::public.nemus_requirement_sets, given);
  if p_expected is null then
    written.family_id := gen_random_uuid();
    if p_copy_of is not null then
      select s.family_id into written.family_id from public.nemus_requirement_sets s where s.id = p_copy_of;
      perform private.nemus_refuse(404, 'set_not_found') where not found;
    end if;
    insert into public.nemus_requirement_sets (id, family_id, name, chamber, field, procedure, version, valid_from,
      source, treated_per_supervised)
    values (p_id, written.family_id, written.name, written.chamber, written.field, written.procedure, written.version,
      written.valid_from, written.source, written.treated_per_supervised)
    on conflict (id) do nothing;
    if not found then
      -- A repeated request with the same content succeeds.
      if private.nemus_requirement_document(p_id) @> (given - array['categories', 'competencies', 'credits', 'figures'])
        and private.nemus_requirement_document(p_id) -> 'categories' = given -> 'categories'
        and private.nemus_requirement_document(p_id) -> 'competencies' = given -> 'competencies'
        and private.nemus_requirement_document(p_id) -> 'figures' = given -> 'figures'
        and private.nemus_requirement_document(p_id) -> 'credits' = given -> 'credits' then
        return private.nemus_requirement_document(p_id);
      end if;
      perform private.nemus_refuse(409, 'set_changed');
    end if;
  else
    present := private.nemus_open_set(p_id, p_expected);
    perform private.nemus_refuse(409, 'set_published') where present.state <> 'draft';
    update public.nemus_requirement_sets s set name = written.name, chamber = written.chamber, field = written.field,
      procedure = written.procedure, version = written.version, valid_from = written.valid_from,
      source = written.source, treated_per_supervised = written.treated_per_supervised
    where s.id = p_id;
  end if;
  perform private.nemus_write_requirements(p_id, given);
  return private.nemus_requirement_document(p_id);
exception when unique_violation then
  perform private.nemus_refuse_field('version', 'taken');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_site (
  p_site jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  called text;
  first_day date;
  last_day date;
  part numeric;
  kind text;
  before text;
  first_signed date;
  last_signed date;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_site) is distinct from 'object';
  wanted := private.nemus_id_field(p_site, 'id', false);
  called := private.nemus_text_field(p_site, 'name', 200, true);
  first_day := private.nemus_day_field(p_site, 'started_on', true);
  last_day := private.nemus_day_field(p_site, 'ended_on', false);
  perform private.nemus_refuse_field('ended_on', 'before_start') where last_day < first_day;
  perform private.nemus_refuse_field('share', 'count', '{"least": 1, "most": 100}')
    where coalesce(p_site ->> 'share', '') !~ '^[0-9]{1,3}(\.[0-9])?$' or (p_site ->> 'share')::numeric not between 1 and 100;
  part := (p_site ->> 'share')::numeric;
  kind := private.nemus_choice_field(p_site, 'setting', array['outpatient', 'inpatient'], false);
  perform private.nemus_lock_logbook(me);
  if wanted is null then
    perform private.nemus_refuse(409, 'too_many_sites', '{"most": 100}')
      where (select count(*) from public.nemus_logbook_sites s where s.user_id = me) >= 100;
    insert into public.nemus_logbook_sites (user_id, name, started_on, ended_on, share, setting)
    values (me, called, first_day, last_day, part, kind) returning id into wanted;
    return wanted;
  end if;
  select s.name, min(e.done_on), max(e.done_on) into before, first_signed, last_signed
  from public.nemus_logbook_sites s
  left join public.nemus_logbook_entries e on e.site_id = s.id and e.user_id = me
    and e.state in ('submitted', 'confirmed') and not e.is_sample
  where s.id = wanted and s.user_id = me group by s.id;
  if first_signed is not null and called <> before then
    perform private.nemus_refuse_field('name', 'site_signed');
  elsif first_signed < first_day then
    perform private.nemus_refuse_field('started_on', 'site_days');
  elsif last_signed > last_day then
    perform private.nemus_refuse_field('ended_on', 'site_days');
  end if;
  update public.nemus_logbook_sites s set name = called, started_on = first_day, ended_on = last_day, share = part,
    is_sample = false, setting = case when p_site ? 'setting' then kind else s.setting end
  where s.id = wanted and s.user_id = me;
  perform private.nemus_refuse(404, 'site_not_found') where not found;
  return wanted;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_teacher (
  p_name      text,
  p_email     text    DEFAULT NULL::text,
  p_is_active boolean DEFAULT true,
  p_teacher   uuid    DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  called constant text := regexp_replace(btrim(coalesce(p_name, '')), '\s+', ' ', 'g');
  mailbox constant text := nullif(private.nemus_mail_address(p_email), '');
  other text;
  saved uuid;
begin
  perform private.nemus_require_staff('teaching');
  perform pg_advisory_xact_lock(hashtextextended('nemus_teachers', 0));
  perform private.nemus_refuse(400, 'teacher_name_invalid', '{"field": "name"}')
    where char_length(called) not between 1 and 200 or called ~ '[[:cntrl:]]';
  perform private.nemus_refuse(400, 'teacher_email_invalid', '{"field": "email"}')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(mailbox) > 255;
  select t.name into other from public.nemus_teachers t
  where lower(t.email) = lower(mailbox) and t.id is distinct from p_teacher;
  perform private.nemus_refuse(409, 'teacher_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_teacher is null then
    -- Fires dates/teacher_tables.
    insert into public.nemus_teachers (name, email, is_active) values (called, mailbox, coalesce(p_is_active, true))
    returning id into saved;
    return saved;
  end if;
  -- Fires dates/teacher_tables.
  update public.nemus_teachers t set name = called, email = mailbox, is_active = coalesce(p_is_active, t.is_active)
  where t.id = p_teacher returning t.id into saved;
  perform private.nemus_refuse(404, 'teacher_not_found', '{"field": "teacher_ids"}') where saved is null;
  perform private.nemus_name_teachers(a.id)
  from public.nemus_appointments a join public.nemus_appointment_teachers d on d.appointment_id = a.id
  where d.teacher_id = saved and a.starts_at > now() and a.cancelled_at is null;
  return saved;
end $function$;

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

CREATE OR REPLACE FUNCTION public.nemus_seminar_dates (
  p_course uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'course_id', a.course_id, 'title', a.title,
      'description', a.description, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type, 'format', a.format,
      'location', a.location, 'instructor', a.instructor, 'units', a.units, 'capacity', a.capacity,
      'free_places', greatest(private.nemus_open_places(a, auth.uid()), 0),
      'waiting', (select count(*) from public.nemus_appointment_participations w
        where w.appointment_id = a.id and w.status = 'waitlist'),
      'change_until', a.change_until, 'is_changeable', coalesce(a.change_until, a.starts_at) > now(),
      'own_status', own.status, 'own_position', own.waitlist_position) order by a.starts_at, a.id), '[]')
  from public.nemus_appointments a
  left join public.nemus_appointment_participations own on own.appointment_id = a.id and own.user_id = auth.uid()
  where a.course_id = p_course and a.cancelled_at is null and a.starts_at > now()
    and (select private.nemus_is_offered(p_course) or private.nemus_is_enrolled(p_course))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_history (
  p_entry uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  entry public.nemus_logbook_entries;
begin
  select * into entry from public.nemus_logbook_entries e where e.id = p_entry;
  perform private.nemus_refuse(404, 'entry_not_found')
    where entry.id is null or not private.nemus_may_act(entry, 'read');
  return (select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'action', s.action, 'at', s.created_at,
      'name', s.actor_name, 'as_deputy', s.action in ('confirm', 'return')
        and coalesce((s.content::jsonb ->> 'decided_as_deputy')::boolean, false),
      'reason', case when s.action = 'return' and auth.uid() in (s.user_id, s.actor_id) then s.content::jsonb ->> 'return_reason' end) order by s.number), '[]')
    from private.nemus_logbook_steps s where s.entry_id = p_entry and s.user_id = entry.user_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_inbox (
  p_after jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (select array(select private.nemus_my_confirmers()) as ids),
  for_others as (select array(select private.nemus_my_deputised()) as ids),
  page as (
    select e as entry, e.user_id, e.done_on, e.id, not e.confirmer_id = any (mine.ids) as as_deputy
    from mine, for_others, public.nemus_logbook_entries e
    where e.confirmer_id = any (mine.ids || for_others.ids) and e.state = 'submitted' and e.user_id <> auth.uid()
      and (p_after is null or (e.user_id, e.done_on, e.id) > ((p_after ->> 'user_id')::uuid,
        (p_after ->> 'done_on')::date, (p_after ->> 'id')::uuid))
    order by e.user_id, e.done_on, e.id limit 101),
  numbered as (select p.*, row_number() over (order by p.user_id, p.done_on, p.id) as place from page p)
  select jsonb_build_object(
    'entries', coalesce(jsonb_agg(private.nemus_entry_to_confirm(n.entry)
      || jsonb_build_object('as_deputy', n.as_deputy)
      || case when n.as_deputy and (n.entry).category = 'self_experience' then '{"note": ""}' else '{}'::jsonb end order by n.place) filter (where n.place <= 100), '[]'),
    'next', case when count(*) > 100 then (select jsonb_build_object('user_id', l.user_id, 'done_on', l.done_on, 'id', l.id)
      from numbered l where l.place = 100) end)
  from numbered n
$function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_letters (
  p_confirmer uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_institution constant boolean := private.nemus_is_institution();
  trainees constant uuid[] := private.nemus_waiting_trainees(p_confirmer, 'confirming', 'reading');
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c where c.id = p_confirmer and c.ended_at is null;
  perform private.nemus_refuse(404, 'confirmer_not_found') where person.id is null or trainees is null;
  return jsonb_build_object('state', case when person.user_id is null then 'invited' else 'account' end,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = person.id
      and e.state = 'submitted' and e.user_id = any (trainees)),
    'again_at', (select min(coalesce(private.nemus_next_request(person, t), '-infinity')) from unnest(trainees) as t
      having min(coalesce(private.nemus_next_request(person, t), '-infinity')) > now()),
    'letters', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind,
        'state', case when s.sent_at is not null then 'sent' when s.attempts >= 5 then 'failed' else 'queued' end,
        'at', coalesce(s.sent_at, s.due_at), 'asked_as', nullif(s.asked_as, 'account'),
        'trainee', case when is_institution and s.user_id is not null
          then private.nemus_trainee_name(s.user_id, person.institution_id) end,
        'email', case when is_institution and s.sent_at is not null and s.kind = 'link' then s.sent_to end)
      order by coalesce(s.sent_at, s.due_at) desc, s.id), '[]')
      from (select l.* from private.nemus_sign_off_letters l
        where l.confirmer_id = person.id and (l.user_id = any (trainees) or l.account_id = person.user_id)
        order by coalesce(l.sent_at, l.due_at) desc, l.id limit 50) as s));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_status()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'open', (select count(*) from (select 1 from public.nemus_logbook_entries e
      where e.confirmer_id = any (array(select private.nemus_my_confirmers() union select private.nemus_my_deputised()))
        and e.state = 'submitted' and e.user_id <> auth.uid() limit 1000) as counted),
    'only', private.nemus_only_confirms(auth.uid()), 'mails', private.nemus_confirming_mails(auth.uid()),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
            'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from, d.id), '[]')
          from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
          where d.confirmer_id = c.id and d.valid_until >= (now() at time zone 'Europe/Berlin')::date),
        'possible_deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
            order by private.nemus_sort_key(o.name), o.id), '[]')
          from public.nemus_confirmers o where o.institution_id = c.institution_id and o.id <> c.id
            and o.user_id is not null and o.ended_at is null)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where c.user_id = auth.uid() and c.ended_at is null),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'roles', (select coalesce(jsonb_agg(distinct r.role), '[]') from public.nemus_confirmer_roles r
          where r.confirmer_id = c.id)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where lower(c.email) = private.nemus_confirmed_address()
        and private.nemus_is_invited(c.email) and c.user_id is null and c.ended_at is null
        and private.nemus_may_have_confirmed(c.institution_id)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'valid_until', d.valid_until,
        'institution', private.nemus_inviting_name(n.institution_id)) order by d.valid_until, d.id), '[]')
      from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
      where (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_withdrawals (
  p_page integer DEFAULT 1,
  p_open boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := array(select w.id from private.nemus_withdrawals w where w.handled_at is null or not p_open order by w.received_at desc limit 51 offset skipped);
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_withdrawal_row(w) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    join private.nemus_withdrawals w on w.id = listed.id));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_teaching_dates (
  p_from         timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_course       uuid                     DEFAULT NULL::uuid,
  p_teacher      uuid                     DEFAULT NULL::uuid,
  p_latest_first boolean                  DEFAULT false,
  p_limit        integer                  DEFAULT 50,
  p_offset       integer                  DEFAULT 0,
  p_state        text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('teaching') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return (
    with found as (
      select a.id, a.starts_at from public.nemus_appointments a
      where a.course_id is not null and a.starts_at >= coalesce(p_from, '-infinity')
        and a.starts_at < coalesce(p_until, 'infinity') and (p_course is null or a.course_id = p_course)
        and (p_teacher is null or exists (select from public.nemus_appointment_teachers d
          where d.appointment_id = a.id and d.teacher_id = p_teacher))
        and case p_state when 'planned' then a.cancelled_at is null
          when 'unticked' then a.ends_at < now() and private.nemus_unticked(a) > 0 else true end
    ), page as (
      select row_number() over (order by case when p_latest_first then f.starts_at end desc, f.starts_at, f.id) as place, f.id
      from found f order by place limit least(p_limit, 500) offset p_offset
    )
    select jsonb_build_object('total', (select count(*) from found),
      'dates', coalesce((select jsonb_agg(r.shown order by p.place)
        from private.nemus_teaching_rows(array(select p.id from page p)) r join page p on p.id = r.id), '[]')));
end $function$;

REVOKE ALL
  ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text)
  FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_reason_check"
    CHECK
    ((reason = ANY (ARRAY['already_enrolled'::text, 'course_gone'::text, 'trainee_gone'::text, 'already_subscribed'::text, 'booking_cancelled'::text, 'by_staff'::text,
    'country_not_sold'::text, 'refund_failed'::text, 'dates_gone'::text])));

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD CONSTRAINT "nemus_sign_off_letters_asked_as_check" CHECK ((asked_as = ANY (ARRAY['trainee'::text, 'institution'::text, 'account'::text])));

ALTER TABLE "public"."nemus_booking_requests"
  ADD CONSTRAINT "nemus_booking_requests_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_course_bookings"
  ADD CONSTRAINT "nemus_course_bookings_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_date_choices"
  ADD CONSTRAINT "nemus_date_choices_course_id_fkey" FOREIGN KEY (course_id) REFERENCES public.nemus_courses(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_choices"
  ADD CONSTRAINT "nemus_date_choices_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_choices"
  ADD CONSTRAINT "nemus_date_choices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_interests"
  ADD CONSTRAINT "nemus_date_interests_course_id_fkey" FOREIGN KEY (course_id) REFERENCES public.nemus_courses(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_interests"
  ADD CONSTRAINT "nemus_date_interests_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_age_group_check" CHECK ((age_group = ANY (ARRAY['children'::text, 'adults'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_form_check" CHECK ((form = ANY (ARRAY['individual'::text, 'group'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_procedure_check"
    CHECK
    ((procedure = ANY (ARRAY['Verhaltenstherapie'::text, 'Systemische Therapie'::text, 'Tiefenpsychologisch fundierte Psychotherapie'::text, 'Analytische Psychotherapie'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_service_check" CHECK ((service = ANY (ARRAY['first_interview'::text, 'acute_treatment'::text, 'report'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_setting_check" CHECK ((setting = ANY (ARRAY['outpatient'::text, 'inpatient'::text])));

ALTER TABLE "public"."nemus_logbook_sites"
  ADD CONSTRAINT "nemus_logbook_sites_setting_check" CHECK ((setting = ANY (ARRAY['outpatient'::text, 'inpatient'::text])));

ALTER TABLE "public"."nemus_logbook_templates"
  ADD CONSTRAINT "nemus_logbook_templates_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_notification_choices"
  ADD CONSTRAINT "nemus_notification_choices_pace_check" CHECK ((pace = ANY (ARRAY['immediate'::text, 'daily'::text, 'weekly'::text])));

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD CONSTRAINT "nemus_requirement_categories_source_check" CHECK ((char_length(source) <= 500));

ALTER TABLE "public"."nemus_requirement_categories"
  ADD CONSTRAINT "nemus_requirement_categories_status_check" CHECK ((status = ANY (ARRAY['law'::text, 'chamber'::text, 'unconfirmed'::text])));

ALTER TABLE "public"."nemus_requirement_categories"
  ADD CONSTRAINT "nemus_requirement_categories_unit_minutes_check" CHECK ((unit_minutes = ANY (ARRAY[45, 50, 60])));

ALTER TABLE "public"."nemus_requirement_figures"
  ADD CONSTRAINT "nemus_requirement_figures_set_id_category_fkey" FOREIGN KEY (set_id, category) REFERENCES public.nemus_requirement_categories(set_id, category) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_requirement_figures"
  ADD CONSTRAINT "nemus_requirement_figures_set_id_fkey" FOREIGN KEY (set_id) REFERENCES public.nemus_requirement_sets(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_requirement_figures"
  ADD CONSTRAINT "nemus_requirement_figures_set_id_part_of_fkey" FOREIGN KEY (set_id, part_of) REFERENCES public.nemus_requirement_figures(set_id, "position") ON DELETE CASCADE;

ALTER TABLE "public"."nemus_requirement_sets"
  ADD CONSTRAINT "published_has_a_day" CHECK (((state = 'draft'::text) OR (valid_from IS NOT NULL)));

ALTER TABLE "public"."nemus_training_interruptions"
  ADD CONSTRAINT "nemus_training_interruptions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE VIEW "public"."nemus_training_progress" WITH (security_invoker=true) AS  SELECT t.user_id,
    t.area,
    u.units AS completed_units,
    t.target_units,
    u.total_units AS total_completed_units,
    u.sample_units,
    private.nemus_planned_units(t.user_id) AS planned_units
   FROM (public.nemus_training_targets t
     JOIN LATERAL private.nemus_units_by_area(t.user_id) u(area, units, sample_units, total_units) ON ((u.area = t.area)));

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "anon";

CREATE INDEX nemus_booking_requests_date ON public.nemus_booking_requests USING btree (date_id);

CREATE INDEX nemus_course_bookings_date ON public.nemus_course_bookings USING btree (date_id)
  WHERE (date_id IS NOT NULL);

CREATE INDEX nemus_date_choices_course ON public.nemus_date_choices USING btree (course_id);

CREATE INDEX nemus_date_choices_date ON public.nemus_date_choices USING btree (date_id);

CREATE INDEX nemus_date_interests_age ON public.nemus_date_interests USING btree (created_at);

CREATE INDEX nemus_date_interests_course ON public.nemus_date_interests USING btree (course_id);

CREATE INDEX nemus_orders_date ON public.nemus_orders USING btree (date_id)
  WHERE (date_id IS NOT NULL);

CREATE INDEX nemus_requirement_figures_category ON public.nemus_requirement_figures USING btree (set_id, category);

CREATE INDEX nemus_requirement_figures_parts ON public.nemus_requirement_figures USING btree (set_id, part_of);

CREATE INDEX nemus_training_interruptions_user ON public.nemus_training_interruptions USING btree (user_id, started_on DESC);

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON private.nemus_team_addresses
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER tell_news_of_role
  AFTER DELETE OR UPDATE ON public.nemus_confirmer_roles
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_news_of_role();

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_confirmers
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER date_address
  BEFORE UPDATE OF email, user_id ON public.nemus_confirmers
  FOR EACH ROW
  WHEN (((lower(old.email) <> lower(new.email)) OR ((old.user_id IS NOT NULL) AND (new.user_id IS NULL))))
  EXECUTE FUNCTION private.nemus_date_address();

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF institution_phone, billing_email, vat_id ON public.nemus_institution_settings
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('institution_phone', 'billing_email', 'vat_id');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_invitations
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_logbook_templates
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_member_invitations
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF phone ON public.nemus_personal_data
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('phone');

CREATE TRIGGER forget_set_aside
  AFTER DELETE ON public.nemus_profiles
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_forget_set_aside();

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON public.nemus_requirement_figures
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('set_id', 'position');

CREATE TRIGGER keep_published
  BEFORE INSERT OR DELETE OR UPDATE ON public.nemus_requirement_figures
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_set_parts();

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_teachers
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email, phone ON public.nemus_trainees
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email', 'phone');

CREATE TRIGGER end_invitation
  AFTER UPDATE OF email ON public.nemus_trainees
  FOR EACH ROW
  WHEN ((lower(old.email) <> lower(new.email)))
  EXECUTE FUNCTION private.nemus_end_invitation_of_address();

create trigger own_trainee before update on public.nemus_trainees
  for each row when (old.is_sample and (new.user_id is not null and new.user_id is distinct from old.user_id
    or (new.first_name, new.last_name, lower(new.email)) is distinct from (old.first_name, old.last_name, lower(old.email))))
  execute function private.nemus_own_trainee();

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_training_interruptions
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_training_progress
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE POLICY "own choices are read" ON "public"."nemus_date_choices"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_date_choices"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

CREATE POLICY "own interest in dates is read" ON "public"."nemus_date_interests"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_date_interests"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

CREATE POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries"
  FOR SELECT
  TO "authenticated"
  USING
    (((user_id = ( SELECT auth.uid() AS uid)) OR ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((confirmer_id IN ( SELECT
    private.nemus_my_confirmers() AS nemus_my_confirmers)) OR ((decided_by = ( SELECT auth.uid() AS uid)) AND (NOT decided_as_deputy))) AND
    private.nemus_reads_note(category, note, confirmer_id, submitted_at)) OR
    ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((category <> 'self_experience'::text) OR ((note = ''::text) AND (return_reason IS NULL)))
    AND
    ((decided_by = ( SELECT auth.uid() AS uid)) OR ((state = 'submitted'::text) AND (confirmer_id IN ( SELECT private.nemus_my_deputised() AS nemus_my_deputised))) OR
    ((institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (user_id IN ( SELECT t.user_id
   FROM public.nemus_trainees t
  WHERE ((t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (t.user_id IS NOT NULL)))))))));

CREATE POLICY "own templates are read" ON "public"."nemus_logbook_templates"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_logbook_templates"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

CREATE POLICY "figures are read with their set" ON "public"."nemus_requirement_figures"
  FOR SELECT
  TO "authenticated"
  USING (private.nemus_reads_set(set_id));

CREATE POLICY "the second factor was given" ON "public"."nemus_requirement_figures"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

CREATE POLICY "own interruptions are read" ON "public"."nemus_training_interruptions"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_training_interruptions"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_answers_for"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_answers_for"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_answers_for"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_canonical_form"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_canonical_form"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_canonical_form"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_check_buyable"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_buyable"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_buyable"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_choice_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_choice_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_choice_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_cohort_hours"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_cohort_hours"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_cohort_hours"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_confirming_mails"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_confirming_mails"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_confirming_mails"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_end_invitation_of_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_invitation_of_address"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_invitation_of_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_entry_attributes"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_entry_attributes"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_entry_attributes"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_figure_at"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_figure_at"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_figure_at"(jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_figure_choices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_figure_choices"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_figure_choices"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_figures_done"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_figures_done"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_figures_done"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_choices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_choices"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_date_choices"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_interests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_interests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_date_interests"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_gone_letters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_gone_letters"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_gone_letters"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_set_aside"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_set_aside"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_set_aside"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_interruptions"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_interruptions"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_interruptions"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_buyable"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_buyable"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_buyable"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_linked_entry"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_linked_entry"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_linked_entry"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_stranded"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_stranded"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_stranded"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_letter_address"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_letter_address"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_letter_address"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_mail_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_mail_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_mail_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_mail_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_months_employed"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_months_employed"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_months_employed"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_moves_until"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_moves_until"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_moves_until"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_news_of_role"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_news_of_role"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_news_of_role"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_only_confirms"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_only_confirms"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_only_confirms"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_phone_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_phone_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_phone_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_plain_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_plain_text"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_plain_text"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_plain_text"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_planned_units"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_units"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_planned_units"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_units"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_units"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_punycode"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_punycode"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_punycode"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_punycode"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_read_figures"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_read_figures"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_read_figures"(jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_require_seen"(public.nemus_logbook_entries, uuid[], timestamp WITH time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_require_seen"(public.nemus_logbook_entries, uuid[], timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_require_seen"(public.nemus_logbook_entries, uuid[], timestamp WITH time zone[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_standing"(bigint, integer, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_standing"(bigint, integer, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_standing"(bigint, integer, numeric, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_choice"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_choice"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_choice"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell_interested"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell_interested"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell_interested"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_training_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_training_days"(uuid, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_training_days"(uuid, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_unticked"(public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_unticked"(public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_unticked"(public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_waiting_hours"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_waiting_hours"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_waiting_hours"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_went_back"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_went_back"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_went_back"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_news"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_news"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_news"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_dates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_dates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_dates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_confirming_mails"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_choose_confirming_mails"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_confirming_mails"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_interruption"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_delete_interruption"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_interruption"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_template"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_delete_template"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_delete_template"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_metrics"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_metrics"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_metrics"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_entries"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_entries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_entries"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_interruption"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_interruption"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_interruption"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_template"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_template"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_template"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_withdrawals"(integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_date_choices" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_date_choices" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_date_interests" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_date_interests" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_logbook_templates" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_logbook_templates" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_requirement_figures" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_requirement_figures" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_requirement_figures" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_requirement_figures" TO "service_role";

REVOKE ALL ON TABLE "public"."nemus_training_interruptions" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_training_interruptions" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_training_interruptions" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_training_interruptions" TO "service_role";

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_training_progress" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_training_progress" TO "service_role";

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.nemus_search_text(((note || ' '::text) || COALESCE(confirmed_by, ''::text)))) STORED NOT NULL;

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  ('dates_planned', 'all', 'on', 'on', 'off', false),
  ('institution_message', 'piw', 'on', 'on', 'never', false),
  ('choice_gone', 'piw', 'on', 'always', 'never', false);

REINDEX INDEX private.nemus_withdrawals_mailbox;

-- Existing addresses. No trigger fires: it is the same mailbox as before. A person whom a list has in both forms stays
-- twice: only the list's owner knows which row is right.
do $$
declare
  place record;
  given record;
begin
  for place in select * from (values ('public.nemus_trainees', 'email'), ('public.nemus_invitations', 'email'),
    ('public.nemus_member_invitations', 'email'), ('public.nemus_confirmers', 'email'), ('public.nemus_teachers', 'email'),
    ('public.nemus_institution_settings', 'billing_email'), ('private.nemus_team_addresses', 'email')) as p (t, c)
  loop
    execute format('alter table %s disable trigger user', place.t);
    for given in execute format(
      'select t.ctid as at, t.%1$I as email from %2$s t where t.%1$I <> private.nemus_mail_address(t.%1$I)', place.c, place.t)
    loop
      begin
        execute format('update %s set %I = private.nemus_mail_address($1) where ctid = $2', place.t, place.c)
        using given.email, given.at;
      exception when unique_violation then
        null;
      end;
    end loop;
    execute format('alter table %s enable trigger user', place.t);
  end loop;
end $$;

-- Links to an address that was corrected since.
update public.nemus_invitations i set revoked_at = now() from public.nemus_trainees t
where t.id = i.trainee_id and i.is_open and lower(private.nemus_mail_address(t.email)) <> lower(i.email);

-- What failed for accounts that are gone.
delete from private.nemus_set_aside s
where s.job in ('collect-invoices', 'forget-deleted-accounts', 'remind-confirmers', 'write-weekly-reports')
  and not exists (select from public.nemus_profiles p where p.user_id::text = s.item)
  and not exists (select from public.nemus_confirmers c where c.id::text = s.item);

-- Accounts that are gone already.
update public.nemus_confirmers c set address_since = now()
where c.user_id is null and c.accepted_at is not null and c.ended_at is null;

-- People whose account went before.
update public.nemus_confirmers c set ended_at = now(), declined_at = now() where c.user_id is null and c.accepted_at is not null and c.ended_at is null;

-- Rows of schemas/requirements/shipped_sets.sql.
insert into public.nemus_requirement_sets (id, family_id, name, chamber, field, procedure, version, valid_from, source)
select ('5e7a0000-0000-4000-8000-0000000001' || s.key)::uuid, ('5e7a0000-0000-4000-8000-0000000002' || s.key)::uuid, s.name,
  s.chamber, s.field, s.procedure, s.version, s.valid_from::date, s.source
from (values
  ('01', 'Weiterbildung Erwachsene, Verhaltenstherapie (ambulanter Teil)', 'Psychotherapeutenkammer Hessen', 'Erwachsene',
    'Verhaltenstherapie', 'WBO 2023', '2023-01-01', 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Theorie insgesamt, Einzelsupervision und stationärer Teil: nicht gefunden. Die Dauer einer Einheit ist nicht genannt; gerechnet wird mit 45 Minuten.'),
  ('02', 'Neuropsychologische Psychotherapie', 'Psychotherapeutenkammer Hessen', 'Neuropsychologische Psychotherapie', null,
    'WBO 07/2022', '2023-01-01', 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Fälle und Behandlungsstunden: nicht gefunden.'),
  ('03', 'Weiterbildung Erwachsene, Verhaltenstherapie (ambulanter Teil)', 'Landespsychotherapeutenkammer Rheinland-Pfalz',
    'Erwachsene', 'Verhaltenstherapie', 'WBO', null, 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Datum, Theorie und Selbsterfahrung insgesamt: nicht gefunden. Die Dauer einer Einheit ist nicht genannt; gerechnet wird mit 45 Minuten.'),
  ('04', 'Frühere Ausbildung, Psychologische Psychotherapie (PsychTh-APrV)', '', 'Erwachsene', null, '1998', '1999-01-01',
    'PsychTh-APrV vom 18.12.1998, aufgehoben zum 01.09.2020, mit Übergang; gelesen am 26.11.2026.'),
  ('05', 'Frühere Ausbildung, Kinder- und Jugendlichenpsychotherapie (KJPsychTh-APrV)', '', 'Kinder und Jugendliche', null, '1998',
    '1999-01-01', 'Angaben von Instituten zur KJPsychTh-APrV vom 18.12.1998, gelesen am 26.11.2026.'),
  ('06', 'Schweiz, Weiterbildung in Psychotherapie', '', null, null, 'AkkredV-PsyG, Stand 15.12.2020', '2020-12-15',
    'Angaben eines Verbands zu AkkredV-PsyG Art. 2 Abs. 1 Bst. a und Anhang 1, gelesen am 26.11.2026. Eine Einheit sind nach zwei Verbänden 45 Minuten.'),
  ('07', 'Österreich, Fachspezifikum nach bisherigem Recht', '', null, null, 'PThG 1990', null,
    'PThG 1990 § 6 (aufgehoben, im Übergang weiter anzuwenden), gelesen am 26.11.2026.'),
  ('08', 'Österreich, dritter Ausbildungsabschnitt', '', null, null, 'PTh-AAQV 2024', '2026-10-01',
    'Angaben von Fachgesellschaften zur PTh-AAQV 2024, Anlage 5, gelesen am 26.11.2026.')
) as s (key, name, chamber, field, procedure, version, valid_from, source);

insert into public.nemus_requirement_categories (set_id, category, title, required_units, position, unit_minutes, status, source)
select ('5e7a0000-0000-4000-8000-0000000001' || c.key)::uuid, c.category, c.title, c.required_units,
  array_position(private.nemus_requirement_keys('category'), c.category), c.unit_minutes, c.status,
  case c.source when '' then '' else 'https://' || c.source end
from (values
  ('01', 'theory', '', null, 45, null, ''), ('01', 'practice', 'Behandlung', null, 60, null, ''),
  ('01', 'supervision', '', 150, 45, 'unconfirmed', 'gap-ffm.de/index.php/2025-05-04-15-50-29/uebersicht-der-weiterbildungsteile'),
  ('01', 'self_experience', '', null, 60, null, ''),
  ('02', 'theory', '', 500, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'), ('02', 'practice', 'Behandlung', null, 60, null, ''),
  ('02', 'supervision', '', 100, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'),
  ('02', 'self_experience', '', 100, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'),
  ('03', 'theory', '', null, 45, null, ''), ('03', 'practice', 'Behandlung', null, 60, null, ''),
  ('03', 'supervision', '', 150, 45, 'unconfirmed', 'kapp.gmbh/weiterbildung/ambulante-taetigkeit-supervision'),
  ('03', 'self_experience', '', null, 45, null, ''),
  ('04', 'theory', '', 600, 60, 'law', 'gesetze-im-internet.de/psychth-aprv/__3.html'),
  ('04', 'practice', 'Praktische Tätigkeit und Behandlung', null, 60, null, ''),
  ('04', 'supervision', '', 150, 60, 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 'self_experience', '', 120, 60, 'law', 'gesetze-im-internet.de/psychth-aprv/__5.html'),
  ('05', 'theory', '', 600, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('05', 'practice', 'Praktische Tätigkeit und Behandlung', null, 60, null, ''),
  ('05', 'supervision', '', 150, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('05', 'self_experience', '', 120, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('06', 'theory', 'Wissen und Können', 500, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'practice', 'Eigene psychotherapeutische Tätigkeit', 500, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'supervision', '', 150, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'self_experience', '', 100, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('07', 'theory', '', 300, 60, 'law', '360.lexisnexis.at/d/L-10010620-P6?origin=lk'), ('07', 'practice', '', null, 60, null, ''),
  ('07', 'supervision', '', null, 60, null, ''),
  ('07', 'self_experience', 'Lehrtherapie, Lehranalyse, Selbsterfahrung', 200, 60, 'law', '360.lexisnexis.at/d/L-10010620-P6?origin=lk'),
  ('08', 'theory', '', 400, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'practice', 'Behandlung mit Dokumentation', 1000, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'supervision', 'Lehrsupervision', 200, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'self_experience', '', 200, 60, 'unconfirmed', 'kvta.at/?p=571')
) as c (key, category, title, required_units, unit_minutes, status, source);

insert into public.nemus_requirement_credits (set_id, source, category)
select s.id, c.source, c.category
from public.nemus_requirement_sets s, (values ('seminar_theory', 'theory'), ('seminar_practice', 'practice'),
  ('appointment', 'theory'), ('appointment_supervision', 'supervision'), ('certificate', 'theory'),
  ('certificate_supervision', 'supervision'), ('entry_theory', 'theory'), ('entry_practice', 'practice'),
  ('entry_supervision', 'supervision'), ('entry_self_experience', 'self_experience')) as c (source, category)
where s.id::text like '5e7a0000-0000-4000-8000-0000000001%';

-- Attributes: category, setting, form, procedure (the set's own), service. `shown`: the portal has no data for it.
insert into public.nemus_requirement_figures (set_id, position, part_of, title, unit, unit_minutes, least, most, category,
  setting, form, procedure, service, is_counted, condition, status, source)
select ('5e7a0000-0000-4000-8000-0000000001' || f.key)::uuid, f.position, f.part_of, f.title, f.unit, f.unit_minutes, f.least,
  f.most, f.category, f.setting, f.form, case when f.in_procedure then 'Verhaltenstherapie' end, f.service, not f.is_shown,
  f.condition, f.status, 'https://' || coalesce(f.source, case f.key
    when '01' then 'gap-ffm.de/index.php/2025-05-04-15-50-29/uebersicht-der-weiterbildungsteile'
    when '02' then 'win-badhomburg.de/wb/psychotherapeuten'
    when '03' then 'kapp.gmbh/weiterbildung/ambulante-taetigkeit-supervision'
    when '04' then 'buzer.de/s1.htm?a=2-5&ag=3737'
    when '05' then 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'
    when '06' then 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'
    when '07' then '360.lexisnexis.at/d/L-10010620-P6?origin=lk' else 'kvta.at/?p=571' end)
from (values
  ('01', 1, null, 'Weiterbildung insgesamt', 'months', 60, 60, null, null, null, null, false, null, false, 'in Vollzeit', 'unconfirmed', null),
  ('01', 2, 1, 'Ambulante Tätigkeit', 'months', 60, 24, 36, null, 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('01', 3, null, 'Dokumentierte (Erst-)Untersuchungen', 'entries', 60, 60, null, 'practice', null, null, false, 'first_interview', false, '', 'unconfirmed', null),
  ('01', 4, null, 'Behandlungsfälle', 'cases', 60, 40, null, 'practice', null, null, false, null, false, 'Einzelkontakt, unter Supervision; Kombination mit Gruppe oder Mehrpersonensetting möglich', 'unconfirmed', null),
  ('01', 5, 4, 'Behandlung im Verfahren', 'hours', 60, 600, null, 'practice', null, null, true, null, false, 'Kurz- und Langzeittherapie', 'unconfirmed', null),
  ('01', 6, 4, 'Therapien mit Bezugspersonen', 'cases', 60, 5, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('01', 7, 4, 'Akutbehandlungen', 'entries', 60, 5, null, 'practice', null, null, false, 'acute_treatment', false, '', 'unconfirmed', null),
  ('01', 8, null, 'Gruppenpsychotherapie', 'hours', 60, 200, null, 'practice', null, 'group', false, null, false, '', 'unconfirmed', null),
  ('01', 9, 8, 'Gruppenpsychotherapie im Verfahren', 'hours', 60, 120, null, 'practice', null, 'group', true, null, false, '60 Doppelstunden', 'unconfirmed', null),
  ('01', 10, 9, 'Davon supervidiert', 'hours', 60, 40, null, null, null, null, false, null, true, '20 Doppelstunden', 'unconfirmed', null),
  ('01', 11, null, 'Theorie im Verfahren', 'hours', 45, 350, null, 'theory', null, null, true, null, false, '', 'unconfirmed', null),
  ('01', 12, 11, 'Davon zur Gruppenpsychotherapie', 'hours', 45, 48, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('01', 13, null, 'Selbsterfahrung im ambulanten Teil', 'hours', 60, null, 60, 'self_experience', 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('01', 14, null, 'Ausführliche Falldokumentationen', 'entries', 60, 3, null, 'practice', null, null, false, 'report', false, 'für die Prüfung', 'unconfirmed', null),
  ('02', 1, null, 'Weiterbildung insgesamt', 'months', 60, 60, null, null, null, null, false, null, false, '', 'unconfirmed', null),
  ('02', 2, 1, 'Ambulante Tätigkeit', 'months', 60, 24, null, null, 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('02', 3, 1, '(Teil-)stationäre Tätigkeit', 'months', 60, 12, null, null, 'inpatient', null, false, null, false, '', 'unconfirmed', null),
  ('02', 4, 1, 'Multidisziplinäre Tätigkeit', 'months', 60, 12, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('02', 5, null, 'Neuropsychologische Theorie', 'hours', 60, 350, null, null, null, null, false, null, true, 'Teil der Theorie', 'unconfirmed', null),
  ('03', 1, null, 'Stationäre Tätigkeit', 'months', 60, 24, null, null, 'inpatient', null, false, null, false, '', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 2, null, 'Ambulante Tätigkeit', 'months', 60, 24, null, null, 'outpatient', null, false, null, false, '', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 3, null, 'Tätigkeit nach Wahl', 'months', 60, 12, null, null, null, null, false, null, true, 'institutionell, ambulant oder stationär', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 4, null, 'Behandlungsfälle', 'cases', 60, 40, null, 'practice', null, null, false, null, false, '', 'unconfirmed', null),
  ('03', 5, null, 'Erstkontakte', 'entries', 60, 60, null, 'practice', null, null, false, 'first_interview', false, '', 'unconfirmed', null),
  ('03', 6, null, 'Akutbehandlungen', 'entries', 60, 5, null, 'practice', null, null, false, 'acute_treatment', false, '', 'unconfirmed', null),
  ('03', 7, null, 'Vertiefung: Behandlungen von 5 bis 25 Stunden', 'cases', 60, 20, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('03', 8, null, 'Vertiefung: Behandlungen ab 30 Stunden', 'cases', 60, 5, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('03', 9, null, 'Einzelsupervision', 'hours', 45, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision; Gruppen bis 6 Personen', 'unconfirmed', null),
  ('03', 10, null, 'Verhältnis von Behandlung zu Supervision', 'ratio', 60, 4, 8, null, null, null, false, null, false, 'gelockert mit wachsender Kompetenz', 'unconfirmed', null),
  ('03', 11, null, 'Dokumentierte Fälle', 'entries', 60, 3, null, 'practice', null, null, false, 'report', false, 'für die Prüfung', 'unconfirmed', null),
  ('04', 1, null, 'Ausbildung insgesamt', 'hours', 60, 4200, null, null, null, null, false, null, false, '§ 1 Abs. 3', 'law', 'jusmeum.de/gesetz/psychth-aprv/DritterAbschnitt-%C2%A718'),
  ('04', 2, null, 'Dauer', 'months', 60, 36, null, null, null, null, false, null, true, 'in Vollzeit; 5 Jahre in Teilzeit; Abschluss bis 01.09.2032, in Härtefällen bis 31.08.2035', 'chamber', 'ptk-bayern.de/ptk/web.nsf/id/pa_bisherige_ausbildung.html'),
  ('04', 3, 1, 'Praktische Tätigkeit', 'hours', 60, 1800, null, 'practice', 'inpatient', null, false, null, false, '§ 2 Abs. 2; Abschnitte von mindestens 3 Monaten', 'law', null),
  ('04', 4, 3, 'Psychiatrische Klinik', 'hours', 60, 1200, null, null, null, null, false, null, true, 'mindestens 30 Patienten, 4 mit Familie oder sozialem Umfeld (§ 2 Abs. 3)', 'law', null),
  ('04', 5, 3, 'Psychotherapie oder Psychosomatik', 'hours', 60, 600, null, null, null, null, false, null, true, '', 'law', null),
  ('04', 6, null, 'Theorie: Grundkenntnisse', 'hours', 60, 200, null, null, null, null, false, null, true, 'Vorlesungen höchstens ein Drittel der Theorie (§ 3)', 'unconfirmed', 'haip-ausbildung.de/ausbildungen/psychologische-psychotherapie-verhaltenstherapie/curriculum.html'),
  ('04', 7, null, 'Theorie: vertiefte Ausbildung', 'hours', 60, 400, null, null, null, null, false, null, true, '', 'unconfirmed', 'haip-ausbildung.de/ausbildungen/psychologische-psychotherapie-verhaltenstherapie/curriculum.html'),
  ('04', 8, 1, 'Behandlung unter Supervision', 'hours', 60, 600, null, 'practice', 'outpatient', null, false, null, false, '§ 4', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 9, 8, 'Patientenbehandlungen', 'cases', 60, 6, null, 'practice', 'outpatient', null, false, null, false, '', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 10, null, 'Einzelsupervision', 'hours', 60, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 11, 1, 'Freie Spitze', 'hours', 60, 930, null, null, null, null, false, null, true, 'Rest bis 4.200 Stunden', 'unconfirmed', 'dgvt-akademie.de/psychologische-psychotherapie/bausteine/'),
  ('05', 1, null, 'Ausbildung insgesamt', 'hours', 60, 4200, null, null, null, null, false, null, false, '', 'unconfirmed', null),
  ('05', 2, 1, 'Praktische Tätigkeit, § 2 Abs. 2 Nr. 1', 'hours', 60, 1200, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('05', 3, 1, 'Praktische Tätigkeit, § 2 Abs. 2 Nr. 2', 'hours', 60, 600, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('05', 4, 1, 'Behandlung unter Supervision', 'hours', 60, 600, null, 'practice', 'outpatient', null, false, null, false, '§ 4; mit Bezugspersonen', 'unconfirmed', null),
  ('05', 5, 4, 'Behandlungen', 'cases', 60, 6, null, 'practice', 'outpatient', null, false, null, false, '', 'unconfirmed', 'systemisches-institut-tuebingen.de/en/approbation/praktische-ausbildung-und-supervision-1'),
  ('05', 6, null, 'Einzelsupervision', 'hours', 60, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', 'zkpr.uni-bremen.de/noki/struktur-und-inhalt-der-ausbildung/'),
  ('05', 7, null, 'Patienten im Klinikjahr', 'cases', 60, 30, null, null, null, null, false, null, true, '', 'unconfirmed', 'psychologie.uni-frankfurt.de/53517972/Inhalte_der_Ausbildung'),
  ('06', 1, null, 'Klinische Praxis', 'months', 60, 24, null, null, null, null, false, null, false, 'bei 100 %', 'unconfirmed', null),
  ('06', 2, 1, 'Psychotherapeutisch-psychiatrische Versorgung', 'months', 60, 12, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('06', 3, null, 'Fälle', 'cases', 60, 10, null, 'practice', null, null, false, null, false, 'abgeschlossen, supervidiert, evaluiert und dokumentiert', 'unconfirmed', null),
  ('06', 4, null, 'Einzelsupervision', 'hours', 45, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', null),
  ('06', 5, null, 'Selbsterfahrung einzeln', 'hours', 45, 50, null, 'self_experience', null, 'individual', false, null, false, 'Teil der Selbsterfahrung', 'unconfirmed', null),
  ('06', 6, null, 'Weitere Supervision oder Selbsterfahrung', 'hours', 45, 50, null, null, null, null, false, null, true, 'je nach Ausrichtung', 'unconfirmed', null),
  ('06', 7, null, 'Dauer', 'months', 60, 24, 72, null, null, null, false, null, true, '2 bis 6 Jahre, in Teilzeit länger (PsyG Art. 6)', 'law', 'droit-bilingue.ch/de-fr/9/93/935.81-6-9.html'),
  ('07', 1, null, 'Theorie: Persönlichkeitsentwicklung', 'hours', 60, 60, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 2, null, 'Theorie: Methodik und Technik', 'hours', 60, 100, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 3, null, 'Theorie: Persönlichkeits- und Interaktionstheorien', 'hours', 60, 50, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 4, null, 'Theorie: Fachliteratur', 'hours', 60, 40, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 5, null, 'Theorie: Schwerpunkt', 'hours', 60, 50, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 6, null, 'Praxis insgesamt', 'hours', 60, 1600, null, null, null, null, false, null, true, 'mit Lehrtherapie, Supervision und Schwerpunkt', 'law', null),
  ('07', 7, 6, 'Praxis: Schwerpunkt', 'hours', 60, 100, null, null, null, null, false, null, true, '', 'law', null),
  ('07', 8, 6, 'Praktikum', 'hours', 60, 550, null, null, null, null, false, null, true, 'mit 30 Stunden Supervision', 'unconfirmed', 'bestmed.at/contents/305'),
  ('07', 9, 6, 'Eigene psychotherapeutische Tätigkeit', 'hours', 60, 600, null, null, null, null, false, null, true, 'mit 120 Stunden Supervision', 'unconfirmed', 'bestmed.at/contents/305'),
  ('08', 1, null, 'Dritter Abschnitt insgesamt', 'hours', 60, 2050, null, null, null, null, false, null, false, '82 ECTS', 'unconfirmed', null),
  ('08', 2, null, 'Verhältnis von Behandlung zu Lehrsupervision', 'ratio', 60, 4, 5, null, null, null, false, null, false, '1:5 in institutioneller Versorgung, 1:4 in freier Praxis', 'unconfirmed', null),
  ('08', 3, 1, 'Individueller Schwerpunkt', 'hours', 60, 100, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('08', 4, 1, 'Vorbereitung auf die Approbationsprüfung', 'hours', 60, 150, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('08', 5, null, 'Tätigkeit in der institutionellen Versorgung', 'hours', 60, 300, null, null, null, null, false, null, true, '300, 400, dann 500 Stunden, stufenweise ab 01.10.2028', 'unconfirmed', 'somes.at/decree/BGBLA_2024_II_292')
) as f (key, position, part_of, title, unit, unit_minutes, least, most, category, setting, form, in_procedure, service, is_shown,
  condition, status, source);
