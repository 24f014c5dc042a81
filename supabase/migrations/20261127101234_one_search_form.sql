SET local check_function_bodies = off;

DROP INDEX "public"."nemus_courses_state";

DROP INDEX "public"."nemus_courses_title_search";

DROP INDEX "public"."nemus_courses_title";

DROP INDEX "public"."nemus_courses_with_dates";

DROP INDEX "public"."nemus_profiles_search";

DROP INDEX "public"."nemus_trainees_linked_sorted";

DROP INDEX "public"."nemus_trainees_search";

DROP INDEX "public"."nemus_trainees_sorted";

DROP VIEW "public"."nemus_trainee_list";

ALTER TABLE "public"."nemus_trainees"
  DROP COLUMN "search_text";

ALTER TABLE "public"."nemus_trainees"
  DROP COLUMN "sort_name";

CREATE OR REPLACE FUNCTION private.nemus_audit_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - '{search_text,sort_name}'::text[] end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - '{search_text,sort_name}'::text[] end;
begin
  if before - 'updated_at' is distinct from after - 'updated_at' then
    perform private.nemus_note_act(lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
      (select string_agg(coalesce(after, before) ->> key, ':' order by place)
        from unnest(tg_argv) with ordinality as keys (key, place)),
      before, after);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_budgets (
  p_institution uuid,
  p_trainees    uuid[],
  p_credits     integer,
  p_cents       integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  short record;
begin
  perform private.nemus_lock_spending(p_institution);
  select t.first_name || ' ' || t.last_name as name,
    case when p_credits > 0 then 'credits' else 'cents' end as unit,
    greatest(case when p_credits > 0 then b.credits_per_year - s.credits else b.cents_per_year - s.cents end, 0) as rest
  into short
  from public.nemus_trainee_budgets b
  join public.nemus_trainees t on t.id = b.trainee_id
  cross join lateral private.nemus_spent(p_institution, b.trainee_id) s
  where b.institution_id = p_institution and b.trainee_id = any (p_trainees)
    and ((p_credits > 0 and s.credits + p_credits > b.credits_per_year)
      or (p_cents > 0 and s.cents + p_cents > b.cents_per_year))
  order by t.sort_name, t.id limit 1;
  perform private.nemus_refuse(409, 'budget_exceeded',
      jsonb_build_object('name', short.name, short.unit, short.rest))
    where found;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_check_trainees (
  p_institution uuid,
  p_course      uuid,
  p_trainees    uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  named text;
  own boolean;
begin
  perform private.nemus_refuse(400, 'no_trainees') where coalesce(cardinality(p_trainees), 0) = 0;
  perform private.nemus_require_approval(p_institution);
  perform private.nemus_refuse(404, 'trainee_not_found')
    where (select count(distinct t.id) from public.nemus_trainees t
      where t.institution_id = p_institution and t.id = any (p_trainees)) <> cardinality(p_trainees);
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t
  where t.id = any (p_trainees) and t.status <> 'active'
  order by t.sort_name, t.id limit 1;
  perform private.nemus_refuse(409, 'trainee_inactive', jsonb_build_object('name', named)) where found;
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t
  where t.id = any (p_trainees) and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id and p.course_id = p_course)
    or exists (select from public.nemus_course_enrollments e where e.user_id = t.user_id and e.course_id = p_course))
  order by t.sort_name limit 1;
  perform private.nemus_refuse(409, 'already_enrolled', jsonb_build_object('name', named)) where found;
  select t.first_name || ' ' || t.last_name, o.user_id = p_institution into named, own
  from public.nemus_trainees t, private.nemus_waiting_orders(p_course, p_institution, t.user_id, t.id) o
  where t.id = any (p_trainees) order by o.user_id <> p_institution, t.sort_name limit 1;
  if own then
    perform private.nemus_refuse(409, 'purchase_pending', jsonb_build_object('name', named));
  elsif found then
    perform private.nemus_refuse(409, 'purchase_elsewhere', jsonb_build_object('name', named));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_found_accounts (
  p_search text
)
  RETURNS SETOF public.nemus_profiles
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  words constant text[] := private.nemus_search_patterns(p_search);
begin
  -- One condition per word, so that the index is used for each; a single word may occur in every address.
  return query
  select p.* from public.nemus_profiles p
  cross join lateral (select private.nemus_search_text(coalesce(p.institution_name, '') || ' ' || p.first_name || ' '
    || p.last_name || ' ' || p.email) as form) s
  where cardinality(words) > 0 and s.form like words[1]
    and (words[2] is null or s.form like words[2])
    and (words[3] is null or s.form like words[3])
    and (words[4] is null or s.form like words[4])
    and (words[5] is null or s.form like words[5])
    and (words[6] is null or s.form like words[6])
  limit 500;
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
  if not private.nemus_is_sold(p_order) or not private.nemus_is_offered(p_order.course_id) then
    return jsonb_build_object('places', places,
      'reason', case when private.nemus_is_sold(p_order) then 'course_gone' else 'country_not_sold' end);
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

