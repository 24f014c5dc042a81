-- What a training requires, as data: one set per chamber, field, procedure and version, with required units per
-- category and competency, further figures (parts of a category, counts, months, ratios) and what each kind of source
-- counts for. No figure of a set is in code; `source` and `status` say where it comes from and how certain it is. Drafts are visible to staff with the role `catalogue`, other sets to every account.
-- A published set never changes (triggers in requirements/editing.sql); a trainee chooses one
-- (requirements/choices.sql). Hours are counted by these rows in logbook/counted_hours.sql and logbook/cohort.sql.
-- Publishing a draft notifies the trainees who have another version of it (notifications/events.sql); changes by staff
-- are logged (triggers `audit`).

create table public.nemus_requirement_sets (
  id uuid primary key default gen_random_uuid(),
  -- Shared by all versions of a set.
  family_id uuid not null default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  -- Empty for a set of no chamber.
  chamber text not null default '' check (char_length(chamber) <= 200),
  field text check (field in ('Erwachsene', 'Kinder und Jugendliche', 'Neuropsychologische Psychotherapie')),
  procedure text check (procedure in ('Verhaltenstherapie', 'Systemische Therapie',
    'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie')),
  version text not null check (char_length(btrim(version)) between 1 and 40),
  -- Null: not known yet, for a draft.
  valid_from date check (private.nemus_is_day(valid_from)),
  -- draft: staff only · published: can be chosen · retired: kept by those who chose it
  state text not null default 'draft' check (state in ('draft', 'published', 'retired')),
  -- Source of the figures, as text or address; empty for unknown, which screens say.
  source text not null default '' check (char_length(source) <= 500),
  -- Units of treatment per required unit of supervision; null if the set has no rule.
  treated_per_supervised numeric(6, 2) check (treated_per_supervised > 0),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (family_id, version),
  constraint published_once check ((state = 'draft') = (published_at is null)),
  constraint published_has_a_day check (state = 'draft' or valid_from is not null)
);
alter table public.nemus_requirement_sets enable row level security;
create trigger touch before update on public.nemus_requirement_sets for each row execute function private.nemus_touch();
create index nemus_requirement_sets_newest on public.nemus_requirement_sets (state, chamber, field, valid_from desc);

/* Categories of hours. `required_units` is null if the set names no figure. */
create table public.nemus_requirement_categories (
  set_id uuid not null references public.nemus_requirement_sets (id) on delete cascade,
  category text not null check (category in ('theory', 'practice', 'supervision', 'self_experience', 'elearning')),
  -- The chamber's name for it; empty: the portal's.
  title text not null default '' check (char_length(title) <= 100),
  required_units int check (required_units between 1 and 20000),
  position int not null default 0,
  created_at timestamptz not null default now(),
  -- Length of the units that the set counts in: teaching units, sessions, or hours.
  unit_minutes int not null default 45 check (unit_minutes in (45, 50, 60)),
  -- law: text of a law or regulation · chamber: a chamber or authority · unconfirmed: anyone else. Null: not said.
  status text check (status in ('law', 'chamber', 'unconfirmed')),
  source text not null default '' check (char_length(source) <= 500),
  primary key (set_id, category)
);
alter table public.nemus_requirement_categories enable row level security;

/* Competencies on two levels. cognitive: knows it and its method · action: applies it in treatments */
create table public.nemus_requirement_competencies (
  set_id uuid not null references public.nemus_requirement_sets (id) on delete cascade,
  competency text not null check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  level text not null check (level in ('cognitive', 'action')),
  required_units int check (required_units between 1 and 20000),
  description text not null default '' check (char_length(description) <= 500),
  created_at timestamptz not null default now(),
  primary key (set_id, competency, level)
);
alter table public.nemus_requirement_competencies enable row level security;

