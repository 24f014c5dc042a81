-- How far somebody is in a seminar: counted from its parts, whichever of them moved.

/*
 * What somebody has done of a seminar: attendance at its dates, if it has any, and its e-learning courses. `share` is the
 * mean weighted by units, `has_begun` and `is_done` what the state follows from; no row for a seminar without parts.
 * `has_evidence`: something was ticked or learned.
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
      attended.times > 0 and attended.units >= c.theory_units + c.practical_units as is_done,
      attended.times > 0 as has_evidence
    from public.nemus_courses c,
      lateral (select count(*) as times, coalesce(sum(p.attended_units), 0)::int as units
        from public.nemus_appointments a
        join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = p_user
        where a.course_id = c.id and p.attendance in ('present', 'partial')) attended
    where c.id = p_course and c.has_dates
    union all
    select l.units, coalesce(p.progress_percentage, 0) / 100.0, coalesce(p.status, 'not_started') <> 'not_started',
      coalesce(p.status, 'not_started') = 'completed', p.course_id is not null
    from public.nemus_learning_courses l
    left join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = p_user
    -- What is not offered counts for those who have begun it, and keeps nobody else from completing the seminar.
    where l.seminar_id = p_course and (l.is_active or p.course_id is not null)
  ) part
  having count(*) > 0
$$;

/*
 * Brings an enrolment to what its parts say. What is completed stays so, whatever an author adds to a course later,
 * unless p_correction: attendance, or what the sample set had completed, was taken back.
 */
create function private.nemus_count_enrolment(p_user uuid, p_course uuid, p_correction boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- First the lock: of two parts that end at the same moment the second sees the first.
  perform from public.nemus_course_enrollments e where e.user_id = p_user and e.course_id = p_course for no key update;
  update public.nemus_course_enrollments e set status = counted.status, progress_percentage = counted.progress
  from (
    select case when parts.is_done then 'completed' when parts.has_begun then 'in_progress' else 'not_started' end as status,
      case when parts.is_done then 100 when parts.has_begun then least(99, round(parts.share * 100)::int) else 0 end
        as progress
    -- Without evidence there is nothing to say of an enrolment, but that something was taken back.
    from private.nemus_enrolment_parts(p_user, p_course) parts where parts.has_evidence or p_correction
  ) counted
  where e.user_id = p_user and e.course_id = p_course and (e.status <> 'completed' or p_correction)
    and (e.status, e.progress_percentage) is distinct from (counted.status, counted.progress);
end $$;

/* Keeps the progress of a course at the share of its completed modules, and the seminar that it belongs to with it. */
create or replace function private.nemus_count_modules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  course record;
begin
  select c.id, c.seminar_id into course
  from public.nemus_learning_modules m join public.nemus_learning_courses c on c.id = m.course_id
  where m.id = new.module_id;
  perform private.nemus_count_course(new.user_id, course.id);
  if course.seminar_id is not null then
    perform private.nemus_count_enrolment(new.user_id, course.seminar_id, false);
  end if;
  return new;
end $$;

/* A seminar that is bought after its e-learning course was begun, or is given back, stands where its parts stand. */
create or replace function private.nemus_carry_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_count_enrolment(new.user_id, new.course_id, false);
  return new;
end $$;

revoke all on function private.nemus_enrolment_parts(uuid, uuid),
  private.nemus_count_enrolment(uuid, uuid, boolean) from public;

/*
 * Removes what the sample set gave to the caller's account, all or nothing; what the account did itself stays, also in a
 * course that the sample set had begun. An invented trainee for whom something was bought or is being bought stays as an
 * entry of the institution. Safe to repeat. Returns how many entries went.
 */
create or replace function private.nemus_remove_sample_data() returns int
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  given uuid[];
  courses text[];
  removed int := 0;
  counted int;
begin
  -- One after the other: of two clicks the second finds nothing left.
  perform from public.nemus_profiles p where p.user_id = me for no key update;

  -- Locked in the order of the ids, as whoever cancels locks them one by one.
  select array_agg(a.id) into given from (
    select a.id from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = me
    where a.is_sample order by a.id for update of a) as a;
  delete from public.nemus_appointment_participations p where p.user_id = me and p.appointment_id = any (given);
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_appointments a where a.id = any (given)
    and not exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id);
  delete from public.nemus_certificates c where c.user_id = me and c.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;

  with gone as (
    delete from public.nemus_module_progress p where p.user_id = me and p.is_sample returning p.module_id)
  select array_agg(distinct m.course_id), count(*) into courses, counted
  from gone join public.nemus_learning_modules m on m.id = gone.module_id;
  removed := removed + counted;
  perform private.nemus_count_course(me, c) from unnest(courses) as c order by c;
  perform private.nemus_count_enrolment(me, c.seminar_id, true)
  from public.nemus_learning_courses c where c.id = any (courses) and c.seminar_id is not null order by c.seminar_id;
  delete from public.nemus_learning_progress p
  where p.user_id = me and p.course_id = any (courses) and p.status = 'not_started';

  delete from public.nemus_competency_targets t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_logbook_entries e where e.user_id = me and e.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;

  delete from public.nemus_course_bookings b where b.institution_id = me and b.origin = 'sample';
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Locked first: nobody books or orders for them meanwhile without being seen here.
  perform from public.nemus_trainees t where t.institution_id = me and t.is_sample order by t.id for update;
  update public.nemus_trainees t set is_sample = false
  where t.institution_id = me and t.is_sample and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id)
    or exists (select from public.nemus_orders o where o.user_id = me and t.id = any (o.trainee_ids)
      and o.status not in ('failed', 'expired')));
  delete from public.nemus_trainees t where t.institution_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_transactions t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  return removed + counted;
end $$;
