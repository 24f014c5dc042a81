-- Trainees of an institution: its own list of people, with or without a portal account. `user_id` links an account
-- after an accepted invitation (trainees/links.sql); only then does the institution see the account's address, hours
-- and competencies (trainees/list.sql). Members with `booking` edit names, contact data, status and hours; `booking`,
-- `confirming` and `reading` read, and so does the linked trainee.
-- Other files react: linking enrols the account in earlier bookings (bookings/bookings.sql); renaming or linking makes
-- a sample person real (samples/sample_data.sql); changes are logged (institutions/organisation_log.sql). Budgets,
-- bookings and invitations refer to these rows and go with them.

create table public.nemus_trainees (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 100),
  email text not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 255),
  phone text not null default '' check (phone ~ '^([+0-9][0-9 ()/.-]{3,30})?$'),
  registered_on date not null default (now() at time zone 'Europe/Berlin')::date,
  status text not null default 'active' check (status in ('active', 'inactive')),
  completed_hours int not null default 0 check (completed_hours >= 0),
  total_hours int not null default 600 check (total_hours > 0),
  competencies text[] not null default '{}' check (competencies <@ array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung']),
  -- A fictitious person of the sample set.
  is_sample boolean not null default false,
  -- Linked portal account, after an accepted invitation.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  linked_at timestamptz,
  -- Address of the linked account; `email` is the invited one.
  account_email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Stored for searching and sorting 10,000 trainees. A tab sorts Meier, Zoe before Meier Abel, Anna.
  search_text text not null generated always as (
    private.nemus_search_text(first_name || ' ' || last_name || ' ' || coalesce(account_email, email))) stored,
  sort_name text collate "C" not null generated always as (
    private.nemus_plain_form(last_name, ' ') || E'\t' || private.nemus_plain_form(first_name, ' ')) stored,
  unique (institution_id, user_id),
  -- For foreign keys with both columns.
  unique (id, institution_id)
);
alter table public.nemus_trainees enable row level security;
create trigger touch before update on public.nemus_trainees for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of email, phone on public.nemus_trainees
  for each row execute function private.nemus_canonical_form('email', 'phone');
create trigger printable_names before insert or update of first_name, last_name on public.nemus_trainees
  for each row execute function private.nemus_check_names('first_name', 'last_name');
create unique index nemus_trainees_email on public.nemus_trainees (institution_id, lower(email));
create index nemus_trainees_name on public.nemus_trainees (institution_id, last_name, first_name, id);
create index nemus_trainees_user on public.nemus_trainees (user_id);
create index nemus_trainees_sorted on public.nemus_trainees (institution_id, sort_name, id);

/* Sets account_email when an account is linked, and clears it when the link ends. */
create function private.nemus_name_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.account_email := (select nullif(p.email, '') from public.nemus_profiles p where p.user_id = new.user_id);
  return new;
end $$;

create trigger name_account before insert or update of user_id on public.nemus_trainees
  for each row execute function private.nemus_name_account();

/*
 * Linked trainees follow their account: the address always; the name where the list has the earlier one, so that an
 * institution that writes a person otherwise keeps its own. Lists need a first and a last name.
 */
create function private.nemus_follow_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_named constant boolean := btrim(new.first_name) <> '' and btrim(new.last_name) <> '';
  earlier constant text := private.nemus_plain_form(old.first_name || ' ' || old.last_name, ' ');
begin
  -- Fires bookings/bookings, samples/sample_data.
  update public.nemus_trainees t set account_email = nullif(new.email, ''),
    first_name = case when n.follows then new.first_name else t.first_name end,
    last_name = case when n.follows then new.last_name else t.last_name end
  -- Earlier links were accepted under a text that did not say so (S-7.6).
  from (select o.id, is_named and o.linked_at >= '2026-11-28' and private.nemus_plain_form(o.first_name || ' ' || o.last_name, ' ') = earlier as follows
    from public.nemus_trainees o where o.user_id = new.user_id) n
  where t.id = n.id;
  return new;
end $$;

create trigger follow_account after update of email, first_name, last_name on public.nemus_profiles
  for each row when (new.email is distinct from old.email or new.first_name is distinct from old.first_name
    or new.last_name is distinct from old.last_name)
  execute function private.nemus_follow_account();
