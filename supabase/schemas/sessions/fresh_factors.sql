-- Who has a second factor gives it again for money, releases and people: within the last fifteen minutes. Each rule
-- stands on its table, so that no function, present or later, gets round it (decision record 0110). Purchases begin in
-- functions of the edge, which ask the same (`supabase/functions/_shared/caller.ts`).

/* Whether the account has a second factor that counts: one that was finished with its first code. */
create function private.nemus_has_factor(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified')
$$;

/* Whether the account may act for the institution as far as second factors go: none is asked for, or it has one. */
create function private.nemus_meets_factor_rule(p_institution uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_has_factor(p_user) or not exists (select from public.nemus_institution_settings s
    where s.institution_id = p_institution and s.two_factor_enabled)
$$;

/* When the caller's session last gave the second factor; null when it never did. */
create function private.nemus_factor_given_at() returns timestamptz
language sql stable set search_path = '' as $$
  select max(to_timestamp((way ->> 'timestamp')::bigint))
  from jsonb_array_elements(coalesce(private.nemus_token() -> 'amr', '[]')) way
  where way ->> 'method' in ('totp', 'mfa/totp', 'mfa/phone', 'mfa/webauthn')
$$;

/*
 * Makes sure that who has a second factor has given it within the last fifteen minutes. Nothing is asked of an account
 * without one, nor of the portal itself. Raises 403 factor_required.
 */
create function private.nemus_require_fresh_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is not null and private.nemus_has_factor(auth.uid())
    and coalesce(private.nemus_factor_given_at() < now() - interval '15 minutes', true) then
    perform private.nemus_refuse(403, 'factor_required');
  end if;
end $$;

/* The same as a trigger; goes before the rows that it guards. */
create function private.nemus_ask_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_fresh_factor();
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- People: who acts for an institution, who is staff, who is blocked. The account itself: the function above.
create trigger ask_factor before delete or update of roles on public.nemus_members
  for each row execute function private.nemus_ask_factor();

-- Who accepts an invitation joins by it; what counts was asked of whoever invited.
create trigger ask_factor_to_join before insert on public.nemus_members
  for each row when (new.user_id is distinct from auth.uid()) execute function private.nemus_ask_factor();
create trigger ask_factor before insert on public.nemus_member_invitations
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on public.nemus_staff
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on private.nemus_blocked_accounts
  for each row execute function private.nemus_ask_factor();

-- Money: what is bought, and what somebody pays back by a decision. What the portal owes by itself waits for nobody.
create trigger ask_factor before insert on public.nemus_orders
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on public.nemus_trainee_budgets
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert or update or delete on public.nemus_spending_limits
  for each row execute function private.nemus_ask_factor();
create trigger ask_factor before insert on private.nemus_refunds
  for each row when (new.requested_by is not null) execute function private.nemus_ask_factor();

-- Releases: what users get, and with it the keys that areas are signed with.
create trigger ask_factor before insert on public.nemus_release_changes
  for each row execute function private.nemus_ask_factor();

/*
 * Switching the rule for all members on or off takes a second factor, given a moment ago; who has none would shut itself
 * out. Every member is told. Raises 409 own_factor_first, 403 factor_required.
 */
create function private.nemus_change_factor_rule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and new.two_factor_enabled and not private.nemus_has_factor(auth.uid()) then
    perform private.nemus_refuse(409, 'own_factor_first');
  end if;
  perform private.nemus_require_fresh_factor();
  if new.two_factor_enabled then
    perform private.nemus_notify_members(new.institution_id, array['booking', 'billing', 'confirming', 'reading'],
      'factor_rule', 'factor_rule:' || gen_random_uuid(), jsonb_build_object('institution', new.institution_name),
      '/account/security');
  end if;
  return new;
end $$;
create trigger change_factor_rule before update of two_factor_enabled on public.nemus_institution_settings
  for each row when (new.two_factor_enabled is distinct from old.two_factor_enabled)
  execute function private.nemus_change_factor_rule();
