-- Sites, cases and entries of the logbook, and what is allowed in which state: private.nemus_logbook_actions, read by
-- nemus_may_act and nemus_require_action; the policy in access.sql repeats its `read`.
-- Also certificates of courses elsewhere: entries with a file (files.sql).
-- A confirmed entry never changes; only confirmed entries count. Exceptions (nemus_keep_confirmed): a deleted person or
-- institution is emptied from it, sample entries and entries of a deleted account are removed, and who confirmed it can
-- undo that for ten minutes (nemus_may_undo). A mistake is corrected
-- by a new entry (`corrects`).
-- Changes: by the trainee changes.sql, by the confirmer decisions.sql and sign_off_links.sql, by the institution
-- hand_over.sql. Triggers on nemus_logbook_entries: steps.sql, cohort.sql, sign_off_links.sql, hand_over.sql,
-- notifications/events.sql.

/* Sections of employment: site, period and share of a full post. */
create table public.nemus_logbook_sites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  started_on date not null check (private.nemus_is_day(started_on)),
  -- Last day; null: open.
  ended_on date check (ended_on >= started_on and private.nemus_is_day(ended_on)),
  -- Percent of a full post.
  share numeric(4,1) not null default 100 check (share between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  setting text check (setting in ('outpatient', 'inpatient')),
  unique (id, user_id)
);
alter table public.nemus_logbook_sites enable row level security;
create trigger touch before update on public.nemus_logbook_sites for each row execute function private.nemus_touch();
create index nemus_logbook_sites_user on public.nemus_logbook_sites (user_id, started_on desc);

/* Treatments, by a code that the portal makes. The label is the trainee's own reminder and is shown to no one else. */
create table public.nemus_logbook_cases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  code text not null check (code ~ '^[A-Z0-9-]{4,16}$'),
  age_band text check (age_band in ('0-5', '6-11', '12-17', '18-29', '30-44', '45-64', '65+')),
  started_on date check (private.nemus_is_day(started_on)),
  closed_on date check (closed_on >= started_on and private.nemus_is_day(closed_on)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  label text not null default '' check (char_length(label) <= 30),
  is_sample boolean not null default false,
  unique (user_id, code),
  unique (id, user_id)
);
alter table public.nemus_logbook_cases enable row level security;
create trigger touch before update on public.nemus_logbook_cases for each row execute function private.nemus_touch();

/* Named weeks of a trainee: copied as drafts, with last_on every week until then. Shown to no one else. */
create table public.nemus_logbook_templates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- [{weekday 0-6, category, minutes, case_id}]. Cases that are gone or closed by then are left out at use.
  sessions jsonb not null,
  first_on date not null check (private.nemus_is_day(first_on)),
  last_on date check (last_on >= first_on and private.nemus_is_day(last_on)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, name)
);
alter table public.nemus_logbook_templates enable row level security;
create trigger touch before update on public.nemus_logbook_templates for each row execute function private.nemus_touch();

