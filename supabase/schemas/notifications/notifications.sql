-- What an account is told: one notification per event and account, in the transaction of the event (nemus_notify).
-- - Channels: portal, mail, SMS. The kind sets the default, the account chooses; an institution can switch off mail and
--   SMS.
-- - At most 20 mails and 10 SMS a day per person. Mails that are always sent are exempt.
-- - Kept for 90 days (job nemus-forget-notifications).
-- Where events are announced: notifications/events.sql. Mails are sent from notifications/mails.sql; a trigger in
-- notifications/sms.sql writes the SMS. German texts: supabase/functions/_shared/texts/notifications.ts. Exceptions:
-- kinds marked `always` or `never` leave no choice; kinds with a letter of their own write no mail here.

/*
 * Every kind and what each channel does with it. on, off: the default, which the account can change · always, never:
 * fixed. A new kind is a new row.
 */
create table private.nemus_notification_kinds (
  kind text primary key check (kind ~ '^[a-z]+(_[a-z]+)*$' and char_length(kind) <= 40),
  -- The accounts it can reach; their settings show it.
  audience text not null check (audience in ('piw', 'institution', 'all')),
  portal text not null check (portal in ('on', 'off', 'always')),
  mail text not null check (mail in ('on', 'off', 'always', 'never')),
  sms text not null default 'never' check (sms in ('on', 'off', 'never')),
  -- Another file writes its mail, with details known only there. No mail is written here.
  has_letter boolean not null default false,
  created_at timestamptz not null default now()
);
alter table private.nemus_notification_kinds enable row level security;

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  -- People and institutions
  ('invitation', 'piw', 'on', 'always', 'never', true),
  ('invitation_answered', 'institution', 'on', 'off', 'never', false),
  ('member_invitation', 'all', 'on', 'always', 'never', true),
  -- Bookings, places and dates
  ('booking_made', 'piw', 'on', 'on', 'off', true),
  ('booking_moved', 'piw', 'on', 'on', 'off', true),
  ('booking_cancelled', 'piw', 'on', 'on', 'off', true),
  ('place_confirmed', 'piw', 'on', 'on', 'off', true),
  ('place_waiting', 'piw', 'on', 'on', 'off', true),
  ('place_moved_up', 'piw', 'on', 'always', 'off', true),
  ('place_offered', 'piw', 'on', 'always', 'never', false),
  ('place_ended', 'piw', 'on', 'on', 'off', true),
  ('rebooked', 'piw', 'on', 'always', 'off', true),
  ('waiting_ended', 'piw', 'on', 'always', 'never', false),
  ('enrolled', 'piw', 'on', 'always', 'never', false),
  ('purchase_offered', 'piw', 'on', 'always', 'never', false),
  ('date_message', 'piw', 'on', 'on', 'never', false),
  ('date_moved', 'piw', 'on', 'always', 'off', true),
  ('date_cancelled', 'piw', 'on', 'always', 'off', true),
  ('dates_planned', 'all', 'on', 'on', 'off', false),
  ('choice_gone', 'piw', 'on', 'always', 'never', false),
  ('place_spare', 'institution', 'on', 'on', 'never', false),
  ('trainee_date_moved', 'institution', 'on', 'on', 'off', false),
  ('trainee_date_cancelled', 'institution', 'on', 'on', 'off', false),
  -- Training
  ('sign_off_waiting', 'all', 'on', 'on', 'never', true),
  ('sign_off_confirmed', 'piw', 'on', 'off', 'never', false),
  ('sign_off_undone', 'piw', 'on', 'on', 'never', false),
  ('sign_off_returned', 'piw', 'on', 'on', 'off', false),
  ('sign_off_handed_over', 'piw', 'on', 'off', 'never', false),
  ('sign_off_stranded', 'piw', 'on', 'on', 'never', false),
  ('certificate_issued', 'piw', 'on', 'on', 'never', false),
  ('certificate_revoked', 'piw', 'on', 'always', 'never', false),
  ('name_decided', 'all', 'on', 'always', 'never', false),
  ('name_requested', 'piw', 'on', 'always', 'never', false),
  ('requirement_set_changed', 'piw', 'on', 'on', 'never', false),
  ('institution_message', 'piw', 'on', 'on', 'never', false),
  -- Money
  ('invoice_issued', 'all', 'on', 'always', 'never', true),
  ('collective_invoice_issued', 'institution', 'on', 'always', 'never', false),
  ('payment_failed', 'all', 'always', 'always', 'off', true),
  ('renewal_failed', 'institution', 'always', 'always', 'off', false),
  ('refund_made', 'all', 'on', 'always', 'never', true),
  ('credits_low', 'institution', 'on', 'on', 'off', false),
  ('support_answered', 'institution', 'on', 'on', 'never', false),
  -- The organisation
  ('approval_requested', 'institution', 'on', 'on', 'off', false),
  ('approval_decided', 'institution', 'on', 'on', 'off', false),
  ('budget_changed', 'institution', 'on', 'off', 'never', false),
  ('member_joined', 'institution', 'on', 'off', 'never', false),
  ('member_left', 'institution', 'on', 'off', 'never', false),
  ('member_roles', 'institution', 'on', 'on', 'never', false),
  ('member_removed', 'institution', 'on', 'on', 'never', false),
  ('seats_transferred', 'all', 'on', 'on', 'never', false),
  ('weekly_report', 'institution', 'on', 'on', 'never', false),
  -- Security
  ('new_device', 'all', 'always', 'always', 'off', false),
  ('factor_changed', 'all', 'always', 'always', 'off', false),
  ('factor_rule', 'all', 'always', 'always', 'never', false),
  ('address_changed', 'all', 'always', 'always', 'off', false);

