-- The seminar catalogue: one row per seminar, in one of three states.
-- Which seminars are on sale: courses/offer.sql. Who edits and publishes them: courses/catalogue.sql, whose trigger
-- also checks every write. Staff changes are recorded by the audit trigger in dates/teacher_tables.sql.

/*
 * A draft was never published. A published seminar is in the catalogue (`is_active`). A retired one was published
 * before; enrolled people keep it.
 */
create table public.nemus_courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 4000),
  competency text not null check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  -- Teaching units of 45 minutes, like the three columns of units below.
  duration_hours numeric(6, 1) not null check (duration_hours > 0),
  difficulty text not null check (difficulty in ('Anfänger', 'Fortgeschritten', 'Experte')),
  theory_units int not null default 0 check (theory_units >= 0),
  practical_units int not null default 0 check (practical_units >= 0),
  elearning_units int not null default 0 check (elearning_units >= 0),
  price_euros numeric(8, 2) not null check (price_euros >= 0),
  credit_cost int not null check (credit_cost > 0),
  is_premium boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- The seminar takes place at dates, of which an enrolled person chooses one. Otherwise its e-learning alone completes
  -- it.
  has_dates boolean not null default false,
  -- Distance learning act (FernUSG): approved by the ZFU, or declared exempt. Null: not decided yet.
  zfu_status text check (zfu_status in ('approved', 'not_required')),
  zfu_number text check (char_length(zfu_number) between 1 and 50),
  state text not null generated always as (
    case when is_active then 'published' when published_at is null then 'draft' else 'retired' end) stored,
  -- Of the title.
  search_text text not null generated always as (private.nemus_search_text(title)) stored,
  -- What happens when, one point per line. May be empty.
  agenda text not null default '' check (char_length(agenda) <= 4000),
  -- The order of the catalogue.
  sort_name text collate "C" not null generated always as (private.nemus_title_key(title)) stored,
  -- What the catalogue searches.
  catalogue_text text not null generated always as (private.nemus_search_text(title || ' ' || description)) stored,
  constraint zfu_number_of_approved check ((zfu_number is not null) = (zfu_status is not distinct from 'approved'))
);
alter table public.nemus_courses enable row level security;
create trigger touch before update on public.nemus_courses for each row execute function private.nemus_touch();

-- Includes `is_active` so that a count of the catalogue under its policy needs the index alone.
create index nemus_courses_active_title on public.nemus_courses (title, id) include (is_active) where is_active;
create index nemus_courses_cost on public.nemus_courses (credit_cost) where is_active;
