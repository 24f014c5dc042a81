-- People who were moved, or put first, before this migration, and have not chosen a date since.
update public.nemus_appointment_participations p set set_by_staff = case l.action when 'rebook' then 'date' else 'turn' end
from private.nemus_audit_log l
where p.status in ('confirmed', 'waitlist') and ((l.action = 'rebook' and l.after ->> 'to' = p.appointment_id::text
      and l.after -> 'people' ? p.user_id::text)
    or (l.action = 'prefer' and l.subject_id = p.appointment_id || ':' || p.user_id and p.status = 'waitlist'))
  and exists (select from public.nemus_appointments a where a.id = p.appointment_id and a.starts_at > now())
  and not exists (select from private.nemus_date_letters d where d.user_id = p.user_id and d.appointment_id = p.appointment_id
    and d.audience = 'participant' and d.kind in ('place_confirmed', 'waitlisted') and d.created_at > l.created_at);
