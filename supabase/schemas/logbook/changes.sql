-- What trainees do with their own entries: save, import, delete, submit, take back, correct. Allowed in which state:
-- private.nemus_logbook_actions (entries.sql). Every change locks the logbook first.
-- Limits: 24 hours a day over all entries but certificates, no future day, day within the period of the site and before the end of the
-- case, 100 entries per submission. A confirmer must have a role for category, day and site (nemus_role_for,
-- decisions.sql). A submission checks all of them again; a confirmation checks the hours of the day again.
-- Uploads repeat safely: the client makes the id, and the same content twice is one entry. A stale revision is refused.
-- Changes of an entry reach steps.sql, cohort.sql, sign_off_links.sql and notifications/events.sql by their triggers.

create index nemus_logbook_entries_open on public.nemus_logbook_entries (user_id, done_on)
  where state in ('draft', 'returned');

/* Raises 403 trainee_required for accounts without a logbook. */
create function private.nemus_require_trainee() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'trainee_required')
    where not exists (select from public.nemus_profiles p where p.user_id = auth.uid() and p.user_type = 'piw');
end $$;

/* A day of a form, `yyyy-MM-dd`; null if absent. Raises 400 invalid_field. */
create function private.nemus_day_field(p_fields jsonb, p_field text, p_is_required boolean) returns date
language plpgsql set search_path = '' as $$
declare
  given constant text := nullif(p_fields ->> p_field, '');
  day date;
begin
  if given is null then
    perform private.nemus_refuse_field(p_field, 'missing') where p_is_required;
    return null;
  end if;
  begin
    day := case when given ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then given::date end;
  exception when datetime_field_overflow then
    day := null;
  end;
  perform private.nemus_refuse_field(p_field, 'date') where day is null or day < '2000-01-01' or not private.nemus_is_day(day);
  return day;
end $$;

/* An id of a form; null if absent. Raises 400 invalid_field. */
create function private.nemus_id_field(p_fields jsonb, p_field text, p_is_required boolean) returns uuid
language plpgsql set search_path = '' as $$
declare
  given constant text := nullif(p_fields ->> p_field, '');
begin
  perform private.nemus_refuse_field(p_field, 'missing') where given is null and p_is_required;
  perform private.nemus_refuse_field(p_field, 'choice')
    where given !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  return given::uuid;
end $$;

/*
 * Whether the trainee of an entry may name this confirmer: on the list of a linked institution that may have hours
 * confirmed, in a role for it (nemus_role_for), not the trainee's own account, and for a certificate one with an account:
 * no link shows files. p_anywhere ignores the site.
 */
create function private.nemus_takes_entry(p_entry public.nemus_logbook_entries, p_confirmer uuid, p_anywhere boolean default false)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_entry.user_id
      where c.id = p_confirmer and private.nemus_is_confirming(c) and c.user_id is distinct from p_entry.user_id
        and not private.nemus_is_own_mailbox(p_entry.user_id, c.email)
        and (p_entry.file_id is null or c.user_id is not null) and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_entry, p_confirmer, p_anywhere) is not null;
end $$;

/*
 * An own entry, locked, if the table of actions allows p_action. Raises 404 entry_not_found for an entry that the
 * caller may not read, otherwise 409 entry_state.
 */
create function private.nemus_hold_entry(p_id uuid, p_action text) returns public.nemus_logbook_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.nemus_logbook_entries;
begin
  perform private.nemus_lock_logbook(auth.uid());
  select * into entry from public.nemus_logbook_entries e where e.id = p_id and e.user_id = auth.uid() for update;
  if not found then
    -- Another account's entry: read without a lock, for the right error.
    select * into entry from public.nemus_logbook_entries e where e.id = p_id;
  end if;
  perform private.nemus_require_action(entry, p_action);
  return entry;
end $$;

/*
 * Minutes that other entries in these states take of a day. A confirmed correction replaces its entry; an open one
 * counts with the minutes that it would add. The entry that p_entry corrects is left out.
 */
