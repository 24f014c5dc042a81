-- Tables of the people an institution lets confirm logbook entries: name and address, roles by period, site and
-- trainee, deputies. And which role confirms which category (private.nemus_confirming_roles).
-- Changes, invitations and the pair of roles that one person must not have: confirming_people.sql. Which role applies
-- to an entry: nemus_role_for in decisions.sql.
-- Triggers on nemus_confirmers: links are cancelled (sign_off_links.sql), trainees of a person who leaves are notified
-- (hand_over.sql), the pair is checked (confirming_people.sql).

create table public.nemus_confirmers (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  email text not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 255),
  -- Account that accepted to confirm. Without one, a link goes to the address.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  accepted_at timestamptz,
  -- Off the institution's list since. Earlier confirmations stay valid.
  ended_at timestamptz,
  -- Declined by the named account itself, or given up with it, which also ends the person.
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when entries go to this address. A note on self-experience is shown only to the address, or the account, that it
  -- was sent to: the person of an account that is gone may have left the mailbox.
  address_since timestamptz not null default now(),
  -- Named by a demonstration, not by the institution.
  is_sample boolean not null default false,
  unique (id, institution_id),
  constraint accepted_with_account check (user_id is null or accepted_at is not null),
  constraint declined_ends check (declined_at is null or ended_at is not null)
);
alter table public.nemus_confirmers enable row level security;
create trigger touch before update on public.nemus_confirmers for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of email on public.nemus_confirmers
  for each row execute function private.nemus_canonical_form('email');
create function private.nemus_date_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.address_since := now();
  return new;
end $$;
create trigger date_address before update of email, user_id on public.nemus_confirmers for each row
  when (lower(old.email) <> lower(new.email) or (old.user_id is not null and new.user_id is null)) execute function private.nemus_date_address();
create unique index nemus_confirmers_email on public.nemus_confirmers (institution_id, lower(email)) where ended_at is null;
create index nemus_confirmers_address on public.nemus_confirmers (lower(email));
create index nemus_confirmers_user on public.nemus_confirmers (user_id) where user_id is not null;

/* leader: authorised leader of the training · supervision · self_experience · lecturer: teaches theory */
create table public.nemus_confirmer_roles (
  id uuid primary key default gen_random_uuid(),
  confirmer_id uuid not null,
  institution_id uuid not null,
  role text not null check (role in ('leader', 'supervision', 'self_experience', 'lecturer')),
  -- Approved site of the role; empty: the whole institution.
  site text not null default '' check (char_length(site) <= 200),
  -- Null: all trainees of the institution.
  trainee_id uuid,
  valid_from date not null check (private.nemus_is_day(valid_from)),
  -- Last day; null: open.
  valid_until date check (valid_until >= valid_from and private.nemus_is_day(valid_until)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (confirmer_id, institution_id) references public.nemus_confirmers (id, institution_id) on delete cascade,
  foreign key (trainee_id, institution_id) references public.nemus_trainees (id, institution_id) on delete cascade
);
alter table public.nemus_confirmer_roles enable row level security;
create trigger touch before update on public.nemus_confirmer_roles for each row execute function private.nemus_touch();
create index nemus_confirmer_roles_confirmer on public.nemus_confirmer_roles (confirmer_id, institution_id);
create index nemus_confirmer_roles_trainee on public.nemus_confirmer_roles (trainee_id, institution_id);

/* Deputies, such as during holidays. Both people are on the list of the same institution. */
create table public.nemus_confirmer_deputies (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null,
  confirmer_id uuid not null,
  deputy_id uuid not null check (deputy_id <> confirmer_id),
  valid_from date not null check (private.nemus_is_day(valid_from)),
  valid_until date not null check (valid_until >= valid_from and private.nemus_is_day(valid_until)),
  created_at timestamptz not null default now(),
  foreign key (confirmer_id, institution_id) references public.nemus_confirmers (id, institution_id) on delete cascade,
  foreign key (deputy_id, institution_id) references public.nemus_confirmers (id, institution_id) on delete cascade
);
alter table public.nemus_confirmer_deputies enable row level security;
create index nemus_confirmer_deputies_confirmer on public.nemus_confirmer_deputies (confirmer_id, institution_id);
create index nemus_confirmer_deputies_deputy on public.nemus_confirmer_deputies (deputy_id, institution_id);

/* Categories that each role confirms. */
create table private.nemus_confirming_roles (
  role text not null,
  category text not null,
  created_at timestamptz not null default now(),
  primary key (role, category)
);
alter table private.nemus_confirming_roles enable row level security;
insert into private.nemus_confirming_roles (role, category) values
  ('leader', 'theory'), ('leader', 'practice'), ('leader', 'elearning'),
  ('supervision', 'supervision'), ('self_experience', 'self_experience'),
  ('lecturer', 'theory'), ('lecturer', 'elearning');

/* Confirmers, of any institution, with the caller's account. */
create function private.nemus_my_confirmers() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.nemus_confirmers c where c.user_id = auth.uid() and c.ended_at is null
$$;

/* Whether a person is on the list, with an account, if any, that is not blocked. All others are neither named nor deputised. */
create function private.nemus_is_confirming(p_confirmer public.nemus_confirmers) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_confirmer.ended_at is null and not private.nemus_is_blocked(p_confirmer.user_id)
$$;

/* Confirmers on the list with the caller as deputy today (Europe/Berlin). */
create function private.nemus_my_deputised() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select d.confirmer_id from public.nemus_confirmer_deputies d
  join public.nemus_confirmers c on c.id = d.deputy_id
  join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
  where c.user_id = auth.uid() and c.ended_at is null
    and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
$$;

/* Form in which site names are compared: case, repeated spaces and how letters are composed are ignored. Empty for none. */
create function private.nemus_site_key(p_name text) returns text
language sql immutable set search_path = '' as $$
  select lower(btrim(regexp_replace(normalize(coalesce(p_name, '')), '\s+', ' ', 'g')))
$$;
