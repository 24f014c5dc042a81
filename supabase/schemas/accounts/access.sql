-- Policies and grants of accounts. An account reads its own profile and closed checklist, changes its first and last
-- name (once on a proof: name_requests.sql), and nothing else. Blocked accounts reach no file. Anything not granted here is closed.

grant select on public.nemus_profiles to authenticated, service_role;
grant select on public.nemus_name_requests to authenticated, service_role;
grant select, delete on public.nemus_closed_first_steps to authenticated, service_role;
grant insert (user_id, user_type, first_name, last_name, institution_name, email), update (first_name, last_name)
  on public.nemus_profiles to authenticated;
grant insert (user_id) on public.nemus_closed_first_steps to authenticated;

create policy "own profile is read" on public.nemus_profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own profile is made" on public.nemus_profiles for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own names are changed" on public.nemus_profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "own requests for a name are read" on public.nemus_name_requests for select to authenticated
  using (user_id = (select auth.uid()));

-- Storage serves files without calling nemus_check_caller.
create policy "blocked accounts reach no file" on storage.objects as restrictive for all to authenticated
  using (not private.nemus_is_blocked((select auth.uid())));

create policy "own list is read" on public.nemus_closed_first_steps for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own list is put away" on public.nemus_closed_first_steps for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own list is opened again" on public.nemus_closed_first_steps for delete to authenticated
  using (user_id = (select auth.uid()));

grant execute on function private.nemus_check_caller() to anon, authenticated, service_role;

grant execute on function private.nemus_is_institution(), public.nemus_first_visit(), private.nemus_is_blocked(uuid),
  public.nemus_block_account(uuid,text), public.nemus_unblock_account(uuid), public.nemus_export_account(),
  private.nemus_exported_tables(), private.nemus_begin_export(),
  public.nemus_deletion_terms(), public.nemus_delete_account(), public.nemus_first_steps(),
  public.nemus_name_is_proved(), public.nemus_request_name(text,text,text,uuid), public.nemus_withdraw_name_request(),
  public.nemus_name_requests(), public.nemus_decide_name_request(uuid,boolean,text) to authenticated;
