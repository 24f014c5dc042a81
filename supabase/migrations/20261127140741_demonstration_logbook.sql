SET local check_function_bodies = off;

DROP TRIGGER "own_trainee" ON "public"."nemus_trainees";

ALTER TABLE "public"."nemus_confirmers"
  ADD COLUMN "is_sample" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."nemus_logbook_cases"
  ADD COLUMN "is_sample" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."nemus_logbook_sites"
  ADD COLUMN "is_sample" boolean NOT NULL DEFAULT false;

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
  -- Fires logbook/sign_off_links.
  update public.nemus_confirmers c set user_id = auth.uid(), accepted_at = coalesce(c.accepted_at, now()), is_sample = c.is_sample and c.user_id is not null
  where c.id = p_confirmer and c.ended_at is null
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)
      and private.nemus_may_have_confirmed(c.institution_id)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_close_case (
  p_case      uuid,
  p_closed_on date DEFAULT NULL::date
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  began date;
begin
  perform private.nemus_lock_logbook(auth.uid());
  select c.started_on into began from public.nemus_logbook_cases c where c.id = p_case and c.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'case_not_found') where not found;
  if p_closed_on < coalesce(began, '2000-01-01') then
    perform private.nemus_refuse_field('closed_on', 'before_start');
  elsif p_closed_on > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse_field('closed_on', 'future');
  end if;
  update public.nemus_logbook_cases c set closed_on = p_closed_on, is_sample = false where c.id = p_case and c.user_id = auth.uid();
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_confirming_people()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email,
    'state', case when c.declined_at is not null then 'declined' when c.user_id is not null then 'account' else 'invited'
      end,
    'declined_at', c.declined_at, 'is_sample', c.is_sample,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = c.id and e.state = 'submitted'),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'role', r.role, 'site', r.site,
        'trainee_id', r.trainee_id, 'trainee_name', t.first_name || ' ' || t.last_name, 'valid_from', r.valid_from,
        'valid_until', r.valid_until) order by r.valid_from desc, r.role, r.id), '[]')
      from public.nemus_confirmer_roles r left join public.nemus_trainees t on t.id = r.trainee_id
      where r.confirmer_id = c.id and (r.valid_until is null or r.valid_until > current_date - 365)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
        'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from desc, d.id), '[]')
      from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
      where d.confirmer_id = c.id and d.valid_until > current_date - 365)
    ) order by c.declined_at is not null, private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_confirmers c
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or c.declined_at > now() - interval '90 days')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_label_case (
  p_case  uuid,
  p_label text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_logbook_cases c
  set label = coalesce(private.nemus_text_field(jsonb_build_object('label', p_label), 'label', 30, false), ''), is_sample = false
  where c.id = p_case and c.user_id = auth.uid();
  perform private.nemus_refuse(404, 'case_not_found') where not found;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_remove_sample_data()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

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
  mailbox := lower(private.nemus_text_field(fields, 'email', 255, true) collate "C");
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
  perform private.nemus_lock_logbook(me);
  if wanted is null then
    perform private.nemus_refuse(409, 'too_many_sites', '{"most": 100}')
      where (select count(*) from public.nemus_logbook_sites s where s.user_id = me) >= 100;
    insert into public.nemus_logbook_sites (user_id, name, started_on, ended_on, share)
    values (me, called, first_day, last_day, part) returning id into wanted;
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
    is_sample = false
  where s.id = wanted and s.user_id = me;
  perform private.nemus_refuse(404, 'site_not_found') where not found;
  return wanted;
end $function$;

create trigger own_trainee before update on public.nemus_trainees
  for each row when (old.is_sample and (new.user_id is not null and new.user_id is distinct from old.user_id
    or (new.first_name, new.last_name, lower(new.email)) is distinct from (old.first_name, old.last_name, lower(old.email))))
  execute function private.nemus_own_trainee();