CREATE OR REPLACE FUNCTION private.nemus_name_teachers (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Fires certificates/certificates.
  update public.nemus_appointments a
  set instructor = left(coalesce((select string_agg(t.name, ', ' order by private.nemus_sort_key(t.name), t.id)
    from public.nemus_appointment_teachers d join public.nemus_teachers t on t.id = d.teacher_id
    where d.appointment_id = a.id), ''), 200)
  where a.id = p_appointment
$function$;

CREATE OR REPLACE FUNCTION private.nemus_plain_form (
  p_text text,
  p_dash text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(translate(regexp_replace(lower(normalize(regexp_replace(p_text,
        '[\u0027\u0060\u00ad\u00b4\u02b9-\u02c1\u02c8\u2018-\u201b\u2032\uff07\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g'), nfkd)), '[\u0300-\u036f]', '', 'g'), 'ẞđðøłıħŧŋςə', 'ßddolihtnσa'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u002d\u2010-\u2015\u2043\u2212]', p_dash, 'g'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u2000-\u2bff\u3000-\u303f]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', p.email,
    'copy_to', nullif(nullif(s.billing_email, ''), p.email), 'user_type', p.user_type,
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
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_search_form (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select regexp_replace(private.nemus_plain_form(p_text, ' '), '([aou])e', '\1', 'g')
$function$;

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
    from regexp_split_to_table(private.nemus_search_form(left(p_search, 200)), ' ') word
    where word <> '' order by length desc, word limit 6) found
$function$;

CREATE OR REPLACE FUNCTION private.nemus_search_text (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select ' ' || f.form || case when f.form <> f.plain then ' ' || f.plain else '' end
  from (select private.nemus_search_form(p_text), private.nemus_plain_form(p_text, '')) f (form, plain)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_search_words (
  p_search text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(found.word), '{}') from (
    select distinct word, char_length(word) as length
    from regexp_split_to_table(private.nemus_search_form(left(p_search, 100)), ' ') as word
    where char_length(word) >= 3 order by length desc, word limit 6) as found
$function$;

CREATE OR REPLACE FUNCTION private.nemus_sort_key (
  p_text text
)
  RETURNS bytea
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select convert_to(private.nemus_plain_form(p_text, ' '), 'UTF8')
$function$;

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
      not c.is_active and c.published_at is null as is_draft,
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
    'cancelled_at', l.cancelled_at, 'is_draft', l.is_draft, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

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

CREATE OR REPLACE FUNCTION public.nemus_cancel_places (
  p_institution uuid,
  p_booking     uuid,
  p_trainees    uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking constant public.nemus_course_bookings := private.nemus_take_booking(p_institution, p_booking);
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) as t where t is not null);
  places constant int := cardinality(trainees);
  -- All places of a booking cost the same.
  taken constant int := booking.participants;
  credits constant int := booking.credits_spent / greatest(taken, 1) * places;
  cents constant int := booking.price_cents / greatest(taken, 1) * places;
  emptied boolean;
  place public.nemus_booking_participants;
  named text;
begin
  perform private.nemus_refuse(400, 'no_trainees') where places = 0;
  perform private.nemus_refuse(404, 'place_not_found')
    where places <> (select count(*) from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = any (trainees));
  for place in select * from public.nemus_booking_participants p
    where p.booking_id = booking.id and p.trainee_id = any (trainees)
  loop
    select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t where t.id = place.trainee_id;
    case private.nemus_place_bar(place)
      when 'place_begun' then
        perform private.nemus_refuse(409, 'place_begun', jsonb_build_object('name', named));
      when 'place_date_near' then
        perform private.nemus_refuse(409, 'place_date_near',
          jsonb_build_object('name', named, 'days', private.nemus_booking_notice_days()));
      when 'trainee_left' then
        perform private.nemus_refuse(409, 'trainee_left', jsonb_build_object('name', named));
      else null;
    end case;
  end loop;
  perform private.nemus_write_letters(booking.id, trainees, 'cancelled', null);
  select string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name) into named
  from public.nemus_trainees t where t.id = any (trainees);
  -- Fires certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking.id and p.trainee_id = any (trainees) and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking.id and p.trainee_id = any (trainees);
  emptied := not exists (select from public.nemus_booking_participants p where p.booking_id = booking.id);
  -- A cancelled booking keeps its size and price; otherwise it shrinks to the places left.
  if emptied then
    update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking.id;
  else
    update public.nemus_course_bookings b set participants = b.participants - places,
      max_participants = b.max_participants - places, price_cents = b.price_cents - cents,
      credits_spent = b.credits_spent - credits
    where b.id = booking.id;
  end if;
  perform private.nemus_count_completion(booking.id);
  return private.nemus_return_payment(booking, credits, named, places);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cohort (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1
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
begin
  if not private.nemus_is_institution() then perform private.nemus_refuse(403, 'institution_required'); end if;
  me := private.nemus_require_member('confirming', 'reading');
  return (
    with page as materialized (
      select t.id from public.nemus_trainees t
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))
      order by t.sort_name, t.id limit 25 offset 25 * (least(greatest(coalesce(p_page, 1), 1), 10000) - 1)),
    shown as materialized (
      select t.id, t.user_id, t.first_name, t.last_name, t.status, t.sort_name
      from page p cross join lateral (select * from public.nemus_trainees o where o.id = p.id limit 1) t),
    standing as materialized (
      select s.*, private.nemus_chosen_set(s.user_id) as set_id, private.nemus_elapsed(s.user_id) as elapsed from shown s)
    select jsonb_build_object(
      'total', (select count(*) from public.nemus_trainees t
        where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', s.id, 'first_name', s.first_name,
          'last_name', s.last_name, 'status', s.status,
          'set', (select jsonb_build_object('name', r.name, 'version', r.version)
            from public.nemus_requirement_sets r where r.id = s.set_id),
          'elapsed', round(s.elapsed * 100), 'has_sample_hours', private.nemus_has_sample_hours(s.user_id),
          'categories', hours.list) order by s.sort_name, s.id), '[]')
        from standing s cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
            'required_units', n.required_units, 'done_minutes', coalesce(d.minutes, 0),
            'standing', private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed))
            order by n.position, n.category), '[]') as list
          from (select c.category, c.title, c.required_units, c.position from public.nemus_requirement_categories c
              where c.set_id = s.set_id
            union all
            select own.category, '', null, own.position::int
            from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
              with ordinality as own (category, position)
            where s.set_id is null) n
          left join (
            select case when s.set_id is null then m.category else c.category end as counts_for,
              sum(m.minutes)::bigint as minutes
            from private.nemus_minutes_by_source(s.user_id) m
            left join public.nemus_requirement_credits c on c.set_id = s.set_id and c.source = m.source
            group by 1) d on d.counts_for = n.category
        ) hours)));
