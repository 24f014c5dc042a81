-- Requirement sets for staff with the role `catalogue`: written as drafts, published, retired. A published set never
-- changes, because trainees have chosen it by its figures; only its state changes. A new version is another set of the
-- same family. Only drafts are deleted. Publishing needs at least one category, one figure and one credit
-- (nemus_requirement_gaps).
-- Two editors: `p_expected` is the `updated_at` that the caller saw; a set changed since is refused with set_changed.
-- Publishing a draft notifies the trainees who have another version of it (notifications/events.sql).

/*
 * Trigger function: once published, only the state of a set changes, and never back to draft. Raises 409 set_published.
 */
create function private.nemus_keep_set() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['state', 'updated_at'] = to_jsonb(old) - array['state', 'updated_at']
    and new.state <> 'draft' then
    return new;
  end if;
  perform private.nemus_refuse(409, 'set_published');
end $$;

/* The same for its parts. When a draft is deleted, its row is gone before its parts. */
create function private.nemus_keep_set_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'set_published')
    where exists (select from public.nemus_requirement_sets s where s.state <> 'draft' and s.id in (
      case when tg_op <> 'INSERT' then old.set_id end, case when tg_op <> 'DELETE' then new.set_id end));
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create trigger keep_published before update or delete on public.nemus_requirement_sets
  for each row when (old.state <> 'draft') execute function private.nemus_keep_set();
create trigger keep_published before insert or update or delete on public.nemus_requirement_categories
  for each row execute function private.nemus_keep_set_parts();
create trigger keep_published before insert or update or delete on public.nemus_requirement_competencies
  for each row execute function private.nemus_keep_set_parts();
create trigger keep_published before insert or update or delete on public.nemus_requirement_figures
  for each row execute function private.nemus_keep_set_parts();
create trigger keep_published before insert or update or delete on public.nemus_requirement_credits
  for each row execute function private.nemus_keep_set_parts();

/* Categories, competencies, levels and kinds of sources of a set, in the order of all screens. */
create function private.nemus_requirement_keys(p_of text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_of
    when 'category' then array['theory', 'practice', 'supervision', 'self_experience', 'elearning']
    when 'competency' then array['fachliche_kompetenz', 'diagnostische_kompetenz', 'methoden_kompetenz',
      'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung']
    when 'level' then array['cognitive', 'action']
    when 'source' then array['seminar_theory', 'seminar_practice', 'appointment', 'appointment_supervision', 'elearning',
      'certificate', 'certificate_supervision', 'entry_theory', 'entry_practice', 'entry_supervision',
      'entry_self_experience', 'entry_elearning'] end
$$;

/*
 * A set as a document: {id, family_id, name, chamber, field, procedure, version, valid_from, state, source,
 * treated_per_supervised, published_at, updated_at, categories: [{category, title, required_units, unit_minutes, status,
 * source}], competencies: [{competency, level, required_units, description}], credits: [{source, category}], figures}.
 * figures: rows of nemus_requirement_figures. Null for an unknown set.
 */
create function private.nemus_requirement_document(p_set uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(s) - 'created_at' || jsonb_build_object(
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('category', c.category, 'title', c.title,
        'required_units', c.required_units, 'unit_minutes', c.unit_minutes, 'status', c.status, 'source', c.source)
        order by c.position), '[]')
      from public.nemus_requirement_categories c where c.set_id = s.id),
    'competencies', (select coalesce(jsonb_agg(jsonb_build_object('competency', c.competency, 'level', c.level,
        'required_units', c.required_units, 'description', c.description)
        order by array_position(private.nemus_requirement_keys('competency'), c.competency), c.level desc), '[]')
      from public.nemus_requirement_competencies c where c.set_id = s.id),
    'credits', (select coalesce(jsonb_agg(jsonb_build_object('source', c.source, 'category', c.category)
        order by array_position(private.nemus_requirement_keys('source'), c.source)), '[]')
      from public.nemus_requirement_credits c where c.set_id = s.id),
    'figures', (select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] order by f.position), '[]')
      from public.nemus_requirement_figures f where f.set_id = s.id))
  from public.nemus_requirement_sets s where s.id = p_set
$$;

