SET local check_function_bodies = off;

DROP VIEW "public"."nemus_training_progress";

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
    select c.category, c.title, c.required_units, c.position from public.nemus_requirement_categories c
    where c.set_id = p_set
    union all
    select own.category, '', null, own.position::int
    from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where p_set is null),
  waiting as materialized (select * from private.nemus_waiting_hours(p_user, p_set, p_institution))
  select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
    'required_units', n.required_units,
    'done_minutes', coalesce((p_done ->> n.category)::bigint, 0),
    'submitted_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'submitted'), 0),
    'draft_minutes', coalesce((select w.minutes from waiting w where w.counts_for = n.category and w.state = 'draft'), 0),
    'planned_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'planned'), 0)) order by n.position, n.category), '[]')
  from named n
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_units (
  p_user uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_whole_units(coalesce(sum(w.minutes), 0)::bigint)
  from private.nemus_waiting_hours(p_user, private.nemus_chosen_set(p_user), null) w
  where w.state = 'planned' and w.counts_for is not null
$function$;

CREATE OR REPLACE FUNCTION private.nemus_sample_details (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  update public.nemus_personal_data d set phone = '+49 30 23125 118', street = 'Lindenallee 12',
    postal_code = '10115', city = 'Berlin', birth_date = '1992-04-17'
  where d.user_id = p_user and d.street = '' and d.birth_date is null;
  update public.nemus_training_info i set field = 'Erwachsene', procedure = 'Verhaltenstherapie',
    chamber = 'Psychotherapeutenkammer Berlin', training_site = 'Ambulanz am Stadtpark',
    supervisor_name = 'Dr. Helena Sommer', started_on = today - 1430, expected_end_on = today - 1430 + 1826
  where i.user_id = p_user and i.field is null and i.chamber = '';
  update public.nemus_institution_settings s set institution_address = E'Parkstraße 8\n10115 Berlin',
    institution_phone = '+49 30 23125 0', institution_website = 'https://www.weiterbildung.example',
    institution_description = 'Ambulante Weiterbildungsstätte für Verhaltenstherapie mit Erwachsenen.'
  where s.institution_id = p_user and s.institution_address = '';
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_waiting_hours (
  p_user        uuid,
  p_set         uuid,
  p_institution uuid
)
  RETURNS TABLE (
    counts_for text,
    state      text,
    minutes    bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_set is null then w.category else c.category end, w.state, sum(w.minutes)::bigint
  from private.nemus_waiting(p_user, p_institution) w
  left join public.nemus_requirement_credits c on c.set_id = p_set and c.source = w.source
  group by 1, 2
$function$;

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

CREATE VIEW "public"."nemus_training_progress" WITH (security_invoker=true) AS  SELECT t.user_id,
    t.area,
    u.units AS completed_units,
    t.target_units,
    u.total_units AS total_completed_units,
    u.sample_units,
    private.nemus_planned_units(t.user_id) AS planned_units
   FROM (public.nemus_training_targets t
     JOIN LATERAL private.nemus_units_by_area(t.user_id) u(area, units, sample_units, total_units) ON ((u.area = t.area)));

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "anon";

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_training_progress
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

REVOKE ALL ON FUNCTION "private"."nemus_planned_units"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_units"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_planned_units"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_units"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_units"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_waiting_hours"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_waiting_hours"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_waiting_hours"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_training_progress" TO "authenticated";

REVOKE ALL ON TABLE "public"."nemus_training_progress" FROM "service_role";

GRANT SELECT ON TABLE "public"."nemus_training_progress" TO "service_role";
