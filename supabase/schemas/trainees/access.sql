-- Policies and grants of trainees. `booking`, `confirming` and `reading` read trainees and invitations of their
-- institution; `booking` changes trainees, but neither creates nor deletes them directly; a trainee reads its own rows.
-- The invitation page is open to signed-out visitors. Anything not granted here is closed.

grant select on public.nemus_trainees, public.nemus_invitations to authenticated, service_role;
grant select on public.nemus_trainee_list to authenticated;
grant update (first_name, last_name, email, phone, status, completed_hours, total_hours, competencies)
  on public.nemus_trainees to authenticated;

-- Trainees see what the institution stores about them.
create policy "own trainees are read" on public.nemus_trainees for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')) or user_id = (select auth.uid()));
create policy "own trainees are changed" on public.nemus_trainees for update to authenticated
  using (institution_id = (select private.nemus_acts_for('booking')))
  with check (institution_id = (select private.nemus_acts_for('booking')));

create policy "own invitations are read" on public.nemus_invitations for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')));

grant execute on function public.nemus_invitation(text) to anon, authenticated;

grant execute on function public.nemus_invite_trainee(text,text,text,text), public.nemus_invite_trainees(jsonb),
  public.nemus_resend_invitation(uuid), public.nemus_revoke_invitation(uuid), public.nemus_accept_invitation(text),
  public.nemus_decline_invitation(text), public.nemus_institution_links(), public.nemus_leave_institution(uuid),
  public.nemus_unlink_trainee(uuid) to authenticated;

grant execute on function public.nemus_invitation_letter(uuid) to service_role;
