SET local check_function_bodies = off;

CREATE TABLE "private"."nemus_set_aside" (
  "job"        text                     NOT NULL,
  "item"       text                     NOT NULL,
  "error"      text                     NOT NULL,
  "attempts"   integer                  NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "failed_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_set_aside_attempts_check" CHECK ((attempts > 0)),
  CONSTRAINT "nemus_set_aside_error_check" CHECK ((char_length(error) <= 2000)),
  CONSTRAINT "nemus_set_aside_item_check" CHECK (((char_length(item) >= 1) AND (char_length(item) <= 200))),
  CONSTRAINT "nemus_set_aside_job_check" CHECK ((job ~ '^[a-z-]+$'::text)),
  CONSTRAINT "nemus_set_aside_pkey" PRIMARY KEY (job, item)
);

ALTER TABLE "private"."nemus_set_aside"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.nemus_collect_invoices()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution uuid;
  written int := 0;
begin
  for institution in
    select distinct c.institution_id from private.nemus_collected_payments c where c.settled_at is null
      and not private.nemus_is_set_aside('collect-invoices', c.institution_id) order by 1
  loop
    begin
      written := written + private.nemus_collect_invoices_of(institution, (now() at time zone 'Europe/Berlin')::date,
        false);
      perform public.nemus_note_outcome('collect-invoices', institution, null);
    exception when others then
      perform public.nemus_note_outcome('collect-invoices', institution, sqlerrm);
    end;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_deleted_accounts()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  account uuid;
  forgotten int := 0;
