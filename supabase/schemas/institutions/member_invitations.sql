-- Invitations to become a member: sent by `administration` to an address, valid for 14 days, accepted or declined on a
-- page by the account with that confirmed address. Opening the link changes nothing. Only approved institutions invite
-- (institutions/approvals.sql); at most 100 members and open invitations; daily limits are shared with trainees
-- (trainees/invitation_limits.sql). The Edge Function send-member-invitation sends the mail.
-- Inviting needs a fresh second factor (sessions/fresh_factors.sql); changes are logged
-- (institutions/organisation_log.sql). Accepting gives up an own institution that was never used.
-- An invitation depends on the role of its inviter: it ends when the inviter stops being `administration` (members.sql),
-- and cannot be used while the inviter is blocked. Another administrator can invite the address again.

create table public.nemus_member_invitations (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  email text not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 255),
  roles text[] not null check (cardinality(roles) between 1 and 5
    and roles <@ array['administration', 'booking', 'billing', 'confirming', 'reading']),
  invited_by uuid references auth.users (id) on delete set null,
  expires_at timestamptz not null,
  last_sent_at timestamptz not null default now(),
  sent_count int not null default 1 check (sent_count > 0),
  accepted_at timestamptz,
  declined_at timestamptz,
  revoked_at timestamptz,
  -- Not accepted, declined or revoked. May have expired.
  is_open boolean not null generated always as (num_nonnulls(accepted_at, declined_at, revoked_at) = 0) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ends_once check (num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)
);
alter table public.nemus_member_invitations enable row level security;
create trigger touch before update on public.nemus_member_invitations
  for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of email on public.nemus_member_invitations
  for each row execute function private.nemus_canonical_form('email');
create index nemus_member_invitations_institution on public.nemus_member_invitations (institution_id, created_at desc);
create index nemus_member_invitations_invited_by on public.nemus_member_invitations (invited_by);
create unique index nemus_member_invitations_open on public.nemus_member_invitations (institution_id, lower(email))
  where is_open;
create index nemus_member_invitations_address on public.nemus_member_invitations (lower(email)) where is_open;

