-- Courses are booked for active trainees alone: what the picker shows, the database decides.

/*
 * Makes sure that all of `p_trainees` are active trainees of the institution and that none has the course. Asked before
 * a booking or an order is written; what was paid for is granted even when somebody was set inactive in between.
 * Raises 400 no_trainees, 404 trainee_not_found, 409 trainee_inactive, 409 already_enrolled.
 */
create or replace function private.nemus_check_trainees(p_institution uuid, p_course uuid, p_trainees uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text;
begin
  if coalesce(cardinality(p_trainees), 0) = 0 then
    perform private.nemus_refuse(400, 'no_trainees', 'Bitte wählen Sie mindestens eine Person aus.');
  end if;
  if (select count(distinct t.id) from public.nemus_trainees t
    where t.institution_id = p_institution and t.id = any (p_trainees)) <> cardinality(p_trainees) then
    perform private.nemus_refuse(404, 'trainee_not_found', 'Eine der ausgewählten Personen wurde nicht gefunden.');
  end if;
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t
  where t.id = any (p_trainees) and t.status <> 'active'
  order by t.last_name, t.first_name, t.id limit 1;
  if found then
    perform private.nemus_refuse(409, 'trainee_inactive',
      format('%s ist inaktiv. Kurse werden nur für aktive PiW gebucht.', named));
  end if;
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t
  where t.id = any (p_trainees) and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id and p.course_id = p_course)
    or exists (select from public.nemus_course_enrollments e where e.user_id = t.user_id and e.course_id = p_course))
  order by t.last_name limit 1;
  if found then
    perform private.nemus_refuse(409, 'already_enrolled', format('%s ist für diesen Kurs bereits angemeldet.', named));
  end if;
end $$;
