-- The registry: teams and their areas, the entry of each area in an environment, and every change of it. Written by the
-- release command line (tools/release) if its store is a Supabase project, read by browsers through the function
-- `release-registry`.
-- A change is a row of nemus_release_changes, append-only; inserting it applies it in the same transaction
-- (nemus_apply_release_change), at the expected revision. A team changes its own areas; an operator only switches off,
-- on and out, stops and starts (nemus_may_release). What operators switched off, no team switches on (stops.sql).
-- Checked first: the right to release (trigger `admit`), then a fresh second factor (sessions/fresh_factors.sql).
-- Exception: `canary-halt`, written by the database itself (health.sql). Errors are in English; `hint` is the code.

create table public.nemus_release_teams (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  created_at timestamptz not null default now()
);
alter table public.nemus_release_teams enable row level security;

/* Members of a team: people, and the account of its build server. */
create table public.nemus_release_members (
  team text not null references public.nemus_release_teams (name) on update cascade on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (team, user_id)
);
alter table public.nemus_release_members enable row level security;
create index on public.nemus_release_members (user_id);

/* Operators of the portal: may switch every area off and on and retire it, but not release for its team. */
create table public.nemus_release_operators (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table public.nemus_release_operators enable row level security;

create table public.nemus_release_remotes (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  team text not null references public.nemus_release_teams (name) on update cascade on delete restrict,
  created_at timestamptz not null default now()
);
alter table public.nemus_release_remotes enable row level security;
create index on public.nemus_release_remotes (team);

create table public.nemus_release_environments (
  name text primary key check (name ~ '^[a-z0-9-]+$'),
  -- Counts changes. A change names the revision it was computed from.
  revision bigint not null default 0 check (revision >= 0),
  issued_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
alter table public.nemus_release_environments enable row level security;
insert into public.nemus_release_environments (name) values ('staging'), ('production');

/* Entry of an area in an environment: a part of the registry document, with the team's signature. */
create table public.nemus_release_entries (
  environment text not null references public.nemus_release_environments (name) on update cascade on delete restrict,
  remote text not null references public.nemus_release_remotes (name) on update cascade on delete restrict,
  -- Order of first promotion. A shell that must choose between two areas keeps the earlier one.
  place bigint generated always as identity,
  entry jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (environment, remote)
);
alter table public.nemus_release_entries enable row level security;
create index on public.nemus_release_entries (remote);

/*
 * All changes, and the only way to make one: inserting a row applies it in the same transaction. Neither exists without
 * the other.
 */
create table public.nemus_release_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Kept when the account is deleted, as in any audit log.
  user_id uuid,
  who text not null default '',
  -- Null: concerns the store as a whole (publish, gc).
  environment text references public.nemus_release_environments (name) on update cascade on delete restrict,
  -- '*': every area of the environment.
  remote text not null check (remote ~ '^([a-z][a-z0-9-]{1,30}|[*])$'),
  action text not null check (action in ('publish', 'promote', 'rollback', 'canary-set', 'canary-step', 'canary-stop',
    'canary-halt', 'disable', 'enable', 'renew', 'retire', 'gc', 'stop', 'start', 'stops-renew')),
  from_release text check (char_length(from_release) <= 500),
  to_release text check (char_length(to_release) <= 500),
  why text not null default '' check (char_length(why) <= 2000),
  -- Overruled findings of the gate.
  forced jsonb check (jsonb_typeof(forced) = 'array'),
  expected_revision bigint,
  revision bigint,
  valid_for_seconds bigint check (valid_for_seconds between 1 and 315360000),
  -- Name shown to users for a switched-off area; without it the team, or the operators.
  shown_by text check (char_length(shown_by) between 1 and 80),
  -- The entry after the change; null after `retire`.
  entry jsonb check (jsonb_typeof(entry) = 'object'),
  -- Switched off, on or out by an operator. What operators switch off, no team switches on.
  by_operator boolean not null default false,
  -- Stop list after the change, and its serial (stop, start, stops-renew).
  stop_list jsonb check (jsonb_typeof(stop_list) = 'object'),
  serial bigint,
  unique (environment, revision)
);
alter table public.nemus_release_changes enable row level security;
create index on public.nemus_release_changes (remote, at);

create trigger keep_rows before update or delete on public.nemus_release_changes
  for each row execute function private.nemus_keep_rows();

/* Whether the caller is in a team or an operator, with the second factor that rights require. */
create function private.nemus_is_releaser() returns boolean
language sql stable security definer set search_path = '' as $$
  select (exists (select from public.nemus_release_members m where m.user_id = auth.uid())
      or exists (select from public.nemus_release_operators o where o.user_id = auth.uid()))
    and private.nemus_meets_rights_rule()
$$;

/* Whether the caller is an operator and may act as one. */
create function private.nemus_is_operator() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_release_operators o where o.user_id = auth.uid())
    and private.nemus_meets_rights_rule()
