-- Where an account is signed in, in words, and a notice when that happens on a device it has not used before (decision
-- records 0111 and 0112).

/* Browser of a user agent, as a code; most claim to be several, so the order counts. */
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

/* Operating system of a user agent, as a code. A tablet of Apple calls itself a Macintosh. */
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
 * Stands for the network that an account is used from, and tells nothing of another account's: the provider's range
 * (/16, of IPv6 /32), since most addresses change every day, as a hash with the account's id. Without an address as well.
 */
create function private.nemus_network_hash(p_user uuid, p_address inet) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_user::text || ' ' || coalesce(
    -- An IPv4 address inside of IPv6 is one of IPv4.
    (select network(set_masklen(a.address, case family(a.address) when 4 then 16 else 32 end))::text
      from (select regexp_replace(host(p_address), '^::ffff:(?=[0-9.]+$)', '')::inet as address) a), ''), 'utf8')), 'hex')
$$;

/*
 * Devices that an account has signed in on: browser, system and rough network. Used again they stay; forgotten after 180
 * days, but for the last one, which tells an account that has been in use from a new one.
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
 * Follows sessions. One that begins on a device that the account does not know is told to it; with the first device of an
 * account, and within the first hour after registering, there is nobody to warn. A session that goes on keeps its device
 * known and teaches no other: whoever stole it must not become known by it. Institutions switch the notice off by their
 * setting. Whatever goes wrong here, nobody is kept from signing in.
 */
create function private.nemus_follow_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_browser constant text := private.nemus_browser(new.user_agent);
  found_system constant text := private.nemus_system(new.user_agent);
  network constant text := private.nemus_network_hash(new.user_id, new.ip);
  -- The sign-in service of the embedded backend names device and address a moment after the session.
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
  -- Of two sign-ins at the same moment one tells.
  if found and was_used
    and exists (select from auth.users u where u.id = new.user_id and u.created_at < now() - interval '1 hour')
    and not exists (select from public.nemus_institution_settings s
      where s.institution_id = new.user_id and not s.login_alerts) then
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

/* Returns how many devices were forgotten. */
create function private.nemus_forget_devices() returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.nemus_known_devices d where d.last_used_at < now() - interval '180 days'
      and exists (select from public.nemus_known_devices o where o.user_id = d.user_id
        and (o.last_used_at, o.id) > (d.last_used_at, d.id))
    returning 1)
  select count(*)::int from gone
$$;
