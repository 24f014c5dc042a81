-- Where an account is signed in.

/*
 * The sessions of the caller's account, the newest first: [{id, created_at, used_at, user_agent, ip, aal, is_current}].
 * `aal`: aal2 when a second factor was used.
 */
create function private.nemus_sessions() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at,
      'used_at', coalesce(s.refreshed_at at time zone 'utc', s.created_at), 'user_agent', s.user_agent, 'ip', host(s.ip),
      'aal', s.aal,
      'is_current', s.id::text = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'))
    order by s.created_at desc), '[]')
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
$$;
create function public.nemus_sessions() returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_sessions() $$;
revoke all on function private.nemus_sessions(), public.nemus_sessions() from public, anon, authenticated, service_role;
grant execute on function private.nemus_sessions(), public.nemus_sessions() to authenticated;
