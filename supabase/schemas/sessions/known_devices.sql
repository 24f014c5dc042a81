-- Devices that an account has signed in on, and the notification `new_device` for a sign-in on an unknown one (decision
-- record 0038). Triggered by the sign-in service's own table `auth.sessions`.
-- No notification: for the first device of an account, within an hour of registering, for an institution that switched
-- it off (`login_alerts`). Devices are forgotten after 180 days without use, except the last one (job
-- `nemus-forget-devices`, jobs/jobs.sql). An error here never blocks a sign-in.

/* Browser of a user agent, as a code. Most user agents name several browsers, so the order matters. */
create function private.nemus_browser(p_agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_agent ~ '(Edge|Edg|EdgA|EdgiOS)/' then 'edge'
    when p_agent ~ '(OPR|OPT|Opera)/' then 'opera'
    when p_agent ~ 'SamsungBrowser/' then 'samsung'
    when p_agent ~ 'Vivaldi/' then 'vivaldi'
    when p_agent ~ '(Firefox|FxiOS)/' then 'firefox'
    when p_agent ~ '(Chrome|Chromium|CriOS)/' then 'chrome'
    when p_agent ~ 'Version/.*Safari/' then 'safari'
    else 'other' end
$$;

/* Operating system of a user agent, as a code. iPads report Macintosh. */
create function private.nemus_system(p_agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_agent ~ '(iPhone|iPad|iPod)' then 'ios'
    when p_agent ~ 'Android' then 'android'
    when p_agent ~ 'CrOS' then 'chromeos'
    when p_agent ~ 'Windows' then 'windows'
    when p_agent ~ 'Macintosh|Mac OS X' then 'macos'
    when p_agent ~ 'Linux|X11' then 'linux'
    else 'other' end
$$;

/*
 * Hash of the account's rough network: the provider's range (/16 of IPv4, /32 of IPv6), because most addresses change
 * daily. The account's id in it makes hashes of two accounts incomparable. Also defined without an address.
 */
create function private.nemus_network_hash(p_user uuid, p_address inet) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_user::text || ' ' || coalesce(
    -- IPv4-mapped IPv6 addresses count as IPv4.
    (select network(set_masklen(a.address, case family(a.address) when 4 then 16 else 32 end))::text
      from (select regexp_replace(host(p_address), '^::ffff:(?=[0-9.]+$)', '')::inet as address) a), ''), 'utf8')), 'hex')
$$;

/*
 * Known devices: browser, system and rough network. Forgotten 180 days after the last use. The last device stays, to
 * tell an account in use from a new one.
 */
create table public.nemus_known_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  browser text not null,
  system text not null,
  network_hash text not null check (network_hash ~ '^[0-9a-f]{64}$'),
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (user_id, browser, system, network_hash)
);
alter table public.nemus_known_devices enable row level security;
create index nemus_known_devices_oldest on public.nemus_known_devices (last_used_at);

/*
 * Notes devices of new sessions and notifies the account of an unknown one. A continued session keeps its device known
 * but adds none, so that a stolen session does not make the thief's device known. Errors become warnings.
 */
create function private.nemus_follow_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_browser constant text := private.nemus_browser(new.user_agent);
  found_system constant text := private.nemus_system(new.user_agent);
  network constant text := private.nemus_network_hash(new.user_id, new.ip);
  -- The embedded backend's sign-in service adds device and address just after the session.
  begins constant boolean := tg_op = 'INSERT' or (old.user_agent is null and old.ip is null);
  was_used boolean;
begin
  if (new.user_agent is null and new.ip is null)
    or not exists (select from public.nemus_profiles p where p.user_id = new.user_id) then
    return null;
  end if;
  update public.nemus_known_devices d set last_used_at = now()
  where d.user_id = new.user_id and d.browser = found_browser and d.system = found_system and d.network_hash = network;
  if found or not begins then
    return null;
  end if;
  was_used := exists (select from public.nemus_known_devices d where d.user_id = new.user_id);
  insert into public.nemus_known_devices (user_id, browser, system, network_hash)
  values (new.user_id, found_browser, found_system, network)
  on conflict (user_id, browser, system, network_hash) do nothing;
  -- Of two simultaneous sign-ins, one notifies.
  if found and was_used
    and exists (select from auth.users u where u.id = new.user_id and u.created_at < now() - interval '1 hour')
    and not exists (select from public.nemus_institution_settings s
      where s.institution_id = new.user_id and not s.login_alerts
        -- A founder who left no longer follows its switches.
        and exists (select from public.nemus_members m where m.institution_id = s.institution_id and m.user_id = new.user_id)) then
    perform private.nemus_notify(new.user_id, 'new_device', 'new_device:' || new.id,
      jsonb_build_object('browser', found_browser, 'system', found_system, 'at', now()), '/account/sessions');
  end if;
  return null;
exception when others then
  raise warning 'A sign-in could not be followed: %', sqlerrm;
  return null;
end $$;

create trigger nemus_follow_session after insert or update of user_agent, ip on auth.sessions
  for each row execute function private.nemus_follow_session();

/* Deletes devices unused for 180 days, except the last one of each account. Returns how many. */
create function private.nemus_forget_devices() returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.nemus_known_devices d where d.last_used_at < now() - interval '180 days'
      and exists (select from public.nemus_known_devices o where o.user_id = d.user_id
        and (o.last_used_at, o.id) > (d.last_used_at, d.id))
    returning 1)
  select count(*)::int from gone
$$;
