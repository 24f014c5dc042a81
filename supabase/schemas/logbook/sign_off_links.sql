-- Mails to confirmers. Without an account: a link, about one trainee, valid 14 days and for one decision. With an
-- account: a weekly reminder about entries older than a week; also one when entries arrive or on the next morning, if
-- the account chose so (nemus_choose_confirming_mails).
-- A link is written on submission (one per trainee and day), and at once after a handover, a new address, a decision
-- that left entries open, or a request (nemus_send_sign_off): 10 a day for a confirmer and trainee, 30 a day from an
-- institution to an address. Cancelled by a new link, a new address, an account, its end, the end of the person. Without an
-- approved institution: no link.
-- Reminders: job `nemus-remind-confirmers`, Mondays; not to blocked accounts, nor to those that turned mails off
-- (notifications/events.sql).
-- Mails are sent by the function `send-sign-off-letters`. Links go 90 days after they expire, letters after 400 days.
-- Also here: workload of an institution, and the check of the chain for the operator.

/*
 * Links to confirm entries of one trainee without an account. Only the SHA-256 of the token is stored. One per
 * confirmer and trainee: a new link replaces the old one.
 */
create table private.nemus_sign_off_links (
  confirmer_id uuid not null references public.nemus_confirmers (id) on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  -- Set by a decision; opening the page uses nothing up.
  used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (confirmer_id, user_id)
);
alter table private.nemus_sign_off_links enable row level security;
create index nemus_sign_off_links_user on private.nemus_sign_off_links (user_id);
create trigger touch before update on private.nemus_sign_off_links for each row execute function private.nemus_touch();

/*
 * Queue of mails. link: to an address, about one trainee · reminder: to an account, about everything that waits for it.
 * The content is read when the mail leaves.
 */
create table private.nemus_sign_off_letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('link', 'reminder')),
  confirmer_id uuid not null references public.nemus_confirmers (id) on delete cascade,
  -- Link: the trainee.
  user_id uuid references public.nemus_profiles (user_id) on delete cascade,
  -- Reminder: the account, and the Monday of its week.
  account_id uuid references public.nemus_profiles (user_id) on delete cascade,
  week date,
  -- Earliest time to send.
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  attempts int not null default 0 check (attempts between 0 and 5),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who requested it; null: automatic.
  -- `account`: by the account's choice of mails.
  asked_as text check (asked_as in ('trainee', 'institution', 'account')),
  asked_at timestamptz,
  -- Address at the last attempt.
  sent_to text check (char_length(sent_to) <= 255),
  constraint names_whom check (case kind when 'link' then user_id is not null and account_id is null
    else user_id is null and account_id is not null and week is not null end)
);
alter table private.nemus_sign_off_letters enable row level security;
create unique index nemus_sign_off_letters_week on private.nemus_sign_off_letters (account_id, week)
  where kind = 'reminder' and asked_as is null;
create unique index nemus_sign_off_letters_unsent on private.nemus_sign_off_letters (confirmer_id, user_id)
  where kind = 'link' and sent_at is null;
create index nemus_sign_off_letters_confirmer on private.nemus_sign_off_letters (confirmer_id, user_id, sent_at);
create index nemus_sign_off_letters_user on private.nemus_sign_off_letters (user_id) where user_id is not null;
create index nemus_sign_off_letters_account on private.nemus_sign_off_letters (account_id, sent_at)
  where account_id is not null;
create index nemus_sign_off_letters_due on private.nemus_sign_off_letters (due_at) where sent_at is null;
create index nemus_sign_off_letters_address on private.nemus_sign_off_letters (sent_to, sent_at) where kind = 'link';
create trigger touch before update on private.nemus_sign_off_letters
  for each row execute function private.nemus_touch();

/* Whether a person gets links: on the list of an approved institution, without an account, and not the address of a blocked one. */
create function private.nemus_gets_links(p_confirmer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_confirmers c where c.id = p_confirmer and c.user_id is null
    and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id)
    and not exists (select from auth.users u where u.email = lower(c.email) and u.banned_until > now()))
