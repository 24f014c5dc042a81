-- What the database does by the clock.

/*
 * Removes what is kept for a while alone. How long is said where each is written, and writing removes it as well; this is
 * for the time in which nobody writes. Returns how many rows went.
 */
create function private.nemus_forget_expired() returns int
language sql security definer set search_path = '' as $$
  select private.nemus_forget_policy_reports() + private.nemus_forget_withdrawal_sources()
    + private.nemus_forget_sent_invitations() + private.nemus_forget_area_reports()
    + private.nemus_forget_release_overrides()
$$;
revoke all on function private.nemus_forget_expired() from public, anon, authenticated, service_role;

/*
 * Hands every job to the scheduler: pg_cron on a hosted project, the process of the embedded backend locally, which has
 * the same `cron.schedule`. Times are UTC. May be called again: a job of the same name is replaced. Without a scheduler
 * nothing happens, and false is the answer.
 */
create function private.nemus_schedule_jobs() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  job record;
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return false;
  end if;
  for job in
    select * from (values
      ('nemus-forget-expired', '17 * * * *', 'select private.nemus_forget_expired()')
    ) as jobs (name, schedule, command)
  loop
    execute format('select cron.schedule(%L, %L, %L)', job.name, job.schedule, job.command);
  end loop;
  return true;
end $$;
revoke all on function private.nemus_schedule_jobs() from public, anon, authenticated, service_role;

/* The jobs and how each ran last, for whoever operates the portal: [{name, schedule, is_active, last_run_at, status}]. */
create function private.nemus_jobs() returns jsonb
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
create function public.nemus_jobs() returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_jobs() $$;
revoke all on function private.nemus_jobs(), public.nemus_jobs() from public, anon, authenticated, service_role;
grant execute on function private.nemus_jobs(), public.nemus_jobs() to service_role;

-- A hosted project has pg_cron for whoever asks; another server may not have it, or not loaded.
do $$
begin
  if to_regnamespace('cron') is null then
    create extension pg_cron;
  end if;
exception when others then
  raise notice 'No pg_cron: %', sqlerrm;
end $$;
do $$ begin perform private.nemus_schedule_jobs(); end $$;
