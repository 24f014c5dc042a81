-- What an account is told: one row for each event and account, kept 90 days. Which channels it takes besides the portal
-- (mail, SMS) is the account's choice.

create table public.nemus_notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- What happened, such as `invitation` or `date_moved`: a code; its German words stand with the screens and mails.
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$' and char_length(kind) <= 40),
  -- What the sentence says besides: codes, names and numbers, as they were then.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and pg_column_size(facts) <= 4000),
  -- Where the portal leads from there; a path of its own, never an address.
  path text check (path ~ '^/[a-z0-9-]' and char_length(path) <= 300),
  -- Names the event: told again, it changes nothing.
  key text not null check (char_length(key) between 1 and 200),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, key)
);
alter table public.nemus_notifications enable row level security;
create index nemus_notifications_newest on public.nemus_notifications (user_id, created_at desc, id);
create index nemus_notifications_unread on public.nemus_notifications (user_id) where read_at is null;

/*
 * Tells an account that something happened, in the transaction in which it happens; an event of the same key is told
 * once. True when it was new. Mails and SMS leave later, by the clock.
 * p_key  names the event, such as `date_moved:<date>:<revision>`
 * p_path where the portal leads, such as `/appointments`; null when there is nothing to open
 */
create function private.nemus_notify(p_user uuid, p_kind text, p_key text, p_facts jsonb default '{}', p_path text default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.nemus_notifications (user_id, kind, key, facts, path)
  values (p_user, p_kind, p_key, coalesce(p_facts, '{}'), p_path)
  on conflict (user_id, key) do nothing;
  return found;
end $$;
revoke all on function private.nemus_notify(uuid, text, text, jsonb, text) from public, anon, authenticated, service_role;

/* Tells every member of an institution who holds one of the roles; administration holds all. */
create function private.nemus_notify_members(p_institution uuid, p_roles text[], p_kind text, p_key text,
  p_facts jsonb default '{}', p_path text default null) returns void
language sql security definer set search_path = '' as $$
  select private.nemus_notify(m.user_id, p_kind, p_key, p_facts, p_path) from public.nemus_members m
  where m.institution_id = p_institution and m.roles && (p_roles || array['administration'])
$$;
revoke all on function private.nemus_notify_members(uuid, text[], text, text, jsonb, text)
  from public, anon, authenticated, service_role;

revoke all on public.nemus_notifications from anon, authenticated, service_role;
grant select on public.nemus_notifications to authenticated, service_role;
create policy "own notifications are read" on public.nemus_notifications for select to authenticated
  using (user_id = (select auth.uid()));
