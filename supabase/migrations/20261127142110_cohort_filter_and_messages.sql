SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_cohort"(text, integer);

CREATE OR REPLACE FUNCTION private.nemus_cohort_hours (
  p_user uuid
)
  RETURNS TABLE (
    set_id     uuid,
    elapsed    numeric,
    categories jsonb,
    rank       integer,
    lag        numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with s as materialized (select private.nemus_chosen_set(p_user) as set_id, private.nemus_elapsed(p_user) as elapsed),
  n as (
    select c.category, c.title, c.required_units, c.position from s join public.nemus_requirement_categories c on c.set_id = s.set_id
    union all
    select own.category, '', null, own.position::int
    from s cross join unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where s.set_id is null),
  d as (
    select case when s.set_id is null then m.category else c.category end as category, sum(m.minutes)::bigint as minutes
    from s cross join private.nemus_minutes_by_source(p_user) m
    left join public.nemus_requirement_credits c on c.set_id = s.set_id and c.source = m.source
    group by 1),
  h as (
    select n.*, coalesce(d.minutes, 0) as done,
      private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed) as standing
    from s cross join n left join d on d.category = n.category)
  select s.set_id, s.elapsed, t.categories, t.rank, t.lag from s cross join (
    select coalesce(jsonb_agg(jsonb_build_object('category', h.category, 'title', h.title,
        'required_units', h.required_units, 'done_minutes', h.done, 'standing', h.standing)
        order by h.position, h.category), '[]') as categories,
      max(array_position(array['met', 'on_track', 'behind', 'far_behind'], h.standing) - 1) as rank,
      max(o.elapsed - h.done / (h.required_units * 45.0)) as lag
    from h cross join s o) t
$function$;

CREATE OR REPLACE FUNCTION public.nemus_cohort (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1,
  p_filter text    DEFAULT ''::text,
  p_sort   text    DEFAULT 'name'::text,
  p_size   integer DEFAULT 25
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
  size constant int := least(greatest(coalesce(p_size, 25), 1), 500);
  skipped constant int := size * (least(greatest(coalesce(p_page, 1), 1), 10000) - 1);
  shown uuid[];
  found_all bigint;
begin
  if not private.nemus_is_institution() then perform private.nemus_refuse(403, 'institution_required'); end if;
  me := private.nemus_require_member('confirming', 'reading');
  if p_filter in ('behind', 'far_behind', 'open') or p_sort in ('lag', 'elapsed') then
    select count(*), (array_agg(m.id order by case p_sort when 'lag' then m.lag when 'elapsed' then m.elapsed end desc nulls last,
      m.sort_name, m.id))[skipped + 1:skipped + size] into found_all, shown
    from (select t.id, t.sort_name, h.rank, h.lag, h.elapsed
      from public.nemus_trainees t cross join lateral private.nemus_cohort_hours(t.user_id) h
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))) m
    where case p_filter when 'behind' then m.rank >= 2 when 'far_behind' then m.rank = 3 when 'open' then m.rank is null
      else true end;
  else
    select count(*) into found_all from public.nemus_trainees t
    where t.institution_id = me and t.user_id is not null
      and (longest is null or (t.search_text like longest and t.search_text like all (words)));
    shown := array(select t.id from public.nemus_trainees t
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))
      order by t.sort_name, t.id limit size offset skipped);
  end if;
  return jsonb_build_object('total', found_all, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id, 'first_name', t.first_name, 'last_name', t.last_name,
      'status', t.status, 'set', (select jsonb_build_object('name', r.name, 'version', r.version)
        from public.nemus_requirement_sets r where r.id = h.set_id),
      'elapsed', round(h.elapsed * 100), 'has_sample_hours', private.nemus_has_sample_hours(t.user_id),
      'categories', h.categories) order by p.place), '[]')
    from unnest(shown) with ordinality as p (id, place)
    cross join lateral (select * from public.nemus_trainees o where o.id = p.id limit 1) t
    cross join lateral private.nemus_cohort_hours(t.user_id) h));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_message_trainees (
  p_trainees uuid[],
  p_text     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  said constant text := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  message constant uuid := gen_random_uuid();
  reached uuid[];
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  me := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(me);
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_trainees), 0) not between 1 and 200;
  -- Two members at once count each other's messages. Linked people are locked: a link that ends now gets nothing.
  perform pg_advisory_xact_lock(hashtextextended('nemus_message ' || me, 0));
  reached := array(select t.id from (select o.* from public.nemus_trainees o
      where o.institution_id = me and o.id = any (p_trainees) and o.user_id is not null order by o.id for share) t
    where case when 3 > (select count(*) from public.nemus_notifications n where n.user_id = t.user_id and n.kind = 'institution_message'
        and n.key like 'institution_message:' || me || ':%' and n.created_at > now() - interval '1 day')
      then private.nemus_tell(t.user_id, me, 'institution_message', 'institution_message:' || me || ':' || message,
        jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(me), '–'), 'text', said), null) end);
  if cardinality(reached) > 0 then
    insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id, after)
    select me, auth.uid(), coalesce(private.nemus_member_name(auth.uid()), ''), 'member', 'insert', 'trainee_messages', message,
      jsonb_build_object('text', said, 'recipients', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t where t.id = any (reached);
  end if;
  return jsonb_build_object('sent', cardinality(reached), 'skipped',
    (select count(distinct i) from unnest(p_trainees) as i) - cardinality(reached));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_cohort_hours"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_cohort_hours"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_cohort_hours"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cohort"(text, integer, text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_message_trainees"(uuid[], text) TO "postgres";

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
values ('institution_message', 'piw', 'on', 'on', 'never', false);
