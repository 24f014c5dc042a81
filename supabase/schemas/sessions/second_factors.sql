-- Two factors at sign-in. An account that has a second factor reads and changes nothing before the session has given
-- it: not by a table, not by a function, not by a file (decision record 0109). What is asked again for money, releases
-- and people stands in 20261127103100, recovery codes in 20261127103200.

/* What the caller's token says; empty without one. */
create function private.nemus_token() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}')
$$;

/*
 * Whether the caller has given what the account has: the token is of the level that a second factor makes (`aal2`), or
 * the account has none. True where nobody is signed in: such callers have rules of their own. Every exposed table has it
 * as a restrictive policy.
 */
create function private.nemus_has_given_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is null or coalesce(private.nemus_token() ->> 'aal', '') = 'aal2'
    or not private.nemus_has_factor(auth.uid())
$$;

/* Whether the session that the token was made for still runs. A token without a session was made by no sign-in. */
create function private.nemus_is_session_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is null or private.nemus_token() ->> 'session_id' is null
    or exists (select from auth.sessions s where s.id = (private.nemus_token() ->> 'session_id')::uuid
      and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()))
$$;

/*
 * Gives every exposed table that has none the policy of second factors, whatever else its policies allow. The last
 * migration of a release calls it; a test looks at every table.
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