create function private.nemus_minutes_of_day(p_user uuid, p_day date, p_entry uuid, p_states text[]) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when e.state = 'confirmed' then e.minutes
    else greatest(e.minutes - coalesce(o.minutes, 0), 0) end), 0)::bigint
  from public.nemus_logbook_entries e
  left join public.nemus_logbook_entries o on o.id = e.corrects and o.user_id = e.user_id and o.done_on = e.done_on
  where e.user_id = p_user and e.done_on = p_day and e.state = any (p_states) and e.id <> p_entry and e.file_id is null
    and e.id is distinct from (select c.corrects from public.nemus_logbook_entries c where c.id = p_entry)
    and not exists (select from public.nemus_logbook_entries c
      where c.corrects = e.id and c.user_id = p_user and c.state = 'confirmed')
$$;

/*
 * Refuses an entry with which its day would have more than 24 hours, counting entries in these states. The logbook is
 * locked. Raises 409 day_full {done_on, left}.
 */
create function private.nemus_require_room(p_entry public.nemus_logbook_entries, p_states text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  taken constant bigint := private.nemus_minutes_of_day(p_entry.user_id, p_entry.done_on, p_entry.id, p_states);
begin
  perform private.nemus_refuse(409, 'day_full', jsonb_build_object('done_on', p_entry.done_on,
      'left', greatest(1440 - taken, 0)))
    where p_entry.file_id is null and taken + p_entry.minutes > 1440;
end $$;

/*
 * Field whose site or case does not allow the day of an entry, and the problem: {field, problem}; null if both do.
 */
create function private.nemus_day_problem(p_entry public.nemus_logbook_entries) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.nemus_logbook_sites s where s.id = p_entry.site_id and (p_entry.done_on < s.started_on
      or p_entry.done_on > s.ended_on)) then '{"field": "site_id", "problem": "site_period"}'::jsonb
    when exists (select from public.nemus_logbook_cases c where c.id = p_entry.case_id and p_entry.done_on > c.closed_on)
      then '{"field": "case_id", "problem": "case_closed"}'::jsonb end
$$;

/*
 * Reads what a form says of a certificate into its entry. Its file was checked, and is in no other entry of the category
 * (`file_twice`): one paper may prove units of several, but none of them twice. Raises 400 invalid_field.
 */
create function private.nemus_read_certificate(p_entry public.nemus_logbook_entries, p_fields jsonb)
returns public.nemus_logbook_entries
language plpgsql security definer set search_path = '' as $$
declare
  other date;
begin
  p_entry.note := private.nemus_text_field(p_fields, 'note', 200, true);
  p_entry.issuer := private.nemus_text_field(p_fields, 'issuer', 200, true);
  p_entry.started_on := private.nemus_day_field(p_fields, 'started_on', false);
  perform private.nemus_refuse_field('done_on', 'before_start') where p_entry.done_on < p_entry.started_on;
  select f.sha256 into p_entry.file_sha256 from public.nemus_logbook_files f
  where f.id = p_entry.file_id and f.user_id = p_entry.user_id and f.confirmed_at is not null and f.dropped_at is null
  for share;
  perform private.nemus_refuse_field('file_id', 'choice') where not found;
  select e.done_on into other from public.nemus_logbook_entries e
  where e.user_id = p_entry.user_id and e.file_sha256 = p_entry.file_sha256 and e.category = p_entry.category
    and e.id <> p_entry.id and not exists (select from public.nemus_logbook_entries c
      where c.corrects = e.id and c.user_id = e.user_id and (c.state = 'confirmed' or c.id = p_entry.id)) limit 1;
  perform private.nemus_refuse_field('file_id', 'file_twice', jsonb_build_object('done_on', other)) where found;
  return p_entry;
end $$;

/* The entry that a form describes, each field checked. Raises 400 invalid_field. */
create function private.nemus_read_entry(p_id uuid, p_fields jsonb, p_is_correction boolean)
returns public.nemus_logbook_entries
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  entry public.nemus_logbook_entries;
  problem jsonb;
  taken bigint;
