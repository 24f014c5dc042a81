-- Money, releases and changes of people need a second factor given within the last fifteen minutes, if the account has
-- one (decision record 0037). Triggers on the tables enforce it, so that no function can bypass it: members and their
-- invitations, staff roles, blocks, orders, refunds by staff, budgets, limits, releases. Deletion of the account and
-- recovery codes call nemus_require_fresh_factor. Edge Functions that start purchases check the same
-- (supabase/functions/_shared/caller.ts).
-- An institution can require a factor of all its members (nemus_change_factor_rule); without one they cannot act for it
-- (nemus_acting_institution in institutions/members.sql).
-- Exceptions: accounts without a factor, the portal itself, refunds that the portal owes, and joining an institution by
-- invitation.

/* Whether the account has a second factor whose setup was completed. */
create function private.nemus_has_factor(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified')
$$;

/* Whether the account may act for the institution: it has a second factor, or the institution requires none. */
create function private.nemus_meets_factor_rule(p_institution uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_has_factor(p_user) or not exists (select from public.nemus_institution_settings s
    where s.institution_id = p_institution and s.two_factor_enabled)
$$;

/* When the caller's session last gave the second factor; null if never. */
create function private.nemus_factor_given_at() returns timestamptz
language sql stable set search_path = '' as $$
  select max(to_timestamp((way ->> 'timestamp')::bigint))
  from jsonb_array_elements(coalesce(private.nemus_token() -> 'amr', '[]')) way
  where way ->> 'method' in ('totp', 'mfa/totp', 'mfa/phone', 'mfa/webauthn')
$$;

/*
 * Refuses a caller that has a second factor but did not give it within the last fifteen minutes. Accounts without a
 * factor and the portal itself pass. Raises 403 factor_required.
 */
create function private.nemus_require_fresh_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'factor_required')
    where auth.uid() is not null and private.nemus_has_factor(auth.uid())
      and coalesce(private.nemus_factor_given_at() < now() - interval '15 minutes', true);
end $$;

/* Trigger function for nemus_require_fresh_factor; runs before the row is written. */
create function private.nemus_ask_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_fresh_factor();
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- People: members of institutions, staff, blocked accounts.
create trigger ask_factor before delete or update of roles on public.nemus_members
  for each row execute function private.nemus_ask_factor();

-- Joining by invitation needs no fresh factor: the inviting member gave it.
create trigger ask_factor_to_join before insert on public.nemus_members
  for each row when (new.user_id is distinct from auth.uid()) execute function private.nemus_ask_factor();
create trigger ask_factor before insert on public.nemus_member_invitations
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on public.nemus_staff
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on private.nemus_blocked_accounts
  for each row execute function private.nemus_ask_factor();

-- Money: purchases, budgets and refunds decided by staff. Refunds that the portal owes need no factor.
create trigger ask_factor before insert on public.nemus_orders for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on public.nemus_trainee_budgets
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on public.nemus_spending_limits
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert on private.nemus_refunds
  for each row when (new.requested_by is not null) execute function private.nemus_ask_factor();

-- Releases: what users get, and the keys that areas are signed with.
create trigger ask_factor before insert on public.nemus_release_changes
  for each row execute function private.nemus_ask_factor();

/*
 * Switching the institution's factor rule needs a fresh factor. Switching it on needs a factor of one's own, since
 * members without one are locked out; all members are notified, once a day. Raises 409 own_factor_first, 403 factor_required.
 */
create function private.nemus_change_factor_rule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'own_factor_first')
    where auth.uid() is not null and new.two_factor_enabled and not private.nemus_has_factor(auth.uid());
  perform private.nemus_require_fresh_factor();
  if new.two_factor_enabled then
    perform private.nemus_notify_members(new.institution_id, array['booking', 'billing', 'confirming', 'reading'],
      'factor_rule', 'factor_rule:' || new.institution_id || ':' || (now() at time zone 'Europe/Berlin')::date, jsonb_build_object('institution', new.institution_name),
      '/account/security');
  end if;
  return new;
end $$;

create trigger change_factor_rule before update of two_factor_enabled on public.nemus_institution_settings
  for each row when (new.two_factor_enabled is distinct from old.two_factor_enabled)
  execute function private.nemus_change_factor_rule();
