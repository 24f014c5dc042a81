-- Policies and grants of institutions. Every member reads settings and approval of the institution it acts for;
-- `administration` changes the settings and reads members and their invitations; `booking` and `reading` read budgets,
-- limits and booking requests. A member reads its own membership. All other changes go through functions. Anything not
-- granted here is closed.

grant select on public.nemus_institution_settings, public.nemus_members, public.nemus_member_invitations,
  public.nemus_trainee_budgets, public.nemus_spending_limits, public.nemus_booking_requests
  to authenticated, service_role;
grant select on public.nemus_institution_approvals to service_role;
grant update (institution_name, institution_address, institution_phone, institution_website, institution_description,
  email_notifications, sms_notifications, marketing_emails, weekly_reports, two_factor_enabled, login_alerts,
  billing_email, invoice_frequency, vat_id) on public.nemus_institution_settings to authenticated;
-- The deciding operator stays internal.
grant select (institution_id, approved_at, withdrawn_at, created_at, updated_at)
  on public.nemus_institution_approvals to authenticated;

create policy "own settings are read" on public.nemus_institution_settings for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'confirming', 'reading')));
create policy "own settings are changed" on public.nemus_institution_settings for update to authenticated
  using (institution_id = (select private.nemus_acts_for('administration')))
  with check (institution_id = (select private.nemus_acts_for('administration')));

create policy "own approval is read" on public.nemus_institution_approvals for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'confirming', 'reading')));

create policy "members of the own institution are read" on public.nemus_members for select to authenticated
  using (user_id = (select auth.uid()) or institution_id = (select private.nemus_acts_for('administration')));

create policy "own invitations of members are read" on public.nemus_member_invitations for select to authenticated
  using (institution_id = (select private.nemus_acts_for('administration')));

create policy "own budgets are read" on public.nemus_trainee_budgets for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));

create policy "own limit is read" on public.nemus_spending_limits for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));

create policy "own requests are read" on public.nemus_booking_requests for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));

-- The page behind the link opens before sign-up.
grant execute on function public.nemus_member_invitation(text) to anon, authenticated;

grant execute on function public.nemus_institution_reviews(), public.nemus_approve_institution(uuid,text),
  public.nemus_withdraw_approval(uuid), private.nemus_acts_for(text[]), private.nemus_pays_for(text[]),
  public.nemus_invite_member(text,text[]), public.nemus_resend_member_invitation(uuid),
  public.nemus_revoke_member_invitation(uuid), public.nemus_accept_membership(text),
  public.nemus_decline_membership(text), public.nemus_member_list(), public.nemus_change_member(uuid,text[]),
  public.nemus_remove_member(uuid), public.nemus_leave_membership(uuid), public.nemus_choose_institution(uuid),
  public.nemus_memberships(), public.nemus_set_budget(uuid[],integer,integer),
  public.nemus_set_spending_limit(integer,integer), public.nemus_budgets(uuid[]),
  public.nemus_request_booking(uuid,uuid[],text,date,text), public.nemus_decide_booking_request(uuid,boolean,text,int),
  public.nemus_withdraw_booking_request(uuid), public.nemus_booking_request_list(),
  public.nemus_organisation_lines(jsonb) to authenticated;

grant execute on function private.nemus_paying_account(uuid,text[]), public.nemus_member_invitation_letter(uuid),
  public.nemus_paying_account(uuid,text[]) to service_role;
