SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_issue_logbook_paper()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  paper private.nemus_logbook_papers;
  profile public.nemus_profiles;
  listed jsonb;
begin
  select * into profile from public.nemus_profiles p where p.user_id = me;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  -- No confirmation halfway through the paper.
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(429, 'paper_limit')
    where (select count(*) from private.nemus_logbook_papers p
        where p.user_id = me and p.created_at > now() - interval '1 hour') >= 20;
  with printed as (
    select e.*, private.nemus_entry_attributes(e) as attributes, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced) || e.attributes
      order by e.done_on, e.created_at, e.id), '[]'),
    count(*), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
  select coalesce(jsonb_object_agg(by_category.category, by_category.minutes), '{}') into paper.sums
  from (select e ->> 'category' as category, sum((e ->> 'minutes')::int) as minutes
    from jsonb_array_elements(listed) e where not (e ->> 'replaced')::boolean group by 1) by_category;
  select coalesce(jsonb_agg(distinct jsonb_build_object('name', e ->> 'confirmed_by', 'role', e ->> 'role',
    'institution', e ->> 'institution', 'address', e ->> 'address')), '[]') into paper.signers
  from jsonb_array_elements(listed) e;
  select l.number, l.hash into paper.step_number, paper.step_hash from private.nemus_logbook_steps l
  where l.user_id = me order by l.number desc limit 1;
  insert into private.nemus_logbook_papers (number, user_id, holder, minutes, entries, step_number, step_hash, sums, signers)
  values (private.nemus_draw_number(), me, btrim(profile.first_name || ' ' || profile.last_name), paper.minutes,
    paper.entries, paper.step_number, paper.step_hash, paper.sums, paper.signers)
  returning * into paper;
  return jsonb_build_object('number', paper.number, 'issued_at', paper.created_at, 'holder', paper.holder,
    'requirement_set', (select jsonb_build_object('name', s.name, 'chamber', s.chamber, 'version', s.version,
        'source', s.source)
      from public.nemus_requirement_choices c join public.nemus_requirement_sets s on s.id = c.set_id
      where c.user_id = me and c.ended_at is null),
    'person', (select jsonb_build_object('birth_date', d.birth_date, 'chamber', i.chamber, 'field', i.field,
        'procedure', i.procedure, 'started_on', i.started_on, 'expected_end_on', i.expected_end_on)
      from public.nemus_personal_data d join public.nemus_training_info i using (user_id) where d.user_id = me),
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'kind', t.kind, 'done_on', t.done_on,
        'category', t.category, 'minutes', t.minutes) order by t.done_on, t.title, t.category), '[]')
      from private.nemus_training_sources t where t.user_id = me and t.kind <> 'logbook' and not t.is_sample),
    'sites', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'started_on', s.started_on,
        'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
      from public.nemus_logbook_sites s where s.user_id = me and not s.is_sample),
    'entries', listed, 'sums', paper.sums, 'signers', paper.signers, 'minutes', paper.minutes,
    'last_step', case when paper.step_number is not null
      then jsonb_build_object('number', paper.step_number, 'hash', paper.step_hash) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_only_confirms (
  p_profile public.nemus_profiles
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_profile.user_id = auth.uid() and private.nemus_only_confirms(auth.uid())
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_only_confirms"(public.nemus_profiles) TO "postgres";
