SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_confirms_for (
  p_user      uuid,
  p_confirmer uuid,
  p_category  text,
  p_day       date,
  p_site      uuid,
  p_anywhere  boolean DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_user
      where c.id = p_confirmer and private.nemus_is_confirming(c) and c.user_id is distinct from p_user
        and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_confirmer, p_user, p_category, p_day, p_site, p_anywhere) is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_course_is_sold (
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_course_enrollments e where e.course_id = p_course)
    or exists (select from public.nemus_booking_participants p
      join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled'
      where p.course_id = p_course)
    or exists (select from public.nemus_orders o where o.course_id = p_course and o.status in ('open', 'pending'))
    or exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id and a.course_id = p_course
      where p.attendance in ('present', 'partial'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_confirming (
  p_confirmer public.nemus_confirmers
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_confirmer.ended_at is null and not private.nemus_is_blocked(p_confirmer.user_id)
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
      where c.id = p_entry.confirmer_id and private.nemus_is_confirming(c))
    or private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, private.nemus_role_day(p_entry), p_entry.site_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_my_deputised()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select d.confirmer_id from public.nemus_confirmer_deputies d
  join public.nemus_confirmers c on c.id = d.deputy_id
  join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
  where c.user_id = auth.uid() and c.ended_at is null
    and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
$function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_entries (
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  owner uuid;
  entry public.nemus_logbook_entries;
  person public.nemus_confirmers;
  -- The person that `same` belongs to.
  known uuid;
  same uuid[];
  decided int := 0;
begin
  -- Lock order: logbooks, people, entries, each by id. Two concurrent decisions never deadlock.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read') order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c where c.user_id = auth.uid() or c.id in (
    select e.confirmer_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read')) order by c.id for share;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (p_ids) order by e.id for update loop
    perform private.nemus_require_action(entry, p_decision);
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    select c.* into person from public.nemus_confirmers c
    where c.id = entry.confirmer_id and c.user_id = auth.uid() and c.ended_at is null;
    if not found then
      select c.* into person from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
      where d.confirmer_id = entry.confirmer_id
        and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
      limit 1;
    end if;
    perform private.nemus_refuse(404, 'entry_not_found') where person.id is null;
    if person.id is distinct from known then
      known := person.id;
      same := array(select private.nemus_same_person(person.id, auth.uid()));
    end if;
    perform private.nemus_decide_entry(entry, person, auth.uid(), same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  return decided;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_possible_confirmers()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'institution', coalesce(p.institution_name, ''),
    'has_account', c.user_id is not null, 'roles', r.roles) order by private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_trainees t
  join public.nemus_confirmers c on c.institution_id = t.institution_id and private.nemus_is_confirming(c)
    and c.user_id is distinct from t.user_id
  join public.nemus_profiles p on p.user_id = c.institution_id
  cross join lateral (select jsonb_agg(jsonb_build_object('role', r.role, 'site', r.site, 'valid_from', r.valid_from,
      'valid_until', r.valid_until, 'categories',
      (select jsonb_agg(m.category order by m.category) from private.nemus_confirming_roles m where m.role = r.role))
      order by r.role, r.valid_from, r.id) as roles
    from public.nemus_confirmer_roles r where r.confirmer_id = c.id and (r.trainee_id is null or r.trainee_id = t.id)) r
  where t.user_id = auth.uid() and r.roles is not null and private.nemus_may_have_confirmed(t.institution_id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_status()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'open', (select count(*) from (select 1 from public.nemus_logbook_entries e
      where e.confirmer_id = any (array(select private.nemus_my_confirmers() union select private.nemus_my_deputised()))
        and e.state = 'submitted' and e.user_id <> auth.uid() limit 1000) as counted),
    'only', private.nemus_only_confirms(auth.uid()), 'mails', private.nemus_confirming_mails(auth.uid()),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
            'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from, d.id), '[]')
          from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
          where d.confirmer_id = c.id and d.valid_until >= (now() at time zone 'Europe/Berlin')::date),
        'possible_deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
            order by private.nemus_sort_key(o.name), o.id), '[]')
          from public.nemus_confirmers o where o.institution_id = c.institution_id and o.id <> c.id
            and o.user_id is not null and o.ended_at is null)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where c.user_id = auth.uid() and c.ended_at is null),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'roles', (select coalesce(jsonb_agg(distinct r.role), '[]') from public.nemus_confirmer_roles r
          where r.confirmer_id = c.id)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where lower(c.email) = private.nemus_confirmed_address()
        and private.nemus_is_invited(c.email) and c.user_id is null and c.ended_at is null
        and private.nemus_may_have_confirmed(c.institution_id)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'valid_until', d.valid_until,
        'institution', private.nemus_inviting_name(n.institution_id)) order by d.valid_until, d.id), '[]')
      from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
      where (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until))
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_is_confirming"(public.nemus_confirmers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_confirming"(public.nemus_confirmers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_confirming"(public.nemus_confirmers) TO "postgres";
