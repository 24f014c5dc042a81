-- What browsers report about areas, counted per hour and kept for 14 days: starts, failures, errors. Operators read it
-- by nemus_area_history.
-- Reports need no account and can be invented: they show trends and decide nothing. Canaries and mails depend on the
-- reports of accounts alone (health.sql, alarms.sql).
-- Stored is no address, no account and no free text. Limits per hour: setting `area_report_limits` {source, kind,
-- names}, by default 2,000 reports of a network, 5,000 per version and kind, 40 names.

/*
 * Counts of one hour, without address, account or free text. Written by the function `area-reports`, read by operators.
 */
create table private.nemus_area_reports (
  environment text not null check (environment ~ '^[a-z0-9-]{1,40}$'),
  -- An area of the registry, or `shell` for the portal's frame, which has no version. version: empty for an area
  -- without a chosen one.
  remote text not null check (remote ~ '^[a-z][a-z0-9-]{1,30}$'),
  version text not null check (version = '' or version ~ '^[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{8,16}$'),
  hour timestamptz not null,
  kind text not null check (kind in ('start', 'failure', 'error', 'report')),
  -- start: measured since `page`, `first` or `again`; failure: its kind; otherwise the name of the report.
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,49}$'),
  -- start: bucket in milliseconds (`2000`: up to that, `more`); failure: what came next; error: type and place in one
  -- of our files; `not-found`: first part of the path. A failure has the places of its stack behind what came next.
  detail text not null check (detail ~ '^[A-Za-z0-9 .:/…_-]*$' and char_length(detail) <= 400),
  times int not null check (times > 0),
  -- Failures: random ids shown on the error card, for support to find a reported one.
  support_ids text[] not null default '{}' check (cardinality(support_ids) <= 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment, remote, version, hour, kind, name, detail)
);
alter table private.nemus_area_reports enable row level security;
create index on private.nemus_area_reports (hour);

/* Reports of a network in the current hour, by keyed hash; deleted with its hour, never next to a report. */
create table private.nemus_area_report_sources (
  source text primary key check (char_length(source) <= 64),
  hour timestamptz not null,
  taken int not null,
  created_at timestamptz not null default now()
);
alter table private.nemus_area_report_sources enable row level security;

/* Limits of an hour: setting `area_report_limits`, or these defaults. */
create function private.nemus_area_report_limits(out per_source int, out per_kind int, out names int)
language sql stable set search_path = '' as $$
  select coalesce((s.value ->> 'source')::int, 2000), coalesce((s.value ->> 'kind')::int, 5000),
    coalesce((s.value ->> 'names')::int, 40)
  from (select 1) as one left join private.nemus_settings s on s.key = 'area_report_limits'
$$;

/*
 * What browsers of an environment can run: every version in the registry, each area without a version, and the shell.
 */
create function private.nemus_reported_versions(p_environment text) returns table (remote text, version text)
language sql stable security definer set search_path = '' as $$
  with named as materialized (select n.remote, n.entry from private.nemus_release_named(p_environment) n)
  select n.remote, v.version from named n, lateral (
    select n.entry #>> '{stable,version}'
    union select n.entry #>> '{canary,pointer,version}'
    union select l.value ->> 'version' from jsonb_array_elements(coalesce(n.entry -> 'lastGood', '[]')) as l (value)
  ) as v (version) where v.version is not null
  union all select n.remote, '' from named n
  union all select 'shell', '' where exists (select from named)
$$;

/* Deletes counts older than 14 days and networks of past hours; returns how many rows. */
create function private.nemus_forget_area_reports() returns int
language sql security definer set search_path = '' as $$
  with counts as (
    delete from private.nemus_area_reports r where r.hour < now() - interval '14 days' returning 1),
  sources as (
    delete from private.nemus_area_report_sources s where s.hour < date_trunc('hour', now(), 'UTC') returning 1)
  select count(*)::int from (select from counts union all select from sources) as gone
$$;

