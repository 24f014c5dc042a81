-- The record of a trainee: targets in units, planned modules of competencies, personal data, training details,
-- interruptions. Created
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

/*
 * Times in which a training rests or runs slower: percent of it that is missing. The reason can be about health: the
 * institution reads the period, and the reason only while the trainee shows it (nemus_interruptions).
 */
create table public.nemus_training_interruptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  kind text not null check (kind in ('parental_leave', 'illness', 'part_time', 'other')),
  percent int not null default 100 check (percent between 1 and 100),
  started_on date not null check (private.nemus_is_day(started_on)),
  -- Last day; null: open.
  ended_on date check (ended_on >= started_on and private.nemus_is_day(ended_on)),
  shows_kind boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_training_interruptions enable row level security;
create trigger touch before update on public.nemus_training_interruptions
  for each row execute function private.nemus_touch();
create index nemus_training_interruptions_user on public.nemus_training_interruptions (user_id, started_on desc);

/*
 * Saves an interruption; without `id` a new one, at most 50. Returns its id.
 * Raises 403 piw_required, 400 invalid_field, 404 interruption_not_found, 409 too_many_interruptions.
 */
create function public.nemus_save_interruption(p_interruption jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  given public.nemus_training_interruptions;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_interruption) is distinct from 'object';
  given.id := private.nemus_id_field(p_interruption, 'id', false);
  given.kind := private.nemus_choice_field(p_interruption, 'kind', array['parental_leave', 'illness', 'part_time', 'other'], true);
  given.percent := private.nemus_count_field(p_interruption, 'percent', 1, 100);
  given.started_on := private.nemus_day_field(p_interruption, 'started_on', true);
  given.ended_on := private.nemus_day_field(p_interruption, 'ended_on', false);
  perform private.nemus_refuse_field('ended_on', 'before_start') where given.ended_on < given.started_on;
  given.shows_kind := coalesce(p_interruption -> 'shows_kind' = 'true', false);
  perform private.nemus_lock_logbook(auth.uid());
  if given.id is null then
    perform private.nemus_refuse(409, 'too_many_interruptions', '{"most": 50}')
      where (select count(*) from public.nemus_training_interruptions i where i.user_id = auth.uid()) >= 50;
    insert into public.nemus_training_interruptions (user_id, kind, percent, started_on, ended_on, shows_kind)
    values (auth.uid(), given.kind, given.percent, given.started_on, given.ended_on, given.shows_kind) returning id into given.id;
    return given.id;
  end if;
  update public.nemus_training_interruptions i set kind = given.kind, percent = given.percent,
    started_on = given.started_on, ended_on = given.ended_on, shows_kind = given.shows_kind
  where i.id = given.id and i.user_id = auth.uid();
  perform private.nemus_refuse(404, 'interruption_not_found') where not found;
  return given.id;
end $$;

/* Deletes an own interruption. Raises 404 interruption_not_found. */
create function public.nemus_delete_interruption(p_interruption uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.nemus_training_interruptions i where i.id = p_interruption and i.user_id = auth.uid();
  perform private.nemus_refuse(404, 'interruption_not_found') where not found;
end $$;

/*
 * Interruptions of an account, by day: [{started_on, ended_on, percent, kind}]. kind: null for an institution
 * (p_is_own false) unless the trainee shows it. Checks no caller.
 */
create function private.nemus_interruptions(p_user uuid, p_is_own boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('started_on', i.started_on, 'ended_on', i.ended_on, 'percent', i.percent,
    'kind', case when p_is_own or i.shows_kind then i.kind end) order by i.started_on, i.id), '[]')
  from public.nemus_training_interruptions i where i.user_id = p_user
$$;

/*
 * Days of a training from p_from up to the day before p_until, less interruptions by their percent. Overlapping ones
 * count once, by the greater. An open one lasts until today.
 */
create function private.nemus_training_days(p_user uuid, p_from date, p_until date) returns numeric
language sql stable security definer set search_path = '' as $$
  select p_until - p_from - coalesce(sum(d.percent), 0) / 100.0
  from (select max(i.percent) as percent from public.nemus_training_interruptions i
    cross join generate_series(greatest(i.started_on, p_from),
      least(coalesce(i.ended_on, (now() at time zone 'Europe/Berlin')::date), p_until - 1), interval '1 day') day
    where i.user_id = p_user group by day) d
$$;