$$;

/*
 * Queues a link to a person about a trainee: at most one a day; p_at_once: now, at most ten a day. An unsent letter is
 * moved up. p_asked_as: who requested it. Returns how many were queued.
 */
create function private.nemus_write_link(p_confirmer uuid, p_user uuid, p_at_once boolean, p_asked_as text default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  sent constant timestamptz[] := array(select l.sent_at from private.nemus_sign_off_letters l
    where l.confirmer_id = p_confirmer and l.user_id = p_user and l.sent_at > now() - interval '1 day' order by l.sent_at desc limit 10);
  queued int;
begin
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters as l (kind, confirmer_id, user_id, due_at, asked_as, asked_at)
  select 'link', p_confirmer, p_user, case when p_at_once and cardinality(sent) < 10 then now()
    else greatest(now(), sent[case when p_at_once then 10 else 1 end] + interval '1 day') end, p_asked_as,
    case when p_asked_as is not null then now() end
  where private.nemus_gets_links(p_confirmer)
  on conflict (confirmer_id, user_id) where kind = 'link' and sent_at is null do update
  set due_at = case when l.attempts >= 5 then excluded.due_at when p_at_once and l.claimed_at is not null
      then greatest(l.due_at, excluded.due_at) else least(l.due_at, excluded.due_at) end,
    attempts = l.attempts % 5, asked_as = coalesce(excluded.asked_as, l.asked_as),
    asked_at = coalesce(excluded.asked_at, l.asked_at);
  get diagnostics queued = row_count;
  return queued;
end $$;

/* How often an account wants mails about entries that wait: none, immediate, daily, weekly. */
create function private.nemus_confirming_mails(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.nemus_wants(p_user, 'sign_off_waiting', 'mail') then 'none' else coalesce((select c.pace
    from public.nemus_notification_choices c
    where c.user_id = p_user and c.kind = 'sign_off_waiting' and c.channel = 'mail'), 'weekly') end
$$;

/* Chooses how often the caller gets mails about entries that wait. Other kinds of mail are unchanged. Raises 400 invalid_field. */
create function public.nemus_choose_confirming_mails(p_pace text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse_field('pace', 'choice')
    where p_pace is null or p_pace not in ('none', 'immediate', 'daily', 'weekly');
  insert into public.nemus_notification_choices (user_id, kind, channel, wanted, pace)
  values (auth.uid(), 'sign_off_waiting', 'mail', p_pace <> 'none', nullif(p_pace, 'none'))
  on conflict (user_id, kind, channel) do update set wanted = excluded.wanted, pace = excluded.pace;
  -- A mail that is queued for the old pace is no longer wanted.
  delete from private.nemus_sign_off_letters l
  where l.account_id = auth.uid() and l.asked_as = 'account' and l.sent_at is null;
end $$;

/*
 * Queues the mail about new entries for an account that wants it at once, at most one an hour, or on the next morning.
 * One unsent mail covers all.
 */
create function private.nemus_write_news(p_confirmer uuid) returns void
language sql security definer set search_path = '' as $$
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week, due_at, asked_as)
  select 'reminder', c.id, c.user_id, date_trunc('week', now() at time zone 'Europe/Berlin')::date,
    case m.pace when 'daily' then ((now() at time zone 'Europe/Berlin')::date + 1 + time '06:00') at time zone 'Europe/Berlin'
      else greatest(now(), (select max(l.sent_at) + interval '1 hour' from private.nemus_sign_off_letters l
        where l.account_id = c.user_id)) end, 'account'
  from public.nemus_confirmers c cross join lateral (select private.nemus_confirming_mails(c.user_id) as pace) m
  where c.id = p_confirmer and c.user_id is not null and c.ended_at is null and m.pace in ('immediate', 'daily')
    and private.nemus_may_have_confirmed(c.institution_id)
    and not exists (select from private.nemus_sign_off_letters l
      where l.account_id = c.user_id and l.asked_as = 'account' and l.sent_at is null and l.attempts < 5)
$$;

create function private.nemus_tell_confirmer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.confirmer_id is not null then
    perform private.nemus_write_news(new.confirmer_id);
    perform private.nemus_write_link(new.confirmer_id, new.user_id, old.state = 'submitted');
  end if;
  return null;
end $$;
create trigger tell_confirmer after update of state on public.nemus_logbook_entries for each row
  when (new.state = 'submitted' and old.state <> 'submitted') execute function private.nemus_tell_confirmer();

/*
 * A link is only for its address: a new address, an account or the end of the person cancels it. What waits is mailed to
 * the new address. A person whose account goes leaves the list: the address was the account's once, and may be another
 * person's by now.
 */
create function private.nemus_cancel_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id is not null and new.user_id is null and new.accepted_at is not null and new.ended_at is null then
    -- Fires logbook/confirming_people, logbook/hand_over.
    update public.nemus_confirmers c set ended_at = now(), declined_at = now() where c.id = new.id;
    return null;
  end if;
  delete from private.nemus_sign_off_letters l where l.confirmer_id = new.id and l.kind = 'link' and l.sent_at is null;
  delete from private.nemus_sign_off_links l where l.confirmer_id = new.id;
  perform private.nemus_write_link(new.id, w.user_id, true) from (select distinct e.user_id
    from public.nemus_logbook_entries e where e.confirmer_id = new.id and e.state = 'submitted') as w;
  return null;
end $$;
create trigger cancel_links after update of email, user_id, ended_at on public.nemus_confirmers for each row
  when (old.email <> new.email or old.user_id is distinct from new.user_id or new.ended_at is not null)
  execute function private.nemus_cancel_links();

/*
 * Queues reminders about entries that wait for more than a week: one mail a week for each account, a new link a week
 * for each person without one. Institutions that turned mails off get none. One that fails is set aside. Also deletes
 * old links and letters. Returns how many were queued.
 */
create function private.nemus_remind_confirmers() returns int
language plpgsql security definer set search_path = '' as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'Europe/Berlin')::date;
  reminded int := 0;
  pair record;
begin
  delete from private.nemus_sign_off_letters l where l.created_at < now() - interval '400 days';
  delete from private.nemus_sign_off_links l where l.expires_at < now() - interval '90 days';
  for pair in
    select distinct on (c.user_id, link.about) c.id as confirmer_id, c.user_id as account_id, e.user_id,
      coalesce(c.user_id, c.id)::text as item
    from public.nemus_confirmers c
    join public.nemus_logbook_entries e on e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days'
    cross join lateral (select case when c.user_id is null then array[c.id, e.user_id] end as about) as link
    where c.ended_at is null and not private.nemus_is_set_aside('remind-confirmers', coalesce(c.user_id, c.id)::text) and case
      when c.user_id is null then not exists (select from private.nemus_sign_off_letters l
        where l.confirmer_id = c.id and l.user_id = e.user_id
          and (l.sent_at is null and l.attempts < 5 or l.sent_at > now() - interval '6 days 12 hours'))
      else not exists (select from public.nemus_institution_settings s
        where s.institution_id = c.user_id and not s.email_notifications
          and exists (select from public.nemus_members m where m.institution_id = s.institution_id and m.user_id = c.user_id)) end
    order by c.user_id, link.about, c.id
  loop
    begin
      if pair.account_id is null then
        perform private.nemus_write_link(pair.confirmer_id, pair.user_id, false);
      else
        -- Fires notifications/events.
        insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week)
        values ('reminder', pair.confirmer_id, pair.account_id, this_week)
        on conflict (account_id, week) where kind = 'reminder' and asked_as is null do nothing;
        continue when not found;
      end if;
      reminded := reminded + 1;
      perform public.nemus_note_outcome('remind-confirmers', pair.item, null);
    exception when others then
      perform public.nemus_note_outcome('remind-confirmers', pair.item, sqlerrm);
    end;
  end loop;
  return reminded;
