SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_confirms_for"(uuid, uuid, text, date, uuid, boolean);

DROP FUNCTION "private"."nemus_role_for"(uuid, uuid, text, date, uuid, boolean);

DROP FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean);

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
  role_day constant date := private.nemus_role_day(p_entry);
  role constant text := private.nemus_role_for(p_entry, p_entry.confirmer_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email));
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  -- Entries that wait can still be returned.
  perform private.nemus_refuse(409, 'institution_unapproved')
    where not private.nemus_may_have_confirmed(p_person.institution_id);
  perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry, p_entry.confirmer_id, true) is null
        then 'role' else 'site' end))
    where role is null;
  perform private.nemus_refuse(409, 'certificate_unread')
    where p_entry.file_id is not null and (p_account is null or not private.nemus_reads_entry_file(p_entry));
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  perform private.nemus_refuse(409, 'forbidden_pair')
    where opposed is not null and (exists (select from public.nemus_logbook_entries e
        where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
          and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
            or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
      or exists (select from unnest(p_same) as s (id)
        join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
        join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
          and role_day >= r.valid_from and (r.valid_until is null or role_day <= r.valid_until)
        join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
        where t.user_id = p_entry.user_id));
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_stranded (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'submitted' and (not exists (select from public.nemus_confirmers c
      where c.id = p_entry.confirmer_id and c.ended_at is null)
    or private.nemus_role_for(p_entry, p_entry.confirmer_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_read_requirements (
  p_fields jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  part text;
  key text;
  level text;
  day constant text := p_fields ->> 'valid_from';
  ratio constant text := p_fields ->> 'treated_per_supervised';
  categories jsonb := jsonb '[]';
  competencies jsonb := jsonb '[]';
  credits jsonb := jsonb '[]';
  named text[] := array[]::text[];
begin
  foreach part in array array['categories', 'competencies', 'credits'] loop
    perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_fields -> part) is distinct from 'object';
  end loop;
  perform private.nemus_refuse_field('valid_from', 'day')
    where day !~ '^(199|20[0-9])[0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      or to_char(make_date(left(day, 4)::int, substr(day, 6, 2)::int, 1) + right(day, 2)::int - 1, 'YYYY-MM-DD') <> day;
  perform private.nemus_refuse_field('treated_per_supervised', 'ratio')
    where ratio !~ '^[0-9]{1,4}(\.[0-9]{1,2})?$' or ratio::numeric = 0;
  foreach key in array private.nemus_requirement_keys('category') loop
    if jsonb_typeof(p_fields #> array['categories', key]) = 'object' then
      named := named || key;
      categories := categories || jsonb_build_object('category', key,
        'title', private.nemus_line_at(p_fields, 100, false, 'categories', key, 'title'),
        'required_units', private.nemus_units_at(p_fields, 'categories', key, 'required_units'),
        'unit_minutes', coalesce(private.nemus_choice_field(private.nemus_field_at(p_fields, 'categories', key,
          'unit_minutes'), 'categories.' || key || '.unit_minutes', array['45', '50', '60'], false)::int, 45),
        'status', private.nemus_choice_field(private.nemus_field_at(p_fields, 'categories', key, 'status'),
          'categories.' || key || '.status', array['law', 'chamber', 'unconfirmed'], false),
        'source', private.nemus_line_at(p_fields, 500, false, 'categories', key, 'source'));
    end if;
  end loop;
  foreach key in array private.nemus_requirement_keys('competency') loop
    foreach level in array private.nemus_requirement_keys('level') loop
      if jsonb_typeof(p_fields #> array['competencies', key, level]) = 'object' then
        competencies := competencies || jsonb_build_object('competency', key, 'level', level,
          'required_units', private.nemus_units_at(p_fields, 'competencies', key, level, 'required_units'),
          'description', private.nemus_line_at(p_fields, 500, false, 'competencies', key, level, 'description'));
      end if;
    end loop;
  end loop;
  foreach key in array private.nemus_requirement_keys('source') loop
    part := p_fields #>> array['credits', key];
    if part is not null then
      perform private.nemus_choice_field(private.nemus_field_at(p_fields, 'credits', key), 'credits.' || key, named, true);
      credits := credits || jsonb_build_object('source', key, 'category', part);
    end if;
  end loop;
  return jsonb_build_object('name', private.nemus_line_at(p_fields, 200, true, 'name'),
    'chamber', private.nemus_line_at(p_fields, 200, false, 'chamber'),
    'field', private.nemus_choice_field(p_fields, 'field',
      array['Erwachsene', 'Kinder und Jugendliche', 'Neuropsychologische Psychotherapie'], false),
    'procedure', private.nemus_choice_field(p_fields, 'procedure', array['Verhaltenstherapie', 'Systemische Therapie',
      'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie'], false),
    'version', private.nemus_line_at(p_fields, 40, true, 'version'),
    'valid_from', day, 'source', private.nemus_line_at(p_fields, 500, false, 'source'),
    'treated_per_supervised', round(ratio::numeric, 2),
    'categories', categories, 'competencies', competencies, 'credits', credits,
    'figures', private.nemus_read_figures(p_fields, named));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_role_for (
  p_entry     public.nemus_logbook_entries,
  p_confirmer uuid,
  p_anywhere  boolean                      DEFAULT false
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.role from private.nemus_role_day(p_entry) as day
  join public.nemus_confirmer_roles r on day >= r.valid_from and (r.valid_until is null or day <= r.valid_until)
  join private.nemus_confirming_roles k on k.role = r.role and k.category = p_entry.category
  where r.confirmer_id = p_confirmer
    and (r.trainee_id is null or exists (select from public.nemus_trainees t
      where t.id = r.trainee_id and (t.user_id = p_entry.user_id or (t.user_id is null
        and lower(t.email) = (select lower(p.email) from public.nemus_profiles p where p.user_id = p_entry.user_id)))))
    and (p_anywhere or private.nemus_site_key(r.site) = '' or exists (select from public.nemus_logbook_sites s
      where s.user_id = p_entry.user_id and private.nemus_site_key(s.name) = private.nemus_site_key(r.site)
        and case when p_entry.file_id is null then s.id = p_entry.site_id
          else day >= s.started_on and (s.ended_on is null or day <= s.ended_on) end))
  order by r.role = 'leader', r.role limit 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_step_names (
  p_entry       public.nemus_logbook_entries,
  p_institution uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('trainee', private.nemus_trainee_name(p_entry.user_id, p_institution),
    'confirmer', case p_entry.state when 'confirmed' then p_entry.confirmed_by when 'returned' then p_entry.returned_by
      else (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id) end,
    'role', case when p_entry.state in ('confirmed', 'returned') then p_entry.decided_role
      else private.nemus_role_for(p_entry, p_entry.confirmer_id) end,
    'as_deputy', p_entry.state in ('confirmed', 'returned') and p_entry.decided_as_deputy,
    'institution', private.nemus_inviting_name(p_institution),
    'address', (select s.institution_address from public.nemus_institution_settings s where s.institution_id = p_institution))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_takes_entry (
  p_entry     public.nemus_logbook_entries,
  p_confirmer uuid,
  p_anywhere  boolean                      DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_entry.user_id
      where c.id = p_confirmer and c.ended_at is null and c.user_id is distinct from p_entry.user_id
        and (p_entry.file_id is null or c.user_id is not null) and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_entry, p_confirmer, p_anywhere) is not null;
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_role_for"(public.nemus_logbook_entries, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_role_for"(public.nemus_logbook_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_role_for"(public.nemus_logbook_entries, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_takes_entry"(public.nemus_logbook_entries, uuid, boolean) TO "postgres";
