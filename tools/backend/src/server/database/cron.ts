/**
 * What migrations use of pg_cron, by its names. PGlite cannot have the extension: it runs jobs in a process of the
 * server. Here `jobs/jobs.ts` runs them. Where the extension itself is there, nothing is made.
 */
export const CRON = `
do $cron$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    return;
  end if;
  create schema if not exists cron;
  revoke all on schema cron from public;
  create table if not exists cron.job (
    jobid bigint generated always as identity primary key,
    jobname text not null unique,
    schedule text not null,
    command text not null,
    active boolean not null default true
  );
  create table if not exists cron.job_run_details (
    runid bigint generated always as identity primary key,
    jobid bigint not null references cron.job (jobid) on delete cascade,
    status text not null,
    return_message text,
    start_time timestamptz not null,
    end_time timestamptz
  );
  create or replace function cron.schedule(job_name text, schedule text, command text) returns bigint
  language sql set search_path = '' as $$
    insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command, active = true
    returning jobid
  $$;
  create or replace function cron.unschedule(job_name text) returns boolean
  language sql set search_path = '' as $$
    with gone as (delete from cron.job j where j.jobname = job_name returning j.jobid) select exists (select from gone)
  $$;
end $cron$;
`;