end $$;

/*
 * Hands due letters to the caller for sending, at most 100: claimed for five minutes, given up after five attempts. One
 * that cannot be written is set aside. Settled ones are dropped. Makes the token of a link; only its hash is kept. At most 30 links a day from an institution
 * to one address; later ones wait.
 * Returns [{letter_id, kind, token, expires_at, email, name, institution, trainee, trainees, entries, weeks}].
 * Reminder: token, expires_at, institution and trainee are null. weeks: Mondays, the 12 latest.
 */
create function public.nemus_claim_sign_off_letters() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  letter private.nemus_sign_off_letters;
  person public.nemus_confirmers;
  found_open record;
  token text;
  recipient text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.* from private.nemus_sign_off_letters l
    where l.sent_at is null and l.due_at <= now() and l.attempts < 5
      and (l.claimed_at is null or l.claimed_at < now() - interval '5 minutes')
    order by l.due_at limit 100 for update skip locked
  loop
  begin
    select c.* into person from public.nemus_confirmers c where c.id = letter.confirmer_id;
    select count(*)::int as entries, count(distinct e.user_id)::int as trainees,
      (array_agg(distinct date_trunc('week', e.done_on::timestamp)::date
        order by date_trunc('week', e.done_on::timestamp)::date desc))[1:12] as weeks
    into found_open from public.nemus_logbook_entries e
    where e.state = 'submitted' and case letter.kind
      when 'link' then e.confirmer_id = person.id and e.user_id = letter.user_id
      else e.confirmer_id in (select c.id from public.nemus_confirmers c
        where c.user_id = letter.account_id and c.ended_at is null) end;
    if found_open.entries = 0 or not (case letter.kind when 'link' then private.nemus_gets_links(person.id)
      else private.nemus_is_reachable(letter.account_id) end)
      or (letter.kind = 'reminder' and not private.nemus_wants(letter.account_id, 'sign_off_waiting', 'mail')) then
      delete from private.nemus_sign_off_letters l where l.id = letter.id;
      continue;
    end if;
    if letter.kind = 'link' and 30 <= (select count(*) from private.nemus_sign_off_letters l
      join public.nemus_confirmers c on c.id = l.confirmer_id and c.institution_id = person.institution_id
      where l.sent_to = lower(person.email) and l.kind = 'link' and l.sent_at > now() - interval '1 day') then
      update private.nemus_sign_off_letters l set due_at = now() + interval '1 hour' where l.id = letter.id;
      continue;
    end if;
    token := null;
    if letter.kind = 'link' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_sign_off_links (confirmer_id, user_id, token_hash, expires_at)
      values (person.id, letter.user_id, private.nemus_token_hash(token), now() + interval '14 days')
      on conflict (confirmer_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null;
    end if;
    recipient := case letter.kind when 'link' then person.email
      else (select p.email from public.nemus_profiles p where p.user_id = letter.account_id) end;
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1, sent_to = lower(recipient)
    where l.id = letter.id;
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token,
      'expires_at', case when token is not null then now() + interval '14 days' end,
      'email', recipient, 'name', person.name,
      'institution', case when token is not null then private.nemus_inviting_name(person.institution_id) end,
      'trainee', case when token is not null then private.nemus_trainee_name(letter.user_id, person.institution_id) end,
      'trainees', found_open.trainees, 'entries', found_open.entries, 'weeks', to_jsonb(found_open.weeks));
  exception when others then
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1 where l.id = letter.id;
    perform public.nemus_note_outcome('send-sign-off-letters', letter.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $$;

/*
 * Records whether a claimed letter was sent; if not, it is free for the next attempt. A letter that became due again
 * after it was claimed is written again.
 */
create function public.nemus_note_sign_off_letter(p_letter uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  letter private.nemus_sign_off_letters;
begin
  update private.nemus_sign_off_letters l set
    sent_at = case when p_sent then now() end, claimed_at = case when p_sent then l.claimed_at end
  where l.id = p_letter and l.sent_at is null returning * into letter;
  if p_sent and letter.kind = 'link' and letter.due_at > letter.claimed_at then
    perform private.nemus_write_link(letter.confirmer_id, letter.user_id, true);
  end if;
end $$;

/* Calls the sending function if letters are due; true if it was called. */
create function private.nemus_send_sign_off_letters() returns boolean
language sql security definer set search_path = '' as $$
  select case when exists (select from private.nemus_sign_off_letters l where l.sent_at is null and l.attempts < 5
      and l.due_at <= now() and (l.claimed_at is null or l.claimed_at < now() - interval '5 minutes'))
    then private.nemus_ask_function('send-sign-off-letters') else false end
$$;

/*
 * The trainees about whom the caller may write to a confirmer: with entries that wait there, the caller alone or those
 * of the calling institution. Null: none.
 */
create function private.nemus_waiting_trainees(p_confirmer uuid, variadic p_roles text[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct e.user_id order by e.user_id) from public.nemus_logbook_entries e
  where e.confirmer_id = p_confirmer and e.state = 'submitted'
    and case when private.nemus_is_institution() then e.institution_id = private.nemus_acts_for(variadic p_roles)
      else e.user_id = auth.uid() end
$$;

/* When the last letter to a confirmer about a trainee allows a requested one: an hour after it, a day after a request. */
create function private.nemus_next_request(p_confirmer public.nemus_confirmers, p_user uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(max(l.sent_at) + interval '1 hour', max(l.asked_at) + interval '1 day')
  from private.nemus_sign_off_letters l
  where case when p_confirmer.user_id is null then l.confirmer_id = p_confirmer.id and l.user_id = p_user
    else l.account_id = p_confirmer.user_id end
$$;

/*
 * Sends a confirmer another letter about what waits: a link about each trainee, or a reminder to an account. For the
 * trainee, and for the institution with the role `confirming`. Once a day, and an hour after any other letter. Returns
 * how many were queued; 0: an account that wants no mails, or an institution without approval.
 * Raises 404 confirmer_not_found, also if nothing waits, 429 sign_off_sent {again_at}.
 */
create function public.nemus_send_sign_off(p_confirmer uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  side constant text := case when private.nemus_is_institution() then 'institution' else 'trainee' end;
  trainees uuid[];
  person public.nemus_confirmers;
  next_at timestamptz;
  queued int := 0;
begin
  select * into person from public.nemus_confirmers c where c.id = p_confirmer and c.ended_at is null for update;
  trainees := private.nemus_waiting_trainees(p_confirmer, 'confirming');
  perform private.nemus_refuse(404, 'confirmer_not_found') where person.id is null or trainees is null;
  next_at := (select min(coalesce(private.nemus_next_request(person, t), '-infinity')) from unnest(trainees) as t);
  perform private.nemus_refuse(429, 'sign_off_sent', jsonb_build_object('again_at', next_at)) where next_at > now();
  if person.user_id is null then
    select coalesce(sum(private.nemus_write_link(person.id, t, true, side)), 0) into queued from unnest(trainees) as t
    where coalesce(private.nemus_next_request(person, t) <= now(), true);
  elsif private.nemus_may_have_confirmed(person.institution_id) then
    -- Fires notifications/events.
    insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week, asked_as, asked_at)
    values ('reminder', person.id, person.user_id, date_trunc('week', now() at time zone 'Europe/Berlin')::date, side, now());
    get diagnostics queued = row_count;
  end if;
  return queued;
end $$;

/*
 * What a confirmer was sent about the caller's waiting entries, or about those of the calling institution: {state, open,
 * again_at, letters: [{kind, state, at, asked_as, trainee, email}]}, the 50 latest. state: account, invited; of a letter:
 * sent, queued, failed. again_at: when the next request is allowed. trainee and email: for the institution.
 * Raises 404 confirmer_not_found, also if nothing waits.
 */
create function public.nemus_sign_off_letters(p_confirmer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  is_institution constant boolean := private.nemus_is_institution();
  trainees constant uuid[] := private.nemus_waiting_trainees(p_confirmer, 'confirming', 'reading');
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c where c.id = p_confirmer and c.ended_at is null;
  perform private.nemus_refuse(404, 'confirmer_not_found') where person.id is null or trainees is null;
  return jsonb_build_object('state', case when person.user_id is null then 'invited' else 'account' end,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = person.id
      and e.state = 'submitted' and e.user_id = any (trainees)),
    'again_at', (select min(coalesce(private.nemus_next_request(person, t), '-infinity')) from unnest(trainees) as t
      having min(coalesce(private.nemus_next_request(person, t), '-infinity')) > now()),
    'letters', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind,
        'state', case when s.sent_at is not null then 'sent' when s.attempts >= 5 then 'failed' else 'queued' end,
        'at', coalesce(s.sent_at, s.due_at), 'asked_as', nullif(s.asked_as, 'account'),
        'trainee', case when is_institution and s.user_id is not null
          then private.nemus_trainee_name(s.user_id, person.institution_id) end,
        'email', case when is_institution and s.sent_at is not null and s.kind = 'link' then s.sent_to end)
      order by coalesce(s.sent_at, s.due_at) desc, s.id), '[]')
      from (select l.* from private.nemus_sign_off_letters l
        where l.confirmer_id = person.id and (l.user_id = any (trainees) or l.account_id = person.user_id)
        order by coalesce(l.sent_at, l.due_at) desc, l.id limit 50) as s));