end $function$;

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
    'declined_at', c.declined_at,
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
        'phone', case when p.cancelled_at = a.cancelled_at then (select nullif(d.phone, '') from public.nemus_personal_data d
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

CREATE OR REPLACE FUNCTION public.nemus_institution_links()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
      'institution_name', private.nemus_inviting_name(t.institution_id), 'linked_at', t.linked_at)
    order by private.nemus_sort_key(private.nemus_inviting_name(t.institution_id)), t.id), '[]')
  from public.nemus_trainees t where t.user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.nemus_learning_desk()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(c.id, d.course_id),
      'title', coalesce(nullif(d.document ->> 'title', ''), c.title, ''),
      'state', case when c.id is null then 'draft' when c.is_active then 'published' else 'retired' end,
      'has_changes', c.id is not null and d.course_id is not null and d.document is distinct from
        coalesce(v.document, private.nemus_document_of(c.id)),
      'modules', case when d.course_id is null
        then (select count(*) from public.nemus_learning_modules m where m.course_id = c.id)
        else (select count(*) from private.nemus_items(d.document -> 'blocks') b, private.nemus_items(b.item -> 'modules'))
        end,
      'version', v.number, 'saved_at', coalesce(d.updated_at, c.updated_at))
      order by private.nemus_sort_key(coalesce(nullif(d.document ->> 'title', ''), c.title)), coalesce(c.id, d.course_id)), '[]')
    from public.nemus_learning_courses c
    full join public.nemus_learning_drafts d on d.course_id = c.id
    left join lateral (select n.number, n.document from public.nemus_learning_versions n
      where n.course_id = c.id order by n.number desc limit 1) v on true);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_member_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
