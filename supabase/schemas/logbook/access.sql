-- Policies and grants of the logbook. Trainees read all their own entries, sites and cases. A confirmer, a deputy of
-- today and the linked institution read entries from their submission on (member roles `confirming`, `reading`). Sites,
-- cases and templates are visible to the trainee alone.
-- Every change goes through a function; what is allowed in which state: entries.sql. Anything not granted here is
-- closed.

grant select on public.nemus_logbook_entries, public.nemus_confirmers, public.nemus_confirmer_roles,
  public.nemus_confirmer_deputies to authenticated, service_role;
grant select on public.nemus_logbook_sites, public.nemus_logbook_cases, public.nemus_logbook_templates,
  public.nemus_logbook_files to authenticated;

create policy "files are read with their entry" on public.nemus_logbook_files for select to authenticated
  using (user_id = (select auth.uid()) or private.nemus_reads_file(id));
-- No policy for update or delete: a checked file never changes.
create policy "logbook files are read with their row" on storage.objects for select to authenticated
  using (bucket_id = 'logbook' and exists (select from public.nemus_logbook_files f where f.path = objects.name));
create policy "logbook files are sent where a row waits" on storage.objects for insert to authenticated
  with check (bucket_id = 'logbook' and exists (select from public.nemus_logbook_files f
    where objects.name = 'incoming/' || f.path and f.user_id = (select auth.uid()) and f.confirmed_at is null and f.dropped_at is null));

-- Trainees see confirmers by nemus_possible_confirmers, without addresses.
create policy "own people who confirm are read" on public.nemus_confirmers for select to authenticated
  using (institution_id = (select private.nemus_acts_for('confirming', 'reading')) or user_id = (select auth.uid()));

create policy "own roles of confirming are read" on public.nemus_confirmer_roles for select to authenticated
  using (institution_id = (select private.nemus_acts_for('confirming', 'reading'))
    or confirmer_id in (select private.nemus_my_confirmers()));

create policy "own deputies are read" on public.nemus_confirmer_deputies for select to authenticated
  using (institution_id = (select private.nemus_acts_for('confirming', 'reading'))
    or confirmer_id in (select private.nemus_my_confirmers()) or deputy_id in (select private.nemus_my_confirmers()));

-- Same rule as `read` in private.nemus_logbook_actions (entries.sql), written so that its indexes are used.
create policy "entries are read by those whom they concern" on public.nemus_logbook_entries for select to authenticated
  using (user_id = (select auth.uid())
    or (state in ('submitted', 'returned', 'confirmed') and confirmer_id in (select private.nemus_my_confirmers())
      and private.nemus_reads_note(category, note, confirmer_id, submitted_at)
      and (state = 'submitted' or private.nemus_decided_here(confirmer_id, decided_by, coalesce(confirmed_at, returned_at), is_sample)))
    -- Notes on self-experience, and why one was returned, are for the trainee and the confirmer alone.
    or (state in ('submitted', 'returned', 'confirmed') and (category <> 'self_experience' or note = '' and return_reason is null) and (
      ((state = 'submitted' or decided_by = (select auth.uid())) and confirmer_id in (select private.nemus_my_deputised()))
      or (institution_id = (select private.nemus_acts_for('confirming', 'reading')) and user_id in (select t.user_id from public.nemus_trainees t
        where t.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and t.user_id is not null)))));

create policy "own sites are read" on public.nemus_logbook_sites for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own cases are read" on public.nemus_logbook_cases for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own templates are read" on public.nemus_logbook_templates for select to authenticated
  using (user_id = (select auth.uid()));

-- For any holder of the token from a sign-off mail.
grant execute on function public.nemus_sign_off_page(text), public.nemus_decide_by_link(text,uuid[],text,text,timestamptz[])
  to anon, authenticated;

grant execute on function private.nemus_reads_note(text,text,uuid,timestamptz), private.nemus_decided_here(uuid,uuid,timestamptz,boolean), private.nemus_reads_file(uuid),
  public.nemus_begin_certificate_upload(text,bigint,text), public.nemus_logbook_certificates(), private.nemus_my_confirmers(), private.nemus_my_deputised(), public.nemus_save_entry(jsonb),
  public.nemus_save_entries(jsonb), public.nemus_label_case(uuid,text), public.nemus_case_hours(),
  public.nemus_save_template(jsonb), public.nemus_delete_template(uuid),
  public.nemus_delete_entry(uuid), public.nemus_submit_entries(uuid[]), public.nemus_take_back_entry(uuid),
  public.nemus_correct_entry(uuid), public.nemus_save_site(jsonb), public.nemus_delete_site(uuid),
  public.nemus_create_case(jsonb), public.nemus_close_case(uuid,date), public.nemus_delete_case(uuid),
  public.nemus_possible_confirmers(), public.nemus_logbook_week(date), public.nemus_save_confirmer(text,text,uuid),
  public.nemus_end_confirmer(uuid), public.nemus_name_confirmer(text,text,text,date,date,text,uuid), public.nemus_save_confirmer_role(uuid,text,date,date,text,uuid,uuid),
  public.nemus_end_confirmer_role(uuid), public.nemus_save_deputy(uuid,uuid,date,date), public.nemus_end_deputy(uuid),
  public.nemus_accept_confirming(uuid), public.nemus_decline_confirming(uuid), public.nemus_confirming_people(),
  public.nemus_decide_entries(uuid[],text,text,timestamptz[]), public.nemus_sign_off_inbox(jsonb), public.nemus_my_decisions(text,int,int),
  public.nemus_undo_confirmations(uuid[]), public.nemus_sign_off_status(), public.nemus_only_confirms(public.nemus_profiles),
  public.nemus_sign_off_history(uuid), public.nemus_sign_off_workload(), public.nemus_choose_confirming_mails(text), public.nemus_counted_hours(uuid),
  public.nemus_counted_sources(text,integer), public.nemus_course_credit(uuid), public.nemus_cohort(text,integer,text,text,integer),
  public.nemus_message_trainees(uuid[],text,uuid), public.nemus_section_report(uuid), public.nemus_site_package(uuid), public.nemus_issue_logbook_paper(),
  public.nemus_hand_over_entries(uuid,uuid), public.nemus_send_sign_off(uuid), public.nemus_sign_off_letters(uuid)
  to authenticated;

grant execute on function public.nemus_claim_sign_off_letters(), public.nemus_note_sign_off_letter(uuid,boolean),
  public.nemus_check_logbook(jsonb), public.nemus_logbook_heads() to service_role;
