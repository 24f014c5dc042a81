-- What counts as done since seminars have dates, and how far a booking is.

/*
 * Everything that counts, with the area that it counts for. `competency` is null for what belongs to none. A date of a
 * seminar counts by what was ticked alone, as theory and practice in the seminar's proportion. Of other appointments
 * whatever was confirmed and is over counts. Supervision is practice; every other appointment is theory. A certificate
 * that was issued for an appointment, an e-learning course or a seminar of the portal is none "from elsewhere": what it
 * stands for counts itself, as long as it is there.
 */
create or replace view private.nemus_training_sources as
select p.user_id, 'attendance' as kind, a.id::text as source_id, a.title, a.competency,
  case a.type when 'Supervision' then 'practice' else 'theory' end as area, a.units,
  a.is_sample
from public.nemus_appointment_participations p join public.nemus_appointments a on a.id = p.appointment_id
where a.course_id is null and a.units > 0
  and (p.status = 'completed' or (p.status = 'confirmed' and a.ends_at <= now()))
union all
select p.user_id, 'attendance', a.id::text, a.title, coalesce(a.competency, s.competency), part.area, part.units,
  a.is_sample
from public.nemus_appointment_participations p
join public.nemus_appointments a on a.id = p.appointment_id
join public.nemus_courses s on s.id = a.course_id
cross join lateral (
  select case when a.type = 'Supervision' then 0 when s.theory_units + s.practical_units = 0 then p.attended_units
    else round(p.attended_units * s.theory_units::numeric / (s.theory_units + s.practical_units))::int end as units
) theory
cross join lateral (values ('theory', theory.units), ('practice', p.attended_units - theory.units)) as part (area, units)
where p.attendance in ('present', 'partial') and part.units > 0
union all
select l.user_id, 'elearning', c.id, c.title, c.competency, 'elearning', c.units, l.is_sample
from public.nemus_learning_progress l join public.nemus_learning_courses c on c.id = l.course_id
where l.status = 'completed'
union all
select c.user_id, 'certificate', c.id::text, c.title, c.competency,
  case c.session ->> 'type' when 'Supervision' then 'practice' else 'theory' end, c.units, c.is_sample
from public.nemus_certificates c
where c.appointment_id is null and c.course_id is null and c.seminar_id is null and c.units > 0
  and not exists (select from private.nemus_certificate_revocations r where r.certificate_id = c.id)
union all
select e.user_id, 'logbook', e.id::text, e.title, e.competency, e.area, e.units, e.is_sample
from public.nemus_logbook_entries e where e.confirmed_at is not null;

/*
 * Keeps a booking's completion at the mean of its participants; it is completed while all of them are: a correction opens
 * it again. Whoever is no longer linked with the institution counts for nothing: that progress is none of its business
 * any more.
 */
create or replace function private.nemus_count_completion(p_booking uuid) returns void
language sql security definer set search_path = '' as $$
  update public.nemus_course_bookings b set
    completion_rate = mean.progress,
    status = case when mean.progress = 100 then 'completed'
      when b.status = 'completed' and b.origin = 'portal' then 'confirmed' else b.status end
  from (
    select floor(avg(coalesce(e.progress_percentage, 0)))::int as progress
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where p.booking_id = p_booking and (e.id is null or e.user_id = t.user_id)
  ) mean
  where b.id = p_booking and b.status <> 'cancelled' and mean.progress is not null
$$;
