SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer);

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

ALTER TABLE "public"."nemus_course_bookings"
  ADD COLUMN "date_id" uuid;

ALTER TABLE "public"."nemus_orders"
  ADD COLUMN "date_id" uuid;

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
  else
    perform private.nemus_notify(p_user, 'choice_gone', 'choice_gone:' || p_date,
      jsonb_build_object('title', private.nemus_fact(chosen.title, '–'), 'starts_at', chosen.starts_at),
      '/seminar-catalog/' || chosen.course_id || '?terminwahl=' || chosen.course_id);
  end if;
end $function$;

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
    'email', private.nemus_mail_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

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
    private.nemus_choice_of(coalesce(nullif(current_setting('nemus.chooser', true), '')::uuid, auth.uid()), p_course));
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
    'chosen', (select coalesce(jsonb_object_agg(c.course_id, c.date_id), '{}') from public.nemus_date_choices c
      join open_dates a on a.id = c.date_id where c.user_id = auth.uid()),
    'to_follow', (select coalesce(jsonb_agg(jsonb_build_object('course_id', f.id, 'is_buyable', f.is_buyable,
      'is_asked', f.id in (select course_id from asked)) order by f.id), '[]')
      from (select o.id, o.id in (select course_id from open_dates) or private.nemus_is_buyable(o.id) as is_buyable
        from offered o) f
      where not f.is_buyable or f.id in (select course_id from asked)))
$function$;

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
    -- The date that the requester chose counts, not one of the caller; of someone who has left, none.
    perform set_config('nemus.chooser', coalesce(request.requested_by, request.id)::text, true);
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
    perform set_config('nemus.chooser', '', true);
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

ALTER TABLE "public"."nemus_course_bookings"
  ADD CONSTRAINT "nemus_course_bookings_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE SET NULL;

ALTER TABLE "public"."nemus_date_choices"
  ADD CONSTRAINT "nemus_date_choices_course_id_fkey" FOREIGN KEY (course_id) REFERENCES public.nemus_courses(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_choices"
  ADD CONSTRAINT "nemus_date_choices_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_date_choices"
  ADD CONSTRAINT "nemus_date_choices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_date_id_fkey" FOREIGN KEY (date_id) REFERENCES public.nemus_appointments(id) ON DELETE SET NULL;

CREATE INDEX nemus_course_bookings_date ON public.nemus_course_bookings USING btree (date_id)
  WHERE (date_id IS NOT NULL);

CREATE INDEX nemus_date_choices_course ON public.nemus_date_choices USING btree (course_id);

CREATE INDEX nemus_date_choices_date ON public.nemus_date_choices USING btree (date_id);

CREATE INDEX nemus_orders_date ON public.nemus_orders USING btree (date_id)
  WHERE (date_id IS NOT NULL);

CREATE POLICY "own choices are read" ON "public"."nemus_date_choices"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "the second factor was given" ON "public"."nemus_date_choices"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_choice_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_choice_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_choice_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_create_booking"(uuid, uuid, uuid[], date, integer, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_choices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_date_choices"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_date_choices"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_place_at"(uuid, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_choice"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_choice"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_choice"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_before_buying"(uuid, uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_date_choices" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_date_choices" TO "authenticated";

INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
  VALUES ('choice_gone', 'piw', 'on', 'always', 'never', false);
