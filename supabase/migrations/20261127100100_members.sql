-- An institution is an organisation: accounts that act for it, each with its roles. The account that founded it is its
-- first administrator; `institution_id` is that account's id in every table (decision record 0105).

create table public.nemus_members (
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- administration: everything, and the members · booking: trainees, bookings and the credits they cost · billing:
  -- purchases of credits, subscription, invoices · confirming: people who confirm, sign-off and cohort · reading: looks
  -- at what booking and confirming see, and changes nothing
  roles text[] not null check (cardinality(roles) between 1 and 5
    and roles <@ array['administration', 'booking', 'billing', 'confirming', 'reading']),
  -- For which of several institutions an account acts now; the latest choice counts.
  chosen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, user_id)
);
alter table public.nemus_members enable row level security;
create index nemus_members_user on public.nemus_members (user_id, chosen_at desc);
create trigger touch before update on public.nemus_members
  for each row execute function private.nemus_touch();

create function private.nemus_found_institution() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_type = 'institution' then
    insert into public.nemus_members (institution_id, user_id, roles)
    values (new.user_id, new.user_id, array['administration']);
  end if;
  return new;
end $$;
revoke all on function private.nemus_found_institution() from public;
create trigger found_institution after insert on public.nemus_profiles
  for each row execute function private.nemus_found_institution();

insert into public.nemus_members (institution_id, user_id, roles)
select p.user_id, p.user_id, array['administration'] from public.nemus_profiles p where p.user_type = 'institution';

/*
 * The institution that the account acts for: of those that it is a member of, the one it chose last. Null when it is a
 * member of none, or holds none of the roles there; administration holds all. Without roles: whatever it holds.
 */
create function private.nemus_acting_institution(p_user uuid, variadic p_roles text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select chosen.institution_id
  from (select m.institution_id, m.roles from public.nemus_members m
    where m.user_id = p_user order by m.chosen_at desc, m.institution_id limit 1) chosen
  where cardinality(p_roles) = 0 or chosen.roles && (p_roles || array['administration'])
$$;
revoke all on function private.nemus_acting_institution(uuid, text[]) from public;

/* The institution that the caller acts for with one of the roles; null for everybody else. For policies and functions. */
create function private.nemus_acts_for(variadic p_roles text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.nemus_acting_institution((select auth.uid()), variadic p_roles)
$$;
revoke all on function private.nemus_acts_for(text[]) from public;
grant execute on function private.nemus_acts_for(text[]) to authenticated;

revoke all on public.nemus_members from anon, authenticated, service_role;
grant select on public.nemus_members to authenticated, service_role;
create policy "members of the own institution are read" on public.nemus_members for select to authenticated
  using (user_id = (select auth.uid()) or institution_id = (select private.nemus_acts_for('administration')));
