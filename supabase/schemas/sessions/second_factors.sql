-- An account with a second factor reads and changes nothing until its session has given the factor: no table, function
-- or file (decision record 0037). A session that has ended opens nothing either.
-- Checked in three places: nemus_check_caller before every request (accounts/blocked_accounts.sql), a restrictive
-- policy on every table (nemus_guard_tables, called by sessions/guard.sql), a restrictive policy on files
-- (sessions/access.sql). Edge Functions check the same in supabase/functions/_shared/caller.ts.
-- Rights of staff, operators and release teams require a factor of the account (nemus_meets_rights_rule).
-- Repeated factors for money, releases and people: sessions/fresh_factors.sql, which also has nemus_has_factor. Lost
-- factors: sessions/recovery_codes.sql. Exception: signed-out callers have no factor to give; grants limit them.

/* Claims of the caller's token; empty without a token. */
create function private.nemus_token() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}')
$$;

/*
 * Whether the caller has given its second factor: the token has level `aal2`, or the account has no factor. True for
 * signed-out callers. The restrictive policy of every exposed table uses it.
 */
create function private.nemus_has_given_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is null or coalesce(private.nemus_token() ->> 'aal', '') = 'aal2'
    or not private.nemus_has_factor(auth.uid())
$$;

/*
 * Whether the caller is a demo account of a local portal: its start wrote the setting `local_demo`, the token was issued
 * at a loopback address, and the account's address belongs to a domain that cannot exist.
 */
create function private.nemus_is_local_demo() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.nemus_token() ->> 'iss', '') ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/'
    and exists (select from private.nemus_settings s where s.key = 'local_demo' and s.value = 'true')
    and exists (select from auth.users u where u.id = auth.uid() and u.email like '%@nemus.example')
$$;

/*
 * Whether the caller may use rights of staff, operators and release teams: the account has a second factor and the
 * session gave it. A removed factor ends them with the token of a session that gave it, too. Exempt: local demo accounts.
 */
create function private.nemus_meets_rights_rule() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.nemus_token() ->> 'aal', '') = 'aal2' and private.nemus_has_factor(auth.uid())
    or private.nemus_is_local_demo()
$$;

/* Whether the token's session is still open. True for tokens that were not issued by a sign-in. */
create function private.nemus_is_session_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is null or private.nemus_token() ->> 'session_id' is null
    or exists (select from auth.sessions s where s.id = (private.nemus_token() ->> 'session_id')::uuid
      and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()))
$$;

/*
 * Adds the policy "the second factor was given" to every exposed table that lacks it. sessions/guard.sql calls it last;
 * a test checks every table.
 */
create function private.nemus_guard_tables() returns void
language plpgsql security definer set search_path = '' as $$
declare
  unguarded record;
begin
  for unguarded in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname like 'nemus\_%'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'the second factor was given')
  loop
    execute format('create policy "the second factor was given" on %s as restrictive for all to authenticated
      using ((select private.nemus_has_given_factor()))', unguarded.name);
  end loop;
end $$;
