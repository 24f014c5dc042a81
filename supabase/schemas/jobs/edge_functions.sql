-- Calls of Edge Functions from the database, for work that it cannot do itself: mails and files in Storage. Needs the
-- setting `functions_url` and the extension pg_net (the embedded backend has its own); without them nothing is called,
-- and the work is done with the next request or upload of a user.
-- Called by jobs (jobs/jobs.sql). Other users of nemus_ask_function: invoices/electronic_invoices.sql,
-- logbook/sign_off_links.sql, notifications/mails.sql, notifications/sms.sql. Calls carry no key, so any client can
-- call such a function: the database alone decides what it does.

/*
 * Has the Edge Function send-letters send mails about dates, bookings and purchases unsent for five minutes, and payment
 * reminders that failed before, at most five attempts each. True if it was called. Forgets what was set aside for letters that are gone.
 */
create function private.nemus_send_letters() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_forget_gone_letters();
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_purchase_letters l join public.nemus_transactions t on t.id = l.transaction_id
      where l.sent_at is null and l.attempts < 5 and l.created_at < now() - interval '5 minutes'
        and coalesce(l.tried_at < now() - interval '5 minutes', true) and not private.nemus_went_back(t.reference))
    or exists (select from private.nemus_due_reminders() d join private.nemus_payment_reminders r using (invoice_id, step)) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $$;

-- pg_net sends requests after the transaction. Hosted projects can create it; the embedded backend provides the schema;
-- other servers may have neither.
do $$
begin
  if to_regnamespace('net') is null then
    create extension pg_net;
  end if;
exception when others then
  raise notice 'No pg_net: %', sqlerrm;
end $$;

/*
 * Calls an Edge Function without waiting for its answer, and without a key. False without the setting `functions_url`
 * or without pg_net.
 */
create function private.nemus_ask_function(p_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  base constant text := (select s.value #>> '{}' from private.nemus_settings s where s.key = 'functions_url');
  -- As text, so that checks of functions pass where the extension is missing.
  sender constant text := 'net.http_post';
begin
  if base is null or to_regnamespace('net') is null then
    return false;
  end if;
  execute format('select %s(url := $1, body := $2, timeout_milliseconds := 30000)', sender)
    using rtrim(base, '/') || '/' || p_name, '{}'::jsonb;
  return true;
end $$;

/* Has the Edge Function clear-uploads remove unfinished uploads of e-learning files. True if it was called. */
create function private.nemus_clear_uploads() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from public.nemus_abandoned_uploads())
    then private.nemus_ask_function('clear-uploads') else false end
$$;
