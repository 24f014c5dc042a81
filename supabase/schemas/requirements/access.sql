-- Policies and grants of requirement sets. Every account reads published and retired sets with their parts; drafts only
-- staff with the role `catalogue`. A trainee reads its own choices; `confirming` and `reading` of the linked
-- institution read the present one. All changes go through functions. Anything not granted here is closed.

grant select on public.nemus_requirement_sets, public.nemus_requirement_categories,
  public.nemus_requirement_competencies, public.nemus_requirement_credits, public.nemus_requirement_figures,
  public.nemus_requirement_choices
  to authenticated, service_role;

create policy "published sets are read" on public.nemus_requirement_sets for select to authenticated
  using (state <> 'draft' or (select private.nemus_is_staff('catalogue')));

create policy "categories are read with their set" on public.nemus_requirement_categories for select to authenticated
  using (private.nemus_reads_set(set_id));

create policy "competencies are read with their set" on public.nemus_requirement_competencies for select to authenticated
  using (private.nemus_reads_set(set_id));

create policy "credits are read with their set" on public.nemus_requirement_credits for select to authenticated
  using (private.nemus_reads_set(set_id));

create policy "figures are read with their set" on public.nemus_requirement_figures for select to authenticated
  using (private.nemus_reads_set(set_id));

create policy "own choices are read" on public.nemus_requirement_choices for select to authenticated
  using (user_id = (select auth.uid()) or (ended_at is null and user_id in (select t.user_id from public.nemus_trainees t
    where t.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and t.user_id is not null)));

grant execute on function private.nemus_reads_set(uuid),
  public.nemus_save_requirements(uuid,jsonb,timestamp with time zone,uuid),
  public.nemus_publish_requirements(uuid,timestamp with time zone),
  public.nemus_retire_requirements(uuid,timestamp with time zone),
  public.nemus_delete_requirements(uuid,timestamp with time zone), public.nemus_staff_requirement_set(uuid),
  public.nemus_staff_requirement_sets(text,integer), public.nemus_choose_requirements(uuid,uuid),
  public.nemus_preview_requirements(uuid) to authenticated;
