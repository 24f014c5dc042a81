-- The trainees of an institution: a list of its own, which knows of portal accounts what their links tell it.

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
  -- An invented person of the sample set.
  is_sample boolean not null default false,
  -- The portal account of this person, once an invitation was accepted.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  linked_at timestamptz,
  -- The address of that account, while it is linked; `email` is the one that the institution invited.
  account_email text,
  -- For searching and sorting 10,000 trainees: computed when a row is written instead of at every reading.
  search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || coalesce(account_email, email))) stored,
  sort_name text not null
    generated always as (lower(translate(last_name || ' ' || first_name, 'ÄÖÜäöüßÁÀÂáàâÉÈÊéèêÍÌÎíìîÓÒÔóòôÚÙÛúùûÇçÑñ',
      'AOUaousAAAaaaEEEeeeIIIiiiOOOoooUUUuuuCcNn'))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (institution_id, user_id),
  -- For the keys of tables that carry both.
  unique (id, institution_id)
);
alter table public.nemus_trainees enable row level security;
create trigger touch before update on public.nemus_trainees
  for each row execute function private.nemus_touch();
create unique index nemus_trainees_email on public.nemus_trainees (institution_id, lower(email));
create index nemus_trainees_name on public.nemus_trainees (institution_id, last_name, first_name, id);
create index nemus_trainees_user on public.nemus_trainees (user_id);
create index nemus_trainees_sorted on public.nemus_trainees (institution_id, sort_name, id);

/* The address of a linked account comes with the link and goes with it. */
create function private.nemus_name_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.account_email := (select nullif(p.email, '') from public.nemus_profiles p where p.user_id = new.user_id);
  return new;
end $$;
create trigger name_account before insert or update of user_id on public.nemus_trainees
  for each row execute function private.nemus_name_account();

/* Who changes the address of the account is reached by the new one. */
create function private.nemus_follow_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires bookings/bookings, samples/sample_data.
  update public.nemus_trainees t set account_email = nullif(new.email, '') where t.user_id = new.user_id;
  return new;
end $$;
create trigger follow_account after update of email on public.nemus_profiles
  for each row when (new.email is distinct from old.email) execute function private.nemus_follow_account();