/* SHA-256 of the token in an invitation's link. The token itself is not stored. */
create table private.nemus_member_invitation_tokens (
  invitation_id uuid primary key references public.nemus_member_invitations (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_member_invitation_tokens enable row level security;
create trigger touch before update on private.nemus_member_invitation_tokens
  for each row execute function private.nemus_touch();

/* Roles in stored form: distinct, in fixed order; `administration` replaces all others. Raises 400 invalid_role. */
create function private.nemus_read_roles(p_roles text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  perform private.nemus_refuse(400, 'invalid_role')
    where coalesce(cardinality(p_roles), 0) not between 1 and 20
      or not p_roles <@ array['administration', 'booking', 'billing', 'confirming', 'reading'];
  if 'administration' = any (p_roles) then
    return array['administration'];
  end if;
  return (select array_agg(known.role order by known.place)
    from unnest(array['booking', 'billing', 'confirming', 'reading']) with ordinality as known (role, place)
    where known.role = any (p_roles));
end $$;

/*
 * Locks the members of the caller's institution and returns it. The right is checked again after the lock, since it may
 * have been lost while waiting. Raises as nemus_require_member.
 */
create function private.nemus_begin_member_change() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('administration');
begin
  perform private.nemus_lock_members(institution);
  perform private.nemus_refuse(403, 'member_role_required', '{"roles": ["administration"]}')
    where private.nemus_require_member('administration') <> institution;
  return institution;
end $$;

/*
 * Creates or renews the open invitation of an address. An older link becomes invalid; nemus_member_invitation_letter
 * creates the new one. Returns {invitation_id, email, expires_at}. Raises as nemus_note_invitation.
 */
create function private.nemus_send_member_invitation(p_institution uuid, p_email text, p_roles text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.nemus_member_invitations;
begin
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
  perform private.nemus_note_invitation(p_institution, p_email);
  -- Fires sessions/fresh_factors.
  insert into public.nemus_member_invitations (institution_id, email, roles, invited_by, expires_at)
  values (p_institution, p_email, p_roles, auth.uid(), now() + interval '14 days')
  on conflict (institution_id, lower(email)) where is_open do update
  set roles = excluded.roles, invited_by = excluded.invited_by, expires_at = excluded.expires_at, last_sent_at = now(),
    sent_count = nemus_member_invitations.sent_count + 1
  returning * into invitation;
  delete from private.nemus_member_invitation_tokens k where k.invitation_id = invitation.id;
  -- An existing account is notified too, without the link.
  perform private.nemus_notify(p.user_id, 'member_invitation', 'member_invitation:' || invitation.id,
    jsonb_build_object('institution', private.nemus_inviting_name(p_institution)))
  from auth.users u join public.nemus_profiles p on p.user_id = u.id and p.user_type = 'institution'
  where u.email = p_email;
  return jsonb_build_object('invitation_id', invitation.id, 'email', invitation.email,
    'expires_at', invitation.expires_at);
end $$;

/*
 * Invites an address to act for the caller's institution, or renews its invitation with new roles. The Edge Function
 * send-member-invitation sends the mail. Returns as nemus_send_member_invitation.
 * Raises 403 as nemus_require_member and nemus_require_approval, 400 invalid_role, 409 already_member, too_many_members
 * {most}, 23514 for an invalid address, 429 as nemus_note_invitation.
 */
create function public.nemus_invite_member(p_email text, p_roles text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  roles constant text[] := private.nemus_read_roles(p_roles);
  address constant text := lower(private.nemus_mail_address(coalesce(p_email, '')) collate "C");
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_require_approval(institution);
  perform private.nemus_refuse(409, 'already_member')
    where exists (select from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution and lower(p.email collate "C") = address);
  perform private.nemus_refuse(409, 'too_many_members', '{"most": 100}')
    where (select count(*) from public.nemus_members m where m.institution_id = institution)
      + (select count(*) from public.nemus_member_invitations i where i.institution_id = institution and i.is_open
          and i.expires_at > now() and lower(i.email) <> address) >= 100;
  return private.nemus_send_member_invitation(institution, address, roles);
end $$;

/*
 * Resends an open or expired invitation. Returns as nemus_send_member_invitation.
 * Raises 403 as nemus_invite_member, 404 invitation_invalid, 429 as nemus_note_invitation.
 */
create function public.nemus_resend_member_invitation(p_invitation uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_begin_member_change();
  invitation public.nemus_member_invitations;
begin
  perform private.nemus_require_approval(institution);
  select * into invitation from public.nemus_member_invitations i
  where i.id = p_invitation and i.institution_id = institution and i.is_open for update;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "member"}') where not found;
  return private.nemus_send_member_invitation(institution, invitation.email, invitation.roles);
end $$;

/*
 * Revokes an open invitation; its link becomes invalid. Safe to repeat. Raises 403 as nemus_require_member, 404
 * invitation_invalid.
 */
create function public.nemus_revoke_member_invitation(p_invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_begin_member_change();
begin
  update public.nemus_member_invitations i set revoked_at = now()
  where i.id = p_invitation and i.institution_id = institution and i.is_open;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "member"}')
    where not found and not exists (select from public.nemus_member_invitations i
      where i.id = p_invitation and i.institution_id = institution and i.revoked_at is not null);
end $$;

/*
 * Content of the mail: {token, email, roles, institution_name, inviter, expires_at}, or null if the invitation is not
 * open. Creates the link's token, returned only here, and invalidates an earlier one. For the Edge Function that sends
 * the mail.
 */
create function public.nemus_member_invitation_letter(p_invitation uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  letter jsonb;
begin
  select jsonb_build_object('token', token, 'email', i.email, 'roles', to_jsonb(i.roles),
    'institution_name', private.nemus_inviting_name(i.institution_id),
    'inviter', (select btrim(p.first_name || ' ' || p.last_name) from public.nemus_profiles p where p.user_id = i.invited_by),
    'expires_at', i.expires_at) into letter
  from public.nemus_member_invitations i
  where i.id = p_invitation and i.is_open and i.expires_at > now() and private.nemus_is_approved(i.institution_id)
    and private.nemus_has_inviter(i);
  if letter is not null then
    insert into private.nemus_member_invitation_tokens (invitation_id, token_hash)
    values (p_invitation, private.nemus_token_hash(token))
    on conflict (invitation_id) do update set token_hash = excluded.token_hash;
  end if;
  return letter;
end $$;

/*
 * Content of the page `/mitglied-werden?link=<token>`: {institution_name, inviter, roles, email, expires_at,
 * acceptance}, or null for an invalid link. acceptance: `signed_out`, `possible`, `other_address`, `trainee_account`
 * (only institution accounts can be members), `already_member`. An account that cannot accept sees the address masked
 * and no inviter; `inviter` is also null for an inviter without a name.
 */
create function public.nemus_member_invitation(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('institution_name', private.nemus_inviting_name(i.institution_id), 'roles', to_jsonb(i.roles),
    'expires_at', i.expires_at, 'acceptance', state.acceptance,
    'inviter', case when state.acceptance in ('signed_out', 'possible') then (
      select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.nemus_profiles p where p.user_id = i.invited_by) end,
    'email', case when state.acceptance in ('signed_out', 'possible') then i.email
      else private.nemus_masked_address(i.email) end)
  from private.nemus_member_invitation_tokens k
  join public.nemus_member_invitations i on i.id = k.invitation_id
  cross join lateral (select case when auth.uid() is null then 'signed_out'
    when not private.nemus_is_institution() then 'trainee_account'
    when not private.nemus_is_invited(i.email) then 'other_address'
    when exists (select from public.nemus_members m
      where m.institution_id = i.institution_id and m.user_id = auth.uid()) then 'already_member'
    else 'possible' end as acceptance) state
  where k.token_hash = private.nemus_token_hash(p_token) and i.is_open and i.expires_at > now()
    and private.nemus_is_approved(i.institution_id) and private.nemus_has_inviter(i)
$$;

/*
 * The invitation of a link, locked, if the caller has its address; also a closed one.
 * Raises 409 member_is_no_institution, 403 invitation_for_other {address}, 404 invitation_invalid.
 */
create function private.nemus_take_member_invitation(p_token text) returns public.nemus_member_invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.nemus_member_invitations;
  institution uuid;
begin
  select i.institution_id into institution from private.nemus_member_invitation_tokens k
  join public.nemus_member_invitations i on i.id = k.invitation_id where k.token_hash = private.nemus_token_hash(p_token);
  if institution is not null then
    -- Lock order as in nemus_begin_member_change: members before the invitation.
    perform private.nemus_lock_members(institution);
  end if;
  select i.* into invitation
  from private.nemus_member_invitation_tokens k join public.nemus_member_invitations i on i.id = k.invitation_id
  where k.token_hash = private.nemus_token_hash(p_token) for update of i;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "member"}') where not found;
  perform private.nemus_refuse(409, 'member_is_no_institution') where not private.nemus_is_institution();
  perform private.nemus_refuse(403, 'invitation_for_other',
      jsonb_build_object('address', private.nemus_masked_address(invitation.email)))
    where not private.nemus_is_invited(invitation.email);
  perform private.nemus_settle_registration('membership_token');
  return invitation;
end $$;

/* Whether the inviter may still invite. */
create function private.nemus_has_inviter(p_invitation public.nemus_member_invitations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_answers_for(p_invitation.invited_by, p_invitation.institution_id)
$$;

/* Checks that the invitation can still be answered. Raises 404 invitation_invalid. */
create function private.nemus_require_open_member(p_invitation public.nemus_member_invitations) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "member"}')
    where not p_invitation.is_open or p_invitation.expires_at <= now()
      or not private.nemus_is_approved(p_invitation.institution_id) or not private.nemus_has_inviter(p_invitation);
end $$;

/*
 * Accepts an invitation: the caller acts for the institution from now on, and gives up an own institution that was
 * never used. Safe to repeat. Returns {institution_id, institution_name, roles}.
 * Raises 409 member_is_no_institution, already_member, 403 invitation_for_other, 404 invitation_invalid.
 */
create function public.nemus_accept_membership(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation constant public.nemus_member_invitations := private.nemus_take_member_invitation(p_token);
  me constant uuid := auth.uid();
  is_member constant boolean := exists (select from public.nemus_members m
    where m.institution_id = invitation.institution_id and m.user_id = me);
begin
  if invitation.accepted_at is null or not is_member then
    perform private.nemus_require_open_member(invitation);
    perform private.nemus_refuse(409, 'already_member') where is_member;
    update public.nemus_member_invitations i set accepted_at = now() where i.id = invitation.id;
    -- Fires institutions/members, sessions/fresh_factors.
    insert into public.nemus_members (institution_id, user_id, roles, chosen_at)
    values (invitation.institution_id, me, invitation.roles, clock_timestamp());
    -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
    delete from public.nemus_members m
    where m.institution_id = me and m.user_id = me and private.nemus_is_unused(me);
    perform private.nemus_notify_members(invitation.institution_id, array['administration'], 'member_joined',
      'member_joined:' || invitation.id, jsonb_build_object('name', (select
        coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
        from public.nemus_profiles p where p.user_id = me)), '/members');
  end if;
  return jsonb_build_object('institution_id', invitation.institution_id,
    'institution_name', private.nemus_inviting_name(invitation.institution_id), 'roles', to_jsonb(invitation.roles));
end $$;

/*
 * Declines an invitation; the institution sees it. Safe to repeat. Raises as nemus_take_member_invitation, 404
 * invitation_invalid.
 */
create function public.nemus_decline_membership(p_token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation constant public.nemus_member_invitations := private.nemus_take_member_invitation(p_token);
begin
  if invitation.declined_at is null then
    perform private.nemus_require_open_member(invitation);
    update public.nemus_member_invitations i set declined_at = now() where i.id = invitation.id;
  end if;
end $$;
