-- One profile per login, created in the transaction of the sign-up. `user_type` and owner of a profile never change.
-- `user_type` and e-mail come from the account, not from the client. Clients change first_name and last_name only; an
-- institution's name comes from its settings (institutions/settings.sql).
-- A new profile triggers: credit balance (credits/credits.sql), training record (figures/training_records.sql),
-- approval on demos (institutions/approvals.sql), settings (institutions/settings.sql), sample set
-- (samples/sample_set.sql). A changed e-mail updates trainees (trainees/trainees.sql) and is told to the old mailbox; a
-- changed name first issues the certificates that are due (certificates/certificates.sql).
-- Also here: whether an account visits for the first time.

create table public.nemus_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  user_type text not null default 'piw' check (user_type in ('piw', 'institution')),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  institution_name text check (char_length(institution_name) between 1 and 200),
  email text not null check (char_length(email) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint institution_name_of_institutions check (user_type = 'institution' or institution_name is null)
);
alter table public.nemus_profiles enable row level security;

create trigger touch before update on public.nemus_profiles for each row execute function private.nemus_touch();

/* Whether the caller's account is an institution. */
create function private.nemus_is_institution() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.nemus_profiles p where p.user_id = auth.uid() and p.user_type = 'institution'
  )
$$;

/*
 * Takes `user_type` and e-mail from the account (S-1.3), whether the sign-up or the client inserts the row. Anything
 * but `institution` becomes `piw`.
 */
create function private.nemus_derive_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  select u.email, u.raw_user_meta_data as data into account from auth.users u where u.id = new.user_id;
  new.email := coalesce(account.email, '');
  new.user_type := case when account.data ->> 'user_type' = 'institution' then 'institution' else 'piw' end;
  new.first_name := left(coalesce(nullif(btrim(new.first_name), ''), btrim(account.data ->> 'first_name'), ''), 100);
  new.last_name := left(coalesce(nullif(btrim(new.last_name), ''), btrim(account.data ->> 'last_name'), ''), 100);
  new.institution_name := case when new.user_type = 'institution' then left(nullif(
    coalesce(nullif(btrim(new.institution_name), ''), btrim(account.data ->> 'institution_name')), ''), 200) end;
  return new;
end $$;

create trigger derive before insert on public.nemus_profiles
  for each row execute function private.nemus_derive_profile();
-- After `derive`, which sets the names.
create trigger printable_names before insert or update of first_name, last_name, institution_name on public.nemus_profiles
  for each row execute function private.nemus_check_names('first_name', 'last_name', 'institution_name');

/* Raises 409 immutable_account when owner or type would change. */
create function private.nemus_keep_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.user_id <> old.user_id or new.user_type <> old.user_type then
    perform private.nemus_refuse(409, 'immutable_account');
  end if;
  return new;
end $$;

create trigger keep_account before update on public.nemus_profiles
  for each row execute function private.nemus_keep_account();

create function private.nemus_create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires credits/credits, figures/training_records, institutions/approvals, institutions/settings, samples/sample_set.
  insert into public.nemus_profiles (user_id, email) values (new.id, coalesce(new.email, ''))
  on conflict (user_id) do nothing;
  return new;
end $$;

create trigger nemus_create_profile after insert on auth.users
  for each row execute function private.nemus_create_profile();

/* Gives the profile the account's new address, and tells the old mailbox, which gets nothing else any more. */
create function private.nemus_follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := 'address_changed:' || gen_random_uuid();
begin
  -- Fires trainees/trainees.
  update public.nemus_profiles set email = coalesce(new.email, '') where user_id = new.id;
  if old.email_confirmed_at is not null and old.email <> ''
    and not exists (select from private.nemus_deleted_accounts d where d.user_id = new.id) then
    perform private.nemus_notify(new.id, 'address_changed', said, jsonb_build_object('at', now()), '/account/email');
    update private.nemus_notification_sendings s set address = old.email from public.nemus_notifications n
    where n.user_id = new.id and n.key = said and s.notification_id = n.id and s.channel = 'mail';
  end if;
  return new;
end $$;

create trigger nemus_follow_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.nemus_follow_email();

create table private.nemus_first_visits (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- Session of the first sign-in; null for accounts older than this table.
  session_id text check (char_length(session_id) <= 100),
  created_at timestamptz not null default now()
);
alter table private.nemus_first_visits enable row level security;

/*
 * Whether the caller is on its first visit. The first call notes the session; the visit lasts as long as that session,
 * at most twelve hours.
 */
create function public.nemus_first_visit() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  session constant text := left(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', 100);
begin
  insert into private.nemus_first_visits (user_id, session_id)
  select p.user_id, session from public.nemus_profiles p where p.user_id = auth.uid()
  on conflict do nothing;
  return exists (select from private.nemus_first_visits v
    where v.user_id = auth.uid() and v.session_id = session and v.created_at > now() - interval '12 hours');
end $$;
