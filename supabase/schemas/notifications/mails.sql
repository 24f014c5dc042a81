-- Sending mails of notifications, and unsubscribing from them.
-- - The job nemus-send-notifications (jobs/jobs.sql) starts the function send-notifications every minute, which claims
--   due mails here. Five attempts, five minutes apart.
-- - The account's choices are checked again at that time. Blocked accounts, former members and unconfirmed addresses
--   get no mail; the old mailbox of a changed address always does.
-- - A link unsubscribes from one kind or from all, once each, for 400 days. It never reveals the account.
-- What is queued: notifications/notifications.sql. Letters about dates, bookings and sign-off are sent by their own
-- files and only take their links from here. Exception: mails of kinds marked `always` cannot be unsubscribed and have
-- no link.

/*
 * SHA-256 of the token in a mail that unsubscribes from it. The token itself is stored nowhere. It names one kind of
 * one account; used again, it overrides no later choice of the account.
 */
create table private.nemus_unsubscribe_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  kind text not null references private.nemus_notification_kinds (kind),
  expires_at timestamptz not null default now() + interval '400 days',
  used_at timestamptz,
  used_for_all_at timestamptz,
  created_at timestamptz not null default now()
);
alter table private.nemus_unsubscribe_links enable row level security;
create index nemus_unsubscribe_links_user on private.nemus_unsubscribe_links (user_id);
create index nemus_unsubscribe_links_kind on private.nemus_unsubscribe_links (kind);
create index nemus_unsubscribe_links_expires on private.nemus_unsubscribe_links (expires_at);

/*
 * Hands unsent mails to the caller, which must send them. A mail is not handed out again for five minutes, and never
 * after five attempts. Drops mails that are no longer wanted, and those of blocked accounts, former members,
 * unconfirmed addresses, messages about a date to people who left it, and offers of a place that ended.
 * Creates the unsubscribe token of each mail, returned only here. At most 100; one that cannot be written is set aside.
 * Returns [{sending_id, kind, facts, path, email, first_name, last_name, token}]; token is null for kinds that are
 * always sent.
 */
