-- Who acts for an institution: seen, changed and removed by administration; each account leaves, and chooses between
-- several institutions, by itself.

/* What a member is called: the person's name, or the address where there is none. */
create function private.nemus_member_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  from public.nemus_profiles p where p.user_id = p_user
$$;

/*
 * Members of the institution that the caller administers, and whom it has invited: {members: [{user_id, name, email,
 * roles, since, is_founder, is_own, is_blocked}] by name, invitations: [{invitation_id, email, roles, expires_at,
 * last_sent_at, sent_count, state}] the newest first, state one of `open`, `expired`, `declined`}. What was accepted or
 * withdrawn is left out, and what was declined after 30 days. Raises as nemus_require_member.
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
        order by lower(private.nemus_member_name(m.user_id)), m.user_id), '[]')
      from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email,
          'roles', to_jsonb(i.roles), 'expires_at', i.expires_at, 'last_sent_at', i.last_sent_at,
          'sent_count', i.sent_count, 'state', case when i.declined_at is not null then 'declined'
            when i.expires_at <= now() then 'expired' else 'open' end) order by i.last_sent_at desc, i.id), '[]')
      from public.nemus_member_invitations i where i.institution_id = institution
        and (i.is_open or i.declined_at > now() - interval '30 days')));
end $$;

/*
 * Gives a member other roles; they count at once. The account that founded the institution administers it until it gives
 * that up by itself. Raises 403 as nemus_require_member, 400 invalid_role, 404 member_not_found, 409 founder_stays,
 * last_administrator.
 */
create function public.nemus_change_member(p_user uuid, p_roles text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text[] := private.nemus_read_roles(p_roles);
  institution constant uuid := private.nemus_begin_member_change();
begin
  if p_user = institution and p_user <> auth.uid() then
    perform private.nemus_refuse(409, 'founder_stays');
  end if;
  -- Fires institutions/members, sessions/fresh_factors.
  update public.nemus_members m set roles = wanted
  where m.institution_id = institution and m.user_id = p_user and m.roles <> wanted;
  if not found then
    if not exists (select from public.nemus_members m where m.institution_id = institution and m.user_id = p_user) then
      perform private.nemus_refuse(404, 'member_not_found');
    end if;
    return;
  end if;
  if p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_roles', 'member_roles:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution), 'roles', to_jsonb(wanted)), '/dashboard');
  end if;
end $$;

/*
 * Removes a member, who is out at once, whatever token the account has. Removing who is no member any more is no error.
 * Raises 403 as nemus_require_member, 409 founder_stays, last_administrator.
 */
create function public.nemus_remove_member(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_begin_member_change();
begin
  if p_user = institution and p_user <> auth.uid() then
    perform private.nemus_refuse(409, 'founder_stays');
  end if;
  -- Fires institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = institution and m.user_id = p_user;
  if found and p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_removed', 'member_removed:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution)));
  end if;
end $$;

/*
 * The caller gives up acting for an institution. Leaving what was left already is no error.
 * Raises 409 last_administrator.
 */
create function public.nemus_leave_membership(p_institution uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  named constant text := private.nemus_member_name(me);
begin
  perform private.nemus_lock_members(p_institution);
  -- Fires institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = p_institution and m.user_id = me;
  if found then
    perform private.nemus_notify_members(p_institution, array['administration'], 'member_left',
      'member_left:' || p_institution || ':' || gen_random_uuid(), jsonb_build_object('name', named), '/members');
  end if;
end $$;

/* Chooses for which of the caller's institutions it acts from now on, in all its windows. Raises 404 member_not_found. */
create function public.nemus_choose_institution(p_institution uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_members m set chosen_at = clock_timestamp()
  where m.user_id = auth.uid() and m.institution_id = p_institution;
  if not found then
    perform private.nemus_refuse(404, 'member_not_found', '{"of": "own"}');
  end if;
end $$;

/* Institutions that the caller acts for: [{institution_id, name, roles, since, is_founder, is_chosen}], by name. */
create function public.nemus_memberships() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('institution_id', m.institution_id, 'name', coalesce(p.institution_name, ''),
      'roles', to_jsonb(m.roles), 'since', m.created_at, 'is_founder', m.institution_id = m.user_id,
      'is_chosen', m.institution_id = private.nemus_acting_institution(m.user_id, variadic '{}'::text[]))
    order by lower(coalesce(p.institution_name, '')), m.institution_id), '[]')
  from public.nemus_members m join public.nemus_profiles p on p.user_id = m.institution_id
  where m.user_id = auth.uid()
$$;

/*
 * In whose name an account buys, books and pays, for the Edge Functions, which know the caller from its token.
 * {user_type, account_id}; account_id is null for a member who has none of the roles, which the function refuses with
 * 403 member_role_required.
 */
create function public.nemus_paying_account(p_user uuid, p_roles text[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('user_type', p.user_type, 'account_id', private.nemus_paying_account(p_user, variadic p_roles))
  from public.nemus_profiles p where p.user_id = p_user
$$;
