-- Who may write to others in the portal's name: an institution whose address is confirmed, after an operator has looked
-- at it. Everything else (looking around, buying for itself) is open to every institution at once.

create table public.nemus_institution_approvals (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- The name that was looked at: mails call the institution by it, whatever it calls itself later. Null: none was, the
  -- installation approves by itself.
  approved_name text check (char_length(approved_name) between 1 and 200),
  approved_by uuid references auth.users (id) on delete set null,
  approved_at timestamptz not null default now(),
  withdrawn_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_institution_approvals enable row level security;
create trigger touch before update on public.nemus_institution_approvals
  for each row execute function private.nemus_touch();
create index on public.nemus_institution_approvals (approved_by);
create index on public.nemus_institution_approvals (withdrawn_by);

/* With `sample_data` on, a new institution is approved at once: on demos and developers' machines nobody is there to do it. */
create function private.nemus_approve_sample() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_type = 'institution'
    and exists (select from private.nemus_settings s where s.key = 'sample_data' and s.value = 'true') then
    insert into public.nemus_institution_approvals (institution_id) values (new.user_id);
  end if;
  return new;
end $$;
create trigger approve_sample after insert on public.nemus_profiles
  for each row execute function private.nemus_approve_sample();

create function private.nemus_is_approved(p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_institution_approvals a
    where a.institution_id = p_institution and a.withdrawn_at is null)
$$;

/* What mails and the page of an invitation call the institution; null when it has no name. */
create function private.nemus_inviting_name(p_institution uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(a.approved_name, p.institution_name)
  from public.nemus_profiles p
  left join public.nemus_institution_approvals a on a.institution_id = p.user_id
  where p.user_id = p_institution
$$;

/* Makes sure that an institution may invite people and book for them. Raises 403 address_unconfirmed, approval_required. */
create function private.nemus_require_approval(p_institution uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from auth.users u where u.id = p_institution and u.email_confirmed_at is not null) then
    perform private.nemus_refuse(403, 'address_unconfirmed', '{"of": "institution"}');
  end if;
  if not private.nemus_is_approved(p_institution) then
    perform private.nemus_refuse(403, 'approval_required', '{"of": "institution"}');
  end if;
end $$;

/* Makes sure that the caller runs the portal. Raises 403 operator_required. */
create function private.nemus_require_operator() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.nemus_release_operators o where o.user_id = auth.uid()) then
    perform private.nemus_refuse(403, 'operator_required');
  end if;
end $$;

/*
 * Institutions as staff or an operator looks through them, at most 200: those that wait first, the longest wait at the
 * top, then the others, the newest decision at the top. [{institution_id, name, approved_name, email, website, address,
 * registered_at, approved_at, withdrawn_at, state}], state one of `waiting`, `renamed` (approved under another name,
 * which its mails still carry), `approved`, `withdrawn`. Whoever has not confirmed the address yet is left out.
 * Raises 403 operator_required.
 */
create function public.nemus_institution_reviews() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('people') then
    perform private.nemus_require_operator();
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(listed) order by listed.place), '[]')
    from (
      select found.*, row_number() over (order by found.state not in ('waiting', 'renamed'),
        case when found.state in ('waiting', 'renamed') then found.registered_at end,
        greatest(found.approved_at, found.withdrawn_at) desc, found.institution_id) as place
      from (
        select p.user_id as institution_id, coalesce(p.institution_name, '') as name, a.approved_name, p.email,
          s.institution_website as website, s.institution_address as address, p.created_at as registered_at,
          a.approved_at, a.withdrawn_at,
          case when a.institution_id is null then 'waiting' when a.withdrawn_at is not null then 'withdrawn'
            when a.approved_name <> coalesce(p.institution_name, '') then 'renamed' else 'approved' end as state
        from public.nemus_profiles p
        -- `limit 1` changes nothing beside a primary key: it keeps the planner from reading all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        join public.nemus_institution_settings s on s.institution_id = p.user_id
        left join public.nemus_institution_approvals a on a.institution_id = p.user_id
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and (a.institution_id is not null or private.nemus_is_own_institution(p.user_id))
      ) found
      order by place limit 200
    ) listed);
end $$;

/*
 * Approves an institution under the name that staff or the operator has seen. Approving the same name again changes
 * nothing: who decided, and when, stays.
 * Raises 403 operator_required, 404 institution_not_found, 409 institution_renamed.
 */
create function public.nemus_approve_institution(p_institution uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text;
begin
  perform private.nemus_require_approver();
  select coalesce(p.institution_name, '') into named from public.nemus_profiles p
  where p.user_id = p_institution and p.user_type = 'institution' for share;
  if not found then
    perform private.nemus_refuse(404, 'institution_not_found');
  end if;
  if named = '' or named is distinct from p_name then
    perform private.nemus_refuse(409, 'institution_renamed');
  end if;
  insert into public.nemus_institution_approvals (institution_id, approved_name, approved_by)
  values (p_institution, named, auth.uid())
  on conflict (institution_id) do update set approved_name = excluded.approved_name, approved_by = excluded.approved_by,
    approved_at = now(), withdrawn_by = null, withdrawn_at = null
  where nemus_institution_approvals.withdrawn_at is not null
    or nemus_institution_approvals.approved_name is distinct from excluded.approved_name;
end $$;

/*
 * Withdraws the approval: nothing is sent or booked any more, and open invitations lead nowhere. Links that trainees have
 * accepted stay. Withdrawing what was withdrawn already changes nothing.
 * Raises 403 operator_required, 404 institution_not_found (also when there never was an approval).
 */
create function public.nemus_withdraw_approval(p_institution uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_approver();
  update public.nemus_institution_approvals a set withdrawn_by = auth.uid(), withdrawn_at = now()
  where a.institution_id = p_institution and a.withdrawn_at is null;
  if not found and not exists (select from public.nemus_institution_approvals a
    where a.institution_id = p_institution) then
    perform private.nemus_refuse(404, 'institution_not_found', '{"of": "approval"}');
  end if;
end $$;
