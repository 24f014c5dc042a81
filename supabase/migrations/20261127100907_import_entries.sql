SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "is_imported" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.nemus_entry_to_confirm (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_entry.id, 'user_id', p_entry.user_id,
    'trainee', private.nemus_trainee_name(p_entry.user_id, p_entry.institution_id),
    'institution', private.nemus_inviting_name(p_entry.institution_id),
    'week', date_trunc('week', p_entry.done_on::timestamp)::date, 'done_on', p_entry.done_on,
    'category', p_entry.category, 'minutes', p_entry.minutes, 'competency', p_entry.competency, 'level', p_entry.level,
    'note', case when private.nemus_reads_note(p_entry.category, p_entry.note, p_entry.confirmer_id, p_entry.submitted_at)
      then p_entry.note else '' end, 'submitted_at', p_entry.submitted_at,
    'site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
    'case', (select c.code from public.nemus_logbook_cases c where c.id = p_entry.case_id),
    'confirmer_id', p_entry.confirmer_id, 'is_imported', p_entry.is_imported,
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_import_entries (
  p_entries jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
  saved int := 0;
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
      perform public.nemus_save_entry(given || '{"revision": null, "is_imported": true}');
      saved := saved + 1;
    exception when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
      get stacked diagnostics code = pg_exception_hint, detail = pg_exception_detail;
      refused := refused || jsonb_build_object('id', given ->> 'id', 'code', code, 'values', nullif(detail, '')::jsonb);
    end;
  end loop;
  return jsonb_build_object('saved', saved, 'refused', refused);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_import_entries"(jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_save_entry (
  p_entry jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      confirmer_id, is_imported)
    values (given.id, me, given.done_on, given.category, given.minutes, given.competency, given.level, given.note,
      given.site_id, given.case_id, given.confirmer_id, coalesce(p_entry -> 'is_imported' = 'true', false));
    return jsonb_build_object('id', wanted, 'revision', 1, 'state', 'draft');
  end if;
  -- The reason of the return stays readable until the next submission. The decision itself is cleared.
  -- Fires logbook/cohort, logbook/entries, logbook/hand_over, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set done_on = given.done_on, category = given.category, minutes = given.minutes,
    competency = given.competency, level = given.level, note = given.note, site_id = given.site_id,
    case_id = given.case_id, confirmer_id = given.confirmer_id, state = 'draft', revision = e.revision + 1,
    institution_id = null, submitted_at = null, decided_by = null, decided_role = null, decided_as_deputy = false
  where e.id = wanted;
  return jsonb_build_object('id', wanted, 'revision', present.revision + 1, 'state', 'draft');
end $function$;

GRANT EXECUTE ON FUNCTION "public"."nemus_import_entries"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_import_entries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_import_entries"(jsonb) TO "postgres";
