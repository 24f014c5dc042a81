SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_day_problem (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when exists (select from public.nemus_logbook_sites s where s.id = p_entry.site_id and (p_entry.done_on < s.started_on
      or p_entry.done_on > s.ended_on)) then '{"field": "site_id", "problem": "site_period"}'::jsonb
    when exists (select from public.nemus_logbook_cases c where c.id = p_entry.case_id and p_entry.done_on > c.closed_on)
      then '{"field": "case_id", "problem": "case_closed"}'::jsonb end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_decide_entry (
  p_entry    public.nemus_logbook_entries,
  p_person   public.nemus_confirmers,
  p_account  uuid,
  p_same     uuid[],
  p_decision text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role constant text := private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, p_entry.done_on,
    p_entry.site_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  if p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
    where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email)) then
    perform private.nemus_refuse(409, 'own_entry');
  end if;
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  if role is null then
    perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id,
        p_entry.category, p_entry.done_on, p_entry.site_id, true) is null then 'role' else 'site' end));
  end if;
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  if opposed is not null and (exists (select from public.nemus_logbook_entries e
      where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
        and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
          or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
    or exists (select from unnest(p_same) as s (id)
      join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
      join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
        and p_entry.done_on >= r.valid_from and (r.valid_until is null or p_entry.done_on <= r.valid_until)
      join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
      where t.user_id = p_entry.user_id)) then
    perform private.nemus_refuse(409, 'forbidden_pair');
  end if;
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_minutes_of_day (
  p_user   uuid,
  p_day    date,
  p_entry  uuid,
  p_states text[]
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(case when e.state = 'confirmed' then e.minutes
    else greatest(e.minutes - coalesce(o.minutes, 0), 0) end), 0)::bigint
  from public.nemus_logbook_entries e
  left join public.nemus_logbook_entries o on o.id = e.corrects and o.user_id = e.user_id and o.done_on = e.done_on
  where e.user_id = p_user and e.done_on = p_day and e.state = any (p_states) and e.id <> p_entry
    and e.id is distinct from (select c.corrects from public.nemus_logbook_entries c where c.id = p_entry)
    and not exists (select from public.nemus_logbook_entries c
      where c.corrects = e.id and c.user_id = p_user and c.state = 'confirmed')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_read_entry (
  p_id            uuid,
  p_fields        jsonb,
  p_is_correction boolean
)
  RETURNS public.nemus_logbook_entries
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  entry public.nemus_logbook_entries;
  problem jsonb;
  taken bigint;
begin
  entry.id := p_id;
  entry.user_id := me;
  entry.done_on := private.nemus_day_field(p_fields, 'done_on', true);
  if entry.done_on > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse_field('done_on', 'future');
  end if;
  entry.category := private.nemus_choice_field(p_fields, 'category',
    array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true);
  entry.minutes := private.nemus_count_field(p_fields, 'minutes', case when p_is_correction then 0 else 1 end, 1440);
  entry.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], false);
  entry.level := private.nemus_choice_field(p_fields, 'level', array['cognitive', 'action'], entry.competency is not null);
  if entry.competency is null and entry.level is not null then
    perform private.nemus_refuse_field('competency', 'missing');
  end if;
  entry.note := coalesce(private.nemus_text_field(p_fields, 'note', 2000, false), '');
  entry.site_id := private.nemus_id_field(p_fields, 'site_id', false);
  entry.case_id := private.nemus_id_field(p_fields, 'case_id', false);
  entry.confirmer_id := private.nemus_id_field(p_fields, 'confirmer_id', false);
  if entry.site_id is not null then
    perform from public.nemus_logbook_sites s where s.id = entry.site_id and s.user_id = me;
    if not found then
      perform private.nemus_refuse_field('site_id', 'choice');
    end if;
  end if;
  if entry.case_id is not null then
    perform from public.nemus_logbook_cases c where c.id = entry.case_id and c.user_id = me;
    if not found then
      perform private.nemus_refuse_field('case_id', 'choice');
    end if;
  end if;
  problem := private.nemus_day_problem(entry);
  if problem is not null then
    perform private.nemus_refuse_field(problem ->> 'field', problem ->> 'problem');
  end if;
  if entry.confirmer_id is not null
    and not private.nemus_confirms_for(me, entry.confirmer_id, entry.category, entry.done_on, entry.site_id) then
    perform private.nemus_refuse_field('confirmer_id', case when private.nemus_confirms_for(me, entry.confirmer_id,
      entry.category, entry.done_on, entry.site_id, true) then 'confirmer_site' else 'confirmer' end);
  end if;
  taken := private.nemus_minutes_of_day(me, entry.done_on, p_id, array['draft', 'returned', 'submitted', 'confirmed']);
  if taken + entry.minutes > 1440 then
    perform private.nemus_refuse_field('minutes', 'day_full', jsonb_build_object('left', greatest(1440 - taken, 0)));
  end if;
  return entry;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_require_room (
  p_entry  public.nemus_logbook_entries,
  p_states text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  taken constant bigint := private.nemus_minutes_of_day(p_entry.user_id, p_entry.done_on, p_entry.id, p_states);
begin
  if taken + p_entry.minutes > 1440 then
    perform private.nemus_refuse(409, 'day_full', jsonb_build_object('done_on', p_entry.done_on,
      'left', greatest(1440 - taken, 0)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_submit_entries (
  p_entries uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  entry public.nemus_logbook_entries;
  problem jsonb;
  submitted int := 0;
begin
  perform private.nemus_require_trainee();
  if coalesce(cardinality(p_entries), 0) not between 1 and 100 then
    perform private.nemus_refuse(400, 'too_many_entries', '{"most": 100}');
  end if;
  for wanted in select distinct w.id from unnest(p_entries) w (id) order by 1 loop
    entry := private.nemus_hold_entry(wanted, 'submit');
    if entry.confirmer_id is null or not private.nemus_confirms_for(me, entry.confirmer_id, entry.category, entry.done_on,
      entry.site_id) then
      perform private.nemus_refuse(409, 'entry_incomplete', jsonb_build_object('of',
        case when entry.confirmer_id is null then 'confirmer' when private.nemus_confirms_for(me, entry.confirmer_id,
          entry.category, entry.done_on, entry.site_id, true) then 'site' else 'role' end,
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
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_day_problem"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_day_problem"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_day_problem"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_minutes_of_day"(uuid, date, uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_minutes_of_day"(uuid, date, uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_minutes_of_day"(uuid, date, uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_require_room"(public.nemus_logbook_entries, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_require_room"(public.nemus_logbook_entries, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_require_room"(public.nemus_logbook_entries, text[]) TO "postgres";
