-- How releases do in users' browsers, and canaries that stop by themselves. One row per account and release: what one
-- browser reports, however often, counts once, so that nobody can stop a canary alone.

create table public.nemus_release_health (
  environment text not null check (environment ~ '^[a-z0-9-]{1,40}$'),
  remote text not null check (remote ~ '^[a-z][a-z0-9-]{1,30}$'),
  version text not null check (version ~ '^[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{8,16}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  starts int not null default 0 check (starts >= 0),
  failures int not null default 0 check (failures >= 0),
  -- Kind of the last failure, as libs/contract names it.
  failure text check (char_length(failure) <= 40),
  -- Of the last start, in milliseconds: from the request for the area to its code, and from there to its first screen.
  load_ms int check (load_ms between 0 and 600000),
  mount_ms int check (mount_ms between 0 and 600000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment, remote, version, user_id)
);
create index on public.nemus_release_health (user_id, updated_at);
alter table public.nemus_release_health enable row level security;
revoke all on public.nemus_release_health from public, anon, authenticated;
grant select on public.nemus_release_health to service_role;

/* What a release did, over all accounts. */
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
revoke all on function private.nemus_release_figures(text) from public;

/* Stops the canary of an area when more accounts failed with it than its bound allows. */
create function private.nemus_judge_canary(p_environment text, p_remote text, p_version text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_revision bigint;
  current_entry jsonb;
  figures record;
  reason text;
begin
  select e.revision into found_revision from public.nemus_release_environments e where e.name = p_environment for update;
  select e.entry into current_entry from public.nemus_release_entries e
  where e.environment = p_environment and e.remote = p_remote and e.entry #>> '{canary,pointer,version}' = p_version
    and e.entry #>> '{canaryHalted,version}' is distinct from p_version and e.entry #> '{canary,bound}' is not null;
  if not found then
    return;
  end if;
  select f.accounts, f.failed_accounts into figures from private.nemus_release_figures(p_environment) f
  where f.remote = p_remote and f.version = p_version;
  if figures.accounts < (current_entry #>> '{canary,bound,minimumAccounts}')::bigint
    or figures.failed_accounts <= figures.accounts * (current_entry #>> '{canary,bound,failureRate}')::numeric then
    return;
  end if;
  reason := format('%s of %s accounts failed', figures.failed_accounts, figures.accounts);
  insert into public.nemus_release_changes (environment, remote, action, from_release, to_release, why,
    expected_revision, entry)
  values (p_environment, p_remote, 'canary-halt',
    format('%s for %s %%', p_version, current_entry #>> '{canary,percent}'), null, reason, found_revision,
    current_entry || jsonb_build_object('canaryHalted', jsonb_build_object('version', p_version,
      'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)));
end $$;
revoke all on function private.nemus_judge_canary(text, text, text) from public;

/* A time as a browser measured it, in whole milliseconds up to ten minutes; null stays null (`least` would hide it). */
create function private.nemus_measured_ms(p_ms numeric) returns int
language sql immutable set search_path = '' as $$
  select case when p_ms is not null then round(least(greatest(p_ms, 0), 600000))::int end
$$;
revoke all on function private.nemus_measured_ms(numeric) from public;

/*
 * Takes what a browser saw: an array of up to 20 {remote, version, outcome: "ready" | "failed", failure, load_ms,
 * mount_ms}. Raises PT400 malformed_report, PT401 for nobody.
 */
create function private.nemus_report_release(p_environment text, p_reports jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  report record;
begin
  if auth.uid() is null then
    perform private.nemus_refuse(401, 'login_required', 'Please sign in.');
  end if;
  if jsonb_typeof(p_reports) is distinct from 'array' or jsonb_array_length(p_reports) > 20 then
    perform private.nemus_refuse(400, 'malformed_report', 'Up to 20 reports at once.');
  end if;
  for report in
    select r.* from jsonb_to_recordset(p_reports)
      as r (remote text, version text, outcome text, failure text, load_ms numeric, mount_ms numeric)
  loop
    if report.outcome is null or report.outcome not in ('ready', 'failed') then
      perform private.nemus_refuse(400, 'malformed_report', 'An outcome is "ready" or "failed".');
    end if;
    insert into public.nemus_release_health as h (environment, remote, version, user_id, starts, failures, failure,
      load_ms, mount_ms)
    values (p_environment, report.remote, report.version, auth.uid(), 1, (report.outcome = 'failed')::int,
      left(report.failure, 40), private.nemus_measured_ms(report.load_ms), private.nemus_measured_ms(report.mount_ms))
    on conflict (environment, remote, version, user_id) do update set starts = h.starts + 1,
      failures = h.failures + excluded.failures, failure = coalesce(excluded.failure, h.failure),
      load_ms = coalesce(excluded.load_ms, h.load_ms), mount_ms = coalesce(excluded.mount_ms, h.mount_ms),
      updated_at = now();
    if report.outcome = 'failed' then
      perform private.nemus_judge_canary(p_environment, report.remote, report.version);
    end if;
  end loop;
  -- An account keeps its hundred newest rows: nobody can fill the table with versions that never were.
  delete from public.nemus_release_health h where h.user_id = auth.uid() and (h.environment, h.remote, h.version) in (
    select o.environment, o.remote, o.version from public.nemus_release_health o where o.user_id = auth.uid()
    order by o.updated_at desc offset 100);
end $$;
revoke all on function private.nemus_report_release(text, jsonb) from public;
grant execute on function private.nemus_report_release(text, jsonb) to authenticated;

create function public.nemus_report_release(p_environment text, p_reports jsonb) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.nemus_report_release(p_environment, p_reports)
$$;
revoke all on function public.nemus_report_release(text, jsonb) from public, anon;
grant execute on function public.nemus_report_release(text, jsonb) to authenticated;

/* Figures for whoever releases; empty for everybody else. */
create function private.nemus_visible_release_figures(p_environment text)
returns table (remote text, version text, accounts bigint, failed_accounts bigint, starts bigint, failures bigint,
  load_ms int, mount_ms int, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select * from private.nemus_release_figures(p_environment)
  where private.nemus_is_releaser() or auth.role() = 'service_role'
$$;
revoke all on function private.nemus_visible_release_figures(text) from public;
grant execute on function private.nemus_visible_release_figures(text) to authenticated, service_role;

create function public.nemus_release_health_figures(p_environment text)
returns table (remote text, version text, accounts bigint, failed_accounts bigint, starts bigint, failures bigint,
  load_ms int, mount_ms int, last_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.nemus_visible_release_figures(p_environment)
$$;
revoke all on function public.nemus_release_health_figures(text) from public, anon;
grant execute on function public.nemus_release_health_figures(text) to authenticated, service_role;
