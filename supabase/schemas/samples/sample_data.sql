-- Removing sample data, and when a sample becomes real. An account removes its own sample set; its own entries stay,
-- also in courses that the set began. For an institution this needs `administration`. Sample trainees,
-- confirmers, sites and cases become real when changed, and on removal of the set if something real refers to them. The set itself is in
-- samples/sample_set.sql.

/* A sample trainee with a new name, address or account is no longer a sample. */
create function private.nemus_own_trainee() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_sample := false;
  return new;
end $$;

create trigger own_trainee before update on public.nemus_trainees
  for each row when (old.is_sample and (new.user_id is not null and new.user_id is distinct from old.user_id
    or (new.first_name, new.last_name, lower(new.email)) is distinct from (old.first_name, old.last_name, lower(old.email))))
  execute function private.nemus_own_trainee();

/*
 * Removes the sample set of the caller's account in one transaction and keeps everything else. Sample trainees with
 * bookings or orders stay as real entries. Safe to repeat. Returns how many entries were removed.
 */
create function public.nemus_remove_sample_data() returns int
language plpgsql security definer set search_path = '' as $$
declare
  me uuid;
  given uuid[];
  courses text[];
  removed int := 0;
  counted int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('administration') else auth.uid() end;
  -- Serializes two clicks; the second finds nothing left.
  perform from public.nemus_profiles p where p.user_id = me for no key update;

  -- Locked in order of ids, like single cancellations, to avoid deadlocks.
  select array_agg(a.id) into given from (
    select a.id from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = me
    where a.is_sample order by a.id for update of a) as a;
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = me and p.appointment_id = any (given);
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Fires certificates/certificates.
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
  -- Its own entries; of a demonstration also those that its sample trainees sent to its sample confirmers.
  with recursive gone as (
    select e.id from public.nemus_logbook_entries e where e.is_sample and (e.user_id = me or exists (
      select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = e.user_id and t.is_sample
      where c.id = e.confirmer_id and c.institution_id = me and c.is_sample))
    union
    select r.id from gone g join public.nemus_logbook_entries r on r.corrects = g.id)
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e using gone g where e.id = g.id;
  get diagnostics counted = row_count;
  removed := removed + counted;
  update public.nemus_logbook_sites s set is_sample = false where s.user_id = me and s.is_sample
    and exists (select from public.nemus_logbook_entries e where e.site_id = s.id);
  delete from public.nemus_logbook_sites s where s.user_id = me and s.is_sample;
  update public.nemus_logbook_cases c set is_sample = false where c.user_id = me and c.is_sample
    and exists (select from public.nemus_logbook_entries e where e.case_id = c.id);
  delete from public.nemus_logbook_cases c where c.user_id = me and c.is_sample;
  update public.nemus_confirmers c set is_sample = false where c.institution_id = me and c.is_sample
    and exists (select from public.nemus_logbook_entries e where e.confirmer_id = c.id);
  delete from public.nemus_confirmers c where c.institution_id = me and c.is_sample;
  -- A demonstration's link of the trainee ends.
  -- Fires bookings/bookings, trainees/trainees.
  update public.nemus_trainees t set user_id = null, linked_at = null where t.user_id = me and t.is_sample;

  -- Fires bookings/bookings.
  delete from public.nemus_course_bookings b where b.institution_id = me and b.origin = 'sample';
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Locked first, so that no booking or order for them goes unnoticed.
  perform from public.nemus_trainees t where t.institution_id = me and t.is_sample order by t.id for update;
  -- Fires bookings/bookings, trainees/trainees.
  update public.nemus_trainees t set is_sample = false
  where t.institution_id = me and t.is_sample and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id)
    or exists (select from public.nemus_confirmer_roles r where r.trainee_id = t.id)
    or exists (select from public.nemus_logbook_entries e
      where e.user_id = t.user_id and e.institution_id = me and not e.is_sample)
    or exists (select from public.nemus_orders o where o.user_id = me and t.id = any (o.trainee_ids)
      and o.status not in ('failed', 'expired')));
  delete from public.nemus_trainees t where t.institution_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_transactions t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  return removed + counted;
end $$;