$$;

/* Areas of the caller's teams. */
create function private.nemus_own_areas() returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct r.name from public.nemus_release_remotes r join public.nemus_release_members m on m.team = r.team
  where m.user_id = auth.uid() and private.nemus_meets_rights_rule()
$$;

/*
 * Whether the caller may do this to an area: its team everything but stops; an operator stops, and disable, enable,
 * retire.
 */
create function private.nemus_may_release(p_remote text, p_action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when p_action = 'canary-halt' then false
    when p_action in ('stop', 'start', 'stops-renew') then private.nemus_is_operator()
    else
      p_remote in (select private.nemus_own_areas())
      or (p_action in ('disable', 'enable', 'retire') and private.nemus_is_operator())
  end
$$;

/* Account types of a route. */
create function private.nemus_route_roles(p_route jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(nullif(p_route -> 'roles', 'null'), '["piw", "institution"]')
$$;

/* An area with an overlapping path for the same account type; null for none. */
create function private.nemus_overlapping_area(p_environment text, p_remote text, p_entry jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select e.remote || ' (' || (theirs.route ->> 'path') || ')'
  from public.nemus_release_entries e,
    jsonb_array_elements(e.entry -> 'routes') as theirs (route),
    jsonb_array_elements(p_entry -> 'routes') as ours (route)
  where e.environment = p_environment and e.remote <> p_remote
    and (starts_with(ours.route ->> 'path' || '/', theirs.route ->> 'path' || '/')
      or starts_with(theirs.route ->> 'path' || '/', ours.route ->> 'path' || '/'))
    and private.nemus_route_roles(ours.route) ?|
      array(select jsonb_array_elements_text(private.nemus_route_roles(theirs.route)))
  limit 1
$$;

/*
 * Refuses an entry that must not be in the registry, regardless of the tool that wrote it. Raises PT400 foreign_entry,
 * malformed_entry, foreign_release, PT409 path_taken, PT403 stopped_by_operator, more_than_a_switch.
 */
create function private.nemus_check_entry(p_change public.nemus_release_changes) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
  before jsonb;
  other text;
  pointer jsonb;
begin
  select r.team into owner from public.nemus_release_remotes r where r.name = p_change.remote;
  if p_change.entry ->> 'name' is distinct from p_change.remote or p_change.entry ->> 'team' is distinct from owner then
    perform private.nemus_refuse(400, 'foreign_entry');
  end if;
  perform private.nemus_refuse(400, 'malformed_entry')
    where jsonb_typeof(p_change.entry -> 'routes') is distinct from 'array';
  for pointer in
    select p_change.entry -> 'stable'
    union all select p_change.entry #> '{canary,pointer}' where p_change.entry ? 'canary'
    union all select jsonb_array_elements(coalesce(p_change.entry -> 'lastGood', '[]'))
  loop
    perform private.nemus_refuse(400, 'foreign_release')
      where not coalesce(starts_with(pointer ->> 'path', 'releases/' || p_change.remote || '/'), false);
  end loop;
  other := private.nemus_overlapping_area(p_change.environment, p_change.remote, p_change.entry);
  perform private.nemus_refuse(409, 'path_taken', jsonb_build_object('remote', other)) where other is not null;
  perform private.nemus_refuse(403, 'stopped_by_operator') where private.nemus_is_held(p_change);
  if p_change.action in ('disable', 'enable') then
    select e.entry into before from public.nemus_release_entries e
    where e.environment = p_change.environment and e.remote = p_change.remote;
    perform private.nemus_refuse(403, 'more_than_a_switch')
      where before - 'enabled' - 'disabledReason' is distinct from p_change.entry - 'enabled' - 'disabledReason';
  end if;
end $$;

/*
 * Applies a change. Raises PT404 unknown_environment, PT409 revision_conflict (`detail`: the present revision), PT400
 * environment_missing, environment_unexpected, remote_missing, malformed_entry, and as nemus_check_entry and
 * nemus_apply_stop_list.
 */
create function private.nemus_apply_release_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_revision bigint;
begin
  new.at := clock_timestamp();
  -- An automatic stop of a canary has no actor.
  new.user_id := case when new.action <> 'canary-halt' then auth.uid() end;
  new.who := coalesce((select u.email from auth.users u where u.id = new.user_id), 'portal');
  new.revision := null;
  new.serial := null;
  new.by_operator := new.action in ('disable', 'enable', 'retire') and private.nemus_is_operator();
  if new.environment is null then
    perform private.nemus_refuse(400, 'environment_missing') where new.action not in ('publish', 'gc');
    new.entry := null;
    new.stop_list := null;
    return new;
  end if;
  perform private.nemus_refuse(400, 'environment_unexpected') where new.action in ('publish', 'gc');
  select e.revision into found_revision from public.nemus_release_environments e
  where e.name = new.environment for update;
  perform private.nemus_refuse(404, 'unknown_environment', jsonb_build_object('environment', new.environment))
    where not found;
  if new.action in ('stop', 'start', 'stops-renew') then
    new.entry := null;
    new.serial := private.nemus_apply_stop_list(new);
    return new;
  end if;
  new.stop_list := null;
  perform private.nemus_refuse(400, 'remote_missing') where new.remote = '*';
  perform private.nemus_refuse(409, 'revision_conflict', jsonb_build_object('revision', found_revision))
    where found_revision is distinct from new.expected_revision;
  perform private.nemus_refuse(400, 'malformed_entry', '{"of": "removal"}')
    where (new.entry is null) <> (new.action = 'retire');
  if new.entry is null then
    delete from public.nemus_release_entries e where e.environment = new.environment and e.remote = new.remote;
  else
    perform private.nemus_check_entry(new);
    insert into public.nemus_release_entries as e (environment, remote, entry)
    values (new.environment, new.remote, new.entry)
    on conflict (environment, remote) do update set entry = excluded.entry, updated_at = now();
  end if;
  new.revision := found_revision + 1;
  update public.nemus_release_environments e set revision = new.revision, issued_at = new.at,
    expires_at = new.at + make_interval(secs => coalesce(new.valid_for_seconds, 7776000))
  where e.name = new.environment;
  return new;
end $$;

/*
 * Refuses callers without the right to release before all other checks. Row level security comes after triggers, whose
 * errors reveal revisions, environments and other areas. Runs as the writer, and before `apply` by its name.
 * `canary-halt` passes: it is written by the database, without row level security.
 */
create function private.nemus_admit_release_change() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if row_security_active(tg_relid) and not private.nemus_may_release(new.remote, new.action) then
    raise exception using errcode = '42501', hint = 'not_allowed',
      message = 'new row violates row-level security policy for table "nemus_release_changes"';
  end if;
  return new;
end $$;

create trigger admit before insert on public.nemus_release_changes
  for each row execute function private.nemus_admit_release_change();
create trigger apply before insert on public.nemus_release_changes
  for each row execute function private.nemus_apply_release_change();

/*
 * Origin and time of switched-off areas for browsers: {<remote>: {by, since}}; null if none is off. A name only if one
 * was given; accounts stay in the log.
 */
create function private.nemus_release_switches(p_environment text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_object_agg(e.remote, jsonb_build_object(
    'by', coalesce(c.shown_by, case when c.by_operator then 'Betrieb' else 'Team ' || (e.entry ->> 'team') end),
    'since', to_char(c.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from public.nemus_release_entries e
  cross join lateral (select l.at, l.shown_by, l.by_operator from public.nemus_release_changes l
    where l.remote = e.remote and l.environment = e.environment and l.action = 'disable'
    order by l.id desc limit 1) c
  where e.environment = p_environment and e.entry -> 'enabled' = 'false'
$$;

/* Registry document of an environment for browsers; null before the first promotion. */
create function public.nemus_release_registry(p_environment text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'schema', 1,
    'environment', v.name,
    'revision', v.revision,
    'issuedAt', to_char(v.issued_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expiresAt', to_char(v.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'remotes', coalesce((select jsonb_agg(e.entry order by e.place) from public.nemus_release_entries e
      where e.environment = v.name), '[]'))
    || case when s.switches is null then '{}' else jsonb_build_object('switches', s.switches) end
  from public.nemus_release_environments v
  cross join lateral (select private.nemus_release_switches(v.name) as switches) s
  where v.name = p_environment and v.revision > 0
$$;

/* The names that this database does not offer as table, view or function; asked before a release reaches users. */
create function public.nemus_missing_names(p_names text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(n.name order by n.name), '{}') from unnest(p_names[1:1000]) n (name)
  where not exists (select from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relname = n.name and c.relkind in ('r', 'v', 'm', 'p'))
    and not exists (select from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname = n.name)
$$;

-- Files of releases: public to read, written once by the team of the area, never changed. Their source maps are private.
insert into storage.buckets (id, name, public) values ('nemus-releases', 'nemus-releases', true),
  ('nemus-release-maps', 'nemus-release-maps', false);
do $$
begin
  -- On hosted projects it is already on, and the table belongs to Storage.
  if not (select c.relrowsecurity from pg_class c where c.oid = 'storage.objects'::regclass) then
    alter table storage.objects enable row level security;
  end if;
end $$;