create table public.nemus_notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  kind text not null references private.nemus_notification_kinds (kind),
  -- Codes, names and numbers for the sentence, as they were then.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and pg_column_size(facts) <= 4000),
  -- Where the notification leads in the portal: a path, never a full address.
  path text check (path ~ '^/[a-z0-9-][A-Za-z0-9/_.?=&%-]*$' and char_length(path) <= 300),
  -- Names the event. The same event again changes nothing.
  key text not null check (char_length(key) between 1 and 200),
  -- False if the account wants this kind only by other channels.
  in_portal boolean not null default true,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  -- News for members of an institution with one of these roles; it goes with the role (private.nemus_end_news).
  institution_id uuid references public.nemus_profiles (user_id) on delete cascade,
  roles text[],
  constraint roles_within_an_institution check ((institution_id is null) = (roles is null)),
  unique (user_id, key)
);
alter table public.nemus_notifications enable row level security;
create index nemus_notifications_institution on public.nemus_notifications (institution_id, user_id)
  where institution_id is not null;
create index nemus_notifications_newest on public.nemus_notifications (user_id, created_at desc, id);
create index nemus_notifications_unread on public.nemus_notifications (user_id) where read_at is null and in_portal;
create index nemus_notifications_kind on public.nemus_notifications (kind);
create index nemus_notifications_age on public.nemus_notifications (created_at);

/* Choices of an account that differ from the kind's default. */
create table public.nemus_notification_choices (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  kind text not null references private.nemus_notification_kinds (kind),
  channel text not null check (channel in ('portal', 'mail', 'sms')),
  wanted boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of mails about entries that wait (logbook/sign_off_links.sql); null: weekly.
  pace text check (pace in ('immediate', 'daily', 'weekly')),
  primary key (user_id, kind, channel)
);
alter table public.nemus_notification_choices enable row level security;
create index nemus_notification_choices_kind on public.nemus_notification_choices (kind);
create trigger touch before update on public.nemus_notification_choices
  for each row execute function private.nemus_touch();

/* Mails and SMS to be sent, written with the notification. */
create table private.nemus_notification_sendings (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references public.nemus_notifications (id) on delete cascade,
  -- The recipient, repeated here so that the daily limit needs no join.
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- The institution whose settings also apply. Null: only the account's own.
  institution_id uuid references public.nemus_profiles (user_id) on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  claimed_at timestamptz,
  attempts int not null default 0 check (attempts between 0 and 5),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Mailbox of a mail that does not go to the account's present address.
  address text check (char_length(address) <= 255),
  unique (notification_id, channel)
);
alter table private.nemus_notification_sendings enable row level security;
create index nemus_notification_sendings_user on private.nemus_notification_sendings (user_id, channel, created_at);
create index nemus_notification_sendings_institution on private.nemus_notification_sendings (institution_id)
  where institution_id is not null;
create index nemus_notification_sendings_due on private.nemus_notification_sendings (channel, created_at)
  where sent_at is null;
create trigger touch before update on private.nemus_notification_sendings
  for each row execute function private.nemus_touch();

/*
 * Whether a kind reaches an account through a channel: the account's choice, or else the kind's default. For mail and
 * SMS, the institution must not have switched the channel off. `always` ignores both.
 * p_institution: the institution concerned; null: the account itself, if it is one
 */
create function private.nemus_wants(p_user uuid, p_kind text, p_channel text, p_institution uuid default null)
returns boolean
language sql stable security definer set search_path = '' as $$
  select case ways.mode when 'always' then true when 'never' then false
    else coalesce((select c.wanted from public.nemus_notification_choices c
        where c.user_id = p_user and c.kind = p_kind and c.channel = p_channel), ways.mode = 'on')
      and not exists (select from public.nemus_institution_settings s
        where s.institution_id = coalesce(p_institution, p_user)
          -- The switch is about its members, not about the trainees that it writes to, nor about a founder who left.
          and exists (select from public.nemus_members m
            where m.institution_id = s.institution_id and m.user_id = p_user)
          and case p_channel when 'mail' then not s.email_notifications when 'sms' then not s.sms_notifications end) end
  from (select case p_channel when 'portal' then k.portal when 'mail' then k.mail else k.sms end as mode
    from private.nemus_notification_kinds k where k.kind = p_kind) ways
