-- Rights on notifications, phone numbers and weekly reports. Anything not granted here is closed.
-- An account reads its own notifications for the portal, its choices, its phone numbers and its SMS, and changes them
-- only through functions. Weekly reports and their times are read by members with the role `reading` or
-- `administration`; administration sets the time. Unsubscribing needs only the token from a mail. Sending is for the
-- service role.

grant select on public.nemus_notifications, public.nemus_notification_choices to authenticated, service_role;
grant select on public.nemus_phones, public.nemus_report_times, public.nemus_weekly_reports to authenticated;
grant select (id, user_id, kind, state, reason, sent_at, parts, created_at) on public.nemus_sms to authenticated;

create policy "own notifications are read" on public.nemus_notifications for select to authenticated
  using (user_id = (select auth.uid()) and in_portal and private.nemus_is_news_open(nemus_notifications));

create policy "own choices are read" on public.nemus_notification_choices for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own numbers are read" on public.nemus_phones for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own sms are read" on public.nemus_sms for select to authenticated using (user_id = (select auth.uid()));

create policy "times of the institution are read" on public.nemus_report_times for select to authenticated
  using (institution_id = (select private.nemus_acts_for('reading')));

create policy "reports of the institution are read" on public.nemus_weekly_reports for select to authenticated
  using (institution_id = (select private.nemus_acts_for('reading')));

-- Anyone with the token from a mail, and the function that mail clients call.
grant execute on function private.nemus_unsubscribe(text,boolean), public.nemus_unsubscribe_page(text),
  public.nemus_unsubscribe(text,boolean) to anon, authenticated, service_role;

grant execute on function private.nemus_is_news_open(public.nemus_notifications), public.nemus_unread_notifications(), public.nemus_read_notifications(uuid[]),
  public.nemus_notification_settings(), public.nemus_choose_notification(text,text,boolean),
  public.nemus_check_phone(text), public.nemus_end_phone(), public.nemus_choose_report_time(integer,integer)
  to authenticated;

grant execute on function public.nemus_claim_notification_mails(), public.nemus_note_notification_mail(uuid,boolean),
  public.nemus_unsubscribe_tokens(uuid[]), private.nemus_start_phone_check(uuid,text,text,timestamp with time zone),
  public.nemus_start_phone_check(uuid,text,text), public.nemus_claim_sms(),
  public.nemus_note_sms(uuid,text,integer,text) to service_role;
