-- What runs by the clock, as rows: a migration that needs a job adds a line, and no function is written anew.

create table private.nemus_jobs (
  -- Begins with `nemus-`: the scheduler may be shared.
  name text primary key check (name ~ '^nemus-[a-z-]+$'),
  -- As cron writes it; times are UTC.
  schedule text not null,
  command text not null,
  created_at timestamptz not null default now()
);
alter table private.nemus_jobs enable row level security;
revoke all on private.nemus_jobs from public, anon, authenticated, service_role;

insert into private.nemus_jobs (name, schedule, command) values
  ('nemus-forget-expired', '17 * * * *', 'select private.nemus_forget_expired()'),
  ('nemus-clear-uploads', '47 * * * *', 'select private.nemus_clear_uploads()'),
  ('nemus-send-letters', '*/5 * * * *', 'select private.nemus_send_letters()'),
  ('nemus-remind-confirmers', '0 6 * * 1', 'select private.nemus_remind_confirmers()'),
  ('nemus-send-sign-off-letters', '*/10 * * * *', 'select private.nemus_send_sign_off_letters()');

/*
 * Hands every job to the scheduler: pg_cron on a hosted project, the process of the embedded backend locally, which has
 * the same `cron.schedule`. May be called again: a job of the same name is replaced. Without a scheduler nothing happens,
 * and false is the answer.
 */
create or replace function private.nemus_schedule_jobs() returns boolean
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

/* A job that is added, or changed, is handed to the scheduler at once. */
create function private.nemus_follow_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_schedule_jobs();
  return null;
end $$;
revoke all on function private.nemus_follow_jobs() from public, anon, authenticated, service_role;
create trigger schedule after insert or update on private.nemus_jobs
  for each statement execute function private.nemus_follow_jobs();