begin
  for account in
    select d.user_id from private.nemus_deleted_accounts d
    where d.keep_until < today and not exists (select from public.nemus_invoices i where i.user_id = d.user_id
      and not i.is_sample and make_date(extract(year from i.issued_on)::int + 8, 12, 31) >= today)
      and not private.nemus_is_set_aside('forget-deleted-accounts', d.user_id)
    order by d.keep_until, d.user_id limit 100 for update skip locked
  loop
    begin
      perform private.nemus_forget_account(account);
      forgotten := forgotten + 1;
      perform public.nemus_note_outcome('forget-deleted-accounts', account, null);
    exception when others then
      perform public.nemus_note_outcome('forget-deleted-accounts', account, sqlerrm);
    end;
  end loop;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_set_aside (
  p_job  text,
  p_item uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_set_aside s where s.job = p_job and s.item = p_item::text
    and s.failed_at > now() - least(power(2, least(s.attempts, 20)) * interval '5 minutes', interval '1 day'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_remind_confirmers()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  this_week constant date := date_trunc('week', now() at time zone 'Europe/Berlin')::date;
  reminded int;
  pair record;
begin
  delete from private.nemus_sign_off_letters l where l.created_at < now() - interval '400 days';
  delete from private.nemus_sign_off_links l where l.expires_at < now() - interval '90 days';
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week)
  select distinct on (c.user_id) 'reminder', c.id, c.user_id, this_week
  from public.nemus_confirmers c
  where c.user_id is not null and c.ended_at is null
    and exists (select from public.nemus_logbook_entries e where e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days')
    and not exists (select from public.nemus_institution_settings s
      where s.institution_id = c.user_id and not s.email_notifications)
  order by c.user_id, c.id
  on conflict (account_id, week) where kind = 'reminder' do nothing;
  get diagnostics reminded = row_count;
  for pair in
    select distinct e.confirmer_id, e.user_id from public.nemus_confirmers c
    join public.nemus_logbook_entries e on e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days'
    where c.user_id is null and c.ended_at is null and not private.nemus_is_set_aside('remind-confirmers', c.id)
      and not exists (select from private.nemus_sign_off_letters l where l.confirmer_id = c.id and l.user_id = e.user_id
        and (l.sent_at is null or l.sent_at > now() - interval '6 days 12 hours'))
  loop
    begin
      perform private.nemus_write_link(pair.confirmer_id, pair.user_id, false);
      reminded := reminded + 1;
      perform public.nemus_note_outcome('remind-confirmers', pair.confirmer_id, null);
    exception when others then
      perform public.nemus_note_outcome('remind-confirmers', pair.confirmer_id, sqlerrm);
    end;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_weekly_reports (
  p_now timestamp with time zone DEFAULT now()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  monday date;
  last date;
  written int := 0;
  numbers jsonb;
begin
  delete from public.nemus_weekly_reports r where r.week < (p_now at time zone 'Europe/Berlin')::date - 52 * 7;
  for due in
    select t.institution_id, d.at from public.nemus_report_times t
    join public.nemus_institution_settings s on s.institution_id = t.institution_id and s.weekly_reports
    cross join lateral (select private.nemus_report_due(t.weekday, t.hour, p_now) as at) d
    where d.at >= t.since and not private.nemus_is_blocked(t.institution_id)
      and not private.nemus_is_set_aside('write-weekly-reports', t.institution_id)
      and not exists (select from public.nemus_weekly_reports r where r.institution_id = t.institution_id
        and r.week = date_trunc('week', d.at at time zone 'Europe/Berlin')::date)
    order by d.at, t.institution_id limit 500
  loop
    begin
      monday := date_trunc('week', due.at at time zone 'Europe/Berlin')::date;
      last := (due.at at time zone 'Europe/Berlin')::date - 1;
      numbers := private.nemus_report_figures(due.institution_id, last - 6, last);
      insert into public.nemus_weekly_reports (institution_id, week, first_day, last_day, figures, created_at)
      values (due.institution_id, monday, last - 6, last, numbers, p_now)
      on conflict (institution_id, week) do nothing;
      -- A concurrent call wrote it, and announces it.
      continue when not found;
      perform private.nemus_notify_members(due.institution_id, array['reading'], 'weekly_report',
        'weekly_report:' || due.institution_id || ':' || monday,
        jsonb_build_object('from', last - 6, 'until', last, 'figures', numbers), '/dashboard/report/' || monday);
      written := written + 1;
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id, null);
    exception when others then
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id, sqlerrm);
    end;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('catalogue', 'teaching', 'orders', 'people') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.ends_at < now() and exists (select from public.nemus_appointment_participations p
          where p.appointment_id = a.id and p.status = 'confirmed' and p.attendance is null)) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_outcome (
  p_job   text,
  p_item  uuid,
  p_error text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_error is null then
    delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item::text;
    return;
  end if;
  insert into private.nemus_set_aside as s (job, item, error) values (p_job, p_item::text, left(p_error, 2000))
  on conflict (job, item) do update set error = excluded.error, attempts = s.attempts + 1, failed_at = now();
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_outcome"(text, uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_order_tasks()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'unsettled', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.created_at), '[]') from (
      select * from public.nemus_orders x where x.status in ('open', 'pending') and x.checkout_session_id is not null
        and x.created_at < now() - interval '5 minutes' order by x.created_at limit 100) o),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select r.id as refund_id, r.order_id, private.nemus_account_name(p) as buyer, o.title, r.amount_cents, r.reason,
        r.attempts, r.last_error, r.is_held, r.created_at
      from private.nemus_refunds r join public.nemus_orders o on o.id = r.order_id
      join public.nemus_profiles p on p.user_id = o.user_id
      where r.refunded_at is null and (private.nemus_payable_cents(r) > 0 or exists (select from private.nemus_disputes d
        where d.order_id = o.id and d.status <> 'lost' and private.nemus_is_charged_back(d.status)))
      order by r.created_at limit 100) listed),
    'disputes', (select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at), '[]') from (
      select d.dispute_id, d.order_id, private.nemus_account_name(p) as buyer, o.title, d.amount_cents, d.reason,
        d.status, d.created_at
      from private.nemus_disputes d left join public.nemus_orders o on o.id = d.order_id
      left join public.nemus_profiles p on p.user_id = o.user_id
      where d.status not in ('won', 'lost', 'warning_closed', 'prevented') order by d.created_at desc limit 100) listed),
    'attention', (select coalesce(jsonb_agg(private.nemus_order_row(o.*::public.nemus_orders) order by o.updated_at), '[]') from (
      select * from public.nemus_orders x where x.attention is not null order by x.updated_at limit 100) o),
    'withdrawals', (select coalesce(jsonb_agg(private.nemus_withdrawal_row(w.*::private.nemus_withdrawals) order by w.received_at), '[]')
      from (select * from private.nemus_withdrawals x where x.handled_at is null
        order by x.received_at limit 100) w),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) order by e.occurred_at), '[]') from (
      select x.event_id, x.type, x.occurred_at, x.attempts, x.last_error from private.nemus_provider_events x
      where x.handled_at is null and x.last_error is not null order by x.occurred_at limit 100) e),
    'set_aside', (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select x.job, x.item, x.error, x.attempts, x.created_at, x.failed_at from private.nemus_set_aside x
      order by x.created_at limit 100) s));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_unwritten_invoices()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(u) order by u.created_at, u.id), '[]') from (
    select i.*, e.number as cancels_number, e.issued_on as cancels_issued_on
    from public.nemus_invoices i left join public.nemus_invoices e on e.id = i.cancels_id
    where i.format is not null and not exists (select from public.nemus_invoice_files f where f.invoice_id = i.id)
      and not exists (select from private.nemus_invoice_gaps g where g.invoice_id = i.id)
      and not private.nemus_is_set_aside('write-invoices', i.id)
    order by i.created_at, i.id limit 50) u
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_is_set_aside"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_set_aside"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_set_aside"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_note_outcome"(text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_outcome"(text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_outcome"(text, uuid, text) TO "service_role";