begin
  entry.id := p_id;
  entry.user_id := me;
  entry.done_on := private.nemus_day_field(p_fields, 'done_on', true);
  perform private.nemus_refuse_field('done_on', 'future')
    where entry.done_on > (now() at time zone 'Europe/Berlin')::date;
  entry.category := private.nemus_choice_field(p_fields, 'category',
    array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true);
  entry.file_id := private.nemus_id_field(p_fields, 'file_id', false);
  entry.minutes := private.nemus_count_field(p_fields, 'minutes', case when p_is_correction then 0 else 1 end,
    case when entry.file_id is null then 1440 else 90000 end);
  entry.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], false);
  entry.level := private.nemus_choice_field(p_fields, 'level', array['cognitive', 'action'], entry.competency is not null);
  perform private.nemus_refuse_field('competency', 'missing')
    where entry.competency is null and entry.level is not null;
  entry.note := coalesce(private.nemus_text_field(p_fields, 'note', 2000, false), '');
  entry.site_id := private.nemus_id_field(p_fields, 'site_id', false);
  entry.case_id := private.nemus_id_field(p_fields, 'case_id', false);
  entry.confirmer_id := private.nemus_id_field(p_fields, 'confirmer_id', false);
  entry := jsonb_populate_record(entry, (select jsonb_object_agg(a.key, private.nemus_choice_field(p_fields, a.key, a.choices, false))
    from private.nemus_figure_choices() a where a.is_attribute));
  if entry.file_id is not null then
    entry := private.nemus_read_certificate(entry, p_fields);
  end if;
  if entry.site_id is not null then
    perform from public.nemus_logbook_sites s where s.id = entry.site_id and s.user_id = me;
    perform private.nemus_refuse_field('site_id', 'choice') where not found;
  end if;
  if entry.case_id is not null then
    perform from public.nemus_logbook_cases c where c.id = entry.case_id and c.user_id = me;
    perform private.nemus_refuse_field('case_id', 'choice') where not found;
  end if;
  problem := private.nemus_day_problem(entry);
  perform private.nemus_refuse_field(problem ->> 'field', problem ->> 'problem') where problem is not null;
  perform private.nemus_refuse_field('confirmer_id', case when private.nemus_takes_entry(entry, entry.confirmer_id, true)
      then 'confirmer_site' when entry.file_id is null then 'confirmer' else 'confirmer_account' end)
    where entry.confirmer_id is not null and not private.nemus_takes_entry(entry, entry.confirmer_id);
  taken := private.nemus_minutes_of_day(me, entry.done_on, p_id, array['draft', 'returned', 'submitted', 'confirmed']);
  perform private.nemus_refuse_field('minutes', 'day_full', jsonb_build_object('left', greatest(1440 - taken, 0)))
    where entry.file_id is null and taken + entry.minutes > 1440;
  return entry;
end $$;

/*
 * Saves an entry as a draft; returns {id, revision, state}. `id` comes from the client, so a repeated upload is one
 * entry: same content changes nothing. `revision`: the one that was read; null for a new entry. Saving a returned entry
 * makes it a draft.
 * Raises 400 invalid_field, 404 entry_not_found, 409 entry_state, 409 entry_changed with the present revision, 409
 * logbook_full.
 */
