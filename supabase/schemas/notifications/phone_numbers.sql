-- Mobile numbers for SMS: given with consent, verified by a code, ended at any time.
-- - A six-digit code is valid for ten minutes and five attempts. Limits of codes: `sms_limits` (nemus_note_asked_code).
-- - At most four accounts share a number. A new number replaces the old one only when its code was entered.
-- - After the end, only the time and text of the consent stay, for three years (Art. 7 GDPR, § 195 BGB;
--   nemus_forget_sms).
-- Which numbers are accepted (kind, country) is decided by the function check-phone. Sending, also of codes:
-- notifications/sms.sql, which creates the code. An institution can switch SMS on only while a member has a verified
-- number; otherwise the switch goes off.

/*
 * The number of an account and its consent to SMS. An ended row keeps the time and text of the consent (Art. 7 GDPR),
 * and no number. Several accounts may have the same number: a person can have more than one account.
 */
create table public.nemus_phones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- E.164. Null after the end of the consent.
  number text check (number ~ '^\+[1-9][0-9]{6,14}$'),
  -- Version of the text that was agreed to.
  consent_version text not null check (consent_version ~ '^[0-9]{4}-[0-9]{2}(-[a-z0-9]+)?$'),
  consented_at timestamptz not null default now(),
  -- When the code was entered. Before that, only codes are sent to the number.
  checked_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint number_while_agreed check ((number is null) = (ended_at is not null)),
  constraint only_checked_ones_end check (ended_at is null or checked_at is not null)
);
alter table public.nemus_phones enable row level security;

-- Per account: one number in use, and one waiting for its code.
create unique index nemus_phones_current on public.nemus_phones (user_id) where ended_at is null and checked_at is not null;
create unique index nemus_phones_waiting on public.nemus_phones (user_id) where checked_at is null;
create index nemus_phones_user on public.nemus_phones (user_id);
create index nemus_phones_number on public.nemus_phones (number) where number is not null;
create trigger touch before update on public.nemus_phones for each row execute function private.nemus_touch();

/*
 * The code of a waiting number: SHA-256 of row and code. The code is created when its SMS is sent, and stored nowhere.
 */
create table private.nemus_phone_codes (
  phone_id uuid primary key references public.nemus_phones (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  attempts int not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null default now()
);
alter table private.nemus_phone_codes enable row level security;

/* Requested codes, for the limits. No foreign keys, so that ending a number or deleting an account resets no limit. */
create table private.nemus_asked_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  -- SHA-256 of the number: enough to count. Deleted after two days.
  number_hash text not null check (number_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table private.nemus_asked_codes enable row level security;
create index nemus_asked_codes_user on private.nemus_asked_codes (user_id, created_at desc);
create index nemus_asked_codes_number on private.nemus_asked_codes (number_hash, created_at desc);
create index nemus_asked_codes_created on private.nemus_asked_codes (created_at);

/* A limit from the setting `sms_limits` ({account, number, total, month}), at least 1, or the default. */
create function private.nemus_sms_limit(p_name text, p_default int) returns int
language sql stable security definer set search_path = '' as $$
  select greatest(coalesce((select (s.value ->> p_name)::int from private.nemus_settings s
    where s.key = 'sms_limits'), p_default), 1)
$$;

/*
 * Records a requested code, or refuses it: one a minute per account, and in 24 hours the numbers of `sms_limits` per
 * account, per number and in total (5, 3 and 300). Counts under a lock. Raises 429 phone_code_too_soon,
 * 429 phone_code_limit {of: account|number|total}.
 */
create function private.nemus_note_asked_code(p_user uuid, p_number text, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hash constant text := private.nemus_token_hash(p_number);
  today constant timestamptz := p_now - interval '1 day';
begin
  perform pg_advisory_xact_lock(hashtextextended('nemus_asked_codes', 0));
  perform private.nemus_refuse(429, 'phone_code_too_soon')
    where exists (select from private.nemus_asked_codes a
      where a.user_id = p_user and a.created_at > p_now - interval '1 minute');
  perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "account"}')
    where private.nemus_sms_limit('account', 5) <= (select count(*) from private.nemus_asked_codes a
      where a.user_id = p_user and a.created_at > today);
  -- One account alone does not use up what a number gets.
  if private.nemus_sms_limit('number', 3) - 1 <= (select count(*) from private.nemus_asked_codes a
    where a.number_hash = hash and a.user_id = p_user and a.created_at > today) and private.nemus_sms_limit('number', 3) > 1 then
    perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "number"}');
  end if;
  perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "number"}')
    where private.nemus_sms_limit('number', 3) <= (select count(*) from private.nemus_asked_codes a
      where a.number_hash = hash and a.created_at > today);
  perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "total"}')
    where private.nemus_sms_limit('total', 300) <= (select count(*) from private.nemus_asked_codes a
      where a.created_at > today);
  insert into private.nemus_asked_codes (user_id, number_hash, created_at) values (p_user, hash, p_now);
