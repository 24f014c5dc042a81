-- Jobs for which the database needs a function, because it cannot reach what they are about: files of Storage.

-- Sends requests after a transaction. A hosted project has it for whoever asks, the embedded backend has its own; another
-- server may have none.
do $$
begin
  if to_regnamespace('net') is null then
    create extension pg_net;
  end if;
exception when others then
  raise notice 'No pg_net: %', sqlerrm;
end $$;

/*
 * Asks a function to do its work, without waiting for its answer. No key goes with the request: what is asked in this way
 * may be asked by anybody. False where nobody can be asked: the setting `functions_url` (`https://…/functions/v1`) is not
 * there, or nothing sends requests.
 */
create function private.nemus_ask_function(p_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  base constant text := (select s.value #>> '{}' from private.nemus_settings s where s.key = 'functions_url');
  -- A name, not a text of the statement: whatever checks functions where the extension is missing finds nothing amiss.
  sender constant text := 'net.http_post';
begin
  if base is null or to_regnamespace('net') is null then
    return false;
  end if;
  execute format('select %s(url := $1, body := $2, timeout_milliseconds := 30000)', sender)
    using rtrim(base, '/') || '/' || p_name, '{}'::jsonb;
  return true;
end $$;
revoke all on function private.nemus_ask_function(text) from public, anon, authenticated, service_role;

/* Has files taken away that somebody began to send and never finished; true when somebody was asked to. */
create function private.nemus_clear_uploads() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from private.nemus_abandoned_uploads())
    then private.nemus_ask_function('clear-uploads') else false end
$$;
revoke all on function private.nemus_clear_uploads() from public, anon, authenticated, service_role;

/*
 * Hands every job to the scheduler: pg_cron on a hosted project, the process of the embedded backend locally, which has
 * the same `cron.schedule`. Times are UTC. May be called again: a job of the same name is replaced. Without a scheduler
 * nothing happens, and false is the answer.
 */
create or replace function private.nemus_schedule_jobs() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  job record;
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return false;
  end if;
  for job in
    select * from (values
      ('nemus-forget-expired', '17 * * * *', 'select private.nemus_forget_expired()'),
      ('nemus-clear-uploads', '47 * * * *', 'select private.nemus_clear_uploads()'),
      ('nemus-send-letters', '*/5 * * * *', 'select private.nemus_send_letters()'),
      ('nemus-remind-confirmers', '0 6 * * 1', 'select private.nemus_remind_confirmers()'),
      ('nemus-send-sign-off-letters', '*/10 * * * *', 'select private.nemus_send_sign_off_letters()')
    ) as jobs (name, schedule, command)
  loop
    execute format('select cron.schedule(%L, %L, %L)', job.name, job.schedule, job.command);
  end loop;
  return true;
end $$;

do $$ begin perform private.nemus_schedule_jobs(); end $$;