create table public.nemus_logbook_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  competency text check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  done_on date not null check (private.nemus_is_day(done_on)),
  -- Name of the confirmer. The entry counts from confirmed_at on.
  confirmed_by text check (char_length(confirmed_by) between 1 and 200),
  confirmed_at timestamptz,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category text not null check (category in ('theory', 'practice', 'supervision', 'self_experience', 'elearning')),
  -- Zero: a correction that takes back all of an entry. At most a day, of a certificate 2,000 units.
  minutes int not null,
  level text check (level in ('cognitive', 'action')),
  note text not null default '' check (char_length(note) <= 2000),
  -- draft: the trainee's own · submitted · confirmed: never changes again · returned: with a reason
  state text not null default 'draft' check (state in ('draft', 'submitted', 'confirmed', 'returned')),
  site_id uuid,
  case_id uuid,
  confirmer_id uuid references public.nemus_confirmers (id) on delete set null,
  -- Institution of the confirmer at submission.
  institution_id uuid references public.nemus_profiles (user_id) on delete set null,
  -- Confirmed entry that this one replaces once it is confirmed too.
  corrects uuid,
  -- Counts changes. A save names the revision that it read.
  revision int not null default 1,
  submitted_at timestamptz,
  -- Account that confirmed or returned it; null for a link. The name at that moment: `confirmed_by`, `returned_by`.
  decided_by uuid references public.nemus_profiles (user_id) on delete set null,
  -- Role it was decided in, and whether by a deputy.
  decided_role text check (decided_role in ('leader', 'supervision', 'self_experience', 'lecturer')),
  decided_as_deputy boolean not null default false,
  returned_at timestamptz,
  returned_by text check (char_length(returned_by) between 1 and 200),
  return_reason text check (char_length(btrim(return_reason)) between 1 and 1000),
  -- From a list of another program (nemus_save_entries), not typed. Stays with the entry.
  is_imported boolean not null default false,
  -- What figures of a requirement set tell apart (nemus_figure_choices). Null: not said.
  setting text check (setting in ('outpatient', 'inpatient')),
  form text check (form in ('individual', 'group')),
  age_group text check (age_group in ('children', 'adults')),
  procedure text check (procedure in ('Verhaltenstherapie', 'Systemische Therapie',
    'Tiefenpsychologisch fundierte Psychotherapie', 'Analytische Psychotherapie')),
  service text check (service in ('first_interview', 'acute_treatment', 'report')),
  -- A certificate of a course elsewhere: `note` is its title, `done_on` its last day. It has no site and no case, and is
  -- confirmed by accounts alone, in a role of that day (nemus_role_day).
  file_id uuid references public.nemus_logbook_files (id),
  -- The file's, so that steps and confirmation have it.
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  issuer text check (char_length(btrim(issuer)) between 1 and 200),
  -- First day; null: one day.
  started_on date check (private.nemus_is_day(started_on) and started_on <= done_on),
  -- What the list of all entries searches. No fact of the entry: steps leave it out.
  search_text text not null generated always as (
    private.nemus_search_text(note || ' ' || coalesce(confirmed_by, '') || ' ' || coalesce(issuer, ''))) stored,
  constraint confirmed_by_somebody check ((confirmed_by is null) = (confirmed_at is null)),
  constraint own_site foreign key (site_id, user_id) references public.nemus_logbook_sites (id, user_id),
  constraint own_case foreign key (case_id, user_id) references public.nemus_logbook_cases (id, user_id),
  constraint entries_of_a_user unique (id, user_id),
  constraint corrects_own foreign key (corrects, user_id) references public.nemus_logbook_entries (id, user_id),
  constraint corrects_another check (corrects <> id),
  constraint zero_corrects check (minutes > 0 or corrects is not null),
  constraint minutes_fit check (minutes between 0 and case when file_id is null then 1440 else 90000 end),
  constraint certificate_is_whole check (case when file_id is null then num_nulls(file_sha256, issuer, started_on) = 3
    else num_nulls(file_sha256, issuer) = 0 and num_nonnulls(site_id, case_id) = 0 and note <> '' end),
  constraint submitted_to_somebody check (state <> 'submitted' or submitted_at is not null),
  constraint returned_by_somebody check (state <> 'returned'
    or (returned_at is not null and returned_by is not null and return_reason is not null)),
  constraint confirmed_is_state check ((state = 'confirmed') = (confirmed_at is not null))
);
alter table public.nemus_logbook_entries enable row level security;
create trigger touch before update on public.nemus_logbook_entries for each row execute function private.nemus_touch();
create index nemus_logbook_entries_newest on public.nemus_logbook_entries (user_id, done_on desc, id);

-- Sums read this index alone.
create index nemus_logbook_entries_confirmed on public.nemus_logbook_entries (user_id, done_on)
  include (id, category, minutes, competency, level, is_sample, file_id) where state = 'confirmed';
create index nemus_logbook_entries_file on public.nemus_logbook_entries (file_id) where file_id is not null;
create index nemus_logbook_entries_certificates on public.nemus_logbook_entries (user_id, done_on) where file_id is not null;
create index nemus_logbook_entries_replaced on public.nemus_logbook_entries (user_id, corrects)
  where corrects is not null and state = 'confirmed';
create index nemus_logbook_entries_site on public.nemus_logbook_entries (site_id, user_id) where site_id is not null;
create index nemus_logbook_entries_case on public.nemus_logbook_entries (case_id, user_id) where case_id is not null;
create index nemus_logbook_entries_confirmer on public.nemus_logbook_entries (confirmer_id, state, user_id, done_on)
  where confirmer_id is not null;
create index nemus_logbook_entries_institution on public.nemus_logbook_entries (institution_id, state, user_id)
  where institution_id is not null;
create index nemus_logbook_entries_decided on public.nemus_logbook_entries (decided_by) where decided_by is not null;

-- One correction per entry. A second one corrects the correction.
create unique index nemus_logbook_entries_corrects on public.nemus_logbook_entries (corrects, user_id)
  where corrects is not null;

/* Teaching units of 45 minutes. Minutes are summed first, then only whole units count. The only rounding rule. */
create function private.nemus_whole_units(p_minutes bigint) returns int
language sql immutable set search_path = '' as $$ select (p_minutes / 45)::int $$;