end $$;

/*
 * Content of a link's page: {name, institution, trainee, expires_at, entries}. Entries as in nemus_entry_to_confirm,
 * the 200 oldest. Null for any link that is no longer valid.
 */
create function public.nemus_sign_off_page(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', c.name, 'institution', private.nemus_inviting_name(c.institution_id),
    'trainee', private.nemus_trainee_name(k.user_id, c.institution_id), 'expires_at', k.expires_at,
    'entries', (select coalesce(jsonb_agg(private.nemus_entry_to_confirm(o) - 'user_id' order by o.done_on, o.id), '[]')
      from (select e.* from public.nemus_logbook_entries e
        where e.confirmer_id = c.id and e.state = 'submitted' and e.user_id = k.user_id and e.file_id is null
        order by e.done_on, e.id limit 200) as o))
  from private.nemus_sign_off_links k
  join public.nemus_confirmers c on c.id = k.confirmer_id
  where k.token_hash = private.nemus_token_hash(p_token) and k.used_at is null and k.expires_at > now()
    and private.nemus_gets_links(c.id)
$$;

/*
 * Confirms or returns entries by link, all or none. Uses the link up, and queues a new one for what is left. Returns
 * {decided, open}.
 * Raises 404 sign_off_link_invalid, 404 entry_not_found, 409 entry_state if decided already, and as
 * nemus_decide_entries, which also describes p_seen.
 */
