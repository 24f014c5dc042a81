-- Approval of institutions; approval of bookings is in institutions/budgets.sql. An institution may write to other
-- people in the portal's name and book for them only with a confirmed address and an approval by staff with the role
-- `people` or an operator. Callers of nemus_require_approval: bookings, invitations of trainees and members, confirming
-- people, hand-over of entries. Everything else, such as buying for itself, needs no approval.
-- Mails and invitation pages use the approved name, whatever the settings say later. Withdrawing the approval
-- invalidates open invitations and sign-off links, and stops confirmations (nemus_may_have_confirmed); accepted links
-- stay. Decisions by staff are logged (trigger in
-- staff/people.sql).
-- Exception: with the setting `sample_data`, new institutions are approved automatically.

create table public.nemus_institution_approvals (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- The name that was reviewed, used in mails from then on. Null for an automatic approval.
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

/* With the setting `sample_data`, a new institution is approved at once: demos and developers have no reviewer. */
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

/*
 * Whether people may confirm hours for the institution: it is approved, and an administrator who is not blocked answers
 * for it.
 */
create function private.nemus_may_have_confirmed(p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_is_approved(p_institution) and exists (select from public.nemus_members m
    where m.institution_id = p_institution and 'administration' = any (m.roles)
      and not private.nemus_is_blocked(m.user_id))
$$;

/* Name of the institution in mails and on invitation pages; null without one. */
create function private.nemus_inviting_name(p_institution uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(a.approved_name, p.institution_name)
  from public.nemus_profiles p
  left join public.nemus_institution_approvals a on a.institution_id = p.user_id
  where p.user_id = p_institution
$$;

/* Checks that an institution may invite people and book for them. Raises 403 address_unconfirmed, approval_required. */
create function private.nemus_require_approval(p_institution uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'address_unconfirmed', '{"of": "institution"}')
    where not exists (select from auth.users u where u.id = p_institution and u.email_confirmed_at is not null);
  perform private.nemus_refuse(403, 'approval_required', '{"of": "institution"}')
    where not private.nemus_is_approved(p_institution);
end $$;

/* Checks that the caller operates the portal. Raises 403 operator_required, factor_enrolment_required. */
create function private.nemus_require_operator() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'operator_required')
    where not exists (select from public.nemus_release_operators o where o.user_id = auth.uid());
  perform private.nemus_refuse(403, 'factor_enrolment_required', '{"of": "rights"}')
    where not private.nemus_meets_rights_rule();
end $$;

/*
 * Institutions for review, at most 200: waiting ones first, longest wait on top, then the others by newest decision:
 * [{institution_id, name, approved_name, email, website, address, registered_at, approved_at, withdrawn_at, state}].
 * state: `waiting`, `renamed` (approved under another name, which its mails still use), `approved`, `withdrawn`.
 * Accounts with unconfirmed addresses are left out. Raises 403 operator_required.
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
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
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
 * Approves an institution under the name that the reviewer saw. Approving the same name again changes nothing.
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
  perform private.nemus_refuse(404, 'institution_not_found') where not found;
  perform private.nemus_refuse(409, 'institution_renamed') where named = '' or named is distinct from p_name;
  insert into public.nemus_institution_approvals (institution_id, approved_name, approved_by)
  values (p_institution, named, auth.uid())
  on conflict (institution_id) do update set approved_name = excluded.approved_name, approved_by = excluded.approved_by,
    approved_at = now(), withdrawn_by = null, withdrawn_at = null
  where nemus_institution_approvals.withdrawn_at is not null
    or nemus_institution_approvals.approved_name is distinct from excluded.approved_name;
end $$;

/*
 * Withdraws the approval: no mails, bookings or confirmations, open invitations become invalid. Accepted links stay. Safe to repeat.
 * Raises 403 operator_required, 404 institution_not_found (also without any approval).
 */
create function public.nemus_withdraw_approval(p_institution uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_approver();
  update public.nemus_institution_approvals a set withdrawn_by = auth.uid(), withdrawn_at = now()
  where a.institution_id = p_institution and a.withdrawn_at is null;
  perform private.nemus_refuse(404, 'institution_not_found', '{"of": "approval"}')
    where not found and not exists (select from public.nemus_institution_approvals a
      where a.institution_id = p_institution);
end $$;