/* The day on which a confirmer needs the role: of hours their own, of a certificate today, when it is judged. */
create function private.nemus_role_day(p_entry public.nemus_logbook_entries) returns date
language sql stable set search_path = '' as $$
  select case when p_entry.file_id is null then p_entry.done_on else (now() at time zone 'Europe/Berlin')::date end
$$;

/* What a certificate counts as in a requirement set, as a course of the portal does: a source of nemus_requirement_credits. */
create function private.nemus_certificate_source(p_category text) returns text
language sql immutable set search_path = '' as $$
  select case p_category when 'theory' then 'certificate' when 'supervision' then 'certificate_supervision'
    when 'practice' then 'seminar_practice' when 'elearning' then 'elearning' else 'entry_self_experience' end
$$;

/*
 * What each role may do in each state; everything else is refused. owner: the trainee · confirmer: the named person
 * while on the list, and a deputy of today that decided · deputy: of that person, today · institution: of that person,
 * while the trainee is linked. Changing a returned entry makes it a draft.
 */
create table private.nemus_logbook_actions (
  state text not null check (state in ('draft', 'submitted', 'returned', 'confirmed')),
  role text not null check (role in ('owner', 'confirmer', 'deputy', 'institution')),
  action text not null check (action in ('read', 'change', 'delete', 'submit', 'take_back', 'confirm', 'return',
    'correct', 'hand_over')),
  created_at timestamptz not null default now(),
  primary key (state, role, action)
);
alter table private.nemus_logbook_actions enable row level security;
insert into private.nemus_logbook_actions (state, role, action) values
  ('draft', 'owner', 'read'), ('draft', 'owner', 'change'), ('draft', 'owner', 'delete'), ('draft', 'owner', 'submit'),
  ('submitted', 'owner', 'read'), ('submitted', 'owner', 'take_back'),
  ('submitted', 'confirmer', 'read'), ('submitted', 'confirmer', 'confirm'), ('submitted', 'confirmer', 'return'),
  ('submitted', 'deputy', 'read'), ('submitted', 'deputy', 'confirm'), ('submitted', 'deputy', 'return'),
  ('submitted', 'institution', 'read'),
  ('returned', 'owner', 'read'), ('returned', 'owner', 'change'), ('returned', 'owner', 'delete'),
  ('returned', 'owner', 'submit'),
  ('returned', 'confirmer', 'read'), ('returned', 'institution', 'read'),
  ('confirmed', 'owner', 'read'), ('confirmed', 'owner', 'correct'),
  ('confirmed', 'confirmer', 'read'), ('confirmed', 'institution', 'read'),
  ('submitted', 'institution', 'hand_over');

/*
 * Whether what the named person decided is the caller's to read: decided by the caller, or at the person's present address.
 * The next holder of a list's line gets no decisions of the one before.
 */
create function private.nemus_decided_here(p_confirmer uuid, p_decided_by uuid, p_decided_at timestamptz, p_is_sample boolean)
returns boolean language sql stable security definer set search_path = '' as $$
  select p_is_sample or coalesce(p_decided_by = auth.uid(), false) or exists (select from public.nemus_confirmers c
    where c.id = p_confirmer and c.address_since <= p_decided_at)
$$;

/* Roles of the caller for an entry. Whether a role may even read it in this state: nemus_logbook_actions. */
create function private.nemus_logbook_roles(p_entry public.nemus_logbook_entries) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when p_entry.user_id = auth.uid() then 'owner' end,
    case when (p_entry.confirmer_id in (select private.nemus_my_confirmers()) and (p_entry.state = 'submitted'
        or private.nemus_decided_here(p_entry.confirmer_id, p_entry.decided_by, coalesce(p_entry.confirmed_at, p_entry.returned_at),
          p_entry.is_sample))) or (p_entry.decided_by = auth.uid()
      and p_entry.confirmer_id in (select private.nemus_my_deputised())) then 'confirmer' end,
    case when p_entry.confirmer_id in (select private.nemus_my_deputised()) then 'deputy' end,
    case when p_entry.institution_id = private.nemus_acts_for('confirming', 'reading') and exists (select from public.nemus_trainees t
      where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id) then 'institution' end], null)
$$;

/* Whether the caller may do p_action with an entry. */
create function private.nemus_may_act(p_entry public.nemus_logbook_entries, p_action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = p_action and a.role = any (private.nemus_logbook_roles(p_entry)))
$$;

/*
 * Whether the caller reads the file of an entry: as its trainee, as the confirmer while on the list, or as deputy
 * while the entry waits or if it decided it; before it is confirmed, only while the trainee is linked. Of self-experience,
 * as its notes: no deputy, no address set after the submission.
 */
