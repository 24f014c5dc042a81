-- The caller lists its sessions and ends one, all others or all. An ended session loses its refresh tokens; its access
-- token is refused from the next request on (nemus_check_caller in accounts/blocked_accounts.sql). Blocking an account
-- (accounts/blocked_accounts.sql) and using a recovery code (sessions/recovery_codes.sql) end sessions too. Browser and
-- system names come from sessions/known_devices.sql.

/*
 * Sessions of the caller's account, newest first: [{id, created_at, used_at, browser, system, user_agent, ip, aal,
 * is_current}]. browser, system: codes of nemus_browser and nemus_system. aal: `aal2` if a second factor was given.
 */
create function public.nemus_sessions() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at,
      'used_at', coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      'browser', private.nemus_browser(s.user_agent), 'system', private.nemus_system(s.user_agent),
      'user_agent', s.user_agent, 'ip', host(s.ip), 'aal', s.aal,
      'is_current', s.id::text = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'))
    order by s.created_at desc, s.id), '[]')
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
$$;

/* Ends one session of the caller's account. False if there is no such session. */
create function public.nemus_end_session(p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Its refresh tokens go with it.
  delete from auth.sessions s where s.id = p_session and s.user_id = auth.uid();
  return found;
end $$;

/* Ends all sessions of the caller's account, or all but the current one. Returns how many. */
create function public.nemus_end_sessions(p_keep_current boolean) returns int
language sql security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s where s.user_id = (select auth.uid())
      and not (p_keep_current and s.id::text is not distinct from
        (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'))
    returning 1)
  select count(*)::int from ended
$$;
