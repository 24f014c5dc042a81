SET local check_function_bodies = off;

DROP POLICY "links of confirmed appointments are read" ON "public"."nemus_appointment_links";

CREATE OR REPLACE FUNCTION private.nemus_carry_learning (
  p_course text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Fires learning/learning.
  insert into public.nemus_module_progress (user_id, module_id, completed_at, is_sample)
  select l.user_id, m.id, l.completed_at, l.is_sample
  from public.nemus_learning_progress l join public.nemus_learning_modules m on m.course_id = l.course_id
  where l.course_id = p_course and l.status = 'completed'
  on conflict (user_id, module_id) do nothing;
  perform private.nemus_count_course(l.user_id, p_course) from public.nemus_learning_progress l
  where l.course_id = p_course and l.status <> 'completed' and not exists (
    select from public.nemus_module_progress p join public.nemus_learning_modules m on m.id = p.module_id
    where p.user_id = l.user_id and m.course_id = p_course);
  -- Fires learning/learning.
  update public.nemus_module_progress p set is_sample = p.is_sample
  from (select distinct on (p.user_id) p.user_id, p.module_id from public.nemus_module_progress p
    join public.nemus_learning_modules m on m.id = p.module_id and m.course_id = p_course
    join public.nemus_learning_progress l on l.user_id = p.user_id and l.course_id = p_course
    join public.nemus_learning_courses c on c.id = p_course
    where l.status <> 'completed' and (not c.is_premium or exists (select from public.nemus_course_enrollments e
      where e.user_id = p.user_id and e.course_id = c.seminar_id)) order by p.user_id, p.module_id) one
  where p.user_id = one.user_id and p.module_id = one.module_id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_carry_progress()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_count_course(new.user_id, l.id) from public.nemus_learning_courses l
  join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = new.user_id
  where l.seminar_id = new.course_id and l.is_active and p.status <> 'completed' order by l.id;
  perform private.nemus_count_enrolment(new.user_id, new.course_id, false);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_draft_course_gaps (
  p_course   text,
  p_document jsonb
)
  RETURNS TABLE (
    place      text,
    field      text,
    problem    text,
    is_warning boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with blocks as (
    select b.item, b.place, 'blocks/' || b.place as path, b.item -> 'is_open' = 'true' as is_open,
      private.nemus_draft_number(b.item, 'units') as units,
      (select count(*) from private.nemus_items(b.item -> 'modules')) as modules,
      (select count(*) from private.nemus_items(b.item -> 'modules') m where m.item ->> 'type' = 'quiz') as quizzes,
      (select max(m.place) from private.nemus_items(b.item -> 'modules') m where m.item ->> 'type' = 'quiz') as quiz_at,
      (select count(*) from private.nemus_items(b.item -> 'questions')) as questions
    from private.nemus_items(p_document -> 'blocks') b
  )
  select '', f.field, private.nemus_text_problem(p_document, f.field, f.most, f.required), false
  from (values ('title', 200, true), ('description', 4000, false), ('learning_goal', 2000, false),
    ('estimated_time', 50, false)) as f (field, most, required)
  union all
  select '', 'competency', 'missing', false
  where private.nemus_draft_text(p_document, 'competency') not in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')
  union all
  select '', 'difficulty', 'missing', false
  where private.nemus_draft_text(p_document, 'difficulty') not in ('Anfänger', 'Fortgeschritten', 'Experte')
  union all
  select '', 'units', 'missing', false where coalesce(private.nemus_draft_number(p_document, 'units'), 0) = 0
  union all
  select '', 'units', 'units_differ', true
  where private.nemus_draft_number(p_document, 'units') <> (select sum(units) from blocks)
  union all
  select '', 'seminar_id', 'premium_needs_seminar', false
  where p_document -> 'is_premium' = 'true' and private.nemus_draft_uuid(p_document, 'seminar_id') is null
  union all
  select '', 'seminar_id', case when s.id is null then 'unknown_seminar' else 'seminar_taken' end, false
  from (select private.nemus_draft_uuid(p_document, 'seminar_id') as id) asked
  left join public.nemus_courses s on s.id = asked.id
  where asked.id is not null and (s.id is null or exists (
    select from public.nemus_learning_courses c where c.seminar_id = s.id and c.id <> p_course and c.is_active))
  union all
  -- As for retiring (nemus_retire_learning_course). A free course stays open to future buyers.
  select '', 'seminar_id', 'seminar_needed', false
  from public.nemus_learning_courses c where c.id = p_course and c.is_active
    and c.seminar_id is distinct from private.nemus_draft_uuid(p_document, 'seminar_id')
    and (c.is_premium and exists (select from public.nemus_courses s where s.id = c.seminar_id and s.is_active)
      or private.nemus_is_course_unfinished(c.seminar_id))
  union all
  select '', 'blocks', 'no_open_block', false where not exists (select from blocks where is_open)
  union all
  select b.path, f.field, private.nemus_text_problem(b.item, f.field, f.most, f.required), false
  from blocks b, (values ('title', 200, true), ('description', 2000, false)) as f (field, most, required)
  union all
  select b.path, 'units', 'missing', false from blocks b where coalesce(b.units, 0) = 0
  union all
  select b.path, 'modules', 'no_modules', false from blocks b where b.is_open and b.modules = 0
  union all
  select b.path, 'modules', 'several_quizzes', false from blocks b where b.quizzes > 1
  union all
  select b.path, 'modules', 'quiz_not_last', true from blocks b where b.quizzes = 1 and b.quiz_at < b.modules
  union all
  select b.path, 'questions', 'few_questions', false from blocks b where b.is_open and b.quizzes > 0 and b.questions < 3
  union all
  select b.path, 'questions', 'no_quiz', true from blocks b where b.quizzes = 0 and b.questions > 0
  union all
  -- Its modules count, but no one could complete them any more.
  select b.path, 'is_open', 'block_needed', false
  from blocks b join public.nemus_learning_courses c on c.id = p_course and c.is_active
  where not coalesce(b.is_open, false) and private.nemus_is_course_unfinished(c.seminar_id)
    and exists (select from private.nemus_items(b.item -> 'modules') d
      join public.nemus_learning_modules m on m.id = d.item ->> 'id' and m.course_id = p_course
      join public.nemus_learning_blocks o on o.course_id = m.course_id and o.id = m.block_id and o.is_open)
  union all
  -- A removed module takes its progress with it. Completed courses stay completed (S-6.17).
  select '', 'modules', 'removes_completed', true
  where exists (select from public.nemus_learning_modules m
    join public.nemus_module_progress p on p.module_id = m.id
    where m.course_id = p_course and not exists (
      select from private.nemus_draft_modules(p_document) d where d.module ->> 'id' = m.id))
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
      and not private.nemus_is_bound(p.user_id, appointment.course_id, p.set_by_staff is not null)
      and not private.nemus_has_attended(p.user_id, appointment.course_id) and not private.nemus_is_blocked(p.user_id)
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

CREATE OR REPLACE FUNCTION private.nemus_give_back_course (
  p_order public.nemus_orders
)
  RETURNS public.nemus_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking public.nemus_course_bookings;
  taken private.nemus_taken_back;
  enrollment uuid;
  given boolean;
  missed int := 0;
  ordered public.nemus_orders := p_order;
begin
  select * into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  for taken in delete from private.nemus_taken_back t where t.order_id = p_order.id returning t.* loop
    enrollment := null;
    if taken.trainee_id is not null then
      insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id, used_at)
      values (booking.id, taken.trainee_id, booking.institution_id, booking.course_id, taken.used_at)
      on conflict do nothing;
      given := found;
      missed := missed + (not given)::int;
      continue when not given;
    end if;
    -- Also for a person who left the institution: the place was used for that account.
    continue when taken.user_id is null;
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage,
      enrolled_at)
    values (taken.user_id, p_order.course_id,
      case when taken.trainee_id is null then 'direct_purchase' else 'institution_booking' end, taken.status,
      taken.progress_percentage, taken.enrolled_at)
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    missed := missed + (enrollment is null)::int;
    if taken.trainee_id is not null and enrollment is null then
      delete from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
    end if;
    -- Fires bookings/booked_seminars.
    update public.nemus_booking_participants p set enrollment_id = enrollment
    where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
  end loop;
  perform private.nemus_tell_who_left(booking.id, 'booking_made');
  if booking.status = 'cancelled' then
    update public.nemus_course_bookings b
    set status = case when b.completion_rate = 100 then 'completed' else 'confirmed' end where b.id = booking.id;
    -- Participants with a new account meanwhile.
    perform private.nemus_enrol_participants(booking.id, null);
  end if;
  if missed > 0 then
    update public.nemus_orders o set attention = 'already_enrolled' where o.id = p_order.id returning o.* into ordered;
    ordered := private.nemus_owe_refund(ordered,
      jsonb_build_object('reason', 'already_enrolled', 'places', missed), null);
  end if;
  return ordered;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_course_unfinished (
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_course_enrollments e where e.course_id = p_course and e.status <> 'completed')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_letter_true (
  p_letter private.nemus_trainee_letters
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_letter.kind = 'cancelled' or exists (select from public.nemus_course_bookings b
    join public.nemus_booking_participants p on p.booking_id = b.id
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where b.id = p_letter.booking_id and b.status <> 'cancelled' and p_letter.user_id in (t.user_id, e.user_id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_keeps_place (
  p_appointment uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_appointment_participations p
    join public.nemus_appointments a on a.id = p.appointment_id
    where p.appointment_id = p_appointment and p.user_id = auth.uid() and p.status = 'confirmed'
      and (a.course_id is null or exists (select from public.nemus_course_enrollments e
        where e.user_id = p.user_id and e.course_id = a.course_id)))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_take_back_course (
  p_order public.nemus_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking uuid;
begin
  if cardinality(p_order.trainee_ids) = 0 then
    with taken as (
      -- Fires certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e
      where e.user_id = p_order.user_id and e.course_id = p_order.course_id and e.enrollment_type = 'direct_purchase'
      returning e.*)
    insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at)
    select p_order.id, t.user_id, t.status, t.progress_percentage, t.enrolled_at from taken t
    on conflict do nothing;
    return;
  end if;
  select b.id into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  insert into private.nemus_taken_back (order_id, trainee_id, user_id, status, progress_percentage, enrolled_at, used_at)
  select p_order.id, p.trainee_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at, p.used_at
  from public.nemus_booking_participants p left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where p.booking_id = booking
  on conflict do nothing;
  perform private.nemus_write_letters(booking, null, 'cancelled', null);
  perform private.nemus_tell_who_left(booking, 'booking_cancelled');
  -- Fires certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking;
  update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_who_left (
  p_booking uuid,
  p_kind    text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_notify(e.user_id, p_kind, p_kind || ':' || b.id || ':' || extract(epoch from now()),
    jsonb_build_object('course', private.nemus_fact(b.course_name, '–'), 'start', b.start_date,
      'institution', private.nemus_fact(private.nemus_inviting_name(b.institution_id), '–')), '/appointments')
  from public.nemus_course_bookings b join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_course_enrollments e on e.id = p.enrollment_id join public.nemus_trainees t on t.id = p.trainee_id
  where b.id = p_booking and t.user_id is distinct from e.user_id
$function$;

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
    select s.id, s.user_id, s.institution_id, n.kind, n.key, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
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
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id)
      or (found.kind = 'date_message' and not exists (select from public.nemus_appointments a
        cross join lateral private.nemus_people_at(a) u
        where a.id = split_part(found.key, ':', 2)::uuid and u.user_id = found.user_id))
      or (found.kind = 'place_offered' and not exists (select from public.nemus_appointment_participations o
        where o.appointment_id = split_part(found.key, ':', 2)::uuid and o.user_id = found.user_id
          and o.offered_until > now() and o.offered_until = (found.facts ->> 'until')::timestamptz)) then
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
      select c.id, private.nemus_is_reachable(c.user_id) and private.nemus_is_letter_true(c) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account, nor about a place that ended.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
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

CREATE OR REPLACE FUNCTION public.nemus_delete_account()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  case terms ->> 'blocked_by'
    when 'institution_has_members' then perform private.nemus_refuse(409, 'institution_has_members');
    when 'last_administrator' then perform private.nemus_refuse(409, 'last_administrator');
    when 'subscription_running' then perform private.nemus_refuse(409, 'subscription_running');
    when 'purchase_waiting' then perform private.nemus_refuse(409, 'purchase_waiting');
    when 'invoice_open' then perform private.nemus_refuse(409, 'invoice_open');
    when 'last_staff' then perform private.nemus_refuse(409, 'last_staff');
    else
  end case;
  -- What an institution booked is used up once begun or past its notice: no money comes back, and no one else gets the place.
  -- Fires bookings/booked_seminars.
  update public.nemus_booking_participants p set used_at = now() from public.nemus_course_enrollments e
  where e.user_id = me and p.enrollment_id = e.id and (private.nemus_is_begun(e)
    or private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date);
  -- The same for what a dispute has taken meanwhile, and may give back.
  delete from private.nemus_taken_back t where t.user_id = me and t.trainee_id is null;
  update private.nemus_taken_back t set used_at = now()
  where t.user_id = me and t.status is distinct from 'not_started';
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_deletion_terms()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  last_invoice date;
  purchases constant boolean := exists (select from public.nemus_orders o where o.user_id = me)
    or exists (select from public.nemus_invoices i where i.user_id = me and not i.is_sample)
    or exists (select from public.nemus_credit_entries c where c.institution_id = me);
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  select max(i.issued_on) into last_invoice from public.nemus_invoices i where i.user_id = me and not i.is_sample;
  return jsonb_build_object('purchases', purchases,
    'keep_until', case when purchases
      then make_date(extract(year from coalesce(last_invoice, now()::date))::int + 8, 12, 31) end,
    'credits', coalesce((select b.available_credits from public.nemus_credit_balances b where b.institution_id = me), 0),
    'places', (select count(*) from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = me and p.status in ('confirmed', 'waitlist') and a.starts_at > now() and not a.is_sample),
    'trainees', (select count(*) from public.nemus_trainees t where t.institution_id = me and t.user_id is not null),
    'blocked_by', case
      when exists (select from public.nemus_members m where m.institution_id = me and m.user_id <> me)
        then 'institution_has_members'
      when exists (select from public.nemus_members m where m.user_id = me and m.institution_id <> me
          and 'administration' = any (m.roles) and not exists (select from public.nemus_members o
            where o.institution_id = m.institution_id and o.user_id <> me and 'administration' = any (o.roles)))
        then 'last_administrator'
      when exists (select from public.nemus_subscriptions s where s.institution_id = me and s.status in ('active',
        'trialing', 'past_due') and not s.cancel_at_period_end) then 'subscription_running'
      when exists (select from public.nemus_orders o where o.user_id = me and private.nemus_is_waiting(o, me)) then 'purchase_waiting'
      when exists (select from private.nemus_transfers(me) t where t.open_cents > 0) then 'invoice_open'
      when exists (select from public.nemus_staff s where s.user_id = me and s.role = 'people')
        and not exists (select from public.nemus_staff s where s.user_id <> me and s.role = 'people') then 'last_staff'
    end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_retire_learning_course (
  p_course text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_learning_courses;
begin
  perform private.nemus_require_staff('catalogue');
  select * into course from public.nemus_learning_courses c where c.id = p_course for update;
  perform private.nemus_refuse(404, 'learning_draft_not_found') where not found;
  perform private.nemus_refuse(409, 'learning_course_needed')
    where exists (select from public.nemus_courses s where s.id = course.seminar_id and s.is_active)
      or private.nemus_is_course_unfinished(course.seminar_id);
  update public.nemus_learning_courses c set is_active = false where c.id = p_course;
end $function$;

CREATE POLICY "links of confirmed appointments are read" ON "public"."nemus_appointment_links"
  FOR SELECT
  TO "authenticated"
  USING (private.nemus_keeps_place(appointment_id));

REVOKE ALL ON FUNCTION "private"."nemus_is_course_unfinished"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_course_unfinished"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_course_unfinished"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_letter_true"(private.nemus_trainee_letters) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_letter_true"(private.nemus_trainee_letters) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_letter_true"(private.nemus_trainee_letters) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_keeps_place"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_keeps_place"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_keeps_place"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_keeps_place"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell_who_left"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell_who_left"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell_who_left"(uuid, text) TO "postgres";
