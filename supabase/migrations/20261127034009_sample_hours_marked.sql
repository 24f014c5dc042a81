SET local check_function_bodies = off;

DROP VIEW "public"."nemus_trainee_list";

CREATE OR REPLACE FUNCTION private.nemus_has_sample_hours (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_training_sources s where s.user_id = p_user and s.is_sample)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_reported_entries (
  p_user        uuid,
  p_institution uuid
)
  RETURNS SETOF public.nemus_logbook_entries
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select e.* from public.nemus_logbook_entries e
  where e.user_id = p_user and e.state = 'confirmed' and not e.is_sample and (p_institution is null or e.institution_id = p_institution)
$function$;

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
  words constant text[] := array(select '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from regexp_split_to_table(left(lower(btrim(coalesce(p_search, ''))), 200), '\s+') w where w <> '');
  -- The index finds the longest word, the others are filtered from its hits.
  longest constant text := (select w from unnest(words) w order by char_length(w) desc limit 1);
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
            'required_units', n.required_units, 'done_minutes', coalesce(d.minutes, 0),
            'standing', private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed))
            order by n.position, n.category), '[]') as list
          from (select c.category, c.title, c.required_units, c.position from public.nemus_requirement_categories c
              where c.set_id = s.set_id
            union all
            select own.category, '', null, own.position::int
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
      'treated_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source = 'entry_practice' and d.counts_for is not null),
      'supervised_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')
          and d.counts_for is not null)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_counted_sources (
  p_category text    DEFAULT NULL::text,
  p_offset   integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  account constant uuid := private.nemus_counted_account(null);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with source as materialized (
      select s.kind, s.source, s.source_id, s.title, s.done_on, s.minutes, s.category,
        case when chosen is null then s.category else c.category end as counts_for, s.competency,
        private.nemus_level_of(s.category, s.level) as level, s.is_sample
      from private.nemus_training_sources s
      left join public.nemus_requirement_credits c on c.set_id = chosen and c.source = s.source
      where s.user_id = account),
    wanted as (
      select * from source s where p_category is null or coalesce(s.counts_for, 'none') = p_category),
    shown as (
      select w.*, row_number() over (order by w.done_on desc, w.source, w.source_id) as place from wanted w
      order by place limit 50 offset greatest(coalesce(p_offset, 0), 0))
    select jsonb_build_object('total', (select count(*) from wanted),
      'rows', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from shown s)));
end $function$;

CREATE VIEW "public"."nemus_trainee_list" WITH (security_invoker=true) AS  SELECT t.id,
    t.first_name,
    t.last_name,
    COALESCE(t.account_email, t.email) AS email,
    t.phone,
    t.registered_on,
    t.status,
        CASE
            WHEN (t.user_id IS NULL) THEN t.completed_hours
            ELSE private.nemus_units_done(t.user_id, NULL::text)
        END AS completed_hours,
        CASE
            WHEN (t.user_id IS NULL) THEN t.total_hours
            ELSE (COALESCE(( SELECT sum(g.target_units) AS sum
               FROM public.nemus_training_targets g
              WHERE (g.user_id = t.user_id)), (t.total_hours)::bigint))::integer
        END AS total_hours,
        CASE
            WHEN (t.user_id IS NULL) THEN t.competencies
            ELSE ARRAY( SELECT p.competency
               FROM public.nemus_competency_progress p
              WHERE ((p.user_id = t.user_id) AND (p.total_progress_percentage > 0)))
        END AS competencies,
    t.user_id,
    t.linked_at,
    t.is_sample,
    t.updated_at,
    t.search_text,
    t.sort_name,
        CASE
            WHEN (t.user_id IS NOT NULL) THEN 'linked'::text
            ELSE COALESCE(( SELECT
                    CASE
                        WHEN (i.revoked_at IS NOT NULL) THEN 'revoked'::text
                        WHEN (i.declined_at IS NOT NULL) THEN 'declined'::text
                        WHEN (i.accepted_at IS NOT NULL) THEN 'none'::text
                        WHEN (i.expires_at <= now()) THEN 'expired'::text
                        ELSE 'pending'::text
                    END AS "case"
               FROM public.nemus_invitations i
              WHERE (i.trainee_id = t.id)
              ORDER BY i.created_at DESC, i.id
             LIMIT 1), 'none'::text)
        END AS access,
    ( SELECT jsonb_build_object('expires_at', i.expires_at, 'last_sent_at', i.last_sent_at, 'sent_count', i.sent_count, 'revoked_at', i.revoked_at, 'declined_at', i.declined_at) AS jsonb_build_object
           FROM public.nemus_invitations i
          WHERE (i.trainee_id = t.id)
          ORDER BY i.created_at DESC, i.id
         LIMIT 1) AS invitation,
    ((t.user_id IS NOT NULL) AND private.nemus_has_sample_hours(t.user_id)) AS has_sample_hours
   FROM public.nemus_trainees t
  WHERE (t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['booking'::text, 'confirming'::text, 'reading'::text]) AS nemus_acts_for));

REVOKE ALL ON TABLE "public"."nemus_trainee_list" FROM "anon", "service_role";

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_trainee_list
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

REVOKE ALL ON FUNCTION "private"."nemus_has_sample_hours"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_has_sample_hours"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_has_sample_hours"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_sample_hours"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_sample_hours"(uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."nemus_trainee_list" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_trainee_list" TO "authenticated";

CREATE INDEX nemus_logbook_entries_samples ON public.nemus_logbook_entries USING btree (user_id)
  WHERE is_sample;
