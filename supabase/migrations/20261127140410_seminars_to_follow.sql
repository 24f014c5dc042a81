SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_refunds"
  DROP CONSTRAINT "nemus_refunds_reason_check";

CREATE TABLE "public"."nemus_date_interests" (
  "user_id"    uuid                     NOT NULL,
  "course_id"  uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_date_interests_pkey" PRIMARY KEY (user_id, course_id)
);

ALTER TABLE "public"."nemus_date_interests"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_date_interests" FROM "anon";

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
  foreach kind in array '{policy_reports,withdrawal_sources,sent_invitations,area_reports,release_overrides,date_interests}'::text[] loop
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
    return case when not found then jsonb_build_object('reason', 'already_enrolled', 'places', 1) end;
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
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0);
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
  booking := private.nemus_create_booking(me, p_course, p_trainees, p_start, total);
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
      'capacity', a.capacity, 'free_places', a.capacity - a.participants_taken) order by a.starts_at, a.id), '[]')
      from open_dates a),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select course_id from open_dates) or private.nemus_is_buyable(o.id) as is_buyable
        from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_dates"() FROM PUBLIC, "anon", "service_role";

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
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
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
  if request.requested_by is not null then
    perform private.nemus_notify(request.requested_by, 'approval_decided', 'approval_decided:' || request.id,
      jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason),
      '/course-bookings');
  end if;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
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
    payment, credits, cents, note)
  values (institution, auth.uid(), p_course, course.title, trainees, p_start, p_payment, course.credits * places,
    course.cents * places, btrim(coalesce(p_note, ''))) returning * into request;
  perform private.nemus_notify_members(institution, array['administration'], 'approval_requested',
    'approval_requested:' || request.id, jsonb_build_object('course', request.course_name,
      'by', private.nemus_member_name(auth.uid())),
    '/course-bookings');
  return request.id;
end $function$;

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_reason_check"
    CHECK
    ((reason = ANY (ARRAY['already_enrolled'::text, 'course_gone'::text, 'trainee_gone'::text, 'already_subscribed'::text, 'booking_cancelled'::text, 'by_staff'::text,
    'country_not_sold'::text, 'refund_failed'::text, 'dates_gone'::text])));

ALTER TABLE "public"."nemus_date_interests"
  ADD CONSTRAINT "nemus_date_interests_course_id_fkey" FOREIGN KEY (course_id) REFERENCES public.nemus_courses(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_interests"
  ADD CONSTRAINT "nemus_date_interests_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE INDEX nemus_date_interests_age ON public.nemus_date_interests USING btree (created_at);

CREATE INDEX nemus_date_interests_course ON public.nemus_date_interests USING btree (course_id);

CREATE POLICY "own interest in dates is read" ON "public"."nemus_date_interests"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_date_interests"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_check_buyable"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_buyable"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_buyable"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_interests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_interests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_date_interests"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_buyable"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_buyable"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_buyable"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell_interested"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell_interested"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell_interested"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_ask_for_dates"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_dates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_catalogue_dates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_catalogue_dates"() TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_date_interests" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_date_interests" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_date_interests" FROM "service_role";

INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
  VALUES ('dates_planned', 'all', 'on', 'on', 'off', false);
