SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_standing"(bigint, integer, numeric);

CREATE TABLE "public"."nemus_requirement_figures" (
  "set_id"       uuid                     NOT NULL,
  "position"     integer                  NOT NULL,
  "part_of"      integer,
  "title"        text                     NOT NULL,
  "unit"         text                     NOT NULL,
  "unit_minutes" integer                  NOT NULL DEFAULT 45,
  "least"        numeric(7,2),
  "most"         numeric(7,2),
  "category"     text,
  "setting"      text,
  "form"         text,
  "age_group"    text,
  "procedure"    text,
  "service"      text,
  "is_counted"   boolean                  NOT NULL DEFAULT true,
  "condition"    text                     NOT NULL DEFAULT ''::text,
  "status"       text,
  "source"       text                     NOT NULL DEFAULT ''::text,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "attributes_of_a_category" CHECK (((category IS NOT NULL) OR (num_nonnulls(form, age_group, procedure, service) = 0))),
  CONSTRAINT "nemus_requirement_figures_age_group_check" CHECK ((age_group = ANY (ARRAY['children'::text, 'adults'::text]))),
  CONSTRAINT "nemus_requirement_figures_check1" CHECK ((most >= COALESCE("least", 0.01))),
  CONSTRAINT "nemus_requirement_figures_check" CHECK ((part_of < "position")),
  CONSTRAINT "nemus_requirement_figures_condition_check" CHECK ((char_length(condition) <= 300)),
  CONSTRAINT "nemus_requirement_figures_form_check" CHECK ((form = ANY (ARRAY['individual'::text, 'group'::text]))),
  CONSTRAINT "nemus_requirement_figures_least_check" CHECK (("least" > (0)::numeric)),
  CONSTRAINT "nemus_requirement_figures_pkey" PRIMARY KEY (set_id, "position"),
  CONSTRAINT "nemus_requirement_figures_position_check" CHECK ((("position" >= 1) AND ("position" <= 60))),
  CONSTRAINT "nemus_requirement_figures_procedure_check"
    CHECK
    ((procedure = ANY (ARRAY['Verhaltenstherapie'::text, 'Systemische Therapie'::text, 'Tiefenpsychologisch fundierte Psychotherapie'::text, 'Analytische Psychotherapie'::text]))),
  CONSTRAINT "nemus_requirement_figures_service_check" CHECK ((service = ANY (ARRAY['first_interview'::text, 'acute_treatment'::text, 'report'::text]))),
  CONSTRAINT "nemus_requirement_figures_setting_check" CHECK ((setting = ANY (ARRAY['outpatient'::text, 'inpatient'::text]))),
  CONSTRAINT "nemus_requirement_figures_source_check" CHECK ((char_length(source) <= 500)),
  CONSTRAINT "nemus_requirement_figures_status_check" CHECK ((status = ANY (ARRAY['law'::text, 'chamber'::text, 'unconfirmed'::text]))),
  CONSTRAINT "nemus_requirement_figures_title_check" CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 200))),
  CONSTRAINT "nemus_requirement_figures_unit_check" CHECK ((unit = ANY (ARRAY['hours'::text, 'cases'::text, 'entries'::text, 'months'::text, 'ratio'::text]))),
  CONSTRAINT "nemus_requirement_figures_unit_minutes_check" CHECK ((unit_minutes = ANY (ARRAY[45, 50, 60])))
);

ALTER TABLE "public"."nemus_requirement_figures"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_requirement_figures" FROM "anon";

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "setting" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "form" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "age_group" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "procedure" text;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "service" text;

ALTER TABLE "public"."nemus_logbook_sites"
  ADD COLUMN "setting" text;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD COLUMN "unit_minutes" integer NOT NULL DEFAULT 45;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD COLUMN "status" text;