end $$;

/* The verified number of an account. No row without one. */
create function private.nemus_current_phone(p_user uuid) returns setof public.nemus_phones
language sql stable security definer set search_path = '' as $$
  select p.* from public.nemus_phones p where p.user_id = p_user and p.ended_at is null and p.checked_at is not null
$$;

/*
 * Waiting, sent and dropped SMS. Written with the event, sent by the function send-sms; the text is made from the kind
 * when it is sent. kind: `phone_code`, or that of the notification.
 */
create table public.nemus_sms (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  phone_id uuid not null references public.nemus_phones (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$' and char_length(kind) <= 40),
  notification_id uuid references public.nemus_notifications (id) on delete set null,
  -- Also sent at night.
  urgent boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  -- Why it was dropped. late: not sent in time · ended: the consent ended · failed: five attempts, or refused by the
  -- provider
  reason text check (reason in ('late', 'ended', 'failed')),
  due_at timestamptz not null,
  -- Of no use later.
  drop_after timestamptz not null,
  claimed_at timestamptz,
  attempts int not null default 0 check (attempts between 0 and 5),
  sent_at timestamptz,
  -- Number of billed messages, and the id at the provider.
  parts int check (parts between 1 and 10),
  provider_id text check (char_length(provider_id) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sent_at_a_time check ((state = 'sent') = (sent_at is not null)),
  constraint dropped_for_a_reason check ((state = 'dropped') = (reason is not null)),
  unique (notification_id, user_id)
);
alter table public.nemus_sms enable row level security;
create index nemus_sms_user on public.nemus_sms (user_id, created_at desc);
create index nemus_sms_phone on public.nemus_sms (phone_id);
create index nemus_sms_due on public.nemus_sms (due_at) where state = 'waiting';
create index nemus_sms_created on public.nemus_sms (created_at);
create trigger touch before update on public.nemus_sms for each row execute function private.nemus_touch();

/*
 * Takes the number that an account wants SMS at, with its consent, and writes the SMS with its code. A number in use
 * stays in use until the new code is entered. Returns the id of the number.
 * p_number: E.164, checked by the calling function
 * Raises 403 address_unconfirmed, 429 phone_code_too_soon, 429 phone_code_limit.
 */
create function private.nemus_start_phone_check(p_user uuid, p_number text, p_consent_version text,
  p_now timestamptz default now()) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  phone uuid;
begin
  perform from public.nemus_profiles p where p.user_id = p_user for update;
  perform private.nemus_refuse(403, 'address_unconfirmed')
    where not exists (select from auth.users u where u.id = p_user and u.email_confirmed_at is not null);
  perform private.nemus_note_asked_code(p_user, p_number, p_now);
  -- Deletes its code and its SMS as well.
  delete from public.nemus_phones p where p.user_id = p_user and p.checked_at is null;
  insert into public.nemus_phones (user_id, number, consent_version, consented_at)
  values (p_user, p_number, p_consent_version, p_now) returning id into phone;
  insert into public.nemus_sms (user_id, phone_id, kind, urgent, due_at, drop_after, created_at)
  values (p_user, phone, 'phone_code', true, p_now, p_now + interval '10 minutes', p_now);
  return phone;
end $$;

/*
 * Ends an account's number: nothing is sent to it, not even what was already written. If no member of an institution
 * has a number left, its switch for SMS goes off.
 */
create function private.nemus_end_phone_of(p_user uuid, p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.nemus_profiles p where p.user_id = p_user for update;
  delete from public.nemus_phones p where p.user_id = p_user and p.checked_at is null;
  update public.nemus_sms s set state = 'dropped', reason = 'ended' where s.user_id = p_user and s.state = 'waiting';
  update public.nemus_phones p set number = null, ended_at = p_now where p.user_id = p_user and p.ended_at is null;
  update public.nemus_institution_settings s set sms_notifications = false
  where s.sms_notifications and s.institution_id in (
      select m.institution_id from public.nemus_members m where m.user_id = p_user)
    and not exists (select from public.nemus_members m, private.nemus_current_phone(m.user_id) p
      where m.institution_id = s.institution_id);
end $$;

/*
 * Enters the code of the waiting number. A wrong code is an answer, not an error, so that the attempt counts: {state,
 * left}. state: `checked`, `wrong` (left: attempts), `expired` (also after five wrong codes), `crowded` (three other
 * accounts have the number; only its holder learns this). The earlier number ends.
 */
create function private.nemus_enter_phone_code(p_user uuid, p_code text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  phone public.nemus_phones;
  code private.nemus_phone_codes;
begin
  perform from public.nemus_profiles p where p.user_id = p_user for update;
  select * into phone from public.nemus_phones p where p.user_id = p_user and p.checked_at is null;
  update private.nemus_phone_codes c set attempts = c.attempts + 1
  where c.phone_id = phone.id and c.attempts < 5 and c.expires_at > p_now returning * into code;
  if not found then
    return jsonb_build_object('state', 'expired');
  end if;
  if code.code_hash <> private.nemus_token_hash(phone.id || ':' || regexp_replace(private.nemus_plain_code(p_code), '[ -]', '', 'g')) then
    return jsonb_build_object('state', case when code.attempts < 5 then 'wrong' else 'expired' end,
      'left', 5 - code.attempts);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_phone ' || phone.number, 0));
  if 3 <= (select count(*) from public.nemus_phones p
    where p.number = phone.number and p.checked_at is not null and p.user_id <> p_user) then
    return jsonb_build_object('state', 'crowded');
  end if;
  delete from private.nemus_phone_codes c where c.phone_id = phone.id;
  -- A code SMS whose confirmation was lost would be sent again.
  update public.nemus_sms s set state = 'dropped', reason = 'ended'
  where s.phone_id = phone.id and s.kind = 'phone_code' and s.state = 'waiting';
  -- SMS waiting for the old number go to the new one.
  update public.nemus_sms s set phone_id = phone.id
  where s.user_id = p_user and s.state = 'waiting' and s.kind <> 'phone_code';
  update public.nemus_phones p set number = null, ended_at = p_now
  where p.user_id = p_user and p.ended_at is null and p.checked_at is not null;
  update public.nemus_phones p set checked_at = p_now where p.id = phone.id;
  return jsonb_build_object('state', 'checked');
end $$;

create function public.nemus_start_phone_check(p_user uuid, p_number text, p_consent_version text) returns uuid
language sql set search_path = '' as $$ select private.nemus_start_phone_check(p_user, p_number, p_consent_version) $$;

/* Wrappers for the caller's own number. */
create function public.nemus_check_phone(p_code text) returns jsonb
language sql security definer set search_path = '' as $$ select private.nemus_enter_phone_code(auth.uid(), p_code) $$;

create function public.nemus_end_phone() returns void
language sql security definer set search_path = '' as $$ select private.nemus_end_phone_of(auth.uid()) $$;

/* An institution's switch for SMS needs a member with a verified number. Raises 409 phone_missing. */
create function private.nemus_require_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'phone_missing')
    where not exists (select from public.nemus_members m, private.nemus_current_phone(m.user_id) p
      where m.institution_id = new.institution_id);
  return new;
end $$;
create trigger require_phone before update of sms_notifications on public.nemus_institution_settings for each row
  when (new.sms_notifications and not old.sms_notifications) execute function private.nemus_require_phone();