$$;

/*
 * Whether what was written for an account may still leave: it is not blocked, and a member (with the second factor that
 * the institution requires) or linked trainee of the institution on whose behalf it was written (null: its own). p_kind
 * `factor_rule` says that the factor is required.
 */
create function private.nemus_is_reachable(p_user uuid, p_institution uuid default null, p_kind text default null)
returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.nemus_is_blocked(p_user) and (p_institution is null
    or (exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
      and (p_kind is not distinct from 'factor_rule' or private.nemus_meets_factor_rule(p_institution, p_user)))
    or exists (select from public.nemus_trainees t where t.institution_id = p_institution and t.user_id = p_user))
$$;

/*
 * Tells an account something on behalf of an institution (null: on its own behalf), through the wanted channels. Per
 * person and day at most 20 mails and 10 SMS that can be switched off, to prevent flooding.
 * p_roles: the roles of its members whom it concerns; null for other people
 */
create function private.nemus_tell(p_user uuid, p_institution uuid, p_kind text, p_key text, p_facts jsonb, p_path text,
  p_roles text[] default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  told uuid;
begin
  -- An account that is being deleted is told nothing.
  if not exists (select from public.nemus_profiles p where p.user_id = p_user) then
    return false;
  end if;
  insert into public.nemus_notifications (user_id, kind, key, facts, path, in_portal, institution_id, roles)
  values (p_user, p_kind, p_key, coalesce(p_facts, '{}'), p_path,
    coalesce(private.nemus_wants(p_user, p_kind, 'portal'), true), case when p_roles is not null then p_institution end,
    p_roles)
  on conflict (user_id, key) do nothing returning id into told;
  if told is null then
    return false;
  end if;
  -- Fires notifications/sms.
  insert into private.nemus_notification_sendings (notification_id, user_id, institution_id, channel)
  select told, p_user, p_institution, way.channel
  from (values ('mail', 20), ('sms', 10)) as way (channel, most), private.nemus_notification_kinds k
  where k.kind = p_kind and not (way.channel = 'mail' and k.has_letter)
    and private.nemus_wants(p_user, p_kind, way.channel, p_institution)
    and ((way.channel = 'mail' and k.mail = 'always') or way.most > (select count(*)
      from private.nemus_notification_sendings s
      where s.user_id = p_user and s.channel = way.channel and s.created_at > now() - interval '1 day'));
  return true;
end $$;

/*
 * Tells an account about an event, in its transaction. An event with the same key is told only once. True if it was
 * new. Mails and SMS are sent later, by a job.
 * p_kind: one of private.nemus_notification_kinds
 * p_key: names the event, such as `date_moved:<date>:<revision>`
 * p_path: where the notification leads, such as `/appointments`; null if there is nothing to open
 */
create function private.nemus_notify(p_user uuid, p_kind text, p_key text, p_facts jsonb default '{}', p_path text default null)
returns boolean
language sql security definer set search_path = '' as $$
  select private.nemus_tell(p_user, null, p_kind, p_key, p_facts, p_path)
$$;

/*
 * Tells accounts a message that a person wrote, as nemus_tell; three a day for each from one sender: an institution or a
 * date. p_message names it: sent again, it reaches no one twice. Returns who has it; is_new: told now. Needs a lock on
 * the sender.
 */
create function private.nemus_send_message(p_users uuid[], p_institution uuid, p_kind text, p_sender uuid, p_message uuid,
  p_facts jsonb, p_path text default null) returns table (user_id uuid, is_new boolean)
language plpgsql security definer set search_path = '' as $$
declare
  sender constant text := p_kind || ':' || p_sender || ':';
begin
  return query select n.user_id, false from public.nemus_notifications n
    where n.user_id = any (p_users) and n.key = sender || p_message;
  if not found then
    return query select u, true from unnest(p_users) as u
      where case when 3 > (select count(*) from public.nemus_notifications n where n.user_id = u and n.kind = p_kind
          and starts_with(n.key, sender) and n.created_at > now() - interval '1 day')
        then private.nemus_tell(u, p_institution, p_kind, sender || p_message, p_facts, p_path) end;
  end if;
end $$;

/* Tells every member of an institution with one of the roles. Administration includes all roles. */
create function private.nemus_notify_members(p_institution uuid, p_roles text[], p_kind text, p_key text,
  p_facts jsonb default '{}', p_path text default null) returns void
language sql security definer set search_path = '' as $$
  select private.nemus_tell(m.user_id, p_institution, p_kind, p_key, p_facts, p_path, p_roles || array['administration'])
  from public.nemus_members m
  where m.institution_id = p_institution and m.roles && (p_roles || array['administration'])
$$;

/* Deletes the news of an institution, with what is still to be sent, of a member who left or has no role for it any more. */
create function private.nemus_end_news() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  select array_agg(n.id) into gone from public.nemus_notifications n
  where n.institution_id = old.institution_id and n.user_id = old.user_id
    and (tg_op = 'DELETE' or not n.roles && new.roles);
  delete from public.nemus_sms s where s.notification_id = any (gone) and s.state = 'waiting';
  delete from public.nemus_notifications n where n.id = any (gone);
  return null;
end $$;
create trigger end_news after delete or update of roles on public.nemus_members
  for each row execute function private.nemus_end_news();

/* Whether an account may read news of an institution: a member only with the second factor that it requires. */
create function private.nemus_is_news_open(p_news public.nemus_notifications) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_news.institution_id is null or p_news.kind = 'factor_rule'
    or private.nemus_meets_factor_rule(p_news.institution_id, p_news.user_id)
$$;

/* The caller's unread notifications, counted to 100. Pages show no more. */
create function public.nemus_unread_notifications() returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from (select from public.nemus_notifications n
    where n.user_id = auth.uid() and n.read_at is null and n.in_portal and private.nemus_is_news_open(n) limit 100) unread
$$;

/* Marks notifications of the caller as read; null: all. Returns how many are unread, counted to 100. */
create function public.nemus_read_notifications(p_ids uuid[] default null) returns int
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_notifications n set read_at = now()
  where n.user_id = auth.uid() and n.read_at is null and (p_ids is null or n.id = any (p_ids));
  return public.nemus_unread_notifications();
end $$;

/*
 * What the caller can choose: [{kind, portal, mail, sms}], each channel {mode, wanted, stopped}. mode as in
 * private.nemus_notification_kinds. wanted: the choice, or the default. stopped: this account is an institution that
 * has switched the channel off.
 */
create function public.nemus_notification_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  with me as (
    select p.user_id, p.user_type = 'institution'
      or exists (select from public.nemus_members m where m.user_id = p.user_id) as acts,
      coalesce(not s.email_notifications, false) as no_mail, coalesce(not s.sms_notifications, false) as no_sms
    from public.nemus_profiles p
    left join public.nemus_institution_settings s on s.institution_id = p.user_id
      and exists (select from public.nemus_members m where m.institution_id = p.user_id and m.user_id = p.user_id)
    where p.user_id = auth.uid())
  select coalesce(jsonb_agg(channels.said || jsonb_build_object('kind', k.kind) order by k.kind), '[]')
  from me, private.nemus_notification_kinds k, lateral (
    select jsonb_object_agg(way.channel, jsonb_build_object('mode', way.mode,
      'wanted', case way.mode when 'always' then true when 'never' then false else coalesce(
        (select c.wanted from public.nemus_notification_choices c
          where c.user_id = me.user_id and c.kind = k.kind and c.channel = way.channel), way.mode = 'on') end,
      'stopped', way.stopped and way.mode in ('on', 'off'))) as said
    from (values ('portal', k.portal, false), ('mail', k.mail, me.no_mail), ('sms', k.sms, me.no_sms))
      as way (channel, mode, stopped)) channels
  where k.audience = 'all' or case k.audience when 'institution' then me.acts else not exists (
    select from public.nemus_profiles p where p.user_id = me.user_id and p.user_type = 'institution') end
$$;

/* Chooses a channel for a kind. Raises 404 notification_kind, 409 notification_fixed (nothing to choose). */
create function public.nemus_choose_notification(p_kind text, p_channel text, p_wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mode text;
begin
  select case p_channel when 'portal' then k.portal when 'mail' then k.mail when 'sms' then k.sms end into mode
  from private.nemus_notification_kinds k where k.kind = p_kind;
  if mode is null or p_wanted is null then
    perform private.nemus_refuse(404, 'notification_kind');
  elsif mode not in ('on', 'off') then
    perform private.nemus_refuse(409, 'notification_fixed');
  end if;
  insert into public.nemus_notification_choices (user_id, kind, channel, wanted)
  values (auth.uid(), p_kind, p_channel, p_wanted)
  on conflict (user_id, kind, channel) do update set wanted = excluded.wanted;
end $$;

/* Deletes notifications older than 90 days. Returns how many. */
create function private.nemus_forget_notifications() returns int
language sql security definer set search_path = '' as $$
  with gone as (delete from public.nemus_notifications n where n.created_at < now() - interval '90 days' returning 1)
  select count(*)::int from gone
$$;