create function public.nemus_decide_by_link(p_token text, p_ids uuid[], p_decision text, p_reason text default null,
  p_seen timestamptz[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  link private.nemus_sign_off_links;
  person public.nemus_confirmers;
  entry public.nemus_logbook_entries;
  same uuid[];
  decided int := 0;
  still_open int;
begin
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token);
  perform private.nemus_refuse(404, 'sign_off_link_invalid') where not found;
  -- Lock order of nemus_decide_entries; the link after the person.
  perform private.nemus_lock_logbook(link.user_id);
  select * into person from public.nemus_confirmers c where c.id = link.confirmer_id for share;
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token) for update;
  perform private.nemus_refuse(404, 'sign_off_link_invalid')
    where link.confirmer_id is null or link.used_at is not null or link.expires_at <= now()
      or not private.nemus_gets_links(person.id);
  -- A signed-in account plays no role here, except that it never decides about its own hours.
  perform private.nemus_refuse(409, 'own_entry') where link.user_id = auth.uid();
  perform set_config('nemus.signer', person.name, true);
  same := array(select private.nemus_same_person(person.id, null));
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.user_id = link.user_id and e.confirmer_id = person.id and e.state <> 'draft'
      and e.file_id is null
    order by e.id for update
  loop
    perform private.nemus_refuse(409, 'entry_state', jsonb_build_object('state', entry.state))
      where entry.state <> 'submitted';
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    perform private.nemus_decide_entry(entry, person, null, same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  update private.nemus_sign_off_links k set used_at = now()
  where k.confirmer_id = link.confirmer_id and k.user_id = link.user_id;
  select count(*)::int into still_open from public.nemus_logbook_entries e
  where e.confirmer_id = person.id and e.state = 'submitted' and e.user_id = link.user_id;
  if still_open > 0 then
    perform private.nemus_write_link(person.id, link.user_id, true);
  end if;
  return jsonb_build_object('decided', decided, 'open', still_open);
end $$;

/*
 * Waiting entries by confirmer of the caller's institution, most first: [{confirmer_id, name, state, open, trainees,
 * oldest_submitted_at, reminded_at}]. state: account, invited, ended (only with waiting entries). reminded_at: last
 * mail.
 */
create function public.nemus_sign_off_workload() returns jsonb
language sql stable security definer set search_path = '' as $$
  with waiting as (
    select e.confirmer_id, count(*)::int as open, count(distinct e.user_id)::int as trainees,
      min(e.submitted_at) as oldest
    from public.nemus_logbook_entries e
    where e.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and e.state = 'submitted' group by e.confirmer_id)
  select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
    'state', case when c.ended_at is not null then 'ended' when c.user_id is not null then 'account' else 'invited' end,
    'open', coalesce(w.open, 0), 'trainees', coalesce(w.trainees, 0), 'oldest_submitted_at', w.oldest,
    'reminded_at', greatest(
      (select max(l.sent_at) from private.nemus_sign_off_letters l where l.confirmer_id = c.id),
      (select max(l.sent_at) from private.nemus_sign_off_letters l where l.account_id = c.user_id)))
    order by coalesce(w.open, 0) desc, private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_confirmers c left join waiting w on w.confirmer_id = c.id
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or w.open > 0)
$$;

