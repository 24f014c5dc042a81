-- Policies and grants of sessions. An account reads its own devices, without the network hash. Files need the second
-- factor and an open session. Only the service role consumes recovery codes. Anything not granted here is closed.

grant select (id, user_id, browser, system, last_used_at, created_at) on public.nemus_known_devices to authenticated;

-- Storage serves files without calling nemus_check_caller.
create policy "files need the second factor and an open session" on storage.objects as restrictive for all
  to authenticated
  using ((select private.nemus_has_given_factor()) and (select private.nemus_is_session_open()));

create policy "own devices are read" on public.nemus_known_devices for select to authenticated
  using (user_id = (select auth.uid()));

grant execute on function public.nemus_sessions(), private.nemus_has_given_factor(), private.nemus_is_session_open(),
  public.nemus_make_recovery_codes(), public.nemus_factor_state(), public.nemus_end_session(uuid),
  public.nemus_end_sessions(boolean) to authenticated;

grant execute on function public.nemus_use_recovery_code(uuid,uuid,text) to service_role;