begin
  return jsonb_build_object(
    'members', (select coalesce(jsonb_agg(jsonb_build_object('user_id', m.user_id,
          'name', private.nemus_member_name(m.user_id), 'email', p.email, 'roles', to_jsonb(m.roles),
          'since', m.created_at, 'is_founder', m.user_id = m.institution_id, 'is_own', m.user_id = auth.uid(),
          'is_blocked', private.nemus_is_blocked(m.user_id))
        order by private.nemus_sort_key(private.nemus_member_name(m.user_id)), m.user_id), '[]')
      from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email,
          'roles', to_jsonb(i.roles), 'expires_at', i.expires_at, 'last_sent_at', i.last_sent_at,
          'sent_count', i.sent_count, 'state', case when i.declined_at is not null then 'declined'
            when i.expires_at <= now() or not private.nemus_has_inviter(i) then 'expired' else 'open' end) order by i.last_sent_at desc, i.id), '[]')
      from public.nemus_member_invitations i where i.institution_id = institution
        and (i.is_open or i.declined_at > now() - interval '30 days')));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_memberships()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('institution_id', m.institution_id, 'name', coalesce(p.institution_name, ''),
      'roles', to_jsonb(m.roles), 'since', m.created_at, 'is_founder', m.institution_id = m.user_id,
      'is_chosen', m.institution_id = private.nemus_acting_institution(m.user_id, variadic '{}'::text[]))
    order by private.nemus_sort_key(coalesce(p.institution_name, '')), m.institution_id), '[]')
  from public.nemus_members m join public.nemus_profiles p on p.user_id = m.institution_id
  where m.user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.nemus_possible_confirmers()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'institution', coalesce(p.institution_name, ''),
    'roles', r.roles) order by private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_trainees t
  join public.nemus_confirmers c on c.institution_id = t.institution_id and c.ended_at is null
    and c.user_id is distinct from t.user_id
  join public.nemus_profiles p on p.user_id = c.institution_id
  cross join lateral (select jsonb_agg(jsonb_build_object('role', r.role, 'site', r.site, 'valid_from', r.valid_from,
      'valid_until', r.valid_until, 'categories',
      (select jsonb_agg(m.category order by m.category) from private.nemus_confirming_roles m where m.role = r.role))
      order by r.role, r.valid_from, r.id) as roles
    from public.nemus_confirmer_roles r where r.confirmer_id = c.id and (r.trainee_id is null or r.trainee_id = t.id)) r
  where t.user_id = auth.uid() and r.roles is not null and private.nemus_may_have_confirmed(t.institution_id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_product_tax_desk()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return jsonb_build_object(
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'treatment', p.treatment,
        'tax', private.nemus_tax_of(k.kind, null)) order by k.place)
      from unnest(array['course', 'credits', 'subscription']) with ordinality as k (kind, place)
      left join public.nemus_product_taxes p on p.kind = k.kind and p.course_id is null),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'title', c.title,
        'treatment', p.treatment) order by private.nemus_sort_key(c.title), c.id), '[]')
      from public.nemus_courses c left join public.nemus_product_taxes p on p.course_id = c.id),
    'treatments', (select jsonb_agg(jsonb_build_object('code', t.code, 'category', t.category, 'rate', t.rate,
        'legal_text', t.legal_text) order by t.rate desc, t.code) from public.nemus_tax_treatments t where t.category in ('S', 'E')),
    'countries', (select coalesce(jsonb_agg(jsonb_build_object('country', c.country, 'is_business', c.is_business,
        'rule', c.rule) order by c.country, c.is_business), '[]') from public.nemus_country_taxes c),
    'credits_are', (select s.value -> 'credits_are' from private.nemus_settings s where s.key = 'invoicing'),
    'course_taxes', (select count(distinct private.nemus_tax_of('course', c.id)) from public.nemus_courses c where c.is_active));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_seats (
  p_search text    DEFAULT ''::text,
  p_state  text    DEFAULT NULL::text,
  p_offset integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
begin
  return (
    with seats as materialized (select * from private.nemus_seats_of(institution)),
    found as (
      select s.* from seats s
      where (p_state is null or s.state = p_state)
        and (words = '{}' or private.nemus_search_text(coalesce(s.name, '') || ' ' || s.course_name) like all (words))),
    page as (
      select f.* from found f order by f.bought_at desc, f.course_name, f.booking_id, private.nemus_sort_key(f.name) nulls first, f.trainee_id, f.number
      limit 50 offset greatest(p_offset, 0))
    select jsonb_build_object('total', (select count(*) from found),
      'counts', (select coalesce(jsonb_object_agg(c.state, c.places), '{}')
        from (select s.state, sum(s.places) as places from seats s group by s.state) c),
      'seats', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('back', case
            when p.state <> 'unused' or p.own or bars.place is not null then null
            when bars.booking is null then 'payment'
            when bars.booking = 'booking_deadline_passed' and bars.seat is null then 'place' end,
          'can_move', p.state in ('unused', 'free') and not p.own and bars.place is null and bars.seat is null)
          order by p.bought_at desc, p.course_name, p.booking_id, private.nemus_sort_key(p.name) nulls first, p.trainee_id, p.number), '[]')
        from page p
        left join public.nemus_course_bookings b on b.id = p.booking_id
        left join public.nemus_booking_participants x on x.booking_id = p.booking_id and x.trainee_id = p.trainee_id
        cross join lateral (select private.nemus_booking_bar(b) as booking, private.nemus_seat_bar(b) as seat,
          case when x.booking_id is not null then private.nemus_place_bar(x) end as place) bars)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_seminar_learning (
  p_seminar uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'is_published', l.is_published,
      'published_here', l.published_seminar is not distinct from p_seminar,
      'drafted_here', l.drafted_seminar is not distinct from p_seminar,
      'elsewhere', (select s.title from public.nemus_courses s
        where s.id = l.drafted_seminar and s.id is distinct from p_seminar)) order by private.nemus_sort_key(l.title), l.id), '[]')
    from (
      select coalesce(c.id, d.course_id) as id, coalesce(nullif(d.document ->> 'title', ''), c.title, '') as title,
        c.id is not null as is_published, c.seminar_id as published_seminar,
        case when d.course_id is null then c.seminar_id
          else private.nemus_draft_uuid(d.document, 'seminar_id') end as drafted_seminar
      from public.nemus_learning_courses c
      full join public.nemus_learning_drafts d on d.course_id = c.id
      where c.is_active is distinct from false) l);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_workload()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with waiting as (
    select e.confirmer_id, count(*)::int as open, count(distinct e.user_id)::int as trainees,
      min(e.submitted_at) as oldest
    from public.nemus_logbook_entries e
    where e.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and e.state = 'submitted' group by e.confirmer_id)
  select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
    'state', case when c.ended_at is not null then 'ended' when c.user_id is not null then 'account' else 'invited' end,
    'open', coalesce(w.open, 0), 'trainees', coalesce(w.trainees, 0), 'oldest_submitted_at', w.oldest,
    'reminded_at', greatest(
      (select max(l.sent_at) from private.nemus_sign_off_letters l where l.confirmer_id = c.id),
      (select max(l.sent_at) from private.nemus_sign_off_letters l where l.account_id = c.user_id)))
    order by coalesce(w.open, 0) desc, private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_confirmers c left join waiting w on w.confirmer_id = c.id
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or w.open > 0)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_courses (
  p_search text    DEFAULT ''::text,
  p_state  text    DEFAULT NULL::text,
  p_page   integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  words constant text[] := private.nemus_search_patterns(p_search);
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  hits uuid[];
  states jsonb;
  shown uuid[];
begin
  if not private.nemus_is_staff('catalogue') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if cardinality(words) > 0 then
    -- One condition per word, so that the index combines them. A single word may occur in every title.
    select coalesce(array_agg(found.id), '{}') into hits from (
      select c.id from public.nemus_courses c
      where c.search_text like words[1]
        and (words[2] is null or c.search_text like words[2])
        and (words[3] is null or c.search_text like words[3])
        and (words[4] is null or c.search_text like words[4])
        and (words[5] is null or c.search_text like words[5])
        and (words[6] is null or c.search_text like words[6])
      -- Unsorted: sorting all hits of a common word takes seconds.
      limit 201) as found;
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c where c.id = any (hits[:200]) group by c.state) as counted;
    select coalesce(array_agg(page.id), '{}') into shown from (
      select c.id from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_state is null or c.state = p_state)
      order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
  else
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c group by c.state) as counted;
    if p_state is null then
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    else
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where c.state = p_state
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    end if;
  end if;
  states := '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(states, '{}');
  return jsonb_build_object('states', states, 'is_capped', coalesce(cardinality(hits) > 200, false),
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'competency', c.competency,
        'difficulty', c.difficulty, 'state', c.state, 'duration_hours', c.duration_hours, 'price_euros', c.price_euros,
        'credit_cost', c.credit_cost, 'is_premium', c.is_premium, 'has_dates', c.has_dates, 'zfu_status', c.zfu_status,
        'updated_at', c.updated_at, 'enrolled', (select count(*) from public.nemus_course_enrollments e
          where e.course_id = c.id)) order by private.nemus_sort_key(c.title), c.id), '[]')
      from public.nemus_courses c where c.id = any (shown)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_requirement_sets (
  p_state text    DEFAULT NULL::text,
  p_page  integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  states jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  select '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(jsonb_object_agg(counted.state, counted.count),
    '{}') into states
  from (select s.state, count(*) from public.nemus_requirement_sets s group by s.state) as counted;
  return jsonb_build_object('states', states,
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'sets', (select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'name', page.name, 'chamber', page.chamber,
        'field', page.field, 'procedure', page.procedure, 'version', page.version, 'valid_from', page.valid_from,
        'state', page.state, 'source', page.source, 'updated_at', page.updated_at,
        'chosen', (select count(*) from public.nemus_requirement_choices c
          where c.set_id = page.id and c.ended_at is null))
        order by private.nemus_sort_key(page.chamber), private.nemus_sort_key(page.name), page.valid_from desc, page.id), '[]')
      from (select s.* from public.nemus_requirement_sets s where p_state is null or s.state = p_state
        order by private.nemus_sort_key(s.chamber), private.nemus_sort_key(s.name), s.valid_from desc, s.id limit 50 offset skipped) as page));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_teaching_seminars (
  p_search text DEFAULT NULL::text,
  p_course uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title,
      'units', c.theory_units + c.practical_units, 'is_draft', not c.is_active) order by private.nemus_sort_key(c.title), c.id), '[]')
    from (select * from public.nemus_courses c
      where c.has_dates and (c.is_active or c.published_at is null or p_course is not null)
        and (p_course is null or c.id = p_course)
        and c.search_text like all (private.nemus_search_patterns(coalesce(p_search, '')))
      order by private.nemus_sort_key(c.title), c.id limit 50) c);