/* The category that each kind of source counts for. A kind without a row counts for nothing. */
create table public.nemus_requirement_credits (
  set_id uuid not null,
  source text not null check (source in ('seminar_theory', 'seminar_practice', 'appointment', 'appointment_supervision',
    'elearning', 'certificate', 'certificate_supervision', 'entry_theory', 'entry_practice', 'entry_supervision',
    'entry_self_experience', 'entry_elearning')),
  category text not null,
  created_at timestamptz not null default now(),
  primary key (set_id, source),
  foreign key (set_id, category) references public.nemus_requirement_categories (set_id, category) on delete cascade
);
alter table public.nemus_requirement_credits enable row level security;
create index nemus_requirement_credits_category on public.nemus_requirement_credits (set_id, category);

/*
 * Further figures of a set. `unit`: hours, in units of unit_minutes · cases: different cases · entries: of the logbook ·
 * months: of employment at a full post · ratio: hours treated for each hour of supervision. An entry counts that has
 * all named attributes (`category` to `service`); null for any. part_of: position of the figure that this one is a
 * part of. Not counted: the portal has no data for it and only shows it.
 */
create table public.nemus_requirement_figures (
  set_id uuid not null references public.nemus_requirement_sets (id) on delete cascade,
  position int not null check (position between 1 and 60),
  part_of int check (part_of < position),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  unit text not null check (unit in ('hours', 'cases', 'entries', 'months', 'ratio')),
  unit_minutes int not null default 45 check (unit_minutes in (45, 50, 60)),
  least numeric(7, 2) check (least > 0),
  most numeric(7, 2) check (most >= coalesce(least, 0.01)),
  category text,
  setting text check (setting in ('outpatient', 'inpatient')),
  form text check (form in ('individual', 'group')),
  age_group text check (age_group in ('children', 'adults')),
  procedure text check (procedure in ('Verhaltenstherapie', 'Systemische Therapie',
    'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie')),
  service text check (service in ('first_interview', 'acute_treatment', 'report')),
  is_counted boolean not null default true,
  condition text not null default '' check (char_length(condition) <= 300),
  status text check (status in ('law', 'chamber', 'unconfirmed')),
  source text not null default '' check (char_length(source) <= 500),
  created_at timestamptz not null default now(),
  primary key (set_id, position),
  foreign key (set_id, part_of) references public.nemus_requirement_figures (set_id, position) on delete cascade,
  foreign key (set_id, category) references public.nemus_requirement_categories (set_id, category) on delete cascade,
  constraint attributes_of_a_category check (category is not null or num_nonnulls(form, age_group, procedure, service) = 0)
);
alter table public.nemus_requirement_figures enable row level security;
create index nemus_requirement_figures_parts on public.nemus_requirement_figures (set_id, part_of);
create index nemus_requirement_figures_category on public.nemus_requirement_figures (set_id, category);

/* Sets that a trainee has chosen, present and past. Logbook entries refer to no set, so changing loses none. */
create table public.nemus_requirement_choices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  set_id uuid not null references public.nemus_requirement_sets (id),
  created_at timestamptz not null default now(),
  -- Null for the present set.
  ended_at timestamptz check (ended_at >= created_at)
);
alter table public.nemus_requirement_choices enable row level security;
create unique index nemus_requirement_choices_present on public.nemus_requirement_choices (user_id) where ended_at is null;
create index nemus_requirement_choices_user on public.nemus_requirement_choices (user_id, created_at desc);
create index nemus_requirement_choices_set on public.nemus_requirement_choices (set_id);

/* Whether the caller may read a set. For policies of its parts. */
create function private.nemus_reads_set(p_set uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_requirement_sets s where s.id = p_set
    and (s.state <> 'draft' or private.nemus_is_staff('catalogue')))
$$;

/* Changes by staff go to the audit log. */
create trigger audit after insert or update or delete on public.nemus_requirement_sets for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');
create trigger audit after insert or update or delete on public.nemus_requirement_categories for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('set_id', 'category');
create trigger audit after insert or update or delete on public.nemus_requirement_competencies for each row
  when (current_setting('nemus.staff', true) <> '')
  execute function private.nemus_audit_row('set_id', 'competency', 'level');
create trigger audit after insert or update or delete on public.nemus_requirement_figures for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('set_id', 'position');
create trigger audit after insert or update or delete on public.nemus_requirement_credits for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('set_id', 'source');