create function public.nemus_save_entry(p_entry jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  known int;
  present public.nemus_logbook_entries;
  given public.nemus_logbook_entries;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entry) is distinct from 'object';
  wanted := private.nemus_id_field(p_entry, 'id', true);
  if p_entry ->> 'revision' is not null then
    known := private.nemus_count_field(p_entry, 'revision', 1, 999999999);
  end if;
  perform private.nemus_lock_logbook(me);
  select * into present from public.nemus_logbook_entries e where e.id = wanted and e.user_id = me for update;
  if not found then
    select * into present from public.nemus_logbook_entries e where e.id = wanted;
    if found then
      perform private.nemus_require_action(present, 'change');
    elsif known is not null then
      perform private.nemus_refuse(404, 'entry_not_found');
    end if;
  end if;
  -- A client that does not know them leaves them as they are. Hours never become a certificate, or a certificate hours.
  p_entry := private.nemus_entry_attributes(present) || jsonb_build_object('file_id', present.file_id,
    'issuer', present.issuer, 'started_on', present.started_on) || p_entry;
  perform private.nemus_refuse_field('file_id', 'choice')
    where present.id is not null and (present.file_id is null) <> (nullif(p_entry ->> 'file_id', '') is null);
  if nullif(p_entry ->> 'file_id', '') is not null then
    p_entry := p_entry || '{"site_id": null, "case_id": null}';
  end if;
  if present.id is not null and present.state <> 'returned' and private.nemus_is_same_entry(present, p_entry) then
    return jsonb_build_object('id', present.id, 'revision', present.revision, 'state', present.state);
  end if;
  if present.id is not null then
    perform private.nemus_require_action(present, 'change');
    perform private.nemus_refuse(409, 'entry_changed', jsonb_build_object('revision', present.revision))
      where known is distinct from present.revision;
  end if;
  given := private.nemus_read_entry(wanted, p_entry, present.corrects is not null);
  if present.id is null then
    perform private.nemus_refuse(409, 'logbook_full', '{"most": 20000}')
      where (select count(*) from public.nemus_logbook_entries e where e.user_id = me) >= 20000;
    -- Fires logbook/cohort.
    insert into public.nemus_logbook_entries (id, user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
      confirmer_id, is_imported, setting, form, age_group, procedure, service, file_id, file_sha256, issuer, started_on)
    values (given.id, me, given.done_on, given.category, given.minutes, given.competency, given.level, given.note,
      given.site_id, given.case_id, given.confirmer_id, coalesce(p_entry -> 'is_imported' = 'true', false),
      given.setting, given.form, given.age_group, given.procedure, given.service, given.file_id, given.file_sha256,
      given.issuer, given.started_on);
    return jsonb_build_object('id', wanted, 'revision', 1, 'state', 'draft');
  end if;
  -- The reason of the return stays readable until the next submission. The decision itself is cleared.
  -- Fires logbook/cohort, logbook/entries, logbook/hand_over, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set done_on = given.done_on, category = given.category, minutes = given.minutes,
    competency = given.competency, level = given.level, note = given.note, site_id = given.site_id,
    case_id = given.case_id, confirmer_id = given.confirmer_id, setting = given.setting, form = given.form,
    age_group = given.age_group, procedure = given.procedure, service = given.service, file_id = given.file_id,
    file_sha256 = given.file_sha256, issuer = given.issuer, started_on = given.started_on, state = 'draft', revision = e.revision + 1,
    institution_id = null, submitted_at = null, decided_by = null, decided_role = null, decided_as_deputy = false
  where e.id = wanted;
  return jsonb_build_object('id', wanted, 'revision', present.revision + 1, 'state', 'draft');
end $$;

/*
 * Saves entries of a week or a list, each on its own as by nemus_save_entry: {saved [{id, revision, state}], refused
 * [{id, code, values}]}. Raises 400 invalid_request, 400 too_many_entries.
 */
create function public.nemus_save_entries(p_entries jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
  saved jsonb := jsonb_build_array();
  refused jsonb := jsonb_build_array();
  code text;
  detail text;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entries) is distinct from 'array';
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 250}')
    where jsonb_array_length(p_entries) not between 1 and 250;
  for given in select e.value from jsonb_array_elements(p_entries) e loop
    begin
      saved := saved || public.nemus_save_entry(given);
    exception when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
      get stacked diagnostics code = pg_exception_hint, detail = pg_exception_detail;
      refused := refused || jsonb_build_object('id', given ->> 'id', 'code', code, 'values', nullif(detail, '')::jsonb);
    end;
  end loop;
  return jsonb_build_object('saved', saved, 'refused', refused);
end $$;

/* What an entry says for the figures of a set: {setting, form, age_group, procedure, service}. */
create function private.nemus_entry_attributes(p_entry public.nemus_logbook_entries) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('setting', p_entry.setting, 'form', p_entry.form, 'age_group', p_entry.age_group,
    'procedure', p_entry.procedure, 'service', p_entry.service)
$$;