create function public.nemus_claim_notification_mails() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for found in
    select s.id, s.user_id, s.institution_id, n.kind, n.key, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
      s.address is not null or exists (select from auth.users u where u.id = s.user_id and u.email_confirmed_at is not null)
        and private.nemus_is_reachable(s.user_id, s.institution_id, n.kind) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
  begin
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id)
      or (found.kind = 'date_message' and not exists (select from public.nemus_appointments a
        cross join lateral private.nemus_people_at(a) u
        where a.id = split_part(found.key, ':', 2)::uuid and u.user_id = found.user_id))
      or (found.kind = 'place_offered' and not exists (select from public.nemus_appointment_participations o
        where o.appointment_id = split_part(found.key, ':', 2)::uuid and o.user_id = found.user_id
          and o.offered_until > now() and o.offered_until = (found.facts ->> 'until')::timestamptz)) then
      delete from private.nemus_notification_sendings s where s.id = found.id;
      continue;
    end if;
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    token := null;
    if found.mail <> 'always' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
      values (private.nemus_token_hash(token), found.user_id, found.kind);
    end if;
    answer := answer || jsonb_build_object('sending_id', found.id, 'kind', found.kind, 'facts', found.facts,
      'path', found.path, 'email', found.email, 'first_name', coalesce(found.first_name, ''),
      'last_name', coalesce(found.last_name, ''), 'token', token);
  exception when others then
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    perform public.nemus_note_outcome('send-notifications', found.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $$;

/* Records whether a claimed mail was sent. If not, its next attempt is five minutes after the last. */
create function public.nemus_note_notification_mail(p_sending uuid, p_sent boolean) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_notification_sendings s set sent_at = now()
  where s.id = p_sending and s.channel = 'mail' and s.sent_at is null and p_sent
$$;

/* Starts the function that sends due mails. True if it was called. */
create function private.nemus_send_notifications() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from private.nemus_notification_sendings s where s.channel = 'mail'
      and s.sent_at is null and s.attempts < 5 and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes'))
    then private.nemus_ask_function('send-notifications') else false end
$$;

/*
 * Unsubscribe tokens for letters that other files write: about dates and bookings, and reminders to confirm.
 * Returns [{letter_id, kind, token}], without letters of kinds that are always sent.
 */
create function public.nemus_unsubscribe_tokens(p_letters uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  letter record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.id, l.user_id, k.kind from (
      select d.id, d.user_id, case when d.audience = 'institution'
          then 'trainee_date_' || case d.kind when 'rebooked' then 'moved' else d.kind end else
        case d.kind when 'waitlisted' then 'place_waiting' when 'promoted' then 'place_moved_up'
          when 'moved' then 'date_moved' when 'cancelled' then 'date_cancelled' else d.kind end end as kind
      from private.nemus_date_letters d where d.id = any (p_letters)
      union all
      select b.id, b.user_id, case b.kind when 'booked' then 'booking_made' else 'booking_' || b.kind end
      from private.nemus_trainee_letters b where b.id = any (p_letters)
      union all
      select s.id, s.account_id, 'sign_off_waiting' from private.nemus_sign_off_letters s
      where s.id = any (p_letters) and s.kind = 'reminder') l
    join private.nemus_notification_kinds k on k.kind = l.kind and k.mail in ('on', 'off')
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
    values (private.nemus_token_hash(token), letter.user_id, letter.kind);
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token);
  end loop;
  return answer;
end $$;

/*
 * What the unsubscribe page shows: {kind, wanted}; wanted: whether the account gets mails of this kind now. Null for
 * any invalid link. Changes nothing and does not reveal the account.
 */
create function public.nemus_unsubscribe_page(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', l.kind, 'wanted', coalesce(
    (select c.wanted from public.nemus_notification_choices c
      where c.user_id = l.user_id and c.kind = l.kind and c.channel = 'mail'), k.mail = 'on'))
  from private.nemus_unsubscribe_links l join private.nemus_notification_kinds k on k.kind = l.kind
  where l.token_hash = private.nemus_token_hash(p_token) and l.expires_at > now()
$$;

/*
 * Unsubscribes from the link's kind, or from all kinds that can be switched off. Each works once per link: repeated,
 * as mail clients do, it returns the same and overrides no later choice.
 * Returns {kind, all}. Raises 404 unsubscribe_link_invalid.
 */
create function private.nemus_unsubscribe(p_token text, p_all boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.nemus_unsubscribe_links;
begin
  select * into link from private.nemus_unsubscribe_links l
  where l.token_hash = private.nemus_token_hash(p_token) and l.expires_at > now() for update;
  perform private.nemus_refuse(404, 'unsubscribe_link_invalid') where link.token_hash is null;
  if (p_all and link.used_for_all_at is null) or (not p_all and link.used_at is null) then
    insert into public.nemus_notification_choices (user_id, kind, channel, wanted)
    select link.user_id, k.kind, 'mail', false from private.nemus_notification_kinds k
    where k.mail in ('on', 'off') and (p_all or k.kind = link.kind)
    on conflict (user_id, kind, channel) do update set wanted = false;
    update private.nemus_unsubscribe_links l set
      used_at = coalesce(l.used_at, now()), used_for_all_at = case when p_all then now() else l.used_for_all_at end
    where l.token_hash = link.token_hash;
  end if;
  return jsonb_build_object('kind', link.kind, 'all', p_all);
end $$;

/* Deletes expired links. Returns how many. */
create function private.nemus_forget_unsubscribe_links() returns int
language sql security definer set search_path = '' as $$
  with gone as (delete from private.nemus_unsubscribe_links l where l.expires_at < now() returning 1)
  select count(*)::int from gone
$$;

create function public.nemus_unsubscribe(p_token text, p_all boolean default false) returns jsonb
language sql set search_path = '' as $$ select private.nemus_unsubscribe(p_token, coalesce(p_all, false)) $$;
