-- Changes of an area that one person signed and a second one has not yet: where the shell pins two signatures for an
-- area, the release command line leaves them here (`--propose`) and takes them from here (`countersign`). A proposal has
-- no effect: browsers read entries alone, and refuse one with a signature too few.

create table public.nemus_release_proposals (
  environment text not null references public.nemus_release_environments (name) on update cascade on delete cascade,
  remote text not null references public.nemus_release_remotes (name) on update cascade on delete cascade,
  proposal jsonb not null check (jsonb_typeof(proposal) = 'object' and octet_length(proposal::text) <= 100000),
  -- Who left it, in the database's words; goes with the account.
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (environment, remote)
);
alter table public.nemus_release_proposals enable row level security;
create index on public.nemus_release_proposals (remote);
create index on public.nemus_release_proposals (user_id);
