-- When an account was here first: who comes for the first time is greeted as such, on every device.

create table private.nemus_first_visits (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- The session of the sign-in; null for accounts that were here before anybody looked.
  session_id text check (char_length(session_id) <= 100),
  created_at timestamptz not null default now()
);
alter table private.nemus_first_visits enable row level security;
revoke all on private.nemus_first_visits from public;

/*
 * Whether the caller is here for the first time, which the first call notes: the first visit lasts as long as the
 * sign-in that it began with, and at most twelve hours.
 */
create function private.nemus_first_visit() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  session constant text := left(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', 100);
begin
  insert into private.nemus_first_visits (user_id, session_id)
  select p.user_id, session from public.nemus_profiles p where p.user_id = auth.uid()
  on conflict do nothing;
  return exists (select from private.nemus_first_visits v
    where v.user_id = auth.uid() and v.session_id = session and v.created_at > now() - interval '12 hours');
end $$;
create function public.nemus_first_visit() returns boolean
language sql set search_path = '' as $$ select private.nemus_first_visit() $$;
revoke all on function private.nemus_first_visit(), public.nemus_first_visit()
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_first_visit(), public.nemus_first_visit() to authenticated;