/*
 * Counts up to 50 reports, [{remote, version, kind, name, detail, support_id}], cleaned by the function; returns how
 * many were counted. p_source: the sender's network, null if unknown. Unknown areas and versions are dropped, reports
 * beyond the limits too; names beyond the limit count as `other`. Each version and kind has a limit of its own, so
 * flooding one crowds out no other.
 */
create function public.nemus_take_area_reports(p_environment text, p_source text, p_reports jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  this_hour constant timestamptz := date_trunc('hour', now(), 'UTC');
  limits record;
  counted int;
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where jsonb_typeof(p_reports) is distinct from 'array' or jsonb_array_length(p_reports) not between 1 and 50;
  select * into limits from private.nemus_area_report_limits();
  perform private.nemus_forget_area_reports();
  if p_source is not null then
    insert into private.nemus_area_report_sources as s (source, hour, taken)
    values (p_source, this_hour, jsonb_array_length(p_reports))
    on conflict (source) do update set hour = excluded.hour,
      taken = excluded.taken + case when s.hour = excluded.hour then s.taken else 0 end
    where s.hour <> excluded.hour or s.taken + excluded.taken <= limits.per_source;
    if not found then
      return 0;
    end if;
  end if;
  with lines as materialized (
    select s.remote, v.version, s.kind, s.name, s.detail, s.support_id
    from jsonb_to_recordset(p_reports)
      as s (remote text, version text, kind text, name text, detail text, support_id text)
    join private.nemus_reported_versions(p_environment) v
      on v.remote = s.remote and v.version = coalesce(s.version, '')
  ), standing as materialized (
    select r.* from private.nemus_area_reports r where r.environment = p_environment and r.hour = this_hour
  ), names as (
    select distinct l.remote, l.version, l.kind, l.name, l.detail, exists (select from standing r
      where (r.remote, r.version, r.kind, r.name, r.detail) = (l.remote, l.version, l.kind, l.name, l.detail)) as known
    from lines l
  ), placed as (
    select n.*, room.taken, n.known or room.names + row_number() over (
      partition by n.remote, n.version, n.kind, n.known order by n.name, n.detail) <= limits.names as fits
    from names n, lateral (select count(*) as names, coalesce(sum(r.times), 0) as taken from standing r
      where (r.remote, r.version, r.kind) = (n.remote, n.version, n.kind)) as room
  ), added as (
    insert into private.nemus_area_reports as a (environment, remote, version, hour, kind, name, detail, times,
      support_ids)
    select p_environment, l.remote, l.version, this_hour, l.kind, case when p.fits then l.name else 'other' end,
      case when p.fits then l.detail else '' end, count(*)::int,
      coalesce((array_agg(l.support_id) filter (where l.support_id is not null))[1:50], '{}')
    from lines l join placed p using (remote, version, kind, name, detail)
    where p.taken < limits.per_kind
    group by 2, 3, 5, 6, 7
    -- A fixed order of rows, so concurrent senders never deadlock.
    order by 2, 3, 5, 6, 7
    on conflict (environment, remote, version, hour, kind, name, detail) do update set
      times = a.times + excluded.times, support_ids = (a.support_ids || excluded.support_ids)[1:50], updated_at = now()
    returning 1
  )
  select count(*) into counted from lines l join placed p using (remote, version, kind, name, detail)
  where p.taken < limits.per_kind;
  return counted;
end $$;

/* What a card showed under a support id: for operators, the area's team and the secret key. */
create function public.nemus_support_reports(p_support_id text)
returns table (environment text, remote text, version text, hour timestamptz, name text, detail text)
language sql stable security definer set search_path = '' as $$
  select r.environment, r.remote, nullif(r.version, ''), r.hour, r.name, r.detail from private.nemus_area_reports r
  where p_support_id = any (r.support_ids) and (auth.role() = 'service_role' or private.nemus_is_operator()
    or r.remote in (select private.nemus_own_areas()))
  order by r.hour desc
$$;

/*
 * Counts for operators: the last 24 hours by hour (p_span 'day'), or 14 days by day ('fortnight'). {steps: [times],
 * releases: [{remote, version, times: {bucket: starts}, points: [{starts, slow, failures, errors}], findings: [{kind,
 * name, detail, times}]}], alarms: [{remote, version, opened_at, accounts, failed_accounts, sent_at}]}. points: one per
 * step. findings: the 20 most frequent. slow: a start of more than four seconds.
 * Raises 403 operator_required, 400 invalid_request.
 */
create function public.nemus_area_history(p_environment text, p_span text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  step constant text := case p_span when 'day' then 'hour' when 'fortnight' then 'day' end;
  width constant interval := case p_span when 'day' then interval '1 hour' else interval '1 day' end;
  -- Days of the readers.
  last_step constant timestamp := date_trunc(step, now() at time zone 'Europe/Berlin');
  first_step constant timestamp := last_step - width * case p_span when 'day' then 23 else 13 end;
begin
  perform private.nemus_require_operator();
  perform private.nemus_refuse(400, 'invalid_request', '{"of": "span"}') where step is null;
  return (
    with steps as (
      select g.at, row_number() over (order by g.at) as place from generate_series(first_step, last_step, width) as g (at)
    ), counts as materialized (
      select r.remote, r.version, date_trunc(step, r.hour at time zone 'Europe/Berlin') as at, r.kind, r.name, r.detail,
        sum(r.times)::int as times
      from private.nemus_area_reports r
      where r.environment = p_environment and r.hour >= now() - interval '14 days'
        and r.hour at time zone 'Europe/Berlin' >= first_step
      group by 1, 2, 3, 4, 5, 6
    ), releases as (
      select c.remote, c.version, max(c.at) as last_at from counts c group by 1, 2
    )
    select jsonb_build_object(
      'steps', (select jsonb_agg(s.at at time zone 'Europe/Berlin' order by s.place) from steps s),
      'releases', coalesce((select jsonb_agg(jsonb_build_object(
        'remote', l.remote, 'version', nullif(l.version, ''),
        'times', (select coalesce(jsonb_object_agg(b.detail, b.times), '{}') from (
          select c.detail, sum(c.times) as times from counts c
          where (c.remote, c.version, c.kind) = (l.remote, l.version, 'start') group by 1) b),
        'points', (select jsonb_agg(jsonb_build_object(
            'starts', coalesce(p.starts, 0), 'slow', coalesce(p.slow, 0), 'failures', coalesce(p.failures, 0),
            'errors', coalesce(p.errors, 0)) order by s.place)
          from steps s left join (select c.at, sum(c.times) filter (where c.kind = 'start') as starts,
              sum(c.times) filter (where c.kind = 'start' and c.detail in ('8000', 'more')) as slow,
              sum(c.times) filter (where c.kind = 'failure') as failures,
              sum(c.times) filter (where c.kind = 'error') as errors
            from counts c where (c.remote, c.version) = (l.remote, l.version) group by 1) p on p.at = s.at),
        'findings', (select coalesce(jsonb_agg(to_jsonb(f) order by f.times desc, f.name, f.detail), '[]') from (
          select c.kind, c.name, c.detail, sum(c.times) as times from counts c
          where (c.remote, c.version) = (l.remote, l.version) and c.kind <> 'start'
          group by 1, 2, 3 order by 4 desc, 2, 3 limit 20) f))
        order by l.remote, l.last_at desc, l.version desc) from releases l), '[]'),
      'alarms', coalesce((select jsonb_agg(jsonb_build_object('remote', a.remote, 'version', a.version,
          'opened_at', a.opened_at, 'accounts', a.accounts, 'failed_accounts', a.failed_accounts, 'sent_at', a.sent_at)
        order by a.opened_at desc)
        from private.nemus_release_alarms a where a.environment = p_environment
          and a.opened_at > now() - interval '14 days'), '[]')));
end $$;
