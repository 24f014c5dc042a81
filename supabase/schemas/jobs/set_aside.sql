-- Items of jobs that failed: each is set aside with its error, so that the other items go on, and is tried again after
-- longer pauses, up to a day. Staff sees them among its open tasks (orders/desk.sql). A job that loops over items runs
-- each in its own subtransaction, leaves out what nemus_is_set_aside, and reports the outcome with nemus_note_outcome; a
-- function that sends letters does so with sendEach (functions/_shared/send-each.ts). Letters are given up after five
-- attempts. Staff can have an item tried at once (nemus_retry_set_aside).

create table private.nemus_set_aside (
  -- A job's name without prefix (jobs/jobs.sql), and the id of what it failed for.
  job text not null check (job ~ '^[a-z-]+$'),
  item text not null check (char_length(item) between 1 and 200),
  error text not null check (char_length(error) <= 2000),
  attempts int not null default 1 check (attempts > 0),
  created_at timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  primary key (job, item)
);
alter table private.nemus_set_aside enable row level security;

/*
 * Forgets letters that were dropped, replaced, or deleted with their account, whose address the error may name. Returns
 * how many.
 */
create function private.nemus_forget_gone_letters() returns int
language sql security definer set search_path = '' as $$
  with letter as (
    select s.job, s.item, case when s.item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.item::uuid end as id
    from private.nemus_set_aside s
    where s.job in ('send-letters', 'send-notifications', 'send-sign-off-letters', 'send-sms')
  ), gone as (
    delete from private.nemus_set_aside s using letter l where s.job = l.job and s.item = l.item and not exists (
      select from private.nemus_date_letters x where x.id = l.id
      union all select from private.nemus_trainee_letters x where x.id = l.id
      union all select from private.nemus_purchase_letters x where x.transaction_id = l.id
      union all select from private.nemus_payment_reminders x where x.id = l.id
      union all select from private.nemus_notification_sendings x where x.id = l.id
      union all select from private.nemus_sign_off_letters x where x.id = l.id
      union all select from public.nemus_sms x where x.id = l.id)
    returning 1)
  select count(*)::int from gone
$$;

/* Whether an item waits for its next attempt. */
create function private.nemus_is_set_aside(p_job text, p_item text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.nemus_set_aside s where s.job = p_job and s.item = p_item
    and s.failed_at > now() - least(power(2, least(s.attempts, 20)) * interval '5 minutes', interval '1 day'))
$$;

/* Records how the work on an item ended; p_error null: done. */
create function public.nemus_note_outcome(p_job text, p_item text, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
    return;
  end if;
  insert into private.nemus_set_aside as s (job, item, error) values (p_job, p_item, left(p_error, 2000))
  on conflict (job, item) do update set error = excluded.error, attempts = s.attempts + 1, failed_at = now();
end $$;

/*
 * Strikes an item off and runs its job, for staff with the role `orders`: the job acts as on schedule, without a caller,
 * and sets the item aside again if it fails again. A letter gets its five attempts back. Raises 403 staff_required,
 * 404 set_aside_not_found.
 */
create function public.nemus_retry_set_aside(p_job text, p_item text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  command constant text := (select j.command from private.nemus_jobs j where j.name = 'nemus-' || p_job);
  letter constant uuid := case when p_item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_item::uuid end;
begin
  perform private.nemus_require_staff('orders');
  delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
  perform private.nemus_refuse(404, 'set_aside_not_found') where not found or command is null;
  update private.nemus_notification_sendings s set attempts = 0, claimed_at = null where s.id = letter and s.sent_at is null;
  update private.nemus_date_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_trainee_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_sign_off_letters l set attempts = 0, claimed_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_purchase_letters l set attempts = 0, claimed_at = null, tried_at = null
  where l.transaction_id = letter and l.sent_at is null;
  update private.nemus_payment_reminders r set attempts = 0, claimed_at = null, tried_at = null
  where r.id = letter and r.sent_at is null;
  update public.nemus_sms s set state = 'waiting', reason = null, attempts = 0, claimed_at = null
  where s.id = letter and s.sent_at is null and s.drop_after > now() and (s.state = 'waiting' or s.reason = 'failed')
    and exists (select from public.nemus_phones p where p.id = s.phone_id and p.ended_at is null);
  perform private.nemus_note_act('retry_set_aside', 'jobs', p_job || ':' || p_item, null, null);
  perform set_config(name, '', true) from unnest(array['nemus.staff', 'request.jwt.claims', 'request.jwt.claim.sub']) as name;
  execute command;
end $$;