create function private.nemus_reads_entry_file(p_entry public.nemus_logbook_entries) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = 'read' and a.role = any (private.nemus_logbook_roles(p_entry))
      and case a.role when 'owner' then true when 'institution' then false
        else (p_entry.state = 'confirmed' or private.nemus_is_linked_entry(p_entry)) and (p_entry.category <> 'self_experience'
          or (p_entry.confirmer_id in (select private.nemus_my_confirmers())
            and private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at))) end)
$$;

/* The same for a file, by any entry. */
create function private.nemus_reads_file(p_file uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_logbook_entries e
    where e.file_id = p_file and private.nemus_reads_entry_file(e))
$$;

/* Raises 404 entry_not_found for an entry that the caller may not read, otherwise 409 entry_state with its state. */
create function private.nemus_require_action(p_entry public.nemus_logbook_entries, p_action text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(404, 'entry_not_found')
    where p_entry.id is null or not private.nemus_may_act(p_entry, 'read');
  perform private.nemus_refuse(409, 'entry_state', jsonb_build_object('state', p_entry.state))
    where not private.nemus_may_act(p_entry, p_action);
end $$;

/*
 * Whether the caller can still undo a confirmation: the account that made it, while it still confirms for that person,
 * for ten minutes, until a paper or a correction relies on it.
 */
create function private.nemus_may_undo(p_entry public.nemus_logbook_entries) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_entry.state = 'confirmed' and not p_entry.is_sample and coalesce(p_entry.decided_by = auth.uid(), false)
    and p_entry.confirmed_at > now() - interval '10 minutes'
    and p_entry.confirmer_id in (select private.nemus_my_confirmers() union all select private.nemus_my_deputised())
    and not exists (select from private.nemus_logbook_papers p
      where p.user_id = p_entry.user_id and p.step_number >= (select max(s.number) from private.nemus_logbook_steps s
        where s.user_id = p.user_id and s.entry_id = p_entry.id and s.action = 'confirm'))
    and not exists (select from public.nemus_logbook_entries c where c.corrects = p_entry.id and c.user_id = p_entry.user_id)
$$;

/*
 * Keeps confirmed entries unchanged. Allowed: undoing a confirmation, emptying the columns of a deleted person or
 * institution, deleting sample entries and entries of a deleted account. Raises 409 entry_state.
 */
create function private.nemus_keep_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.is_sample or not exists (select from public.nemus_profiles p where p.user_id = old.user_id)
      or exists (select from private.nemus_deleted_accounts d where d.user_id = old.user_id) then
      return old;
    end if;
  elsif to_jsonb(new) - array['updated_at', 'search_text', 'confirmer_id', 'institution_id', 'decided_by']
      = to_jsonb(old) - array['updated_at', 'search_text', 'confirmer_id', 'institution_id', 'decided_by']
    and (new.confirmer_id is null or new.confirmer_id = old.confirmer_id)
    and (new.institution_id is null or new.institution_id = old.institution_id)
    and (new.decided_by is null or new.decided_by = old.decided_by)
    or new.state = 'submitted' and private.nemus_may_undo(old) then
    return new;
  end if;
  perform private.nemus_refuse(409, 'entry_state', '{"state": "confirmed"}');
end $$;
create trigger keep_confirmed before update or delete on public.nemus_logbook_entries
  for each row when (old.state = 'confirmed') execute function private.nemus_keep_confirmed();

/* One change of a logbook at a time. Called before an entry is read for a change. */
create function private.nemus_lock_logbook(p_user uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_logbook ' || p_user, 0))
$$;

-- Count of linked trainees, and one page of the cohort (cohort.sql), from few pages.
create index nemus_trainees_linked on public.nemus_trainees (institution_id) where user_id is not null;
create index nemus_trainees_linked_sorted on public.nemus_trainees (institution_id, sort_name, id)
  where user_id is not null;

-- Search of the cohort: its longest word is found by trigrams, as in the searches of staff.
create index nemus_trainees_search on public.nemus_trainees using gin (search_text extensions.gin_trgm_ops);

-- Workload of an institution (nemus_sign_off_workload), in the order it is counted.
create index nemus_logbook_entries_waiting on public.nemus_logbook_entries (institution_id, confirmer_id, user_id)
  include (submitted_at) where state = 'submitted';

-- Whether an account has sample hours (nemus_has_sample_hours), without reading all its entries.
create index nemus_logbook_entries_samples on public.nemus_logbook_entries (user_id) where is_sample;

-- Submitted entries of an account, to find those without a confirmer (nemus_logbook_week).
create index nemus_logbook_entries_submitted on public.nemus_logbook_entries (user_id, confirmer_id) include (done_on)
  where state = 'submitted';
