SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_cohort"(text, integer);

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
    supervisor_name = 'Dr. Helena Sommer', started_on = today - 1430, expected_end_on = today - 1430 + 1826
  where i.user_id = p_user and i.field is null and i.chamber = '';
  -- Fires institutions/settings.
  update public.nemus_institution_settings s set institution_address = E'Parkstraße 8\n10115 Berlin',
    institution_phone = '+49 30 23125 0', institution_website = 'https://www.weiterbildung.example',
    institution_description = 'Ambulante Weiterbildungsstätte für Verhaltenstherapie mit Erwachsenen.'
  where s.institution_id = p_user and s.institution_address = '';
end $function$;

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
  perform private.nemus_notify(m.user_id, 'approval_decided', 'approval_decided:' || request.id,
    jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason), '/course-bookings')
  from public.nemus_members m where m.institution_id = institution and m.user_id = request.requested_by;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
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
    'attributes', (select coalesce(jsonb_object_agg(w.category, w.attributes), '{}')
      from (select f.category, jsonb_agg(distinct a.key) as attributes from public.nemus_requirement_figures f
        join private.nemus_figure_choices() a on a.is_attribute and to_jsonb(f) ->> a.key is not null
        where f.set_id = private.nemus_chosen_set(auth.uid()) and f.category is not null and f.is_counted group by 1) w))
$function$;

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
