-- Rights on training records and figures. Anything not granted here is closed.
-- An account reads its own rows and edits its personal data and training details; the rows already exist. Targets, and
-- with them the progress views, are also read by the institution that the trainee is linked to. Plans of competencies
-- and personal data are only for the account.

grant select on public.nemus_training_targets, public.nemus_competency_targets to authenticated;
grant select, insert, update, delete on public.nemus_training_targets, public.nemus_competency_targets
  to service_role;
grant select on public.nemus_personal_data, public.nemus_training_info, public.nemus_training_progress,
  public.nemus_competency_progress, public.nemus_competency_plans to authenticated, service_role;
grant update (phone, street, postal_code, city, birth_date) on public.nemus_personal_data to authenticated;
grant update (field, procedure, chamber, training_site, supervisor_name, started_on, expected_end_on)
  on public.nemus_training_info to authenticated;

-- By accepting the invitation, a trainee shares progress with the institution, and nothing else.
create policy "own targets are read" on public.nemus_training_targets for select to authenticated
  using (user_id = (select auth.uid()) or user_id in (select t.user_id from public.nemus_trainees t
    where t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')) and t.user_id is not null));

create policy "own plan is read" on public.nemus_competency_targets for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own personal data is read" on public.nemus_personal_data for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own personal data is changed" on public.nemus_personal_data for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "own training is read" on public.nemus_training_info for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own training is changed" on public.nemus_training_info for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant execute on function private.nemus_units_done(uuid,text), private.nemus_has_sample_hours(uuid), private.nemus_units_by_area(uuid), private.nemus_planned_units(uuid),
  private.nemus_competency_figures(uuid) to authenticated, service_role;
