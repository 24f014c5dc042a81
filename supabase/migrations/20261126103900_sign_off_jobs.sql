-- Who confirms is reminded by the clock, and mails leave that nobody has sent.

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