ALTER TABLE "public"."nemus_requirement_categories"
  ADD COLUMN "source" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."nemus_requirement_sets"
  ALTER COLUMN "valid_from" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.nemus_category_hours (
  p_user        uuid,
  p_set         uuid,
  p_institution uuid,
  p_done        jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with named as (
    select c.category, c.title, c.required_units, c.unit_minutes, c.position from public.nemus_requirement_categories c
    where c.set_id = p_set
    union all
    select own.category, '', null, 45, own.position::int
    from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where p_set is null),
  waiting as materialized (select * from private.nemus_waiting_hours(p_user, p_set, p_institution))
  select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
    'required_units', n.required_units, 'unit_minutes', n.unit_minutes,
    'done_minutes', coalesce((p_done ->> n.category)::bigint, 0),
    'submitted_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'submitted'), 0),
    'draft_minutes', coalesce((select w.minutes from waiting w where w.counts_for = n.category and w.state = 'draft'), 0),
    'planned_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'planned'), 0)) order by n.position, n.category), '[]')
  from named n
$function$;

CREATE OR REPLACE FUNCTION private.nemus_entry_attributes (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('setting', p_entry.setting, 'form', p_entry.form, 'age_group', p_entry.age_group,
    'procedure', p_entry.procedure, 'service', p_entry.service)
$function$;

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
    'attributes', private.nemus_entry_attributes(p_entry),
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_figure_at (
  p_fields jsonb,
  VARIADIC p_path text[]
)
  RETURNS numeric
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse_field(array_to_string(p_path, '.'), 'ratio')
    where (p_fields #>> p_path) !~ '^[0-9]{1,5}(\.[0-9]{1,2})?$' or (p_fields #>> p_path)::numeric = 0;
  return (p_fields #>> p_path)::numeric;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_figure_choices()
  RETURNS TABLE (
    key          text,
    choices      text[],
    is_attribute boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  values ('unit', array['hours', 'cases', 'entries', 'months', 'ratio'], false),
    ('category', private.nemus_requirement_keys('category'), false),
    ('status', array['law', 'chamber', 'unconfirmed'], false),
    ('setting', array['outpatient', 'inpatient'], true), ('form', array['individual', 'group'], true),
    ('age_group', array['children', 'adults'], true),
    ('procedure', array['Verhaltenstherapie', 'Systemische Therapie', 'Tiefenpsychologisch fundierte Psychotherapie',
      'Analytische Psychotherapie'], true),
    ('service', array['first_interview', 'acute_treatment', 'report'], true)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_figures_done (
  p_user uuid,
  p_set  uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with counted as materialized (
    select s.kind, s.source, s.minutes, c.category, e.case_id, e.setting, e.form, e.age_group, e.procedure, e.service
    from private.nemus_training_sources s
    join public.nemus_requirement_credits c on c.set_id = p_set and c.source = s.source
    left join public.nemus_logbook_entries e on e.id = case s.kind when 'logbook' then s.source_id::uuid end
    where s.user_id = p_user and exists (select from public.nemus_requirement_figures f where f.set_id = p_set))
  select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] || jsonb_build_object('done',
    case when f.is_counted then case f.unit when 'months' then private.nemus_months_employed(p_user, f.setting)
      when 'cases' then d.cases when 'entries' then d.entries when 'hours' then div(d.minutes, f.unit_minutes)
      else round(d.treated / nullif(d.supervised, 0)::numeric, 2) end end) order by f.position), '[]')
  from public.nemus_requirement_figures f
  cross join lateral (
    select coalesce(sum(n.minutes), 0) as minutes, count(distinct n.case_id) as cases,
      count(*) filter (where n.kind = 'logbook') as entries, sum(n.minutes) filter (where n.source = 'entry_practice') as treated,
      sum(n.minutes) filter (where n.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')) as supervised
    from counted n
    where (f.category is null or n.category = f.category) and (f.setting is null or n.setting = f.setting)
      and (f.form is null or n.form = f.form) and (f.age_group is null or n.age_group = f.age_group)
      and (f.procedure is null or n.procedure = f.procedure) and (f.service is null or n.service = f.service)) d
  where f.set_id = p_set
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_behind (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.nemus_requirement_categories c
    left join lateral (
      select sum(m.minutes)::bigint as minutes from private.nemus_minutes_by_source(p_user) m
      join public.nemus_requirement_credits r on r.set_id = c.set_id and r.source = m.source
      where r.category = c.category) d on true
    where c.set_id = private.nemus_chosen_set(p_user)
      and private.nemus_standing(coalesce(d.minutes, 0), c.required_units, private.nemus_elapsed(p_user), c.unit_minutes)
        in ('behind', 'far_behind'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_same_entry (
  p_entry  public.nemus_logbook_entries,
  p_fields jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (p_entry.done_on::text, p_entry.category, p_entry.minutes::text, p_entry.competency, p_entry.level, p_entry.note,
      p_entry.site_id::text, p_entry.case_id::text, p_entry.confirmer_id::text, private.nemus_entry_attributes(p_entry))
    is not distinct from (p_fields ->> 'done_on', p_fields ->> 'category', p_fields ->> 'minutes',
      p_fields ->> 'competency', p_fields ->> 'level',
      replace(btrim(coalesce(p_fields ->> 'note', ''), E' \t\r\n'), E'\r\n', E'\n'),
      lower(nullif(p_fields ->> 'site_id', '')), lower(nullif(p_fields ->> 'case_id', '')),
      lower(nullif(p_fields ->> 'confirmer_id', '')), jsonb_build_object('setting', p_fields ->> 'setting',
        'form', p_fields ->> 'form', 'age_group', p_fields ->> 'age_group', 'procedure', p_fields ->> 'procedure',
        'service', p_fields ->> 'service'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_months_employed (
  p_user    uuid,
  p_setting text
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(round(sum(least(d.share, 100)) / 100 / 30.4375, 1), 0)
  from (select day, sum(s.share) as share from public.nemus_logbook_sites s
    cross join generate_series(s.started_on, least(s.ended_on, (now() at time zone 'Europe/Berlin')::date), interval '1 day') day
    where s.user_id = p_user and (p_setting is null or s.setting = p_setting) group by day) d
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
  perform private.nemus_refuse_field('done_on', 'future')
    where entry.done_on > (now() at time zone 'Europe/Berlin')::date;
  entry.category := private.nemus_choice_field(p_fields, 'category',
    array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true);
  entry.minutes := private.nemus_count_field(p_fields, 'minutes', case when p_is_correction then 0 else 1 end, 1440);
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
  perform private.nemus_refuse_field('confirmer_id', case when private.nemus_confirms_for(me, entry.confirmer_id,
      entry.category, entry.done_on, entry.site_id, true) then 'confirmer_site' else 'confirmer' end)
    where entry.confirmer_id is not null
      and not private.nemus_confirms_for(me, entry.confirmer_id, entry.category, entry.done_on, entry.site_id);
  taken := private.nemus_minutes_of_day(me, entry.done_on, p_id, array['draft', 'returned', 'submitted', 'confirmed']);
  perform private.nemus_refuse_field('minutes', 'day_full', jsonb_build_object('left', greatest(1440 - taken, 0)))
    where taken + entry.minutes > 1440;
  return entry;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_read_figures (
  p_fields     jsonb,
  p_categories text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
      'unit_minutes'), 'figures.' || place || '.unit_minutes', array['45', '50', '60'], false), '45');
    figure := jsonb_populate_record(figure, (select jsonb_object_agg(k.key, private.nemus_choice_field(
        private.nemus_field_at(p_fields, 'figures', place, k.key), 'figures.' || place || '.' || k.key, k.choices, k.key = 'unit'))
      from private.nemus_figure_choices() k));
    perform private.nemus_refuse_field('figures.' || place || '.category', case when figure.category is null then 'missing' else 'choice' end)
      where not coalesce(figure.category = any (p_categories), num_nonnulls(figure.form, figure.age_group, figure.procedure, figure.service) = 0);
    figure.is_counted := coalesce(p_fields #> array['figures', place, 'is_counted'] <> 'false', true);
    figures := figures || (to_jsonb(figure) - array['set_id', 'created_at']);
  end loop;
  return figures;
end $function$;

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
  perform private.nemus_refuse_field('valid_from', 'missing') where day is null;
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

CREATE OR REPLACE FUNCTION private.nemus_requirement_document (
  p_set uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.nemus_requirement_gaps (
  p_set uuid
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    case when not exists (select from public.nemus_requirement_categories c where c.set_id = p_set)
      then 'categories' end,
    case when not exists (select from public.nemus_requirement_categories c where c.set_id = p_set
      and c.required_units is not null) and not exists (select from public.nemus_requirement_figures f
      where f.set_id = p_set) then 'figures' end,
    case when exists (select from public.nemus_requirement_sets s where s.id = p_set and s.valid_from is null)
      then 'valid_from' end,
    case when not exists (select from public.nemus_requirement_credits c where c.set_id = p_set) then 'credits' end], null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_set_targets (
  p_set uuid
)
  RETURNS TABLE (
    area  text,
    units integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case c.category when 'supervision' then 'practice' else c.category end, ceil(sum(c.required_units * c.unit_minutes) / 45.0)::int
  from public.nemus_requirement_categories c
  where c.set_id = p_set and c.category <> 'self_experience' and c.required_units is not null
  group by 1
$function$;

CREATE OR REPLACE FUNCTION private.nemus_standing (
  p_done           bigint,
  p_required_units integer,
  p_elapsed        numeric,
  p_unit_minutes   integer DEFAULT 45
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_required_units is null then 'open'
    when p_done >= p_required_units * p_unit_minutes then 'met'
    when p_elapsed is null then 'open'
    when p_done >= (p_elapsed - 0.1) * p_required_units * p_unit_minutes then 'on_track'
    when p_done >= (p_elapsed - 0.25) * p_required_units * p_unit_minutes then 'behind'
    else 'far_behind' end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_requirements (
  p_set      uuid,
  p_document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cohort (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  me uuid;
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
  -- The index finds the longest word, the others are filtered from its hits.
  longest constant text := words[1];
begin
  if not private.nemus_is_institution() then perform private.nemus_refuse(403, 'institution_required'); end if;
  me := private.nemus_require_member('confirming', 'reading');
  return (
    with page as materialized (
      select t.id from public.nemus_trainees t
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))
      order by t.sort_name, t.id limit 25 offset 25 * (least(greatest(coalesce(p_page, 1), 1), 10000) - 1)),
    shown as materialized (
      select t.id, t.user_id, t.first_name, t.last_name, t.status, t.sort_name
      from page p cross join lateral (select * from public.nemus_trainees o where o.id = p.id limit 1) t),
    standing as materialized (
      select s.*, private.nemus_chosen_set(s.user_id) as set_id, private.nemus_elapsed(s.user_id) as elapsed from shown s)
    select jsonb_build_object(
      'total', (select count(*) from public.nemus_trainees t
        where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', s.id, 'first_name', s.first_name,
          'last_name', s.last_name, 'status', s.status,
          'set', (select jsonb_build_object('name', r.name, 'version', r.version)
            from public.nemus_requirement_sets r where r.id = s.set_id),
          'elapsed', round(s.elapsed * 100), 'has_sample_hours', private.nemus_has_sample_hours(s.user_id),
          'categories', hours.list) order by s.sort_name, s.id), '[]')
        from standing s cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
            'required_units', n.required_units, 'unit_minutes', n.unit_minutes, 'done_minutes', coalesce(d.minutes, 0),
            'standing', private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed, n.unit_minutes))
            order by n.position, n.category), '[]') as list
          from (select c.category, c.title, c.required_units, c.unit_minutes, c.position from public.nemus_requirement_categories c
              where c.set_id = s.set_id
            union all
            select own.category, '', null, 45, own.position::int
            from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
              with ordinality as own (category, position)
            where s.set_id is null) n
          left join (
            select case when s.set_id is null then m.category else c.category end as counts_for,
              sum(m.minutes)::bigint as minutes
            from private.nemus_minutes_by_source(s.user_id) m
            left join public.nemus_requirement_credits c on c.set_id = s.set_id and c.source = m.source
            group by 1) d on d.counts_for = n.category
        ) hours)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_correct_entry (
  p_entry uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    confirmer_id, corrects, is_sample, setting, form, age_group, procedure, service)
  values (entry.user_id, entry.done_on, entry.category, entry.minutes, entry.competency, entry.level, entry.note, entry.site_id,
    entry.case_id, case when private.nemus_confirms_for(entry.user_id, entry.confirmer_id, entry.category, entry.done_on,
      entry.site_id) then entry.confirmer_id end, entry.id, entry.is_sample, entry.setting, entry.form, entry.age_group, entry.procedure,
    entry.service)
  returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_counted_hours (
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with done as materialized (select * from private.nemus_counted(account, chosen))
    select jsonb_build_object(
      'set', (select jsonb_build_object('id', s.id, 'name', s.name, 'chamber', s.chamber, 'field', s.field,
          'procedure', s.procedure, 'version', s.version, 'valid_from', s.valid_from, 'source', s.source,
          'treated_per_supervised', s.treated_per_supervised)
        from public.nemus_requirement_sets s where s.id = chosen),
      'categories', private.nemus_category_hours(account, chosen,
        case when p_trainee is not null then private.nemus_acts_for('booking', 'confirming', 'reading') end,
        (select coalesce(jsonb_object_agg(m.counts_for, m.minutes), '{}')
          from (select d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null group by 1) m)),
      'figures', private.nemus_figures_done(account, chosen),
      'competencies', (select coalesce(jsonb_agg(jsonb_build_object('competency', competency, 'level', level,
          'required_units', r.required_units, 'description', coalesce(r.description, ''),
          'done_minutes', coalesce(h.minutes, 0)) order by competency, level desc), '[]')
        from (select * from public.nemus_requirement_competencies c where c.set_id = chosen) r
        full join (select d.competency, d.level, sum(d.minutes) as minutes from done d
          where d.competency is not null and d.counts_for is not null group by 1, 2) h using (competency, level)),
      'months', (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'category', m.counts_for,
          'minutes', m.minutes) order by m.month, m.counts_for), '[]')
        from (select d.month, d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null
          group by 1, 2) m),
      'not_counted', (select coalesce(jsonb_agg(jsonb_build_object('source', n.source, 'minutes', n.minutes,
          'pieces', n.pieces) order by n.source), '[]')
        from (select d.source, sum(d.minutes) as minutes, sum(d.pieces) as pieces from done d where d.counts_for is null
          group by 1) n),
      'has_sample_hours', private.nemus_has_sample_hours(account),
      'planned_end', (select i.expected_end_on from public.nemus_training_info i
        where i.user_id = account and p_trainee is null),
      'treated_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source = 'entry_practice' and d.counts_for is not null),
      'supervised_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')
          and d.counts_for is not null)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_logbook_week (
  p_monday date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(to_jsonb(e) - array['user_id', 'institution_id', 'decided_by',
        'created_at', 'updated_at'] || jsonb_build_object('site', s.name, 'case_code', k.code, 'confirmer', c.name,
        'corrected_by', n.id,
        'is_stranded', e.state = 'submitted' and (c.id is null or c.ended_at is not null))
        order by e.done_on, e.created_at, e.id), '[]')
      from public.nemus_logbook_entries e
      left join public.nemus_logbook_sites s on s.id = e.site_id
      left join public.nemus_logbook_cases k on k.id = e.case_id
      left join public.nemus_confirmers c on c.id = e.confirmer_id
      left join public.nemus_logbook_entries n on n.corrects = e.id and n.user_id = e.user_id
      where e.user_id = auth.uid() and e.done_on between p_monday and p_monday + 6),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('monday', w.monday, 'state', w.state, 'count', w.n)
        order by w.monday desc, w.state), '[]')
      from (select date_trunc('week', o.done_on)::date as monday, o.state, count(*)::int as n
        from (select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state in ('draft', 'returned')
          union all
          -- `submitted` here: waits for an ended confirmer.
          select e.done_on, e.state from public.nemus_logbook_entries e
          left join public.nemus_confirmers c on c.id = e.confirmer_id
          where e.user_id = auth.uid() and e.state = 'submitted' and (c.id is null or c.ended_at is not null)) o
        where o.done_on not between p_monday and p_monday + 6
        group by 1, 2 order by 1 desc, 2 limit 12) w),
    'remembered', (select coalesce(jsonb_object_agg(g.category, l.said), '{}')
      from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning']) g (category)
      cross join lateral (select jsonb_build_object('competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'confirmer_id', e.confirmer_id, 'minutes', e.minutes, 'setting', e.setting, 'form', e.form,
          'age_group', e.age_group, 'procedure', e.procedure) as said
        from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.category = g.category and not e.is_sample
        order by e.done_on desc, e.id limit 1) l),
    'attributes', (select coalesce(jsonb_object_agg(w.category, w.attributes), '{}')
      from (select f.category, jsonb_agg(distinct a.key) as attributes from public.nemus_requirement_figures f
        join private.nemus_figure_choices() a on a.is_attribute and to_jsonb(f) ->> a.key is not null
        where f.set_id = private.nemus_chosen_set(auth.uid()) and f.category is not null and f.is_counted group by 1) w))
