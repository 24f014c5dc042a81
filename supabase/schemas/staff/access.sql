-- Policies and grants of staff. An account reads its own staff roles. Only functions and the service role write roles;
-- the audit log has no grants. Anything not granted here is closed.

grant select, insert, delete on public.nemus_staff to service_role;
-- The granting account stays internal.
grant select (user_id, role, created_at) on public.nemus_staff to authenticated;

create policy "own roles are read" on public.nemus_staff for select to authenticated
  using (user_id = (select auth.uid()));

grant execute on function private.nemus_is_staff(text[]), public.nemus_academy_overview(),
  public.nemus_staff_accounts(text,text,integer), public.nemus_staff_account(uuid),
  public.nemus_grant_role(uuid,text), public.nemus_take_role(uuid,text), public.nemus_end_link(uuid),
  public.nemus_resend_for_institution(uuid),
  public.nemus_audit_lines(uuid,text,text,timestamp with time zone,timestamp with time zone,bigint,integer,text),
  public.nemus_audit_filters() to authenticated;
