SET local check_function_bodies = off;

DROP TRIGGER "date_address" ON "public"."nemus_confirmers";

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
  update public.nemus_confirmers c set user_id = auth.uid(), accepted_at = coalesce(c.accepted_at, now())
  where c.id = p_confirmer and c.ended_at is null
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)
      and private.nemus_may_have_confirmed(c.institution_id)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
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
        'phone', case when p.cancelled_at = a.cancelled_at and a.ends_at > now() then (select nullif(d.phone, '') from public.nemus_personal_data d
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

CREATE TRIGGER date_address
  BEFORE UPDATE OF email, user_id ON public.nemus_confirmers
  FOR EACH ROW
  WHEN (((lower(old.email) <> lower(new.email)) OR ((old.user_id IS NOT NULL) AND (new.user_id IS NULL))))
  EXECUTE FUNCTION private.nemus_date_address();

-- Accounts that are gone already.
update public.nemus_confirmers c set address_since = now()
where c.user_id is null and c.accepted_at is not null and c.ended_at is null;
