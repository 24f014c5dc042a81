SET local check_function_bodies = off;

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
    'is_linked', private.nemus_is_linked_entry(p_entry),
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_linked_entry (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_trainees t
    where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id)
$function$;

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
    or private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, p_entry.done_on, p_entry.site_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_role()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_notify(e.user_id, 'sign_off_stranded', 'sign_off_stranded:' || old.id || ':' || now(),
    jsonb_build_object('confirmer', private.nemus_fact(c.name, '–'), 'entries', count(*)::int), '/logbook')
  from public.nemus_logbook_entries e
  join public.nemus_confirmers c on c.id = e.confirmer_id and c.ended_at is null
  join private.nemus_confirming_roles k on k.role = old.role and k.category = e.category
  where e.confirmer_id = old.confirmer_id and e.done_on >= old.valid_from and (old.valid_until is null or e.done_on <= old.valid_until)
    and private.nemus_is_stranded(e)
  group by e.user_id, c.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_end_confirmer_role (
  p_role_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires logbook/hand_over.
  delete from public.nemus_confirmer_roles r
  where r.id = p_role_id and r.institution_id = institution and r.valid_from > today;
  if found then
    return;
  end if;
  -- Fires logbook/hand_over.
  update public.nemus_confirmer_roles r set valid_until = least(r.valid_until, today)
  where r.id = p_role_id and r.institution_id = institution;
  perform private.nemus_refuse(404, 'confirmer_role_not_found') where not found;
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
        'is_stranded', private.nemus_is_stranded(e),
        'is_unlinked', e.state = 'submitted' and not private.nemus_is_linked_entry(e),
        'is_paused', e.state = 'submitted' and not private.nemus_may_have_confirmed(e.institution_id))
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
          -- `submitted` here: stranded.
          select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state = 'submitted' and private.nemus_is_stranded(e)) o
        where o.done_on not between p_monday and p_monday + 6
        group by 1, 2 order by 1 desc, 2 limit 12) w),
    'remembered', (select coalesce(jsonb_object_agg(g.category, l.said), '{}')
      from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning']) g (category)
      cross join lateral (select jsonb_build_object('competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'confirmer_id', e.confirmer_id, 'minutes', e.minutes) as said
        from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.category = g.category and not e.is_sample
        order by e.done_on desc, e.id limit 1) l))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer_role (
  p_confirmer   uuid,
  p_role        text,
  p_valid_from  date,
  p_valid_until date DEFAULT NULL::date,
  p_site        text DEFAULT ''::text,
  p_trainee     uuid DEFAULT NULL::uuid,
  p_role_id     uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place constant text := coalesce(private.nemus_text_field(jsonb_build_object('site', p_site), 'site', 200, false), '');
  saved uuid;
  other public.nemus_confirmer_roles;
begin
  perform private.nemus_begin_naming();
  perform private.nemus_own_confirmer(p_confirmer);
  perform private.nemus_refuse_field('role', 'choice')
    where p_role is null or p_role not in ('leader', 'supervision', 'self_experience', 'lecturer');
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, true);
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person", "field": "trainee"}')
    where p_trainee is not null and not exists (select from public.nemus_trainees t
      where t.id = p_trainee and t.institution_id = private.nemus_acts_for('confirming'));
  select * into other from public.nemus_confirmer_roles r
  where r.confirmer_id = p_confirmer and r.role = p_role and r.id is distinct from p_role_id
    and (r.trainee_id is null or p_trainee is null or r.trainee_id = p_trainee)
    and (private.nemus_site_key(r.site) in ('', private.nemus_site_key(place)) or private.nemus_site_key(place) = '')
    and daterange(r.valid_from, r.valid_until, '[]') && daterange(p_valid_from, p_valid_until, '[]')
  order by r.valid_from, r.id limit 1;
  perform private.nemus_refuse(409, 'role_overlaps', jsonb_strip_nulls(jsonb_build_object('field', 'valid_from',
      'from', other.valid_from, 'until', other.valid_until)))
    where found;
  if p_role_id is null then
    perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
      where (select count(*) from public.nemus_confirmer_roles r where r.confirmer_id = p_confirmer) >= 200;
    insert into public.nemus_confirmer_roles (confirmer_id, institution_id, role, site, trainee_id, valid_from, valid_until)
    values (p_confirmer, private.nemus_acts_for('confirming'), p_role, place, p_trainee, p_valid_from, p_valid_until) returning id into saved;
    return saved;
  end if;
  -- Fires logbook/hand_over.
  update public.nemus_confirmer_roles r set role = p_role, site = place, trainee_id = p_trainee,
    valid_from = p_valid_from, valid_until = p_valid_until
  where r.id = p_role_id and r.confirmer_id = p_confirmer and r.institution_id = private.nemus_acts_for('confirming') returning r.id into saved;
  perform private.nemus_refuse(404, 'confirmer_role_not_found') where saved is null;
  return saved;
end $function$;

CREATE TRIGGER tell_news_of_role
  AFTER DELETE OR UPDATE ON public.nemus_confirmer_roles
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_news_of_role();

REVOKE ALL ON FUNCTION "private"."nemus_is_linked_entry"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_linked_entry"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_linked_entry"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_stranded"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_stranded"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_stranded"(public.nemus_logbook_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_news_of_role"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_news_of_role"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_news_of_role"() TO "postgres";
