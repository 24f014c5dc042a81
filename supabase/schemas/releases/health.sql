-- How releases do in browsers, by account, and canaries that stop automatically (nemus_judge_canary).
-- One row per account and release: repeated reports count once. A report counts only if the registry names the version,
-- a canary is the account's own, and the account is older than a day. Limit per account and hour: setting
-- `release_reports_per_hour`, by default 120.
-- A canary stops when more accounts failed than the stable rate plus its bound explains. It stops by a change
-- `canary-halt` (registry.sql). Failures of the stable release go to alarms.sql.
-- nemus_release_bucket, nemus_is_in_canary and nemus_canary_verdict repeat rules of libs/registry; one table of cases
-- tests both sides.

create table public.nemus_release_health (
  environment text not null check (environment ~ '^[a-z0-9-]{1,40}$'),
  remote text not null check (remote ~ '^[a-z][a-z0-9-]{1,30}$'),
  version text not null check (char_length(version) <= 40 and version ~ '^[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{8,16}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  starts int not null default 0 check (starts >= 0),
  failures int not null default 0 check (failures >= 0),
  -- Kind and time of the last failure; kinds as in libs/contract.
  failure text check (char_length(failure) <= 40),
  failed_at timestamptz,
  -- Last start, in milliseconds: from request to code, from code to first screen.
  load_ms int check (load_ms between 0 and 600000),
  mount_ms int check (mount_ms between 0 and 600000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment, remote, version, user_id)
);
alter table public.nemus_release_health enable row level security;
create index on public.nemus_release_health (user_id);

/* Requests of each account in the current hour, for the limit. */
create table private.nemus_release_reporters (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null,
  reports int not null
);
alter table private.nemus_release_reporters enable row level security;

/* Entries of registries in a folder, reported by the process that watches their canaries (`nemus_watch_release`). */
create table public.nemus_release_watched (
  environment text not null check (environment ~ '^[a-z0-9-]{1,40}$'),
  remote text not null check (remote ~ '^[a-z][a-z0-9-]{1,30}$'),
  entry jsonb not null check (jsonb_typeof(entry) = 'object' and octet_length(entry::text) <= 100000),
  updated_at timestamptz not null default now(),
  primary key (environment, remote)
);
alter table public.nemus_release_watched enable row level security;

/* Entries of an environment: from its registry here, or reported by the watcher of a folder. */
create function private.nemus_release_named(p_environment text) returns table (remote text, entry jsonb)
language sql stable security definer set search_path = '' as $$
  select e.remote, e.entry from public.nemus_release_entries e where e.environment = p_environment
  union all
  select w.remote, w.entry from public.nemus_release_watched w
  where w.environment = p_environment
    and not exists (select from public.nemus_release_environments v where v.name = p_environment)
$$;

/*
 * Takes the entries of a registry in a folder, at most 200. Service role and operators only.
 * Raises PT403 not_allowed, PT409 own_environment (its registry is here), PT400 malformed_entry.
 */
create function public.nemus_watch_release(p_environment text, p_entries jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'not_allowed', '{"of": "folder"}')
    where coalesce(auth.role(), '') <> 'service_role'
      and not private.nemus_is_operator();
  perform private.nemus_refuse(409, 'own_environment', jsonb_build_object('environment', p_environment))
    where exists (select from public.nemus_release_environments v where v.name = p_environment);
  perform private.nemus_refuse(400, 'malformed_entry', '{"of": "list"}')
    where jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 200;
  insert into public.nemus_release_watched as w (environment, remote, entry)
  select distinct on (e.value ->> 'name') p_environment, e.value ->> 'name', e.value
  from jsonb_array_elements(p_entries) as e (value)
  on conflict (environment, remote) do update set entry = excluded.entry, updated_at = now()
    where w.entry is distinct from excluded.entry;
end $$;

/* Product of two 32-bit numbers, modulo 2^32. */
create function private.nemus_multiply_32(p_a bigint, p_b bigint) returns bigint
language sql immutable set search_path = '' as $$
  select (((p_a * (p_b >> 16)) & 65535) * 65536 + p_a * (p_b & 65535)) & 4294967295
$$;

/* Mixed block of MurmurHash3. */
create function private.nemus_murmur_block(p_block bigint) returns bigint
language sql immutable set search_path = '' as $$
  select private.nemus_multiply_32(((m.k << 15) | (m.k >> 17)) & 4294967295, 461845907)
  from (select private.nemus_multiply_32(p_block, 3432918353) as k) m
$$;

/*
 * Bucket of an account for a canary, 0 to 9999. Same rule as `bucketOf` in libs/registry, used by browsers;
 * libs/registry/src/canary-cases.ts tests both.
 */
create function private.nemus_release_bucket(p_salt text, p_remote text, p_user_id text) returns int
language plpgsql immutable strict set search_path = '' as $$
declare
  bytes bytea := convert_to(p_salt, 'UTF8') || '\x00'::bytea || convert_to(p_remote, 'UTF8') || '\x00'::bytea
    || convert_to(p_user_id, 'UTF8');
  size int := length(bytes);
  whole int := size - size % 4;
  hash bigint := 0;
  tail bigint := 0;
begin
  for i in 0 .. whole - 4 by 4 loop
    hash := hash # private.nemus_murmur_block(get_byte(bytes, i)::bigint | (get_byte(bytes, i + 1)::bigint << 8)
      | (get_byte(bytes, i + 2)::bigint << 16) | (get_byte(bytes, i + 3)::bigint << 24));
    hash := (private.nemus_multiply_32(((hash << 13) | (hash >> 19)) & 4294967295, 5) + 3864292196) & 4294967295;
  end loop;
  for i in whole .. size - 1 loop
    tail := tail | (get_byte(bytes, i)::bigint << (8 * (i - whole)));
  end loop;
  hash := hash # private.nemus_murmur_block(tail) # size;
  hash := private.nemus_multiply_32(hash # (hash >> 16), 2246822507);
  hash := private.nemus_multiply_32(hash # (hash >> 13), 3266489909);
  return ((hash # (hash >> 16)) * 10000) >> 32;
end $$;

/* Whether an account is in the canary of an entry. Same rule as `isInCanary` in libs/registry. */
create function private.nemus_is_in_canary(p_entry jsonb, p_user_id text, p_cohorts text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    p_entry #>> '{canaryHalted,version}' is distinct from p_entry #>> '{canary,pointer,version}'
    and ((p_entry #> '{canary,cohorts}') ?| p_cohorts
      or private.nemus_release_bucket(p_entry #>> '{canary,salt}', p_entry ->> 'name', p_user_id)
        < (case when jsonb_typeof(p_entry #> '{canary,percent}') = 'number'
          then (p_entry #>> '{canary,percent}')::float8 end / 100) * 10000), false)
$$;

/* Whether an account's report about a version counts: the entry names it, and a canary is the account's own. */
create function private.nemus_release_counts(p_entry jsonb, p_version text, p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select case
    when p_version = p_entry #>> '{canary,pointer,version}' then
      private.nemus_is_in_canary(p_entry, p_user_id::text,
        array(select p.user_type::text from public.nemus_profiles p where p.user_id = p_user_id))
    else coalesce(p_version = p_entry #>> '{stable,version}', false)
      or coalesce(p_entry -> 'lastGood', '[]') @> jsonb_build_array(jsonb_build_object('version', p_version))
  end
$$;

/* Figures of releases over all accounts. */
create function private.nemus_release_figures(p_environment text)
returns table (remote text, version text, accounts bigint, failed_accounts bigint, starts bigint, failures bigint,
  load_ms int, mount_ms int, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select h.remote, h.version, count(*), count(*) filter (where h.failures > 0), sum(h.starts), sum(h.failures),
    (percentile_cont(0.75) within group (order by h.load_ms))::int,
    (percentile_cont(0.75) within group (order by h.mount_ms))::int, max(h.updated_at)
  from public.nemus_release_health h where h.environment = p_environment
  group by h.remote, h.version
$$;

/*
 * Why a canary must stop; null: it may go on. It stops when more accounts failed than the stable failure rate plus its
 * bound lets chance explain. The stable rate counts from `minimumAccounts` accounts on. Same rule as `canaryVerdict` in
 * libs/registry.
 */
create function private.nemus_canary_verdict(p_bound jsonb, p_accounts bigint, p_failed bigint, p_stable_accounts bigint,
  p_stable_failed bigint) returns text
language sql immutable set search_path = '' as $$
  select case when p_accounts >= (p_bound ->> 'minimumAccounts')::bigint
      and p_failed > e.expected + 2 * sqrt(e.expected)
    then format('%s of %s accounts failed (stable release: %s of %s)', p_failed, p_accounts, p_stable_failed,
      p_stable_accounts)
  end
  from (select p_accounts * ((p_bound ->> 'failureRate')::float8
    + case when p_stable_accounts >= (p_bound ->> 'minimumAccounts')::bigint
      then p_stable_failed::float8 / p_stable_accounts else 0 end)) as e (expected)
$$;

/* Stops the canary of an area if it failed for more accounts than its bound allows. */
create function private.nemus_judge_canary(p_environment text, p_remote text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_revision bigint;
  current_entry jsonb;
  canary_version text;
  reason text;
begin
  -- Serialised: of two reports that exceed the bound together, the second sees the first.
  select e.revision into found_revision from public.nemus_release_environments e where e.name = p_environment for update;
  select e.entry, e.entry #>> '{canary,pointer,version}' into current_entry, canary_version
  from public.nemus_release_entries e
  where e.environment = p_environment and e.remote = p_remote and e.entry #> '{canary,bound}' is not null
    and e.entry #>> '{canaryHalted,version}' is distinct from e.entry #>> '{canary,pointer,version}';
  if not found then
    return;
  end if;
  select private.nemus_canary_verdict(current_entry #> '{canary,bound}',
    count(*) filter (where h.version = canary_version),
    count(*) filter (where h.version = canary_version and h.failures > 0),
    count(*) filter (where h.version <> canary_version),
    count(*) filter (where h.version <> canary_version and h.failures > 0)) into reason
  from public.nemus_release_health h
  where h.environment = p_environment and h.remote = p_remote
    and h.version in (canary_version, current_entry #>> '{stable,version}');
  if reason is null then
    return;
  end if;
  -- Fires releases/registry, sessions/fresh_factors.
  insert into public.nemus_release_changes (environment, remote, action, from_release, to_release, why,
    expected_revision, entry)
  values (p_environment, p_remote, 'canary-halt',
    format('%s for %s %%', canary_version, current_entry #>> '{canary,percent}'), null, reason, found_revision,
    current_entry || jsonb_build_object('canaryHalted', jsonb_build_object('version', canary_version,
      'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)));
end $$;

/* A measured time in whole milliseconds, at most ten minutes; null stays null (`least` would hide it). */
create function private.nemus_measured_ms(p_ms numeric) returns int
language sql immutable set search_path = '' as $$
  select case when p_ms is not null then round(least(greatest(p_ms, 0), 600000))::int end
$$;

/* Whether this is a well-formed report. */
create function private.nemus_is_release_report(p_report jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_report) = 'object'
    and coalesce(p_report ->> 'remote' ~ '^[a-z][a-z0-9-]{1,30}$', false)
    and coalesce(char_length(p_report ->> 'version') <= 40
      and p_report ->> 'version' ~ '^[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{8,16}$', false)
    and coalesce(p_report ->> 'outcome' in ('ready', 'failed'), false)
    and coalesce(jsonb_typeof(p_report -> 'load_ms') in ('number', 'null'), true)
    and coalesce(jsonb_typeof(p_report -> 'mount_ms') in ('number', 'null'), true)
$$;

/* Requests per account and hour: setting `release_reports_per_hour`, by default 120. */
create function private.nemus_release_report_limit() returns int
language sql stable set search_path = '' as $$
  select coalesce((select (s.value #>> '{}')::int from private.nemus_settings s
    where s.key = 'release_reports_per_hour'), 120)
$$;

/*
 * Takes reports of the caller's browser: up to 20 {remote, version, outcome: "ready" | "failed", failure, load_ms,
 * mount_ms}. Silently dropped: versions that the registry does not name, another account's canary, accounts younger
 * than a day, requests beyond the hourly limit.
 * Raises PT400 malformed_report, PT401 login_required.
 */
create function public.nemus_report_release(p_environment text, p_reports jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  newly_failed text[];
  failed_stable text[];
  failed_remote text;
begin
  perform private.nemus_refuse(401, 'login_required') where auth.uid() is null;
  perform private.nemus_refuse(400, 'malformed_report')
    where jsonb_typeof(p_reports) is distinct from 'array' or jsonb_array_length(p_reports) > 20
      or octet_length(p_reports::text) > 10000
      or exists (select from jsonb_array_elements(p_reports) as r (value)
        where not private.nemus_is_release_report(r.value));
  with admitted as (
    insert into private.nemus_release_reporters as r (user_id, since, reports) values (auth.uid(), now(), 1)
    on conflict (user_id) do update set
      since = case when r.since < now() - interval '1 hour' then now() else r.since end,
      reports = case when r.since < now() - interval '1 hour' then 1 else r.reports + 1 end
    where r.since < now() - interval '1 hour' or r.reports < private.nemus_release_report_limit()
    returning r.user_id
  ), named as materialized (
    select n.remote, n.entry from private.nemus_release_named(p_environment) n
  ), report as (
    select r.value ->> 'remote' as remote, r.value ->> 'version' as version, count(*)::int as starts,
      (count(*) filter (where r.value ->> 'outcome' = 'failed'))::int as failures,
      (array_agg(left(r.value ->> 'failure', 40) order by r.place desc)
        filter (where r.value ->> 'failure' is not null))[1] as failure,
      (array_agg(private.nemus_measured_ms((r.value ->> 'load_ms')::numeric) order by r.place desc)
        filter (where r.value ->> 'load_ms' is not null))[1] as load_ms,
      (array_agg(private.nemus_measured_ms((r.value ->> 'mount_ms')::numeric) order by r.place desc)
        filter (where r.value ->> 'mount_ms' is not null))[1] as mount_ms
    from jsonb_array_elements(p_reports) with ordinality as r (value, place)
    group by 1, 2
  ), counted as (
    insert into public.nemus_release_health as h (environment, remote, version, user_id, starts, failures, failure,
      failed_at, load_ms, mount_ms)
    select p_environment, r.remote, r.version, a.user_id, r.starts, r.failures, r.failure,
      case when r.failures > 0 then now() end, r.load_ms, r.mount_ms
    from admitted a
    join auth.users u on u.id = a.user_id and u.created_at <= now() - interval '1 day'
    cross join report r
    join named n on n.remote = r.remote and private.nemus_release_counts(n.entry, r.version, a.user_id)
    on conflict (environment, remote, version, user_id) do update set starts = h.starts + excluded.starts,
      failures = h.failures + excluded.failures, failure = coalesce(excluded.failure, h.failure),
      failed_at = coalesce(excluded.failed_at, h.failed_at), load_ms = coalesce(excluded.load_ms, h.load_ms), mount_ms = coalesce(excluded.mount_ms, h.mount_ms),
      updated_at = now()
    returning h.remote, h.version, h.failures
  ), cleared as (
    -- Deletes versions that the registry no longer names: an account never has more rows than there are releases.
    delete from public.nemus_release_health h using admitted a
    where h.user_id = a.user_id and h.environment = p_environment and not exists (
      select from named n where n.remote = h.remote and h.version in (select n.entry #>> '{stable,version}'
        union all select n.entry #>> '{canary,pointer,version}'
        union all select l.value ->> 'version' from jsonb_array_elements(n.entry -> 'lastGood') as l (value)))
  )
  -- A repeated failure of an account changes no figure: the canary was judged at the first.
  select array_agg(c.remote) filter (where r.failures = c.failures
      and n.entry #>> '{canary,pointer,version}' = c.version),
    array_agg(c.remote order by c.remote) filter (where n.entry #>> '{stable,version}' = c.version)
  into newly_failed, failed_stable
  from counted c
  join report r on r.remote = c.remote and r.version = c.version and r.failures > 0
  join named n on n.remote = c.remote;
  foreach failed_remote in array coalesce(newly_failed, '{}') loop
    perform private.nemus_judge_canary(p_environment, failed_remote);
  end loop;
  foreach failed_remote in array coalesce(failed_stable, '{}') loop
    perform private.nemus_judge_stable(p_environment, failed_remote);
  end loop;
end $$;

/* Figures for teams, operators and the service role; empty for all others. */
create function private.nemus_visible_release_figures(p_environment text)
returns table (remote text, version text, accounts bigint, failed_accounts bigint, starts bigint, failures bigint,
  load_ms int, mount_ms int, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select * from private.nemus_release_figures(p_environment)
  where private.nemus_is_releaser() or auth.role() = 'service_role'
$$;

create function public.nemus_release_health_figures(p_environment text)
returns table (remote text, version text, accounts bigint, failed_accounts bigint, starts bigint, failures bigint,
  load_ms int, mount_ms int, last_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.nemus_visible_release_figures(p_environment)
$$;
