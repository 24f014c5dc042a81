-- Policies and grants of releases. Members of a team and operators read everything about releases; a team writes
-- changes, proposals and files of its own areas, operators switch and stop (nemus_may_release,
-- registry.sql). Files in the bucket `nemus-releases` are public to read, and never overwritten; source maps
-- (`nemus-release-maps`) are for the area's team and operators.
-- Every signed-in account may report how a release did. Teams, members, operators and areas are managed by the service
-- role or in the SQL editor; counts without an account (area and policy reports) by the service role alone. Anything
-- not granted here is closed.

grant select on public.nemus_release_teams, public.nemus_release_members, public.nemus_release_operators,
  public.nemus_release_remotes, public.nemus_release_environments, public.nemus_release_entries,
  public.nemus_release_changes, public.nemus_release_stop_lists to authenticated;
grant select, insert, update, delete, truncate, trigger, references on public.nemus_release_teams,
  public.nemus_release_environments to service_role;
grant select, insert, update, delete, references, trigger, truncate on public.nemus_release_members,
  public.nemus_release_remotes to service_role;
grant select, insert, update, delete, truncate, references, trigger on public.nemus_release_operators,
  public.nemus_release_changes, public.nemus_release_stop_lists, public.nemus_release_watched to service_role;
grant select, insert, update, delete, trigger, truncate, references on public.nemus_release_entries,
  public.nemus_release_proposals, public.nemus_release_health to service_role;
grant select, delete on public.nemus_release_proposals to authenticated;
grant select, insert, update, delete, trigger, references, truncate on public.nemus_release_overrides to service_role;
grant select, insert, update, delete on private.nemus_team_addresses to service_role;
grant select on private.nemus_release_alarms, private.nemus_area_reports, private.nemus_policy_reports
  to service_role;
grant execute on function public.nemus_missing_names(text[]) to anon, authenticated;
-- Account, time and revision are set by the database.
grant insert (environment, remote, action, from_release, to_release, why, forced, expected_revision,
  valid_for_seconds, shown_by, entry, stop_list) on public.nemus_release_changes to authenticated;
grant insert (environment, remote, proposal) on public.nemus_release_proposals to authenticated;

create policy "releasers read" on public.nemus_release_teams for select to authenticated
  using ((select private.nemus_is_releaser()));

-- The own rows show the page that needs a second factor for these rights (sessions/second_factors.sql).
create policy "releasers read" on public.nemus_release_members for select to authenticated
  using (user_id = (select auth.uid()) or (select private.nemus_is_releaser()));

create policy "releasers read" on public.nemus_release_operators for select to authenticated
  using (user_id = (select auth.uid()) or (select private.nemus_is_releaser()));

create policy "releasers read" on public.nemus_release_remotes for select to authenticated
  using ((select private.nemus_is_releaser()));

create policy "releasers read" on public.nemus_release_environments for select to authenticated
  using ((select private.nemus_is_releaser()));

create policy "releasers read" on public.nemus_release_entries for select to authenticated
  using ((select private.nemus_is_releaser()));

create policy "releasers read" on public.nemus_release_changes for select to authenticated
  using ((select private.nemus_is_releaser()));
create policy "a team releases its own areas" on public.nemus_release_changes for insert to authenticated
  with check (private.nemus_may_release(remote, action));

create policy "releasers list releases" on storage.objects for select to authenticated
  using (bucket_id = 'nemus-releases' and (select private.nemus_is_releaser()));
create policy "a team publishes its own areas" on storage.objects for insert to authenticated
  with check ((bucket_id, split_part(name, '/', 1)) in (('nemus-releases', 'releases'), ('nemus-release-maps', 'maps'))
    and private.nemus_may_release(split_part(name, '/', 2), 'publish'));
create policy "a team clears away its own releases" on storage.objects for delete to authenticated
  using ((bucket_id, split_part(name, '/', 1)) in (('nemus-releases', 'releases'), ('nemus-release-maps', 'maps'))
    and private.nemus_may_release(split_part(name, '/', 2), 'gc'));
create policy "a team and operators read source maps" on storage.objects for select to authenticated
  using (bucket_id = 'nemus-release-maps' and ((select private.nemus_is_operator())
    or private.nemus_may_release(split_part(name, '/', 2), 'publish')));

create policy "releasers read" on public.nemus_release_stop_lists for select to authenticated
  using ((select private.nemus_is_releaser()));

create policy "releasers read" on public.nemus_release_proposals for select to authenticated
  using ((select private.nemus_is_releaser()));
create policy "a team proposes for its own areas" on public.nemus_release_proposals for insert to authenticated
  with check (private.nemus_may_release(remote, 'promote'));
create policy "a team takes its own proposals away" on public.nemus_release_proposals for delete to authenticated
  using (private.nemus_may_release(remote, 'promote'));

grant execute on function private.nemus_is_releaser(), private.nemus_is_operator(),
  private.nemus_may_release(text,text), private.nemus_admit_release_change(),
  public.nemus_set_team_address(text,text), public.nemus_area_history(text,text) to authenticated;

grant execute on function private.nemus_release_switches(text), public.nemus_release_registry(text),
  public.nemus_release_stop_list(text), public.nemus_watch_release(text,jsonb),
  public.nemus_report_release(text,jsonb), private.nemus_visible_release_figures(text),
  public.nemus_release_health_figures(text), public.nemus_support_reports(text), public.nemus_release_rights(),
  public.nemus_open_release_override(text,text,text,timestamp with time zone),
  public.nemus_release_override(text,uuid), public.nemus_end_release_override(uuid) to authenticated, service_role;

grant execute on function public.nemus_claim_release_alarms(), public.nemus_note_release_alarm(text,text,text),
  public.nemus_take_area_reports(text,text,jsonb), public.nemus_take_policy_reports(jsonb) to service_role;
