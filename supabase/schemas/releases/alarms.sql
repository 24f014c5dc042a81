-- Mails about a failing stable release, to its team, or to the support address. Judged by nemus_judge_stable at each
-- reported failure (health.sql): failed accounts of the last 24 hours against the setting `stable_bound` {failureRate,
-- minimumAccounts}, by default 5 % of at least 20 accounts.
-- Only reports of accounts count, each account once, so a mail cannot be caused without one. One incident per release;
-- a new one starts a day after the last failure beyond the bound. The area's own reports (area_reports.sql) decide
-- nothing.

/* Addresses of teams, set by operators. Without one, the support address is told. */
create table private.nemus_team_addresses (
  team text primary key check (char_length(team) between 1 and 80),
  email text not null check (char_length(email) <= 255 and email ~ '^[^@[:space:][:cntrl:],;<>"]+@[^@[:space:][:cntrl:],;<>"]+$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_team_addresses enable row level security;
create trigger canonical_form before insert or update of email on private.nemus_team_addresses
  for each row execute function private.nemus_canonical_form('email');

/* One incident per release. A new one of the same release starts a day after the last failure beyond the bound. */
create table private.nemus_release_alarms (
  environment text not null,
  remote text not null,
  version text not null,
  team text not null,
  opened_at timestamptz not null default now(),
  -- When it was last found beyond the bound.
  seen_at timestamptz not null default now(),
  accounts int not null,
  failed_accounts int not null,
  -- The most frequent kind.
  failure text,
  attempts int not null default 0,
  claimed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (environment, remote, version)
);
alter table private.nemus_release_alarms enable row level security;

/*
 * Opens an incident if the stable release of an area failed for more accounts in the last 24 hours than `stable_bound`
 * allows, with the same allowance for chance as for a canary.
 */
create function private.nemus_judge_stable(p_environment text, p_remote text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  bound constant jsonb := coalesce((select s.value from private.nemus_settings s where s.key = 'stable_bound'),
    '{"failureRate": 0.05, "minimumAccounts": 20}');
  stable record;
  seen record;
begin
  -- Serialised: of two reports that exceed the bound together, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('release-alarm ' || p_environment || ' ' || p_remote, 0));
  select n.entry #>> '{stable,version}' as version, n.entry ->> 'team' as team into stable
  from private.nemus_release_named(p_environment) n where n.remote = p_remote;
  -- During an incident, one check in ten minutes is enough.
  if stable.version is null or exists (select from private.nemus_release_alarms a
    where (a.environment, a.remote, a.version) = (p_environment, p_remote, stable.version)
      and a.seen_at > now() - interval '10 minutes') then
    return;
  end if;
  select count(*) as accounts, count(*) filter (where h.failed_at > now() - interval '1 day') as failed,
    mode() within group (order by h.failure) filter (where h.failed_at > now() - interval '1 day') as failure into seen
  from public.nemus_release_health h
  where (h.environment, h.remote, h.version) = (p_environment, p_remote, stable.version)
    and h.updated_at > now() - interval '1 day';
  if private.nemus_canary_verdict(bound, seen.accounts, seen.failed, 0, 0) is null then
    return;
  end if;
  insert into private.nemus_release_alarms as a (environment, remote, version, team, accounts, failed_accounts, failure)
  values (p_environment, p_remote, stable.version, coalesce(stable.team, ''), seen.accounts, seen.failed, seen.failure)
  on conflict (environment, remote, version) do update set seen_at = now(), accounts = excluded.accounts,
    failed_accounts = excluded.failed_accounts, failure = excluded.failure, team = excluded.team,
    opened_at = case when a.seen_at < now() - interval '1 day' then now() else a.opened_at end,
    attempts = case when a.seen_at < now() - interval '1 day' then 0 else a.attempts end,
    claimed_at = case when a.seen_at < now() - interval '1 day' then null else a.claimed_at end,
    sent_at = case when a.seen_at < now() - interval '1 day' then null else a.sent_at end;
end $$;

/*
 * Claims incidents whose mail is due, at most 10, each for one caller: again after 15 minutes, five attempts. Releases
 * that are no longer stable are skipped. `email`: null for a team without an address.
 */
create function public.nemus_claim_release_alarms()
returns table (environment text, remote text, version text, team text, email text, opened_at timestamptz, accounts int,
  failed_accounts int, failure text)
language sql volatile security definer set search_path = '' as $$
  with due as (
    select a.environment, a.remote, a.version from private.nemus_release_alarms a
    where a.sent_at is null and a.attempts < 5 and coalesce(a.claimed_at < now() - interval '15 minutes', true)
      and exists (select from private.nemus_release_named(a.environment) n
        where n.remote = a.remote and n.entry #>> '{stable,version}' = a.version)
    order by a.opened_at limit 10
    for update skip locked
  )
  update private.nemus_release_alarms a set claimed_at = now(), attempts = a.attempts + 1
  from due d where (a.environment, a.remote, a.version) = (d.environment, d.remote, d.version)
  returning a.environment, a.remote, a.version, a.team,
    (select t.email from private.nemus_team_addresses t where t.team = a.team), a.opened_at, a.accounts,
    a.failed_accounts, a.failure
$$;

/* Records that the mail about an incident was sent. */
create function public.nemus_note_release_alarm(p_environment text, p_remote text, p_version text) returns void
language sql volatile security definer set search_path = '' as $$
  update private.nemus_release_alarms a set sent_at = now()
  where (a.environment, a.remote, a.version) = (p_environment, p_remote, p_version)
$$;

/* Sets the address of a team; null removes it. Operators only. Raises 403 operator_required. */
create function public.nemus_set_team_address(p_team text, p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_operator();
  if p_email is null then
    delete from private.nemus_team_addresses t where t.team = p_team;
  else
    insert into private.nemus_team_addresses (team, email) values (p_team, p_email)
    on conflict (team) do update set email = excluded.email, updated_at = now();
  end if;
end $$;