end $function$;

CREATE OR REPLACE VIEW "public"."nemus_my_appointments" WITH (security_invoker=true) AS  SELECT a.id,
    a.title,
    a.description,
    a.starts_at,
    a.ends_at,
    a.type,
    a.format,
    a.location,
    a.instructor,
    a.competency,
    a.units,
    a.capacity,
    a.participants_taken,
    a.is_sample,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN l.meeting_url
            ELSE NULL::text
        END AS meeting_url,
        CASE
            WHEN ((p.status = ANY (ARRAY['confirmed'::text, 'waitlist'::text])) AND (a.cancelled_at IS NOT NULL)) THEN 'cancelled'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NULL) AND (a.ends_at <= now())) THEN 'completed'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NOT NULL) AND (p.attendance = ANY (ARRAY['present'::text, 'partial'::text]))) THEN 'completed'::text
            ELSE p.status
        END AS status,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN p.waitlist_position
            ELSE NULL::integer
        END AS waitlist_position,
    COALESCE(p.cancelled_at, a.cancelled_at) AS cancelled_at,
    p.rating,
    p.feedback,
    p.rated_at,
    GREATEST(a.updated_at, p.updated_at) AS updated_at,
    a.course_id,
        CASE
            WHEN (a.course_id IS NOT NULL) THEN COALESCE(a.change_until, a.starts_at)
            ELSE NULL::timestamp with time zone
        END AS change_until,
    (a.cancelled_at IS NOT NULL) AS cancelled_by_academy,
    a.cancel_reason,
    p.attendance,
    p.attended_units,
    ((40000000 + a.sequence) + p.changes) AS calendar_sequence,
        CASE
            WHEN ((p.offered_until > now()) AND (a.cancelled_at IS NULL)) THEN p.offered_until
            ELSE NULL::timestamp with time zone
        END AS offered_until,
    private.nemus_search_text(a.title) AS search_text
   FROM ((public.nemus_appointment_participations p
     JOIN public.nemus_appointments a ON ((a.id = p.appointment_id)))
     LEFT JOIN public.nemus_appointment_links l ON ((l.appointment_id = a.id)))
  WHERE ((p.user_id = ( SELECT auth.uid() AS uid)) AND ((a.course_id IS NULL) OR (p.status <> 'cancelled'::text) OR (EXISTS ( SELECT
           FROM public.nemus_course_enrollments e
          WHERE ((e.user_id = p.user_id) AND (e.course_id = a.course_id))))));