/* Whether an entry equals a form, as far as the form can be read. */
create function private.nemus_is_same_entry(p_entry public.nemus_logbook_entries, p_fields jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (p_entry.done_on::text, p_entry.category, p_entry.minutes::text, p_entry.competency, p_entry.level, p_entry.note,
      p_entry.site_id::text, p_entry.case_id::text, p_entry.confirmer_id::text, private.nemus_entry_attributes(p_entry),
      p_entry.file_id::text, p_entry.issuer, p_entry.started_on::text)
    is not distinct from (p_fields ->> 'done_on', p_fields ->> 'category', p_fields ->> 'minutes',
      p_fields ->> 'competency', p_fields ->> 'level',
      replace(btrim(coalesce(p_fields ->> 'note', ''), E' \t\r\n'), E'\r\n', E'\n'),
      lower(nullif(p_fields ->> 'site_id', '')), lower(nullif(p_fields ->> 'case_id', '')),
      lower(nullif(p_fields ->> 'confirmer_id', '')), jsonb_build_object('setting', p_fields ->> 'setting',
        'form', p_fields ->> 'form', 'age_group', p_fields ->> 'age_group', 'procedure', p_fields ->> 'procedure',
        'service', p_fields ->> 'service'), lower(nullif(p_fields ->> 'file_id', '')), btrim(p_fields ->> 'issuer', E' \t\r\n'),
      nullif(p_fields ->> 'started_on', ''))
$$;

/* Deletes an own draft or returned entry. Raises 404 entry_not_found, 409 entry_state. */
create function public.nemus_delete_entry(p_entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_hold_entry(p_entry, 'delete');
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e where e.id = p_entry and e.user_id = auth.uid();
end $$;

/*
 * Submits own entries to their confirmers, all or none; returns how many.
 * Raises 400 too_many_entries, 404 entry_not_found, 409 entry_state, 409 entry_incomplete {of, id, done_on}:
 * `confirmer` (none named), `role` (the named person has no role for it), `account` (nor an account, of a certificate),
 * `site` (only at another site), `site_period` and `case_closed` (site or case changed since), 409 day_full.
 */
create function public.nemus_submit_entries(p_entries uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid;
  entry public.nemus_logbook_entries;
  problem jsonb;
  submitted int := 0;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 100}')
    where coalesce(cardinality(p_entries), 0) not between 1 and 100;
  for wanted in select distinct w.id from unnest(p_entries) w (id) order by 1 loop
    entry := private.nemus_hold_entry(wanted, 'submit');
    if entry.confirmer_id is null or not private.nemus_takes_entry(entry, entry.confirmer_id) then
      perform private.nemus_refuse(409, 'entry_incomplete', jsonb_build_object('of',
        case when entry.confirmer_id is null then 'confirmer' when private.nemus_takes_entry(entry, entry.confirmer_id, true)
          then 'site' when entry.file_id is null then 'role' else 'account' end,
        'id', entry.id, 'done_on', entry.done_on));
    end if;
    problem := private.nemus_day_problem(entry);
    if problem is not null then
      perform private.nemus_refuse(409, 'entry_incomplete', jsonb_build_object('of', problem ->> 'problem', 'id', entry.id,
        'done_on', entry.done_on));
    end if;
    perform private.nemus_require_room(entry, array['submitted', 'confirmed']);
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'submitted', submitted_at = now(), revision = e.revision + 1,
      institution_id = (select c.institution_id from public.nemus_confirmers c where c.id = e.confirmer_id),
      decided_by = null, decided_role = null, decided_as_deputy = false, returned_at = null, returned_by = null,
      return_reason = null
    where e.id = wanted;
    submitted := submitted + 1;
  end loop;
  return submitted;
end $$;

/* Takes a submitted entry back: it is a draft again. Raises 404 entry_not_found, 409 entry_state. */
create function public.nemus_take_back_entry(p_entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_hold_entry(p_entry, 'take_back');
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'draft', submitted_at = null, institution_id = null,
    revision = e.revision + 1
  where e.id = p_entry;
end $$;

/*
 * A draft that replaces a confirmed entry once it is confirmed itself; returns its id. An open correction is returned
 * instead of a second one.
 * Raises 404 entry_not_found, 409 entry_state, 409 entry_corrected if the correction is confirmed already: correct that
 * one.
 */
create function public.nemus_correct_entry(p_entry uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  entry public.nemus_logbook_entries;
  correction public.nemus_logbook_entries;
  made uuid;
begin
  entry := private.nemus_hold_entry(p_entry, 'correct');
  select * into correction from public.nemus_logbook_entries e where e.corrects = p_entry and e.user_id = auth.uid();
  if found and correction.state = 'confirmed' then
    perform private.nemus_refuse(409, 'entry_corrected');
  elsif found then
    return correction.id;
  end if;
  -- Fires logbook/cohort.
  insert into public.nemus_logbook_entries (user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
    confirmer_id, corrects, is_sample, setting, form, age_group, procedure, service, file_id, file_sha256, issuer, started_on)
  values (entry.user_id, entry.done_on, entry.category, entry.minutes, entry.competency, entry.level, entry.note, entry.site_id,
    entry.case_id, case when private.nemus_takes_entry(entry, entry.confirmer_id) then entry.confirmer_id end, entry.id, entry.is_sample, entry.setting, entry.form, entry.age_group, entry.procedure,
    entry.service, entry.file_id, entry.file_sha256, entry.issuer, entry.started_on)
  returning id into made;
  return made;
end $$;
