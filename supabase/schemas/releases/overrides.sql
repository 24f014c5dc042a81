-- Overrides: one area taken from another address, in one browser, for at most 8 hours; a team's own build, or a release
-- under diagnosis. Operators for every area, teams for their own.
-- The address stays in the database; the browser stores only its id, so a manipulated browser storage cannot redirect
-- the portal. Which origins are allowed is configured in the shell. Kept for 90 days (job `nemus-forget-expired`).
-- Raises 403 not_allowed, 400 bad_time.

create table public.nemus_release_overrides (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  environment text not null check (environment ~ '^[a-z0-9-]{1,40}$'),
  remote text not null check (remote ~ '^[a-z][a-z0-9-]{1,30}$'),
  -- Folder of release.json, with trailing slash.
  url text not null check (char_length(url) <= 500 and url ~ '^https?://[^\s]+/$'),
  until timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (until <= created_at + interval '8 hours')
);
alter table public.nemus_release_overrides enable row level security;
create index on public.nemus_release_overrides (user_id, created_at);

/* Whether the caller may override this area: operators every area, teams their own. */
create function private.nemus_may_override(p_remote text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_is_operator() or p_remote in (select private.nemus_own_areas())
$$;

create function public.nemus_release_rights() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'operator', private.nemus_is_operator(),
    'remotes', coalesce((select jsonb_agg(name order by name) from private.nemus_own_areas() name), '[]'))
$$;

/* Deletes overrides after 90 days; until then it can be looked up what a browser ran. Returns how many rows. */
create function private.nemus_forget_release_overrides() returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.nemus_release_overrides o where o.created_at < now() - interval '90 days' returning 1)
  select count(*)::int from gone
$$;

create function public.nemus_open_release_override(p_environment text, p_remote text, p_url text, p_until timestamptz)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
begin
  perform private.nemus_refuse(403, 'not_allowed') where not private.nemus_may_override(p_remote);
  perform private.nemus_refuse(400, 'bad_time')
    where p_until is null or p_until <= now() or p_until > now() + interval '8 hours';
  perform private.nemus_forget_release_overrides();
  insert into public.nemus_release_overrides (user_id, environment, remote, url, until)
  values (auth.uid(), p_environment, p_remote, p_url, p_until) returning id into opened;
  return opened;
end $$;

create function public.nemus_release_override(p_environment text, p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('remote', o.remote, 'url', o.url,
    'until', to_char(o.until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from public.nemus_release_overrides o
  where o.id = p_id and o.user_id = auth.uid() and o.environment = p_environment and o.ended_at is null
    and private.nemus_may_override(o.remote)
$$;

create function public.nemus_end_release_override(p_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.nemus_release_overrides o set ended_at = now()
  where o.id = p_id and o.user_id = auth.uid() and o.ended_at is null
$$;