$function$;

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
  -- A client that does not know them leaves them as they are.
  p_entry := private.nemus_entry_attributes(present) || p_entry;
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
      confirmer_id, is_imported, setting, form, age_group, procedure, service)
    values (given.id, me, given.done_on, given.category, given.minutes, given.competency, given.level, given.note,
      given.site_id, given.case_id, given.confirmer_id, coalesce(p_entry -> 'is_imported' = 'true', false),
      given.setting, given.form, given.age_group, given.procedure, given.service);
    return jsonb_build_object('id', wanted, 'revision', 1, 'state', 'draft');
  end if;
  -- The reason of the return stays readable until the next submission. The decision itself is cleared.
  -- Fires logbook/cohort, logbook/entries, logbook/hand_over, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set done_on = given.done_on, category = given.category, minutes = given.minutes,
    competency = given.competency, level = given.level, note = given.note, site_id = given.site_id,
    case_id = given.case_id, confirmer_id = given.confirmer_id, setting = given.setting, form = given.form,
    age_group = given.age_group, procedure = given.procedure, service = given.service, state = 'draft', revision = e.revision + 1,
    institution_id = null, submitted_at = null, decided_by = null, decided_role = null, decided_as_deputy = false
  where e.id = wanted;
  return jsonb_build_object('id', wanted, 'revision', present.revision + 1, 'state', 'draft');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_requirements (
  p_id       uuid,
  p_fields   jsonb,
  p_expected timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_copy_of  uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  kind text;
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
  kind := private.nemus_choice_field(p_site, 'setting', array['outpatient', 'inpatient'], false);
  perform private.nemus_lock_logbook(me);
  if wanted is null then
    perform private.nemus_refuse(409, 'too_many_sites', '{"most": 100}')
      where (select count(*) from public.nemus_logbook_sites s where s.user_id = me) >= 100;
    insert into public.nemus_logbook_sites (user_id, name, started_on, ended_on, share, setting)
    values (me, called, first_day, last_day, part, kind) returning id into wanted;
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
    setting = case when p_site ? 'setting' then kind else s.setting end
  where s.id = wanted and s.user_id = me;
  perform private.nemus_refuse(404, 'site_not_found') where not found;
  return wanted;
end $function$;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_age_group_check" CHECK ((age_group = ANY (ARRAY['children'::text, 'adults'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_form_check" CHECK ((form = ANY (ARRAY['individual'::text, 'group'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_procedure_check"
    CHECK
    ((procedure = ANY (ARRAY['Verhaltenstherapie'::text, 'Systemische Therapie'::text, 'Tiefenpsychologisch fundierte Psychotherapie'::text, 'Analytische Psychotherapie'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_service_check" CHECK ((service = ANY (ARRAY['first_interview'::text, 'acute_treatment'::text, 'report'::text])));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_setting_check" CHECK ((setting = ANY (ARRAY['outpatient'::text, 'inpatient'::text])));

ALTER TABLE "public"."nemus_logbook_sites"
  ADD CONSTRAINT "nemus_logbook_sites_setting_check" CHECK ((setting = ANY (ARRAY['outpatient'::text, 'inpatient'::text])));

ALTER TABLE "public"."nemus_requirement_categories"
  ADD CONSTRAINT "nemus_requirement_categories_source_check" CHECK ((char_length(source) <= 500));

ALTER TABLE "public"."nemus_requirement_categories"
  ADD CONSTRAINT "nemus_requirement_categories_status_check" CHECK ((status = ANY (ARRAY['law'::text, 'chamber'::text, 'unconfirmed'::text])));

ALTER TABLE "public"."nemus_requirement_categories"
  ADD CONSTRAINT "nemus_requirement_categories_unit_minutes_check" CHECK ((unit_minutes = ANY (ARRAY[45, 50, 60])));

ALTER TABLE "public"."nemus_requirement_figures"
  ADD CONSTRAINT "nemus_requirement_figures_set_id_category_fkey" FOREIGN KEY (set_id, category) REFERENCES public.nemus_requirement_categories(set_id, category) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_requirement_figures"
  ADD CONSTRAINT "nemus_requirement_figures_set_id_fkey" FOREIGN KEY (set_id) REFERENCES public.nemus_requirement_sets(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_requirement_figures"
  ADD CONSTRAINT "nemus_requirement_figures_set_id_part_of_fkey" FOREIGN KEY (set_id, part_of) REFERENCES public.nemus_requirement_figures(set_id, "position") ON DELETE CASCADE;

ALTER TABLE "public"."nemus_requirement_sets"
  ADD CONSTRAINT "published_has_a_day" CHECK (((state = 'draft'::text) OR (valid_from IS NOT NULL)));

CREATE INDEX nemus_requirement_figures_category ON public.nemus_requirement_figures USING btree (set_id, category);

CREATE INDEX nemus_requirement_figures_parts ON public.nemus_requirement_figures USING btree (set_id, part_of);

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON public.nemus_requirement_figures
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('set_id', 'position');

CREATE TRIGGER keep_published
  BEFORE INSERT OR DELETE OR UPDATE ON public.nemus_requirement_figures
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_set_parts();

CREATE POLICY "figures are read with their set" ON "public"."nemus_requirement_figures"
  FOR SELECT
  TO "authenticated"
  USING (private.nemus_reads_set(set_id));

CREATE POLICY "the second factor was given" ON "public"."nemus_requirement_figures"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_entry_attributes"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_entry_attributes"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_entry_attributes"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_figure_at"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_figure_at"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_figure_at"(jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_figure_choices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_figure_choices"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_figure_choices"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_figures_done"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_figures_done"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_figures_done"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_months_employed"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_months_employed"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_months_employed"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_read_figures"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_read_figures"(jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_read_figures"(jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_standing"(bigint, integer, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_standing"(bigint, integer, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_standing"(bigint, integer, numeric, integer) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_requirement_figures" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_requirement_figures" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_requirement_figures" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_requirement_figures" TO "service_role";

-- Rows of schemas/requirements/shipped_sets.sql.
insert into public.nemus_requirement_sets (id, family_id, name, chamber, field, procedure, version, valid_from, source)
select ('5e7a0000-0000-4000-8000-0000000001' || s.key)::uuid, ('5e7a0000-0000-4000-8000-0000000002' || s.key)::uuid, s.name,
  s.chamber, s.field, s.procedure, s.version, s.valid_from::date, s.source
from (values
  ('01', 'Weiterbildung Erwachsene, Verhaltenstherapie (ambulanter Teil)', 'Psychotherapeutenkammer Hessen', 'Erwachsene',
    'Verhaltenstherapie', 'WBO 2023', '2023-01-01', 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Theorie insgesamt, Einzelsupervision und stationärer Teil: nicht gefunden. Die Dauer einer Einheit ist nicht genannt; gerechnet wird mit 45 Minuten.'),
  ('02', 'Neuropsychologische Psychotherapie', 'Psychotherapeutenkammer Hessen', 'Neuropsychologische Psychotherapie', null,
    'WBO 07/2022', '2023-01-01', 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Fälle und Behandlungsstunden: nicht gefunden.'),
  ('03', 'Weiterbildung Erwachsene, Verhaltenstherapie (ambulanter Teil)', 'Landespsychotherapeutenkammer Rheinland-Pfalz',
    'Erwachsene', 'Verhaltenstherapie', 'WBO', null, 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Datum, Theorie und Selbsterfahrung insgesamt: nicht gefunden. Die Dauer einer Einheit ist nicht genannt; gerechnet wird mit 45 Minuten.'),
  ('04', 'Frühere Ausbildung, Psychologische Psychotherapie (PsychTh-APrV)', '', 'Erwachsene', null, '1998', '1999-01-01',
    'PsychTh-APrV vom 18.12.1998, aufgehoben zum 01.09.2020, mit Übergang; gelesen am 26.11.2026.'),
  ('05', 'Frühere Ausbildung, Kinder- und Jugendlichenpsychotherapie (KJPsychTh-APrV)', '', 'Kinder und Jugendliche', null, '1998',
    '1999-01-01', 'Angaben von Instituten zur KJPsychTh-APrV vom 18.12.1998, gelesen am 26.11.2026.'),
  ('06', 'Schweiz, Weiterbildung in Psychotherapie', '', null, null, 'AkkredV-PsyG, Stand 15.12.2020', '2020-12-15',
    'Angaben eines Verbands zu AkkredV-PsyG Art. 2 Abs. 1 Bst. a und Anhang 1, gelesen am 26.11.2026. Eine Einheit sind nach zwei Verbänden 45 Minuten.'),
  ('07', 'Österreich, Fachspezifikum nach bisherigem Recht', '', null, null, 'PThG 1990', null,
    'PThG 1990 § 6 (aufgehoben, im Übergang weiter anzuwenden), gelesen am 26.11.2026.'),
  ('08', 'Österreich, dritter Ausbildungsabschnitt', '', null, null, 'PTh-AAQV 2024', '2026-10-01',
    'Angaben von Fachgesellschaften zur PTh-AAQV 2024, Anlage 5, gelesen am 26.11.2026.')
) as s (key, name, chamber, field, procedure, version, valid_from, source);

insert into public.nemus_requirement_categories (set_id, category, title, required_units, position, unit_minutes, status, source)
select ('5e7a0000-0000-4000-8000-0000000001' || c.key)::uuid, c.category, c.title, c.required_units,
  array_position(private.nemus_requirement_keys('category'), c.category), c.unit_minutes, c.status,
  case c.source when '' then '' else 'https://' || c.source end
from (values
  ('01', 'theory', '', null, 45, null, ''), ('01', 'practice', 'Behandlung', null, 60, null, ''),
  ('01', 'supervision', '', 150, 45, 'unconfirmed', 'gap-ffm.de/index.php/2025-05-04-15-50-29/uebersicht-der-weiterbildungsteile'),
  ('01', 'self_experience', '', null, 60, null, ''),
  ('02', 'theory', '', 500, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'), ('02', 'practice', 'Behandlung', null, 60, null, ''),
  ('02', 'supervision', '', 100, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'),
  ('02', 'self_experience', '', 100, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'),
  ('03', 'theory', '', null, 45, null, ''), ('03', 'practice', 'Behandlung', null, 60, null, ''),
  ('03', 'supervision', '', 150, 45, 'unconfirmed', 'kapp.gmbh/weiterbildung/ambulante-taetigkeit-supervision'),
  ('03', 'self_experience', '', null, 45, null, ''),
  ('04', 'theory', '', 600, 60, 'law', 'gesetze-im-internet.de/psychth-aprv/__3.html'),
  ('04', 'practice', 'Praktische Tätigkeit und Behandlung', null, 60, null, ''),
  ('04', 'supervision', '', 150, 60, 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 'self_experience', '', 120, 60, 'law', 'gesetze-im-internet.de/psychth-aprv/__5.html'),
  ('05', 'theory', '', 600, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('05', 'practice', 'Praktische Tätigkeit und Behandlung', null, 60, null, ''),
  ('05', 'supervision', '', 150, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('05', 'self_experience', '', 120, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('06', 'theory', 'Wissen und Können', 500, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'practice', 'Eigene psychotherapeutische Tätigkeit', 500, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'supervision', '', 150, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'self_experience', '', 100, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('07', 'theory', '', 300, 60, 'law', '360.lexisnexis.at/d/L-10010620-P6?origin=lk'), ('07', 'practice', '', null, 60, null, ''),
  ('07', 'supervision', '', null, 60, null, ''),
  ('07', 'self_experience', 'Lehrtherapie, Lehranalyse, Selbsterfahrung', 200, 60, 'law', '360.lexisnexis.at/d/L-10010620-P6?origin=lk'),
  ('08', 'theory', '', 400, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'practice', 'Behandlung mit Dokumentation', 1000, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'supervision', 'Lehrsupervision', 200, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'self_experience', '', 200, 60, 'unconfirmed', 'kvta.at/?p=571')
) as c (key, category, title, required_units, unit_minutes, status, source);

insert into public.nemus_requirement_credits (set_id, source, category)
select s.id, c.source, c.category
from public.nemus_requirement_sets s, (values ('seminar_theory', 'theory'), ('seminar_practice', 'practice'),
  ('appointment', 'theory'), ('appointment_supervision', 'supervision'), ('certificate', 'theory'),
  ('certificate_supervision', 'supervision'), ('entry_theory', 'theory'), ('entry_practice', 'practice'),
  ('entry_supervision', 'supervision'), ('entry_self_experience', 'self_experience')) as c (source, category)
where s.id::text like '5e7a0000-0000-4000-8000-0000000001%';

-- Attributes: category, setting, form, procedure (the set's own), service. `shown`: the portal has no data for it.
insert into public.nemus_requirement_figures (set_id, position, part_of, title, unit, unit_minutes, least, most, category,
  setting, form, procedure, service, is_counted, condition, status, source)
select ('5e7a0000-0000-4000-8000-0000000001' || f.key)::uuid, f.position, f.part_of, f.title, f.unit, f.unit_minutes, f.least,
  f.most, f.category, f.setting, f.form, case when f.in_procedure then 'Verhaltenstherapie' end, f.service, not f.is_shown,
  f.condition, f.status, 'https://' || coalesce(f.source, case f.key
    when '01' then 'gap-ffm.de/index.php/2025-05-04-15-50-29/uebersicht-der-weiterbildungsteile'
    when '02' then 'win-badhomburg.de/wb/psychotherapeuten'
    when '03' then 'kapp.gmbh/weiterbildung/ambulante-taetigkeit-supervision'
    when '04' then 'buzer.de/s1.htm?a=2-5&ag=3737'
    when '05' then 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'
    when '06' then 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'
    when '07' then '360.lexisnexis.at/d/L-10010620-P6?origin=lk' else 'kvta.at/?p=571' end)
from (values
  ('01', 1, null, 'Weiterbildung insgesamt', 'months', 60, 60, null, null, null, null, false, null, false, 'in Vollzeit', 'unconfirmed', null),
  ('01', 2, 1, 'Ambulante Tätigkeit', 'months', 60, 24, 36, null, 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('01', 3, null, 'Dokumentierte (Erst-)Untersuchungen', 'entries', 60, 60, null, 'practice', null, null, false, 'first_interview', false, '', 'unconfirmed', null),
  ('01', 4, null, 'Behandlungsfälle', 'cases', 60, 40, null, 'practice', null, null, false, null, false, 'Einzelkontakt, unter Supervision; Kombination mit Gruppe oder Mehrpersonensetting möglich', 'unconfirmed', null),
  ('01', 5, 4, 'Behandlung im Verfahren', 'hours', 60, 600, null, 'practice', null, null, true, null, false, 'Kurz- und Langzeittherapie', 'unconfirmed', null),
  ('01', 6, 4, 'Therapien mit Bezugspersonen', 'cases', 60, 5, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('01', 7, 4, 'Akutbehandlungen', 'entries', 60, 5, null, 'practice', null, null, false, 'acute_treatment', false, '', 'unconfirmed', null),
  ('01', 8, null, 'Gruppenpsychotherapie', 'hours', 60, 200, null, 'practice', null, 'group', false, null, false, '', 'unconfirmed', null),
  ('01', 9, 8, 'Gruppenpsychotherapie im Verfahren', 'hours', 60, 120, null, 'practice', null, 'group', true, null, false, '60 Doppelstunden', 'unconfirmed', null),
  ('01', 10, 9, 'Davon supervidiert', 'hours', 60, 40, null, null, null, null, false, null, true, '20 Doppelstunden', 'unconfirmed', null),
  ('01', 11, null, 'Theorie im Verfahren', 'hours', 45, 350, null, 'theory', null, null, true, null, false, '', 'unconfirmed', null),
  ('01', 12, 11, 'Davon zur Gruppenpsychotherapie', 'hours', 45, 48, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('01', 13, null, 'Selbsterfahrung im ambulanten Teil', 'hours', 60, null, 60, 'self_experience', 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('01', 14, null, 'Ausführliche Falldokumentationen', 'entries', 60, 3, null, 'practice', null, null, false, 'report', false, 'für die Prüfung', 'unconfirmed', null),
  ('02', 1, null, 'Weiterbildung insgesamt', 'months', 60, 60, null, null, null, null, false, null, false, '', 'unconfirmed', null),
  ('02', 2, 1, 'Ambulante Tätigkeit', 'months', 60, 24, null, null, 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('02', 3, 1, '(Teil-)stationäre Tätigkeit', 'months', 60, 12, null, null, 'inpatient', null, false, null, false, '', 'unconfirmed', null),
  ('02', 4, 1, 'Multidisziplinäre Tätigkeit', 'months', 60, 12, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('02', 5, null, 'Neuropsychologische Theorie', 'hours', 60, 350, null, null, null, null, false, null, true, 'Teil der Theorie', 'unconfirmed', null),
  ('03', 1, null, 'Stationäre Tätigkeit', 'months', 60, 24, null, null, 'inpatient', null, false, null, false, '', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 2, null, 'Ambulante Tätigkeit', 'months', 60, 24, null, null, 'outpatient', null, false, null, false, '', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 3, null, 'Tätigkeit nach Wahl', 'months', 60, 12, null, null, null, null, false, null, true, 'institutionell, ambulant oder stationär', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 4, null, 'Behandlungsfälle', 'cases', 60, 40, null, 'practice', null, null, false, null, false, '', 'unconfirmed', null),
  ('03', 5, null, 'Erstkontakte', 'entries', 60, 60, null, 'practice', null, null, false, 'first_interview', false, '', 'unconfirmed', null),
  ('03', 6, null, 'Akutbehandlungen', 'entries', 60, 5, null, 'practice', null, null, false, 'acute_treatment', false, '', 'unconfirmed', null),
  ('03', 7, null, 'Vertiefung: Behandlungen von 5 bis 25 Stunden', 'cases', 60, 20, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('03', 8, null, 'Vertiefung: Behandlungen ab 30 Stunden', 'cases', 60, 5, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('03', 9, null, 'Einzelsupervision', 'hours', 45, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision; Gruppen bis 6 Personen', 'unconfirmed', null),
  ('03', 10, null, 'Verhältnis von Behandlung zu Supervision', 'ratio', 60, 4, 8, null, null, null, false, null, false, 'gelockert mit wachsender Kompetenz', 'unconfirmed', null),
  ('03', 11, null, 'Dokumentierte Fälle', 'entries', 60, 3, null, 'practice', null, null, false, 'report', false, 'für die Prüfung', 'unconfirmed', null),
  ('04', 1, null, 'Ausbildung insgesamt', 'hours', 60, 4200, null, null, null, null, false, null, false, '§ 1 Abs. 3', 'law', 'jusmeum.de/gesetz/psychth-aprv/DritterAbschnitt-%C2%A718'),
  ('04', 2, null, 'Dauer', 'months', 60, 36, null, null, null, null, false, null, true, 'in Vollzeit; 5 Jahre in Teilzeit; Abschluss bis 01.09.2032, in Härtefällen bis 31.08.2035', 'chamber', 'ptk-bayern.de/ptk/web.nsf/id/pa_bisherige_ausbildung.html'),
  ('04', 3, 1, 'Praktische Tätigkeit', 'hours', 60, 1800, null, 'practice', 'inpatient', null, false, null, false, '§ 2 Abs. 2; Abschnitte von mindestens 3 Monaten', 'law', null),
  ('04', 4, 3, 'Psychiatrische Klinik', 'hours', 60, 1200, null, null, null, null, false, null, true, 'mindestens 30 Patienten, 4 mit Familie oder sozialem Umfeld (§ 2 Abs. 3)', 'law', null),
  ('04', 5, 3, 'Psychotherapie oder Psychosomatik', 'hours', 60, 600, null, null, null, null, false, null, true, '', 'law', null),
  ('04', 6, null, 'Theorie: Grundkenntnisse', 'hours', 60, 200, null, null, null, null, false, null, true, 'Vorlesungen höchstens ein Drittel der Theorie (§ 3)', 'unconfirmed', 'haip-ausbildung.de/ausbildungen/psychologische-psychotherapie-verhaltenstherapie/curriculum.html'),
  ('04', 7, null, 'Theorie: vertiefte Ausbildung', 'hours', 60, 400, null, null, null, null, false, null, true, '', 'unconfirmed', 'haip-ausbildung.de/ausbildungen/psychologische-psychotherapie-verhaltenstherapie/curriculum.html'),
  ('04', 8, 1, 'Behandlung unter Supervision', 'hours', 60, 600, null, 'practice', 'outpatient', null, false, null, false, '§ 4', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 9, 8, 'Patientenbehandlungen', 'cases', 60, 6, null, 'practice', 'outpatient', null, false, null, false, '', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 10, null, 'Einzelsupervision', 'hours', 60, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 11, 1, 'Freie Spitze', 'hours', 60, 930, null, null, null, null, false, null, true, 'Rest bis 4.200 Stunden', 'unconfirmed', 'dgvt-akademie.de/psychologische-psychotherapie/bausteine/'),
  ('05', 1, null, 'Ausbildung insgesamt', 'hours', 60, 4200, null, null, null, null, false, null, false, '', 'unconfirmed', null),
  ('05', 2, 1, 'Praktische Tätigkeit, § 2 Abs. 2 Nr. 1', 'hours', 60, 1200, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('05', 3, 1, 'Praktische Tätigkeit, § 2 Abs. 2 Nr. 2', 'hours', 60, 600, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('05', 4, 1, 'Behandlung unter Supervision', 'hours', 60, 600, null, 'practice', 'outpatient', null, false, null, false, '§ 4; mit Bezugspersonen', 'unconfirmed', null),
  ('05', 5, 4, 'Behandlungen', 'cases', 60, 6, null, 'practice', 'outpatient', null, false, null, false, '', 'unconfirmed', 'systemisches-institut-tuebingen.de/en/approbation/praktische-ausbildung-und-supervision-1'),
  ('05', 6, null, 'Einzelsupervision', 'hours', 60, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', 'zkpr.uni-bremen.de/noki/struktur-und-inhalt-der-ausbildung/'),
  ('05', 7, null, 'Patienten im Klinikjahr', 'cases', 60, 30, null, null, null, null, false, null, true, '', 'unconfirmed', 'psychologie.uni-frankfurt.de/53517972/Inhalte_der_Ausbildung'),
  ('06', 1, null, 'Klinische Praxis', 'months', 60, 24, null, null, null, null, false, null, false, 'bei 100 %', 'unconfirmed', null),
  ('06', 2, 1, 'Psychotherapeutisch-psychiatrische Versorgung', 'months', 60, 12, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('06', 3, null, 'Fälle', 'cases', 60, 10, null, 'practice', null, null, false, null, false, 'abgeschlossen, supervidiert, evaluiert und dokumentiert', 'unconfirmed', null),
  ('06', 4, null, 'Einzelsupervision', 'hours', 45, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', null),
  ('06', 5, null, 'Selbsterfahrung einzeln', 'hours', 45, 50, null, 'self_experience', null, 'individual', false, null, false, 'Teil der Selbsterfahrung', 'unconfirmed', null),
  ('06', 6, null, 'Weitere Supervision oder Selbsterfahrung', 'hours', 45, 50, null, null, null, null, false, null, true, 'je nach Ausrichtung', 'unconfirmed', null),
  ('06', 7, null, 'Dauer', 'months', 60, 24, 72, null, null, null, false, null, true, '2 bis 6 Jahre, in Teilzeit länger (PsyG Art. 6)', 'law', 'droit-bilingue.ch/de-fr/9/93/935.81-6-9.html'),
  ('07', 1, null, 'Theorie: Persönlichkeitsentwicklung', 'hours', 60, 60, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 2, null, 'Theorie: Methodik und Technik', 'hours', 60, 100, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 3, null, 'Theorie: Persönlichkeits- und Interaktionstheorien', 'hours', 60, 50, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 4, null, 'Theorie: Fachliteratur', 'hours', 60, 40, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 5, null, 'Theorie: Schwerpunkt', 'hours', 60, 50, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 6, null, 'Praxis insgesamt', 'hours', 60, 1600, null, null, null, null, false, null, true, 'mit Lehrtherapie, Supervision und Schwerpunkt', 'law', null),
  ('07', 7, 6, 'Praxis: Schwerpunkt', 'hours', 60, 100, null, null, null, null, false, null, true, '', 'law', null),
  ('07', 8, 6, 'Praktikum', 'hours', 60, 550, null, null, null, null, false, null, true, 'mit 30 Stunden Supervision', 'unconfirmed', 'bestmed.at/contents/305'),
  ('07', 9, 6, 'Eigene psychotherapeutische Tätigkeit', 'hours', 60, 600, null, null, null, null, false, null, true, 'mit 120 Stunden Supervision', 'unconfirmed', 'bestmed.at/contents/305'),
  ('08', 1, null, 'Dritter Abschnitt insgesamt', 'hours', 60, 2050, null, null, null, null, false, null, false, '82 ECTS', 'unconfirmed', null),
  ('08', 2, null, 'Verhältnis von Behandlung zu Lehrsupervision', 'ratio', 60, 4, 5, null, null, null, false, null, false, '1:5 in Institutionen, 1:4 in freier Praxis', 'unconfirmed', null),
  ('08', 3, 1, 'Individueller Schwerpunkt', 'hours', 60, 100, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('08', 4, 1, 'Vorbereitung auf die Approbationsprüfung', 'hours', 60, 150, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('08', 5, null, 'Tätigkeit in Institutionen der Versorgung', 'hours', 60, 300, null, null, null, null, false, null, true, '300, 400, dann 500 Stunden, stufenweise ab 01.10.2028', 'unconfirmed', 'somes.at/decree/BGBLA_2024_II_292')
) as f (key, position, part_of, title, unit, unit_minutes, least, most, category, setting, form, in_procedure, service, is_shown,
  condition, status, source);
