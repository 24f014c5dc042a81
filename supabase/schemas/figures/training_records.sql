-- The record of a trainee: targets in units, planned modules of competencies, personal data, training details. Created
-- empty with the profile (nemus_open_record), so a page only updates it.
-- The account edits personal data and training details (figures/access.sql). Targets follow the chosen requirement set
-- (requirements/choices.sql). What is completed is computed: figures/figures.sql. Deleted with the account.

create table public.nemus_training_targets (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  area text not null check (area in ('theory', 'practice', 'elearning')),
  target_units int not null check (target_units > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, area)
);
alter table public.nemus_training_targets enable row level security;
create trigger touch before update on public.nemus_training_targets for each row execute function private.nemus_touch();

create table public.nemus_competency_targets (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  competency text not null check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  modules_total int not null check (modules_total > 0),
  next_module text check (char_length(next_module) between 1 and 200),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, competency)
);
alter table public.nemus_competency_targets enable row level security;
create trigger touch before update on public.nemus_competency_targets
  for each row execute function private.nemus_touch();

create table public.nemus_personal_data (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  phone text not null default '' check (phone ~ '^([+0-9][0-9 ()/.-]{3,30})?$'),
  street text not null default '' check (char_length(street) <= 200),
  postal_code text not null default '' check (postal_code ~ '^(0[0-9]{4}|[1-9][0-9]{3,4})?$'),
  city text not null default '' check (char_length(city) <= 100),
  birth_date date check (private.nemus_is_day(birth_date)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_personal_data enable row level security;
create trigger touch before update on public.nemus_personal_data for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of phone on public.nemus_personal_data
  for each row execute function private.nemus_canonical_form('phone');

create table public.nemus_training_info (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- The three fields of the Weiterbildungsordnung for psychotherapists.
  field text check (field in ('Erwachsene', 'Kinder und Jugendliche', 'Neuropsychologische Psychotherapie')),
  procedure text check (procedure in ('Verhaltenstherapie', 'Systemische Therapie',
    'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie')),
  chamber text not null default '' check (char_length(chamber) <= 200),
  training_site text not null default '' check (char_length(training_site) <= 200),
  supervisor_name text not null default '' check (char_length(supervisor_name) <= 200),
  started_on date check (private.nemus_is_day(started_on)),
  expected_end_on date check (private.nemus_is_day(expected_end_on)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ends_after_start check (expected_end_on > started_on)
);
alter table public.nemus_training_info enable row level security;
create trigger touch before update on public.nemus_training_info for each row execute function private.nemus_touch();

-- Targets of a new account (S-10.4). A setting, so an installation can change them.
insert into private.nemus_settings (key, value)
values ('training_targets', '{"theory": 500, "practice": 350, "elearning": 150}');

/* Creates the empty record of a new trainee. Pages update it and never create it. */
create function private.nemus_open_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_type = 'piw' then
    insert into public.nemus_personal_data (user_id) values (new.user_id);
    insert into public.nemus_training_info (user_id) values (new.user_id);
    insert into public.nemus_training_targets (user_id, area, target_units)
    select new.user_id, target.key, target.value::int
    from private.nemus_settings s, jsonb_each_text(s.value) as target
    where s.key = 'training_targets';
  end if;
  return new;
end $$;

create trigger open_record after insert on public.nemus_profiles
  for each row execute function private.nemus_open_record();
