-- Scheduled jobs. The list is the table nemus_jobs, filled below: name, schedule (UTC) and the function that does the
-- work; what it does and deletes is at that function. pg_cron runs them on a hosted project, the server process on the
-- embedded backend; without a scheduler nothing runs. A change of the table reaches the scheduler immediately. Status:
-- nemus_jobs(), for the operator.

-- Hosted projects can create pg_cron; other servers may not have it.
do $$
begin
  if to_regnamespace('cron') is null then
    create extension pg_cron;
  end if;
exception when others then
  raise notice 'No pg_cron: %', sqlerrm;
end $$;

create table private.nemus_jobs (
  -- Prefix `nemus-`: the scheduler may be shared.
  name text primary key check (name ~ '^nemus-[a-z-]+$'),
  -- In cron syntax, UTC.
  schedule text not null,
  command text not null,
  created_at timestamptz not null default now()
);
alter table private.nemus_jobs enable row level security;

/*
 * Deletes expired rows: reports of policies after 30 days, of areas after 14, network addresses of withdrawals after a
 * day, sent invitations after two days, release overrides and items of jobs that failed for the last time after 90,
 * interest in dates after two years, chosen dates once they have begun.
 * Writing new rows deletes them too; this covers times without writes. A kind that fails is set aside. Returns how many.
 */
create function private.nemus_forget_expired() returns int
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
  gone int;
  total int := 0;
begin
  delete from private.nemus_set_aside s where s.failed_at < now() - interval '90 days';
  foreach kind in array '{policy_reports,withdrawal_sources,sent_invitations,area_reports,release_overrides,date_interests,date_choices}'::text[] loop
    continue when private.nemus_is_set_aside('forget-expired', kind);
    begin
      execute format('select private.nemus_forget_%s()', kind) into gone;
      total := total + gone;
      perform public.nemus_note_outcome('forget-expired', kind, null);
    exception when others then
      perform public.nemus_note_outcome('forget-expired', kind, sqlerrm);
    end;
  end loop;
  return total;
end $$;

/* Hands every job to `cron.schedule`, which replaces jobs of the same name. False without a scheduler. */
create function private.nemus_schedule_jobs() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  job record;
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return false;
  end if;
  for job in select j.name, j.schedule, j.command from private.nemus_jobs j order by j.name loop
    execute format('select cron.schedule(%L, %L, %L)', job.name, job.schedule, job.command);
  end loop;
  return true;
end $$;

/* Jobs with their last run, for the operator: [{name, schedule, is_active, last_run_at, status}]. */
create function public.nemus_jobs() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  jobs jsonb;
begin
  if to_regclass('cron.job_run_details') is null then
    return '[]'::jsonb;
  end if;
  execute $jobs$
    select coalesce(jsonb_agg(jsonb_build_object('name', j.jobname, 'schedule', j.schedule, 'is_active', j.active,
      'last_run_at', r.start_time, 'status', r.status) order by j.jobname), '[]')
    from cron.job j
    left join lateral (select d.start_time, d.status from cron.job_run_details d
      where d.jobid = j.jobid order by d.start_time desc limit 1) r on true
    where j.jobname like 'nemus-%'
  $jobs$ into jobs;
  return jobs;
end $$;

/* Updates the scheduler when a job is added or changed. */
create function private.nemus_follow_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_schedule_jobs();
  return null;
end $$;

create trigger schedule after insert or update on private.nemus_jobs
  for each statement execute function private.nemus_follow_jobs();

/*
 * Files of the functions: remind_confirmers, send_sign_off_letters: logbook/sign_off_links.sql. tell_factors:
 * sessions/recovery_codes.sql. forget_devices: sessions/known_devices.sql. forget_notifications:
 * notifications/notifications.sql. send_notifications, forget_unsubscribe_links: notifications/mails.sql. send_sms,
 * forget_sms: notifications/sms.sql. write_weekly_reports: notifications/weekly_reports.sql. write_originals:
 * invoices/electronic_invoices.sql. collect_invoices: invoices/collective_invoices.sql. remind_payments:
 * invoices/transfers.sql. forget_deleted_accounts:
 * accounts/retention.sql. clear_uploads, send_letters: jobs/edge_functions.sql.
 * Inserted behind the trigger, which hands them to the scheduler.
 */
insert into private.nemus_jobs (name, schedule, command) values
  ('nemus-forget-expired', '17 * * * *', 'select private.nemus_forget_expired()'),
  ('nemus-clear-uploads', '47 * * * *', 'select private.nemus_clear_uploads()'),
  ('nemus-offer-places', '*/5 * * * *', 'select private.nemus_offer_places()'),
  ('nemus-send-letters', '*/5 * * * *', 'select private.nemus_send_letters()'),
  ('nemus-remind-confirmers', '0 6 * * 1', 'select private.nemus_remind_confirmers()'),
  ('nemus-send-sign-off-letters', '*/10 * * * *', 'select private.nemus_send_sign_off_letters()'),
  ('nemus-forget-notifications', '37 2 * * *', 'select private.nemus_forget_notifications()'),
  ('nemus-tell-factors', '*/5 * * * *', 'select private.nemus_tell_factors()'),
  ('nemus-forget-devices', '27 3 * * *', 'select private.nemus_forget_devices()'),
  ('nemus-send-notifications', '* * * * *', 'select private.nemus_send_notifications()'),
  ('nemus-forget-unsubscribe-links', '47 2 * * *', 'select private.nemus_forget_unsubscribe_links()'),
  ('nemus-send-sms', '* * * * *', 'select private.nemus_send_sms()'),
  ('nemus-forget-sms', '7 3 * * *', 'select private.nemus_forget_sms()'),
  ('nemus-write-weekly-reports', '*/10 * * * *', 'select private.nemus_write_weekly_reports()'),
  ('nemus-write-invoices', '*/10 * * * *', 'select private.nemus_write_originals()'),
  ('nemus-collect-invoices', '10 2 * * *', 'select private.nemus_collect_invoices()'),
  ('nemus-remind-payments', '20 6-16 * * *', 'select private.nemus_remind_payments()'),
  ('nemus-forget-deleted-accounts', '37 3 * * *', 'select private.nemus_forget_deleted_accounts()');
