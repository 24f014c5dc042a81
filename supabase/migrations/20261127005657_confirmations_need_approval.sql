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
      where c.id = p_confirmer and c.ended_at is null and c.user_id is distinct from p_user
        and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_confirmer, p_user, p_category, p_day, p_site, p_anywhere) is not null;
end $function$;

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
  role constant text := private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, p_entry.done_on,
    p_entry.site_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  if p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
    where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email)) then
    perform private.nemus_refuse(409, 'own_entry');
  end if;
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  -- Entries that wait can still be returned.
  if not private.nemus_may_have_confirmed(p_person.institution_id) then
    perform private.nemus_refuse(409, 'institution_unapproved');
  end if;
  if role is null then
    perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id,
        p_entry.category, p_entry.done_on, p_entry.site_id, true) is null then 'role' else 'site' end));
  end if;
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  if opposed is not null and (exists (select from public.nemus_logbook_entries e
      where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
        and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
          or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
    or exists (select from unnest(p_same) as s (id)
      join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
      join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
        and p_entry.done_on >= r.valid_from and (r.valid_until is null or p_entry.done_on <= r.valid_until)
      join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
      where t.user_id = p_entry.user_id)) then
    perform private.nemus_refuse(409, 'forbidden_pair');
  end if;
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_gets_links (
  p_confirmer uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_confirmers c where c.id = p_confirmer and c.user_id is null
    and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_may_have_confirmed (
  p_institution uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_is_approved(p_institution) and exists (select from public.nemus_members m
    where m.institution_id = p_institution and 'administration' = any (m.roles)
      and not private.nemus_is_blocked(m.user_id))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_confirming (
  p_confirmer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_lock_confirming();
  -- Fires logbook/sign_off_links.
  update public.nemus_confirmers c set user_id = auth.uid(), accepted_at = coalesce(c.accepted_at, now())
  where c.id = p_confirmer and c.ended_at is null
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)
      and private.nemus_may_have_confirmed(c.institution_id)));
  if not found then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_possible_confirmers()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'institution', coalesce(p.institution_name, ''),
    'roles', r.roles) order by c.name, c.id), '[]')
  from public.nemus_trainees t
  join public.nemus_confirmers c on c.institution_id = t.institution_id and c.ended_at is null
    and c.user_id is distinct from t.user_id
  join public.nemus_profiles p on p.user_id = c.institution_id
  cross join lateral (select jsonb_agg(jsonb_build_object('role', r.role, 'site', r.site, 'valid_from', r.valid_from,
      'valid_until', r.valid_until, 'categories',
      (select jsonb_agg(m.category order by m.category) from private.nemus_confirming_roles m where m.role = r.role))
      order by r.role, r.valid_from, r.id) as roles
    from public.nemus_confirmer_roles r where r.confirmer_id = c.id and (r.trainee_id is null or r.trainee_id = t.id)) r
  where t.user_id = auth.uid() and r.roles is not null and private.nemus_may_have_confirmed(t.institution_id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer (
  p_name      text,
  p_email     text,
  p_confirmer uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('name', p_name, 'email', p_email);
  called text;
  mailbox text;
  other text;
  person public.nemus_confirmers;
begin
  perform private.nemus_begin_naming();
  called := regexp_replace(private.nemus_text_field(fields, 'name', 200, true), '\s+', ' ', 'g');
  mailbox := lower(private.nemus_text_field(fields, 'email', 255, true) collate "C");
  if mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then
    perform private.nemus_refuse_field('email', 'email');
  end if;
  select c.name into other from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(mailbox) and c.ended_at is null
    and c.id is distinct from p_confirmer;
  if found then
    perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', other));
  end if;
  if p_confirmer is null then
    if (select count(*) from public.nemus_confirmers c where c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null) >= 500
    then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 500}');
    end if;
    insert into public.nemus_confirmers (institution_id, name, email) values (private.nemus_acts_for('confirming'), called, mailbox)
    returning * into person;
    return person.id;
  end if;
  person := private.nemus_own_confirmer(p_confirmer);
  if person.user_id is not null and lower(person.email) <> mailbox then
    perform private.nemus_refuse(409, 'confirmer_accepted', '{"field": "email"}');
  end if;
  -- The row is locked here, and shared by a decision until it is stored.
  if person.name <> called and exists (select from public.nemus_logbook_entries e
    where e.state = 'confirmed' and ((e.confirmer_id = person.id and not e.decided_as_deputy)
      or (e.decided_by = person.user_id and e.institution_id = person.institution_id))) then
    perform private.nemus_refuse(409, 'confirmer_confirmed', '{"field": "name"}');
  end if;
  -- Fires logbook/sign_off_links.
  update public.nemus_confirmers c set name = called, email = mailbox where c.id = person.id;
  return person.id;
end $function$;

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
    'people', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id)) order by c.created_at, c.id), '[]')
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
      join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
      where (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until))
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_may_have_confirmed"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_may_have_confirmed"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_may_have_confirmed"(uuid) TO "postgres";
