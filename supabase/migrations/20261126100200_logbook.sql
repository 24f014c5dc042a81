-- The logbook: what trainees write down, in which state it is, and who may do what in which state.

/* Sections of employment: a site, a period, and how much of a full post. */
create table public.nemus_logbook_sites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  started_on date not null,
  -- The last day; null: open.
  ended_on date check (ended_on >= started_on),
  -- Of a full post, in percent.
  share int not null default 100 check (share between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, user_id)
);
alter table public.nemus_logbook_sites enable row level security;
create trigger touch before update on public.nemus_logbook_sites
  for each row execute function private.nemus_touch();
create index nemus_logbook_sites_user on public.nemus_logbook_sites (user_id, started_on desc);

/* Treatments, by a code that the portal makes. Nothing here names a patient. */
create table public.nemus_logbook_cases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  code text not null check (code ~ '^[A-Z0-9-]{4,16}$'),
  age_band text check (age_band in ('0-5', '6-11', '12-17', '18-29', '30-44', '45-64', '65+')),
  started_on date,
  closed_on date check (closed_on >= started_on),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, code),
  unique (id, user_id)
);
alter table public.nemus_logbook_cases enable row level security;
create trigger touch before update on public.nemus_logbook_cases
  for each row execute function private.nemus_touch();

alter table public.nemus_logbook_entries
  add column category text check (category in ('theory', 'practice', 'supervision', 'self_experience', 'elearning')),
  -- Zero is for a correction that takes all of an entry back.
  add column minutes int check (minutes between 0 and 1440),
  add column level text check (level in ('cognitive', 'action')),
  add column note text not null default '' check (char_length(note) <= 2000),
  -- draft: the trainee's own · submitted · confirmed: never changes again · returned: with a reason
  add column state text not null default 'draft' check (state in ('draft', 'submitted', 'confirmed', 'returned')),
  add column site_id uuid,
  add column case_id uuid,
  add column confirmer_id uuid references public.nemus_confirmers (id) on delete set null,
  -- The institution of that person when it was submitted.
  add column institution_id uuid references public.nemus_profiles (user_id) on delete set null,
  -- The confirmed entry that this one takes the place of, once it is confirmed itself.
  add column corrects uuid,
  -- Counts changes; who saves names the one that was read.
  add column revision int not null default 1,
  add column submitted_at timestamptz,
  -- Who confirmed or returned it: the account, null for a link; `confirmed_by` and `returned_by` say the name as it was.
  add column decided_by uuid references public.nemus_profiles (user_id) on delete set null,
  -- The role of confirming that it was done in, and whether by a deputy.
  add column decided_role text check (decided_role in ('leader', 'supervision', 'self_experience', 'lecturer')),
  add column decided_as_deputy boolean not null default false,
  add column returned_at timestamptz,
  add column returned_by text check (char_length(returned_by) between 1 and 200),
  add column return_reason text check (char_length(btrim(return_reason)) between 1 and 1000),
  add constraint own_site foreign key (site_id, user_id) references public.nemus_logbook_sites (id, user_id),
  add constraint own_case foreign key (case_id, user_id) references public.nemus_logbook_cases (id, user_id),
  add constraint entries_of_a_user unique (id, user_id),
  add constraint corrects_own foreign key (corrects, user_id) references public.nemus_logbook_entries (id, user_id),
  add constraint corrects_another check (corrects <> id),
  add constraint zero_corrects check (minutes > 0 or corrects is not null),
  add constraint submitted_to_somebody check (state <> 'submitted' or submitted_at is not null),
  add constraint returned_by_somebody check (state <> 'returned'
    or (returned_at is not null and returned_by is not null and return_reason is not null)),
  add constraint confirmed_is_state check ((state = 'confirmed') = (confirmed_at is not null));
create index nemus_logbook_entries_site on public.nemus_logbook_entries (site_id, user_id) where site_id is not null;
create index nemus_logbook_entries_case on public.nemus_logbook_entries (case_id, user_id) where case_id is not null;
create index nemus_logbook_entries_confirmer on public.nemus_logbook_entries (confirmer_id, state, user_id, done_on)
  where confirmer_id is not null;
create index nemus_logbook_entries_institution on public.nemus_logbook_entries (institution_id, state, user_id)
  where institution_id is not null;
create index nemus_logbook_entries_decided on public.nemus_logbook_entries (decided_by) where decided_by is not null;
-- One correction of an entry at a time; who corrects again, corrects the correction.
create unique index nemus_logbook_entries_corrects on public.nemus_logbook_entries (corrects, user_id)
  where corrects is not null;

-- What the first form of it said, in the new columns; figures are defined again behind this (logbook_figures).
update public.nemus_logbook_entries e set category = e.area, minutes = e.units * 45, note = e.title,
  state = case when e.confirmed_at is null then 'draft' else 'confirmed' end;
drop view private.nemus_training_sources;
alter table public.nemus_logbook_entries alter column category set not null, alter column minutes set not null,
  drop column area, drop column units, drop column title;

/* Teaching units of 45 minutes: sums of minutes are added first, then only whole units count. The one rounding rule. */
create function private.nemus_whole_units(p_minutes bigint) returns int
language sql immutable set search_path = '' as $$ select (p_minutes / 45)::int $$;
revoke all on function private.nemus_whole_units(bigint) from public;