/* A value of the form under its dotted path, so that a refusal names the form's field. */
create function private.nemus_field_at(p_fields jsonb, variadic p_path text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(array_to_string(p_path, '.'), p_fields #> p_path)
$$;

/* A single-line text of the form; empty if missing. Raises 400 invalid_field. */
create function private.nemus_line_at(p_fields jsonb, p_most int, p_is_required boolean, variadic p_path text[])
returns text
language plpgsql set search_path = '' as $$
declare
  field constant text := array_to_string(p_path, '.');
  given constant text := private.nemus_text_field(private.nemus_field_at(p_fields, variadic p_path), field, p_most,
    p_is_required);
begin
  perform private.nemus_refuse_field(field, 'characters') where given ~ E'[\\n\\t]';
  return coalesce(given, '');
end $$;

/* Units named in the form, 1 to 20000, or null. Raises 400 invalid_field. */
create function private.nemus_units_at(p_fields jsonb, variadic p_path text[]) returns int
language sql set search_path = '' as $$
  select case when p_fields #>> p_path is not null then
    private.nemus_count_field(private.nemus_field_at(p_fields, variadic p_path), array_to_string(p_path, '.'), 1, 20000)
  end
$$;

/* A number named in the form, with up to two digits after the point; null if missing. Raises 400 invalid_field. */
create function private.nemus_figure_at(p_fields jsonb, variadic p_path text[]) returns numeric
language plpgsql set search_path = '' as $$
begin
  perform private.nemus_refuse_field(array_to_string(p_path, '.'), 'ratio')
    where (p_fields #>> p_path) !~ '^[0-9]{1,5}(\.[0-9]{1,2})?$' or (p_fields #>> p_path)::numeric = 0;
  return (p_fields #>> p_path)::numeric;
end $$;

/*
 * The further figures of a form, at most 60, with every field checked; without `figures` none. p_categories: those of
 * the set. Raises 400 invalid_field, invalid_request.
 */
create function private.nemus_read_figures(p_fields jsonb, p_categories text[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  place text;
  figure public.nemus_requirement_figures;
  figures jsonb := jsonb '[]';
begin
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_fields -> 'figures') <> 'array'
    or jsonb_array_length(p_fields -> 'figures') > 60;
  for place in select n::text from generate_series(0, jsonb_array_length(p_fields -> 'figures') - 1) n loop
    figure.position := place::int + 1;
    figure.title := private.nemus_line_at(p_fields, 200, true, 'figures', place, 'title');
    figure.condition := private.nemus_line_at(p_fields, 300, false, 'figures', place, 'condition');
    figure.source := private.nemus_line_at(p_fields, 500, false, 'figures', place, 'source');
    figure.least := private.nemus_figure_at(p_fields, 'figures', place, 'least');
    figure.most := private.nemus_figure_at(p_fields, 'figures', place, 'most');
    perform private.nemus_refuse_field('figures.' || place || '.most', 'choice') where figure.most < figure.least;
    figure.part_of := case when p_fields #>> array['figures', place, 'part_of'] is not null then
      private.nemus_count_field(private.nemus_field_at(p_fields, 'figures', place, 'part_of'), 'figures.' || place || '.part_of', 1, place::int) end;
    figure.unit_minutes := coalesce(private.nemus_choice_field(private.nemus_field_at(p_fields, 'figures', place,
      'unit_minutes'), 'figures.' || place || '.unit_minutes', array['45', '50', '60'], false), '45')::int;
    figure := jsonb_populate_record(figure, (select jsonb_object_agg(k.key, private.nemus_choice_field(
        private.nemus_field_at(p_fields, 'figures', place, k.key), 'figures.' || place || '.' || k.key, k.choices, k.key = 'unit'))
      from private.nemus_figure_choices() k));
    perform private.nemus_refuse_field('figures.' || place || '.category', case when figure.category is null then 'missing' else 'choice' end)
      where not coalesce(figure.category = any (p_categories), num_nonnulls(figure.form, figure.age_group, figure.procedure, figure.service) = 0);
    figure.is_counted := coalesce(p_fields #> array['figures', place, 'is_counted'] <> 'false', true);
    figures := figures || (to_jsonb(figure) - array['set_id', 'created_at']);
  end loop;
  return figures;
end $$;

/* Choices of a further figure, by column. Those of form, age group, setting, procedure and service are an entry's too. */
create function private.nemus_figure_choices() returns table (key text, choices text[], is_attribute boolean)
language sql immutable set search_path = '' as $$
  values ('unit', array['hours', 'cases', 'entries', 'months', 'ratio'], false),
    ('category', private.nemus_requirement_keys('category'), false),
    ('status', array['law', 'chamber', 'unconfirmed'], false),
    ('setting', array['outpatient', 'inpatient'], true), ('form', array['individual', 'group'], true),
    ('age_group', array['children', 'adults'], true),
    ('procedure', array['Verhaltenstherapie', 'Systemische Therapie', 'Tiefenpsychologisch fundierte Psychotherapie',
      'Analytische Psychotherapie'], true),
    ('service', array['first_interview', 'acute_treatment', 'report'], true)
$$;

/*
 * The document of a form, with every field checked: {name, chamber, field, procedure, version, valid_from, source,
 * treated_per_supervised, categories, competencies, credits, figures}. The form has categories by key, competencies by
 * key and level, for each source its category or null, and a list of figures. Raises 400 invalid_field, invalid_request.
 */
create function private.nemus_read_requirements(p_fields jsonb) returns jsonb
language plpgsql set search_path = '' as $$
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
end $$;

/* Writes the parts of a draft. Unchanged rows are not written, to keep them out of the audit log. */
create function private.nemus_write_requirements(p_set uuid, p_document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the categories that they refer to.
  delete from public.nemus_requirement_credits c where c.set_id = p_set and not exists (
    select from jsonb_to_recordset(p_document -> 'credits') as given (source text) where given.source = c.source);
  insert into public.nemus_requirement_categories as c (set_id, category, title, required_units, position, unit_minutes,
    status, source)
  select p_set, given.category, given.title, given.required_units,
    array_position(private.nemus_requirement_keys('category'), given.category), given.unit_minutes, given.status, given.source
  from jsonb_to_recordset(p_document -> 'categories') as given (category text, title text, required_units int,
    unit_minutes int, status text, source text)
  on conflict (set_id, category) do update set title = excluded.title, required_units = excluded.required_units,
    position = excluded.position, unit_minutes = excluded.unit_minutes, status = excluded.status, source = excluded.source
  where (c.title, c.required_units, c.position, c.unit_minutes, c.status, c.source) is distinct from (excluded.title,
    excluded.required_units, excluded.position, excluded.unit_minutes, excluded.status, excluded.source);
  insert into public.nemus_requirement_credits as c (set_id, source, category)
  select p_set, given.source, given.category
  from jsonb_to_recordset(p_document -> 'credits') as given (source text, category text)
  on conflict (set_id, source) do update set category = excluded.category where c.category <> excluded.category;
  if (select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] order by f.position), '[]')
      from public.nemus_requirement_figures f where f.set_id = p_set) <> p_document -> 'figures' then
    delete from public.nemus_requirement_figures f where f.set_id = p_set;
    insert into public.nemus_requirement_figures
    select (jsonb_populate_record(null::public.nemus_requirement_figures,
      given || jsonb_build_object('set_id', p_set, 'created_at', now()))).* from jsonb_array_elements(p_document -> 'figures') given;
  end if;
  delete from public.nemus_requirement_categories c where c.set_id = p_set and not exists (
    select from jsonb_to_recordset(p_document -> 'categories') as given (category text)
    where given.category = c.category);
  delete from public.nemus_requirement_competencies c where c.set_id = p_set and not exists (
    select from jsonb_to_recordset(p_document -> 'competencies') as given (competency text, level text)
    where given.competency = c.competency and given.level = c.level);
  insert into public.nemus_requirement_competencies as c (set_id, competency, level, required_units, description)
  select p_set, given.competency, given.level, given.required_units, given.description
  from jsonb_to_recordset(p_document -> 'competencies')
    as given (competency text, level text, required_units int, description text)
  on conflict (set_id, competency, level) do update set required_units = excluded.required_units,
    description = excluded.description
  where (c.required_units, c.description) is distinct from (excluded.required_units, excluded.description);
end $$;

/*
 * Locks a set for a change. p_expected: `updated_at` as the caller saw it. Raises 404 set_not_found, 409 set_changed.
 */
create function private.nemus_open_set(p_id uuid, p_expected timestamptz) returns public.nemus_requirement_sets
language plpgsql security definer set search_path = '' as $$
declare
  found_set public.nemus_requirement_sets;
begin
  select * into found_set from public.nemus_requirement_sets s where s.id = p_id for update;
  perform private.nemus_refuse(404, 'set_not_found') where not found;
  perform private.nemus_refuse(409, 'set_changed') where found_set.updated_at is distinct from p_expected;
  return found_set;
end $$;

/*
 * Saves a draft. p_expected null: creates it under the caller's id, so that a repeated request creates one; p_copy_of:
 * the set that it is a version of. Returns its document.
 * Raises 403 staff_required, 400 invalid_field, invalid_request, 404 set_not_found, 409 set_changed, set_published.
 */
create function public.nemus_save_requirements(p_id uuid, p_fields jsonb, p_expected timestamptz default null,
  p_copy_of uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
  -- What a client without these fields leaves as it is: of the draft, or of the set that is copied.
  kept constant jsonb := private.nemus_requirement_document(case when p_expected is null then p_copy_of else p_id end);
  present public.nemus_requirement_sets;
  written public.nemus_requirement_sets;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or jsonb_typeof(p_fields) is distinct from 'object';
  given := private.nemus_read_requirements(jsonb_build_object('figures', coalesce(kept -> 'figures', '[]')) || p_fields
    || jsonb_build_object('categories', case when jsonb_typeof(p_fields -> 'categories') = 'object' then
      (select coalesce(jsonb_object_agg(c.key, case when jsonb_typeof(c.value) = 'object' then coalesce((
          select jsonb_build_object('unit_minutes', k -> 'unit_minutes', 'status', k -> 'status', 'source', k -> 'source')
          from jsonb_array_elements(kept -> 'categories') k where k ->> 'category' = c.key), '{}') || c.value else c.value end), '{}')
        from jsonb_each(p_fields -> 'categories') c) else p_fields -> 'categories' end));
  written := jsonb_populate_record(null::public.nemus_requirement_sets, given);
  if p_expected is null then
    written.family_id := gen_random_uuid();
    if p_copy_of is not null then
      select s.family_id into written.family_id from public.nemus_requirement_sets s where s.id = p_copy_of;
      perform private.nemus_refuse(404, 'set_not_found') where not found;
    end if;
    insert into public.nemus_requirement_sets (id, family_id, name, chamber, field, procedure, version, valid_from,
      source, treated_per_supervised)
    values (p_id, written.family_id, written.name, written.chamber, written.field, written.procedure, written.version,
      written.valid_from, written.source, written.treated_per_supervised)
    on conflict (id) do nothing;
    if not found then
      -- A repeated request with the same content succeeds.
      if private.nemus_requirement_document(p_id) @> (given - array['categories', 'competencies', 'credits', 'figures'])
        and private.nemus_requirement_document(p_id) -> 'categories' = given -> 'categories'
        and private.nemus_requirement_document(p_id) -> 'competencies' = given -> 'competencies'
        and private.nemus_requirement_document(p_id) -> 'figures' = given -> 'figures'
        and private.nemus_requirement_document(p_id) -> 'credits' = given -> 'credits' then
        return private.nemus_requirement_document(p_id);
      end if;
      perform private.nemus_refuse(409, 'set_changed');
    end if;
  else
    present := private.nemus_open_set(p_id, p_expected);
    perform private.nemus_refuse(409, 'set_published') where present.state <> 'draft';
    update public.nemus_requirement_sets s set name = written.name, chamber = written.chamber, field = written.field,
      procedure = written.procedure, version = written.version, valid_from = written.valid_from,
      source = written.source, treated_per_supervised = written.treated_per_supervised
    where s.id = p_id;
  end if;
  perform private.nemus_write_requirements(p_id, given);
  return private.nemus_requirement_document(p_id);
exception when unique_violation then
  perform private.nemus_refuse_field('version', 'taken');
  return null;
end $$;

/*
 * What a set lacks for publication: `categories` (none), `figures` (nothing is required), `credits` (no source counts),
 * `valid_from`.
 */
create function private.nemus_requirement_gaps(p_set uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when not exists (select from public.nemus_requirement_categories c where c.set_id = p_set)
      then 'categories' end,
    case when not exists (select from public.nemus_requirement_categories c where c.set_id = p_set
      and c.required_units is not null) and not exists (select from public.nemus_requirement_figures f
      where f.set_id = p_set) then 'figures' end,
    case when exists (select from public.nemus_requirement_sets s where s.id = p_set and s.valid_from is null)
      then 'valid_from' end,
    case when not exists (select from public.nemus_requirement_credits c where c.set_id = p_set) then 'credits' end], null)
$$;

/*
 * Publishes a draft or a retired set; it can be chosen from `valid_from` on. Returns its document.
 * Raises 403 staff_required, 404 set_not_found, 409 set_changed, set_incomplete {missing}.
 */
create function public.nemus_publish_requirements(p_id uuid, p_expected timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  missing text[];
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_open_set(p_id, p_expected);
  missing := private.nemus_requirement_gaps(p_id);
  perform private.nemus_refuse(409, 'set_incomplete', jsonb_build_object('missing', missing))
    where cardinality(missing) > 0;
  -- Fires notifications/events.
  update public.nemus_requirement_sets s set state = 'published', published_at = coalesce(s.published_at, now())
  where s.id = p_id and s.state <> 'published';
  return private.nemus_requirement_document(p_id);
end $$;

/*
 * Retires a set: no longer offered, kept by those who chose it. Returns its document.
 * Raises 403 staff_required, 404 set_not_found, 409 set_changed, set_is_draft.
 */
create function public.nemus_retire_requirements(p_id uuid, p_expected timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present public.nemus_requirement_sets;
begin
  perform private.nemus_require_staff('catalogue');
  present := private.nemus_open_set(p_id, p_expected);
  perform private.nemus_refuse(409, 'set_is_draft') where present.state = 'draft';
  -- Fires notifications/events.
  update public.nemus_requirement_sets s set state = 'retired' where s.id = p_id and s.state = 'published';
  return private.nemus_requirement_document(p_id);
end $$;

/* Deletes a draft. Raises 403 staff_required, 404 set_not_found, 409 set_changed, set_published. */
create function public.nemus_delete_requirements(p_id uuid, p_expected timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present public.nemus_requirement_sets;
begin
  perform private.nemus_require_staff('catalogue');
  present := private.nemus_open_set(p_id, p_expected);
  perform private.nemus_refuse(409, 'set_published') where present.state <> 'draft';
  delete from public.nemus_requirement_sets s where s.id = p_id;
end $$;

/*
 * A set for its form: {set, gaps, chosen}. chosen: trainees who have it now. Raises 403 staff_required, 404
 * set_not_found.
 */
create function public.nemus_staff_requirement_set(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  document jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  document := private.nemus_requirement_document(p_id);
  perform private.nemus_refuse(404, 'set_not_found') where document is null;
  return jsonb_build_object('set', document, 'gaps', private.nemus_requirement_gaps(p_id),
    'chosen', (select count(*) from public.nemus_requirement_choices c where c.set_id = p_id and c.ended_at is null));
end $$;

/*
 * A page of 50 sets, by chamber, name and newest version: {sets: [{id, name, chamber, field, procedure, version,
 * valid_from, state, source, updated_at, chosen}], total, states: {draft, published, retired}}. p_state: null for all.
 * Raises 403 staff_required.
 */
create function public.nemus_staff_requirement_sets(p_state text default null, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  states jsonb;
begin
  perform private.nemus_check_staff('catalogue');
  select '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(jsonb_object_agg(counted.state, counted.count),
    '{}') into states
  from (select s.state, count(*) from public.nemus_requirement_sets s group by s.state) as counted;
  return jsonb_build_object('states', states,
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'sets', (select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'name', page.name, 'chamber', page.chamber,
        'field', page.field, 'procedure', page.procedure, 'version', page.version, 'valid_from', page.valid_from,
        'state', page.state, 'source', page.source, 'updated_at', page.updated_at,
        'chosen', (select count(*) from public.nemus_requirement_choices c
          where c.set_id = page.id and c.ended_at is null))
        order by private.nemus_sort_key(page.chamber), private.nemus_sort_key(page.name), page.valid_from desc, page.id), '[]')
      from (select s.* from public.nemus_requirement_sets s where p_state is null or s.state = p_state
        order by private.nemus_sort_key(s.chamber), private.nemus_sort_key(s.name), s.valid_from desc, s.id limit 50 offset skipped) as page));
end $$;
