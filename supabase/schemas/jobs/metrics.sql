-- What an operator watches, read by the function `health`: counts and times, nothing about a person. docs/monitoring.md
-- names the metrics and the alerts on them.

/*
 * {queues [{queue, waiting, failed, oldest_seconds}], jobs [{job, late_seconds}], refunds {owed, cents, held,
 * oldest_seconds}, set_aside, reports [{environment, remote, version, kind, name, detail, times}], signatures
 * [{environment, remote, expires_at}]}. waiting: due and unsent; failed: given up within a day, not dropped on purpose; late_seconds: since a job
 * missed two of its times, else 0; reports: of browsers in this hour and the one before. remote `*`: the stop list.
 */
create function public.nemus_metrics() returns jsonb
language sql stable security definer set search_path = '' as $$
  with unsent (queue, attempts, due_at, tried_at) as (
    select 'dates', l.attempts, l.created_at, l.tried_at from private.nemus_date_letters l where l.sent_at is null
    union all select 'trainees', l.attempts, l.created_at, l.tried_at from private.nemus_trainee_letters l where l.sent_at is null
    union all select 'purchases', l.attempts, l.created_at, l.tried_at from private.nemus_purchase_letters l
      join public.nemus_transactions t on t.id = l.transaction_id where l.sent_at is null and not private.nemus_went_back(t.reference)
    union all select 'sign-offs', l.attempts, l.due_at, l.updated_at from private.nemus_sign_off_letters l where l.sent_at is null
    union all select 'notifications', s.attempts, s.created_at, s.updated_at from private.nemus_notification_sendings s
      where s.sent_at is null and s.channel = 'mail'
    union all select 'withdrawals', w.receipt_attempts, w.received_at, w.updated_at from private.nemus_withdrawals w
      where w.receipt_sent_at is null
    union all select 'sms', case when m.state = 'dropped' then 5 else 0 end, m.due_at, m.updated_at from public.nemus_sms m
      where m.state = 'waiting' or m.reason = 'failed'
  ), queues as (
    select n.queue, count(*) filter (where u.attempts < 5 and u.due_at <= now()) as waiting,
      count(*) filter (where u.attempts >= 5 and u.tried_at > now() - interval '1 day') as failed,
      coalesce(extract(epoch from now() - min(u.due_at) filter (where u.attempts < 5 and u.due_at <= now()))::int, 0) as oldest_seconds
    from unnest('{dates,trainees,purchases,sign-offs,notifications,withdrawals,sms}'::text[]) as n (queue)
    left join unsent u using (queue) group by 1
  ), jobs as (
    select j.name as job, greatest(0, extract(epoch from now() - 2 * case when j.schedule ~ '^[*] ' then interval '1 minute'
        when j.schedule ~ '^[*]/' then substring(j.schedule from '^[*]/([0-9]+)')::int * interval '1 minute'
        when j.schedule ~ '^[0-9]+ [*]' then interval '1 hour' when j.schedule ~ ' [*]$' then interval '1 day'
        else interval '1 week' end - greatest(j.created_at, (r.job ->> 'last_run_at')::timestamptz)))::int as late_seconds
    from private.nemus_jobs j left join jsonb_array_elements(public.nemus_jobs()) as r (job) on r.job ->> 'name' = j.name
  ), refunds as (
    select count(*) filter (where not r.is_held) as owed, coalesce(sum(r.amount_cents) filter (where not r.is_held), 0) as cents,
      count(*) filter (where r.is_held) as held, coalesce(extract(epoch from now() - min(r.created_at))::int, 0) as oldest_seconds
    from private.nemus_refunds r where r.refunded_at is null
  ), reports as (
    select r.environment, r.remote, r.version, r.kind, r.name, case r.kind when 'start' then r.detail else '' end as detail,
      sum(r.times) as times from private.nemus_area_reports r
    where r.hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour' group by 1, 2, 3, 4, 5, 6
  ), signatures as (
    select e.environment, e.remote, e.entry #>> '{signature,expiresAt}' as expires_at from public.nemus_release_entries e
    where e.entry #>> '{signature,expiresAt}' is not null
    union all select l.environment, '*', l.document ->> 'expiresAt' from public.nemus_release_stop_lists l
  )
  select jsonb_build_object('queues', (select jsonb_agg(to_jsonb(q) order by q.queue) from queues q),
    'jobs', (select jsonb_agg(to_jsonb(j) order by j.job) from jobs j), 'refunds', (select to_jsonb(r) from refunds r),
    'set_aside', (select count(*) from private.nemus_set_aside),
    'reports', coalesce((select jsonb_agg(to_jsonb(r) order by r.environment, r.remote, r.version, r.kind, r.name, r.detail) from reports r), '[]'),
    'signatures', coalesce((select jsonb_agg(to_jsonb(s) order by s.environment, s.remote) from signatures s), '[]'))
$$;
