-- Who has a second factor, and for which institutions one is needed. Stands before the members: who acts for an
-- institution is decided with it (decision record 0110).

/* Whether the account has a second factor that counts: one that was finished with its first code. */
create function private.nemus_has_factor(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified')
$$;
revoke all on function private.nemus_has_factor(uuid) from public, anon, authenticated, service_role;

/* Whether the account may act for the institution as far as second factors go: none is asked for, or it has one. */
create function private.nemus_meets_factor_rule(p_institution uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_has_factor(p_user) or not exists (select from public.nemus_institution_settings s
    where s.institution_id = p_institution and s.two_factor_enabled)
$$;
revoke all on function private.nemus_meets_factor_rule(uuid, uuid) from public, anon, authenticated, service_role;