REVOKE ALL ON FUNCTION private.nemus_search_patterns(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.nemus_plain_form(text, text), private.nemus_search_text(text), private.nemus_sort_key(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION private.nemus_plain_form(text, text), private.nemus_search_text(text), private.nemus_sort_key(text) TO authenticated, service_role;

ALTER TABLE "public"."nemus_courses"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.nemus_search_text(title)) STORED NOT NULL;

ALTER TABLE "public"."nemus_trainees"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.nemus_search_text(((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(account_email, email)))) STORED
    NOT NULL;

ALTER TABLE "public"."nemus_trainees"
  ADD COLUMN "sort_name" text COLLATE pg_catalog."C" GENERATED ALWAYS AS
    (((private.nemus_plain_form(last_name, ' '::text) || '	'::text) || private.nemus_plain_form(first_name, ' '::text))) STORED NOT NULL;

CREATE VIEW "public"."nemus_trainee_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.first_name,
    t.last_name,
    COALESCE(t.account_email, t.email) AS email,
    t.phone,
    t.registered_on,
    t.status,
        CASE
            WHEN (t.user_id IS NULL) THEN t.completed_hours
            ELSE private.nemus_units_done(t.user_id, NULL::text)
        END AS completed_hours,
        CASE
            WHEN (t.user_id IS NULL) THEN t.total_hours
            ELSE (COALESCE(( SELECT sum(g.target_units) AS sum
               FROM public.nemus_training_targets g
              WHERE (g.user_id = t.user_id)), (t.total_hours)::bigint))::integer
        END AS total_hours,
        CASE
            WHEN (t.user_id IS NULL) THEN t.competencies
            ELSE ARRAY( SELECT p.competency
               FROM public.nemus_competency_progress p
              WHERE ((p.user_id = t.user_id) AND (p.total_progress_percentage > 0)))
        END AS competencies,
    t.user_id,
    t.linked_at,
    t.is_sample,
    t.updated_at,
    t.search_text,
    t.sort_name,
        CASE
            WHEN (t.user_id IS NOT NULL) THEN 'linked'::text
            ELSE COALESCE(( SELECT
                    CASE
                        WHEN (i.revoked_at IS NOT NULL) THEN 'revoked'::text
                        WHEN (i.declined_at IS NOT NULL) THEN 'declined'::text
                        WHEN (i.accepted_at IS NOT NULL) THEN 'none'::text
                        WHEN (i.expires_at <= now()) THEN 'expired'::text
                        ELSE 'pending'::text
                    END AS "case"
               FROM public.nemus_invitations i
              WHERE (i.trainee_id = t.id)
              ORDER BY i.created_at DESC, i.id
             LIMIT 1), 'none'::text)
        END AS access,
    ( SELECT jsonb_build_object('expires_at', i.expires_at, 'last_sent_at', i.last_sent_at, 'sent_count', i.sent_count, 'revoked_at', i.revoked_at, 'declined_at', i.declined_at) AS jsonb_build_object
           FROM public.nemus_invitations i
          WHERE (i.trainee_id = t.id)
          ORDER BY i.created_at DESC, i.id
         LIMIT 1) AS invitation,
    ((t.user_id IS NOT NULL) AND private.nemus_has_sample_hours(t.user_id)) AS has_sample_hours
   FROM public.nemus_trainees t
  WHERE (t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['booking'::text, 'confirming'::text, 'reading'::text]) AS nemus_acts_for));