/*
 * Who may do what in which state: the one table of it. Roles: owner, the trainee · confirmer, the named person, and who
 * decided it · deputy, who stands in for that person today · institution, of that person, while the trainee is linked.
 * Everybody else may do nothing and sees nothing. Changing a returned entry makes a draft of it.
 */
create table private.nemus_logbook_actions (
  state text not null check (state in ('draft', 'submitted', 'returned', 'confirmed')),
  role text not null check (role in ('owner', 'confirmer', 'deputy', 'institution')),
  action text not null check (action in ('read', 'change', 'delete', 'submit', 'take_back', 'confirm', 'return',
    'correct')),
  created_at timestamptz not null default now(),
  primary key (state, role, action)
);
alter table private.nemus_logbook_actions enable row level security;
revoke all on private.nemus_logbook_actions from public, anon, authenticated, service_role;
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
  ('confirmed', 'confirmer', 'read'), ('confirmed', 'institution', 'read');

/* Which of those roles the caller has for an entry; none for somebody else's draft, whoever is named in it. */
create function private.nemus_logbook_roles(p_entry public.nemus_logbook_entries) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when p_entry.user_id = auth.uid() then 'owner' end,
    case when p_entry.confirmer_id in (select private.nemus_my_confirmers()) or p_entry.decided_by = auth.uid()
      then 'confirmer' end,
    case when p_entry.confirmer_id in (select private.nemus_my_deputised()) then 'deputy' end,
    case when p_entry.institution_id = auth.uid() and exists (select from public.nemus_trainees t
      where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id) then 'institution' end], null)
$$;

/* Whether the caller may do that with an entry, by the table above. */
create function private.nemus_may_act(p_entry public.nemus_logbook_entries, p_action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = p_action and a.role = any (private.nemus_logbook_roles(p_entry)))
$$;

/* Raises 404 entry_not_found for an entry that the caller does not see, 409 entry_state with its state otherwise. */
create function private.nemus_require_action(p_entry public.nemus_logbook_entries, p_action text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_entry.id is null or not private.nemus_may_act(p_entry, 'read') then
    perform private.nemus_refuse(404, 'entry_not_found');
  end if;
  if not private.nemus_may_act(p_entry, p_action) then
    perform private.nemus_refuse(409, 'entry_state', jsonb_build_object('state', p_entry.state));
  end if;
end $$;
revoke all on function private.nemus_logbook_roles(public.nemus_logbook_entries),
  private.nemus_may_act(public.nemus_logbook_entries, text),
  private.nemus_require_action(public.nemus_logbook_entries, text) from public;

/*
 * A confirmed entry never changes, whoever asks: only what a deleted person or institution leaves behind is emptied. It goes with its
 * account, or as sample data.
 */
create function private.nemus_keep_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.is_sample or not exists (select from public.nemus_profiles p where p.user_id = old.user_id)
      or exists (select from private.nemus_deleted_accounts d where d.user_id = old.user_id) then
      return old;
    end if;
  elsif to_jsonb(new) - array['updated_at', 'confirmer_id', 'institution_id', 'decided_by']
      = to_jsonb(old) - array['updated_at', 'confirmer_id', 'institution_id', 'decided_by']
    and (new.confirmer_id is null or new.confirmer_id = old.confirmer_id)
    and (new.institution_id is null or new.institution_id = old.institution_id)
    and (new.decided_by is null or new.decided_by = old.decided_by) then
    return new;
  end if;
  perform private.nemus_refuse(409, 'entry_state', '{"state": "confirmed"}');
end $$;
revoke all on function private.nemus_keep_confirmed() from public;
create trigger keep_confirmed before update or delete on public.nemus_logbook_entries
  for each row when (old.state = 'confirmed') execute function private.nemus_keep_confirmed();

/* Lets one transaction at a time change the logbook of a trainee. Before any entry is read to be changed. */
create function private.nemus_lock_logbook(p_user uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_logbook ' || p_user, 0))
$$;
revoke all on function private.nemus_lock_logbook(uuid) from public;

drop policy "own logbook is read" on public.nemus_logbook_entries;
revoke insert, update, delete on public.nemus_logbook_entries from service_role;
revoke all on public.nemus_logbook_sites, public.nemus_logbook_cases from anon, authenticated, service_role;
grant select on public.nemus_logbook_sites, public.nemus_logbook_cases to authenticated;
-- The same as the row `read` of the table above, in a form that finds its indexes.
create policy "entries are read by those whom they concern" on public.nemus_logbook_entries for select to authenticated
  using (user_id = (select auth.uid())
    or (state in ('submitted', 'returned', 'confirmed') and (
      confirmer_id in (select private.nemus_my_confirmers()) or decided_by = (select auth.uid())
      or (state = 'submitted' and confirmer_id in (select private.nemus_my_deputised()))
      or (institution_id = (select auth.uid()) and user_id in (select t.user_id from public.nemus_trainees t
        where t.institution_id = (select auth.uid()) and t.user_id is not null)))));
create policy "own sites are read" on public.nemus_logbook_sites for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own cases are read" on public.nemus_logbook_cases for select to authenticated
  using (user_id = (select auth.uid()));
