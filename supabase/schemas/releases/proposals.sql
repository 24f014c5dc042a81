-- Changes of an area with one signature that wait for a second: for areas with two required signatures, the release
-- command line leaves them here (`--propose`) and completes them from here (`countersign`). Teams write proposals for
-- their own areas (access.sql).
-- A proposal has no effect. Browsers read entries alone (registry.sql) and refuse one with too few signatures.

create table public.nemus_release_proposals (
  environment text not null references public.nemus_release_environments (name) on update cascade on delete cascade,
  remote text not null references public.nemus_release_remotes (name) on update cascade on delete cascade,
  proposal jsonb not null check (jsonb_typeof(proposal) = 'object' and octet_length(proposal::text) <= 100000),
  -- Set by the database; emptied when the account is deleted.
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (environment, remote)
);
alter table public.nemus_release_proposals enable row level security;
create index on public.nemus_release_proposals (remote);
create index on public.nemus_release_proposals (user_id);
