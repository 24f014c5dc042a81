-- Open tasks of staff, as counts for its start page. A count is null without the role for it. The lists behind the
-- counts: seminars in courses/catalogue.sql, attendance in dates/attendance.sql, orders in orders/desk.sql,
-- institutions in institutions/approvals.sql.
create index nemus_orders_to_look_at on public.nemus_orders (id) where attention is not null or status = 'returning';
create index nemus_courses_drafts on public.nemus_courses (id) where published_at is null and not is_active;

/*
 * {drafts, coming, unticked, orders, withdrawals, withdrawals_due, disputes, disputes_due, institutions, names, support}: unpublished
 * seminars; dates of the next 14 days; past dates with attendance missing; orders that need attention; withdrawals not
 * handled, and the next day on which money is due; open disputes, and the next moment an answer is due; institutions
 * waiting for approval; requests for another name, and to the support, without an answer.
 * Raises 403 staff_required.
 */
create function public.nemus_academy_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.starts_at < now()
          -- Without parts, nothing can be missing at a date that is not in this index.
          and (a.parts is not null or a.id in (select p.appointment_id from public.nemus_appointment_participations p
            where p.status = 'confirmed' and p.attendance is null))
          and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'withdrawals_due', case when private.nemus_is_staff('orders') then
      (select private.nemus_withdrawal_due(min(w.received_at)) from private.nemus_withdrawals w where w.handled_at is null) end,
    'disputes', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'disputes_due', case when private.nemus_is_staff('orders') then
      (select min(d.due_at) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end,
    'names', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_name_requests r where r.state = 'open') end,
    'support', case when private.nemus_is_staff('people') then
      (select count(*) from private.nemus_support_requests r where r.answered_at is null) end);
end $$;

-- For past dates with attendance missing.
create index nemus_appointment_participations_unticked on public.nemus_appointment_participations (appointment_id)
  where status = 'confirmed' and attendance is null;

-- For places that an institution is buying for a trainee (nemus_open_purchases).
create index nemus_orders_waiting_people on public.nemus_orders using gin (trainee_ids)
  where status in ('open', 'pending');