/*
 * Result of nemus_check_steps for the operator, at most 1,000 rows: [{user_id, number, problem}]. p_heads: earlier
 * heads, as in nemus_logbook_heads. `signed`: the step of a head is missing or another one. `gone`: its account was
 * deleted, and the logbook with it.
 */
create function public.nemus_check_logbook(p_heads jsonb default '[]') returns jsonb
language sql stable security definer set search_path = '' as $$
  with account as (
    select p.user_id, private.nemus_logbook_key(p.user_id) as logbook from public.nemus_profiles p
    where not exists (select from private.nemus_deleted_accounts d where d.user_id = p.user_id)
  ), found as (
    select p.user_id, p.number, p.problem from private.nemus_check_steps() p
    union all
    select a.user_id, h.number, case when a.user_id is null then 'gone' else 'signed' end
    from jsonb_to_recordset(p_heads) as h (logbook text, number int, hash text)
    left join account a on a.logbook = h.logbook
    left join private.nemus_logbook_steps s on s.user_id = a.user_id and s.number = h.number
    where s.hash is distinct from h.hash
  )
  select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (select * from found order by problem = 'gone' limit 1000) as f
$$;

/* A logbook's name outside the database, which identifies no account by itself. */
create function private.nemus_logbook_key(p_user uuid) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to('nemus-logbook ' || p_user, 'UTF8')), 'hex')
$$;

/* The newest step of every logbook, to be signed and kept elsewhere: [{logbook, number, hash}]. */
create function public.nemus_logbook_heads() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('logbook', private.nemus_logbook_key(h.user_id), 'number', h.number,
    'hash', h.hash) order by private.nemus_logbook_key(h.user_id)), '[]')
  from (select distinct on (s.user_id) s.user_id, s.number, s.hash from private.nemus_logbook_steps s
    order by s.user_id, s.number desc) h
$$;
