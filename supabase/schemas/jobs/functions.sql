-- Jobs for which the database needs a function, because it cannot reach what they are about: files of Storage.

/* Has letters sent that nobody has sent within five minutes; true when somebody was asked to. */
create function private.nemus_send_letters() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true)) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $$;

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

/* Has files taken away that somebody began to send and never finished; true when somebody was asked to. */
create function private.nemus_clear_uploads() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from public.nemus_abandoned_uploads())
    then private.nemus_ask_function('clear-uploads') else false end
$$;
