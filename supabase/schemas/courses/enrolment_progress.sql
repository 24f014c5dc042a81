-- The state and percentage of an enrolment: attendance at dates and e-learning, weighted by units.
-- Called after every change of a part: dates/attendance.sql, learning/learning.sql, courses/enrolments.sql and
-- samples/sample_data.sql. A change of the state then moves the booking (bookings/bookings.sql) and the certificate of
-- the seminar (certificates/validity.sql).
-- Exception: a completed enrolment stays completed, except when attendance or sample progress is taken back.

/*
 * The parts of a seminar for one account: attendance at its dates, if it has dates, and its e-learning courses.
 * `share` is the mean weighted by units. `has_begun` and `is_done` decide the state. `has_evidence`: attendance was
 * recorded or a module completed. No row for a seminar without parts.
 */
create function private.nemus_enrolment_parts(p_user uuid, p_course uuid)
returns table (share numeric, has_begun boolean, is_done boolean, has_evidence boolean)
language sql stable security definer set search_path = '' as $$
  select sum(part.weight * part.done) / sum(part.weight), bool_or(part.has_begun), bool_and(part.is_done),
    bool_or(part.has_evidence)
  from (
    select greatest(c.theory_units + c.practical_units, 1) as weight,
      least(1, attended.units::numeric / greatest(c.theory_units + c.practical_units, 1)) as done,
      attended.times > 0 as has_begun,
      attended.is_done,
      attended.times > 0 as has_evidence
    from public.nemus_courses c cross join lateral private.nemus_attended(p_user, c.id) attended
    where c.id = p_course and c.has_dates
    union all
    select l.units, coalesce(p.progress_percentage, 0) / 100.0, coalesce(p.status, 'not_started') <> 'not_started',
      coalesce(p.status, 'not_started') = 'completed', p.course_id is not null
    from public.nemus_learning_courses l
    left join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = p_user
    -- A retired course counts only for people who have begun it. It blocks no other completion.
    where l.seminar_id = p_course and (l.is_active or p.course_id is not null)
  ) part
  having count(*) > 0
$$;

/*
 * Updates an enrolment from its parts. A completed enrolment stays completed when an author extends a course later.
 * p_correction: attendance or sample progress was taken back, so a completion may be lost, also one that a won dispute
 * would give back.
 */
create function private.nemus_count_enrolment(p_user uuid, p_course uuid, p_correction boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  -- Lock first: of two parts completed at the same moment, the second sees the first.
  perform from public.nemus_course_enrollments e where e.user_id = p_user and e.course_id = p_course for no key update;
  select case when parts.is_done then 'completed' when parts.has_begun then 'in_progress' else 'not_started' end as status,
    case when parts.is_done then 100 when parts.has_begun then least(99, round(parts.share * 100)::int) else 0 end
      as progress into counted
  -- Without evidence only a correction may change the enrolment.
  from private.nemus_enrolment_parts(p_user, p_course) parts where parts.has_evidence or p_correction;
  if not found then
    return;
  end if;
  -- Fires bookings/bookings, certificates/validity.
  update public.nemus_course_enrollments e set status = counted.status, progress_percentage = counted.progress
  where e.user_id = p_user and e.course_id = p_course and (e.status <> 'completed' or p_correction)
    and (e.status, e.progress_percentage) is distinct from (counted.status, counted.progress);
  update private.nemus_taken_back t set status = counted.status, progress_percentage = counted.progress
  from public.nemus_orders o
  where p_correction and o.id = t.order_id and o.course_id = p_course and t.user_id = p_user;
end $$;
