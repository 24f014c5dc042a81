-- SMS: written with the notification, sent by the function send-sms (job nemus-send-sms, every minute).
-- - Sent between 8 and 21 o'clock in Berlin; codes, new devices, changed second factors and addresses at any time.
-- - At most 40 per account and calendar month (`sms_limits`), not counting codes. Five attempts, 90 seconds apart.
-- - Dropped if not sent within 12 hours, urgent ones within 2 hours, codes within 10 minutes.
-- - Deleted: SMS after 90 days, ended consents after three years, requested codes after two days (nemus_forget_sms).
-- Numbers, consent and the table: notifications/phone_numbers.sql. Whether an account wants a kind by SMS: nemus_wants
-- (notifications/notifications.sql).

/* When an SMS written now may be sent: immediately from 8 to 21 o'clock in Berlin, otherwise at 8. */
create function private.nemus_sms_due(p_now timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when local::time >= '08:00' and local::time < '21:00' then p_now
    else (local::date + case when local::time < '08:00' then 0 else 1 end + time '08:00') at time zone 'Europe/Berlin'
    end
  from (select p_now at time zone 'Europe/Berlin' as local) as clock
$$;

/*
 * Writes the SMS of a notification, once, in its transaction. False without a verified number, or if
 * `sms_limits`.month (40) is reached in this month (Berlin). The caller has already checked nemus_wants.
 * p_urgent: also sent at night, for the security of the account
 */
create function private.nemus_queue_sms(p_user uuid, p_notification uuid, p_urgent boolean default false,
  p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  phone uuid;
  said text;
  due constant timestamptz := case when p_urgent then p_now else private.nemus_sms_due(p_now) end;
  month constant timestamptz :=
    date_trunc('month', p_now at time zone 'Europe/Berlin') at time zone 'Europe/Berlin';
begin
  select n.kind into said from public.nemus_notifications n where n.id = p_notification and n.user_id = p_user;
  -- Serialises the count of the account's SMS.
  select p.id into phone from public.nemus_phones p
  where p.user_id = p_user and p.ended_at is null and p.checked_at is not null for update;
  if phone is null or said is null then
    return false;
  end if;
  if private.nemus_sms_limit('month', 40) <= (select count(*) from public.nemus_sms s
    where s.user_id = p_user and s.created_at >= month and s.kind <> 'phone_code' and s.state <> 'dropped') then
    return false;
  end if;
  insert into public.nemus_sms (user_id, phone_id, kind, notification_id, urgent, due_at, drop_after, created_at)
  values (p_user, phone, said, p_notification, p_urgent, due,
    due + case when p_urgent then interval '2 hours' else interval '12 hours' end, p_now)
  on conflict (notification_id, user_id) do nothing;
  return found;
end $$;

/*
 * Writes the SMS of a notification in its transaction; the sending then counts as done. A new device, a changed
 * second factor and a changed address do not wait for the morning.
 */
create function private.nemus_hand_over_sms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_queue_sms(new.user_id, new.notification_id, (
    select n.kind in ('new_device', 'factor_changed', 'address_changed') from public.nemus_notifications n where n.id = new.notification_id));
  new.sent_at := now();
  return new;
end $$;
create trigger hand_over_sms before insert on private.nemus_notification_sendings for each row
  when (new.channel = 'sms') execute function private.nemus_hand_over_sms();

/* SMS that may be sent now: due, not late, not claimed, not of a blocked account or former member, and at night only urgent ones. */
create function private.nemus_due_sms(p_now timestamptz) returns setof public.nemus_sms
language sql stable security definer set search_path = '' as $$
  select s.* from public.nemus_sms s
  where s.state = 'waiting' and s.due_at <= p_now and s.drop_after > p_now and s.attempts < 5
    and (s.claimed_at is null or s.claimed_at < p_now - interval '90 seconds')
    and (s.urgent or private.nemus_sms_due(p_now) = p_now) and private.nemus_is_reachable(s.user_id, (
      select w.institution_id from private.nemus_notification_sendings w
      where w.notification_id = s.notification_id and w.channel = 'sms'))
$$;

/*
 * Hands due SMS to the caller, which must send them. An SMS is not handed out again for 90 seconds, and never after
 * five attempts. At most 50; one that cannot be written is set aside. Creates the code of a waiting number, returned only here and valid for ten minutes.
 * Returns [{sms_id, kind, number, code, path}].
 */
create function private.nemus_claim_sms_at(p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sms record;
  made text;
  answer jsonb := jsonb_build_array();
begin
  update public.nemus_sms s set state = 'dropped', reason = case when s.attempts < 5 then 'late' else 'failed' end
  where s.state = 'waiting' and (s.drop_after <= p_now
    or (s.attempts = 5 and s.claimed_at < p_now - interval '90 seconds'));
  for sms in
    select s.id, s.kind, s.phone_id, p.number, n.path from public.nemus_sms s
    join public.nemus_phones p on p.id = s.phone_id
    left join public.nemus_notifications n on n.id = s.notification_id
    where s.id in (select d.id from private.nemus_due_sms(p_now) d)
    order by s.urgent desc, s.due_at limit 50 for update of s skip locked
  loop
  begin
    update public.nemus_sms s set claimed_at = p_now, attempts = s.attempts + 1
    where s.id = sms.id and s.state = 'waiting' and (s.claimed_at is null or s.claimed_at < p_now - interval '90 seconds');
    continue when not found;
    made := null;
    if sms.kind = 'phone_code' then
      -- 48 random bits: the remainder by a million is practically uniform.
      made := lpad((('x' || substr(replace(gen_random_uuid()::text, '-', ''), 20, 12))::bit(48)::bigint % 1000000)::text,
        6, '0');
      insert into private.nemus_phone_codes (phone_id, code_hash, expires_at)
      values (sms.phone_id, private.nemus_token_hash(sms.phone_id || ':' || made), p_now + interval '10 minutes')
      on conflict (phone_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at;
    end if;
    answer := answer || jsonb_build_object('sms_id', sms.id, 'kind', sms.kind, 'number', sms.number, 'code', made,
      'path', sms.path);
  exception when others then
    update public.nemus_sms s set claimed_at = p_now, attempts = s.attempts + 1 where s.id = sms.id;
    perform public.nemus_note_outcome('send-sms', sms.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $$;

/* Records the result of a claimed SMS. p_outcome: sent · again: try again later · refused: never try again */
create function public.nemus_note_sms(p_sms uuid, p_outcome text, p_parts int default null, p_provider_id text default null)
returns void
language sql security definer set search_path = '' as $$
  update public.nemus_sms s set
    state = case p_outcome when 'sent' then 'sent' when 'refused' then 'dropped' else s.state end,
    reason = case p_outcome when 'refused' then 'failed' end,
    sent_at = case p_outcome when 'sent' then now() end,
    parts = p_parts, provider_id = left(p_provider_id, 100)
  where s.id = p_sms and s.state = 'waiting' and s.claimed_at is not null
$$;

/* Starts the function that sends due SMS. True if it was called. */
create function private.nemus_send_sms() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from private.nemus_due_sms(now())) then private.nemus_ask_function('send-sms')
    else false end
$$;

/*
 * Deletes sent SMS after 90 days, ended consents after three years (§ 195 BGB), requested codes after two days, and
 * numbers whose code was never entered after one day.
 */
create function private.nemus_forget_sms(p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  delete from public.nemus_sms s where s.created_at < p_now - interval '90 days';
  delete from public.nemus_phones p where p.ended_at < p_now - interval '3 years'
    or (p.checked_at is null and p.created_at < p_now - interval '1 day');
  delete from private.nemus_asked_codes a where a.created_at < p_now - interval '2 days';
$$;

create function public.nemus_claim_sms() returns jsonb
language sql security definer set search_path = '' as $$ select private.nemus_claim_sms_at(now()) $$;