REVOKE ALL ON TABLE "public"."nemus_trainee_list" FROM "anon", "service_role";

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_trainee_list
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

REVOKE ALL ON TABLE "public"."nemus_trainee_list" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_trainee_list" TO "authenticated";

CREATE INDEX nemus_courses_state ON public.nemus_courses USING btree (state, private.nemus_sort_key(title), id);

CREATE INDEX nemus_courses_title_search ON public.nemus_courses USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX nemus_courses_title ON public.nemus_courses USING btree (private.nemus_sort_key(title), id);

CREATE INDEX nemus_courses_with_dates ON public.nemus_courses USING btree (private.nemus_sort_key(title), id)
  WHERE has_dates;

CREATE INDEX nemus_profiles_search ON public.nemus_profiles
  USING gin
  (private.nemus_search_text(((((((COALESCE(institution_name, ''::text) || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email)) extensions.gin_trgm_ops);

CREATE INDEX nemus_trainees_linked_sorted ON public.nemus_trainees USING btree (institution_id, sort_name, id)
  WHERE (user_id IS NOT NULL);

CREATE INDEX nemus_trainees_search ON public.nemus_trainees USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX nemus_trainees_sorted ON public.nemus_trainees USING btree (institution_id, sort_name, id);

CREATE OR REPLACE VIEW "private"."nemus_training_sources" AS  SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    a.competency,
    NULL::text AS level,
        CASE a.type
            WHEN 'Supervision'::text THEN 'appointment_supervision'::text
            ELSE 'appointment'::text
        END AS source,
        CASE a.type
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (a.units * 45) AS minutes,
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
  WHERE ((a.course_id IS NULL) AND (a.units > 0) AND ((p.status = 'completed'::text) OR ((p.status = 'confirmed'::text) AND (a.ends_at <= now()))))
UNION ALL
 SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    COALESCE(a.competency, s.competency) AS competency,
    NULL::text AS level,
    ('seminar_'::text || part.category) AS source,
    part.category,
    (part.units * 45) AS minutes,
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM ((((public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.title,
            c.description,
            c.competency,
            c.duration_hours,
            c.difficulty,
            c.theory_units,
            c.practical_units,
            c.elearning_units,
            c.price_euros,
            c.credit_cost,
            c.is_premium,
            c.is_active,
            c.created_at,
            c.updated_at,
            c.published_at,
            c.has_dates,
            c.zfu_status,
            c.zfu_number,
            c.state,
            c.search_text
           FROM public.nemus_courses c
          WHERE (c.id = a.course_id)
         LIMIT 1) s)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN p.attended_units
                    ELSE (round((((p.attended_units)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)))::integer
                END AS units) theory)
     CROSS JOIN LATERAL ( VALUES ('theory'::text,theory.units), ('practice'::text,(p.attended_units - theory.units))) part(category, units))
  WHERE ((p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND (part.units > 0))
UNION ALL
 SELECT l.user_id,
    'elearning'::text AS kind,
    c.id AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
    'elearning'::text AS source,
    'elearning'::text AS category,
    (c.units * 45) AS minutes,
    ((l.completed_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    l.is_sample
   FROM (public.nemus_learning_progress l
     CROSS JOIN LATERAL ( SELECT e.id,
            e."position",
            e.title,
            e.description,
            e.learning_goal,
            e.competency,
            e.units,
            e.estimated_time,
            e.difficulty,
            e.rating,
            e.students,
            e.is_premium,
            e.seminar_id,
            e.is_active,
            e.created_at,
            e.updated_at
           FROM public.nemus_learning_courses e
          WHERE (e.id = l.course_id)
         LIMIT 1) c)
  WHERE (l.status = 'completed'::text)
UNION ALL
 SELECT c.user_id,
    'certificate'::text AS kind,
    (c.id)::text AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'certificate_supervision'::text
            ELSE 'certificate'::text
        END AS source,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (c.units * 45) AS minutes,
    c.issued_on AS done_on,
    c.is_sample
   FROM public.nemus_certificates c
  WHERE ((c.appointment_id IS NULL) AND (c.course_id IS NULL) AND (c.seminar_id IS NULL) AND (c.units > 0) AND (NOT (EXISTS ( SELECT
           FROM private.nemus_certificate_revocations r
          WHERE (r.certificate_id = c.id)))))
UNION ALL
 SELECT e.user_id,
    'logbook'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    ('entry_'::text || e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))));

-- The index has the earlier form of every course.
REINDEX INDEX public.nemus_courses_search;
