SET local check_function_bodies = off;

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
    where k.contype = 'f' and k.confrelid = 'public.nemus_profiles'::regclass and cardinality(k.conkey) = 1
      and not private.nemus_is_kept(k.conrelid::regclass)
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
  delete from auth.sessions s where s.user_id = p_user;
  delete from auth.identities i where i.user_id = p_user;
  -- Other tables of the sign-in service are left to it. Not every sign-in service has second factors.
  if factors is not null then
    execute format('delete from %s f where f.user_id = $1', factors) using p_user;
  end if;
  -- Fires accounts/profiles.
  update auth.users u set email = p_user || '@geloescht.invalid', encrypted_password = '', raw_user_meta_data = '{}',
    banned_until = now() + interval '100 years' where u.id = p_user;
  -- Fires accounts/name_requests, accounts/profiles, certificates/certificates.
  update public.nemus_profiles p set first_name = '', last_name = '', institution_name = null where p.user_id = p_user;
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
  if not private.nemus_is_staff('teaching') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
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
      order by p.waitlist_position nulls first, lower(u.last_name), lower(u.first_name), p.user_id), '[]')
      from public.nemus_appointment_participations p
      join public.nemus_profiles u on u.user_id = p.user_id
      left join public.nemus_course_enrollments e on e.user_id = p.user_id and e.course_id = a.course_id
      where p.appointment_id = a.id and (p.status <> 'cancelled' or p.attendance is not null or p.cancelled_at = a.cancelled_at)))
  into answer
  from public.nemus_appointments a join public.nemus_courses s on s.id = a.course_id where a.id = p_appointment;
  if answer is null then
    perform private.nemus_refuse(404, 'appointment_not_found');
  end if;
  return answer;
end $function$;
