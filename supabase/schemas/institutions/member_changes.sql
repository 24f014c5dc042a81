-- Members of an institution, listed, changed and removed by `administration`; leaving and choosing between institutions
-- is up to each member. Changes apply to the next request, whatever token the member has. Exceptions: only the founder
-- can give up the founder's roles, and the last member with `administration` stays (institutions/members.sql).
-- Changes of roles need a fresh second factor (sessions/fresh_factors.sql), are logged
-- (institutions/organisation_log.sql), and notify the member; `administration` is notified when a member leaves.

/* Name of a member: the person's name, else the address. */
create function private.nemus_member_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  from public.nemus_profiles p where p.user_id = p_user
$$;

/*
 * The same for an institution's lists, which outlive a membership: of a former member the name under which they last acted
 * for it, never a later one or a later address. Null for a deleted account.
 */
create function private.nemus_name_within(p_institution uuid, p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
      then private.nemus_member_name(p_user)
    else (select l.actor_name from private.nemus_organisation_log l
      where l.institution_id = p_institution and l.actor_id = p_user order by l.id desc limit 1) end
  from public.nemus_profiles p where p.user_id = p_user
$$;

/*
 * Members and invitations of the institution that the caller administers: {members: [{user_id, name, email, roles,
 * since, is_founder, is_own, is_blocked}] by name, invitations: [{invitation_id, email, roles, expires_at,
 * last_sent_at, sent_count, state}] newest first}. state: `open`, `expired` (also while the inviter may not invite),
 * `declined`. Left out: accepted and revoked invitations, and declined ones after 30 days. Raises as
 * nemus_require_member.
 */
create function public.nemus_member_list() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
begin
  return jsonb_build_object(
    'members', (select coalesce(jsonb_agg(jsonb_build_object('user_id', m.user_id,
          'name', private.nemus_member_name(m.user_id), 'email', p.email, 'roles', to_jsonb(m.roles),
          'since', m.created_at, 'is_founder', m.user_id = m.institution_id, 'is_own', m.user_id = auth.uid(),
          'is_blocked', private.nemus_is_blocked(m.user_id))
        order by private.nemus_sort_key(private.nemus_member_name(m.user_id)), m.user_id), '[]')
      from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email,
          'roles', to_jsonb(i.roles), 'expires_at', i.expires_at, 'last_sent_at', i.last_sent_at,
          'sent_count', i.sent_count, 'state', case when i.declined_at is not null then 'declined'
            when i.expires_at <= now() or not private.nemus_has_inviter(i) then 'expired' else 'open' end) order by i.last_sent_at desc, i.id), '[]')
      from public.nemus_member_invitations i where i.institution_id = institution
        and (i.is_open or i.declined_at > now() - interval '30 days')));
end $$;

/*
 * Changes a member's roles at once. Only the founder can change the founder's roles.
 * Raises 403 as nemus_require_member, 400 invalid_role, 404 member_not_found, 409 founder_stays, last_administrator.
 */
create function public.nemus_change_member(p_user uuid, p_roles text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text[] := private.nemus_read_roles(p_roles);
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_refuse(409, 'founder_stays') where p_user = institution and p_user <> auth.uid();
  -- Fires institutions/members, notifications/notifications, sessions/fresh_factors.
  update public.nemus_members m set roles = wanted
  where m.institution_id = institution and m.user_id = p_user and m.roles <> wanted;
  if not found then
    perform private.nemus_refuse(404, 'member_not_found')
      where not exists (select from public.nemus_members m where m.institution_id = institution and m.user_id = p_user);
    return;
  end if;
  if p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_roles', 'member_roles:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution), 'roles', to_jsonb(wanted)), '/dashboard');
  end if;
end $$;

/*
 * Removes a member at once, whatever token the account has. Safe to repeat.
 * Raises 403 as nemus_require_member, 409 founder_stays, last_administrator.
 */
create function public.nemus_remove_member(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_refuse(409, 'founder_stays') where p_user = institution and p_user <> auth.uid();
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = institution and m.user_id = p_user;
  if found and p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_removed', 'member_removed:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution)));
  end if;
end $$;

/* The caller leaves an institution. Safe to repeat. Raises 409 last_administrator. */
create function public.nemus_leave_membership(p_institution uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  named constant text := private.nemus_member_name(me);
begin
  perform private.nemus_lock_members(p_institution);
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = p_institution and m.user_id = me;
  if found then
    perform private.nemus_notify_members(p_institution, array['administration'], 'member_left',
      'member_left:' || p_institution || ':' || gen_random_uuid(), jsonb_build_object('name', named), '/members');
  end if;
end $$;

/* Chooses the institution that the caller acts for from now on, in all its windows. Raises 404 member_not_found. */
create function public.nemus_choose_institution(p_institution uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_members m set chosen_at = clock_timestamp()
  where m.user_id = auth.uid() and m.institution_id = p_institution;
  perform private.nemus_refuse(404, 'member_not_found', '{"of": "own"}') where not found;
end $$;

/* Institutions of the caller: [{institution_id, name, roles, since, is_founder, is_chosen}], by name. */
create function public.nemus_memberships() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('institution_id', m.institution_id, 'name', coalesce(p.institution_name, ''),
      'roles', to_jsonb(m.roles), 'since', m.created_at, 'is_founder', m.institution_id = m.user_id,
      'is_chosen', m.institution_id = private.nemus_acting_institution(m.user_id, variadic '{}'::text[]))
    order by private.nemus_sort_key(coalesce(p.institution_name, '')), m.institution_id), '[]')
  from public.nemus_members m join public.nemus_profiles p on p.user_id = m.institution_id
  where m.user_id = auth.uid()
$$;

/*
 * The account that buys, books and pays for a caller, for Edge Functions: {user_type, account_id}. account_id is null
 * for a member without the roles; the function then refuses with 403 member_role_required.
 */
create function public.nemus_paying_account(p_user uuid, p_roles text[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('user_type', p.user_type, 'account_id', private.nemus_paying_account(p_user, variadic p_roles))
  from public.nemus_profiles p where p.user_id = p_user
$$;
