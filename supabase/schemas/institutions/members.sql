-- Who acts for an institution, and with which roles (listed at the column `roles` below). An institution is an
-- organisation with member accounts; `institution_id` is the id of the account that founded it, in every table
-- (decision record 0036). Functions and policies of all domains ask nemus_require_member, nemus_acts_for or
-- nemus_paying_account. At least one unblocked member has `administration`. Only accounts of type institution can be
-- members. If the institution requires a second factor, members without one cannot act (sessions/fresh_factors.sql).
-- Changes: institutions/member_changes.sql and institutions/member_invitations.sql. They need a fresh second factor and
-- are logged (institutions/organisation_log.sql). Exception: an institution that was never used can lose its last
-- member.

create table public.nemus_members (
  -- References the settings, not the profile: a profile then has a single path to its memberships, for embedded reads.
  institution_id uuid not null references public.nemus_institution_settings (institution_id) on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- administration (Verwaltung): all below, plus members, settings, budgets and limits, approval of bookings, the log.
  -- booking (Buchung): invites, edits and unlinks trainees; books, moves and cancels courses with credits or by card;
  --   assigns seats; requests approval. Sees bookings, budgets, credits and the subscription, but buys no credits and
  --   sees no invoices.
  -- billing (Abrechnung): buys credits and subscriptions; billing address and invoices.
  -- confirming (Bestätigung): people who confirm, hand-over of entries, logbooks and cohort.
  -- reading (Lesen): sees what booking and confirming see, and weekly reports; changes nothing.
  roles text[] not null check (cardinality(roles) between 1 and 5
    and roles <@ array['administration', 'booking', 'billing', 'confirming', 'reading']),
  -- Of several institutions, an account acts for the one chosen last.
  chosen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, user_id)
);
alter table public.nemus_members enable row level security;
create index nemus_members_user on public.nemus_members (user_id, chosen_at desc);
create trigger touch before update on public.nemus_members for each row execute function private.nemus_touch();

create function private.nemus_found_institution() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires sessions/fresh_factors.
  insert into public.nemus_members (institution_id, user_id, roles)
  values (new.institution_id, new.institution_id, array['administration']);
  return new;
end $$;

create trigger found_institution after insert on public.nemus_institution_settings
  for each row execute function private.nemus_found_institution();

/*
 * The institution that the account acts for: of its memberships, the one chosen last. Null without membership, without
 * one of the roles (administration has all; no roles given: any), or without the second factor that the institution
 * requires.
 */
create function private.nemus_acting_institution(p_user uuid, variadic p_roles text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select chosen.institution_id
  from (select m.institution_id, m.roles from public.nemus_members m
    where m.user_id = p_user order by m.chosen_at desc, m.institution_id limit 1) chosen
  where (cardinality(p_roles) = 0 or chosen.roles && (p_roles || array['administration']))
    and private.nemus_meets_factor_rule(chosen.institution_id, p_user)
$$;

/* The institution that the caller acts for with one of the roles, or null. For policies and reads. */
create function private.nemus_acts_for(variadic p_roles text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.nemus_acting_institution((select auth.uid()), variadic p_roles)
$$;

/*
 * The institution that the caller acts for with one of the roles. For changes; the refusal says what is missing.
 * Raises 403 institution_required, membership_required, factor_enrolment_required, member_role_required {roles}.
 */
create function private.nemus_require_member(variadic p_roles text[]) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_acting_institution((select auth.uid()), variadic p_roles);
begin
  if institution is null then
    perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
    perform private.nemus_refuse(403, 'membership_required')
      where not exists (select from public.nemus_members m where m.user_id = (select auth.uid()));
    perform private.nemus_refuse(403, 'factor_enrolment_required')
      where exists (select from public.nemus_members m where m.user_id = (select auth.uid())
          and not private.nemus_meets_factor_rule(m.institution_id, m.user_id));
    perform private.nemus_refuse(403, 'member_role_required', jsonb_build_object('roles', p_roles));
  end if;
  return institution;
end $$;

/*
 * The account that buys and pays: for a member the institution, if it has one of the roles; for any other account
 * itself. Null for a member without these roles.
 */
create function private.nemus_paying_account(p_user uuid, variadic p_roles text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when p.user_type = 'institution' then private.nemus_acting_institution(p_user, variadic p_roles)
    else p.user_id end
  from public.nemus_profiles p where p.user_id = p_user
$$;

/* The account in whose name the caller buys and pays. For policies and functions. */
create function private.nemus_pays_for(variadic p_roles text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.nemus_paying_account((select auth.uid()), variadic p_roles)
$$;

/*
 * Whether what an administrator has granted still counts: a member with `administration`, not blocked, with the second
 * factor that the institution requires.
 */
create function private.nemus_answers_for(p_user uuid, p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_members m
      where m.institution_id = p_institution and m.user_id = p_user and 'administration' = any (m.roles))
    and not private.nemus_is_blocked(p_user) and private.nemus_meets_factor_rule(p_institution, p_user)
$$;

/*
 * Mailbox of letters to an account. Of an institution: its founder's while an administrator, otherwise the administrator's
 * of longest standing; a blocked one's only if all are. Without any, the account's own.
 */
create function private.nemus_letter_address(p_account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.email from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = p_account and 'administration' = any (m.roles)
      order by private.nemus_is_blocked(m.user_id), m.user_id <> p_account, m.created_at, m.user_id limit 1),
    (select p.email from public.nemus_profiles p where p.user_id = p_account))
$$;

/* Whether the account founded an institution and is no longer a member: what it had bought for itself is not its own. */
create function private.nemus_has_left_own(p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_profiles p where p.user_id = p_account and p.user_type = 'institution')
    and not exists (select from public.nemus_members m where m.institution_id = p_account and m.user_id = p_account)
$$;

/* Serializes changes of an institution's members. */
create function private.nemus_lock_members(p_institution uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('nemus_members:' || p_institution, 0))
$$;

/* Whether an institution was never used: no name, no other members, no trainees, nothing bought. */
create function private.nemus_is_unused(p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.nemus_profiles p
      where p.user_id = p_institution and p.institution_name is not null)
    and not exists (select from public.nemus_members m
      where m.institution_id = p_institution and m.user_id <> p_institution)
    and not exists (select from public.nemus_institution_approvals a
      where a.institution_id = p_institution and a.approved_name is not null)
    and not exists (select from public.nemus_trainees t where t.institution_id = p_institution and not t.is_sample)
    and not exists (select from public.nemus_orders o where o.user_id = p_institution)
    and not exists (select from public.nemus_credit_entries c where c.institution_id = p_institution)
    and not exists (select from public.nemus_invoices i where i.user_id = p_institution and not i.is_sample)
$$;

/*
 * Refuses to remove the last unblocked member with `administration`, whichever function changes the row. Exceptions:
 * the institution itself is deleted, or was never used. Raises 409 last_administrator.
 */
create function private.nemus_keep_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_members(old.institution_id);
  if exists (select from public.nemus_members m where m.institution_id = old.institution_id
      and 'administration' = any (m.roles) and not private.nemus_is_blocked(m.user_id))
    or not exists (select from public.nemus_profiles p where p.user_id = old.institution_id)
    or exists (select from private.nemus_deleted_accounts d where d.user_id = old.institution_id)
    or (private.nemus_is_unused(old.institution_id)
      and not exists (select from public.nemus_members m where m.institution_id = old.institution_id)) then
    return null;
  end if;
  perform private.nemus_refuse(409, 'last_administrator');
end $$;

create trigger keep_administrator after delete on public.nemus_members
  for each row when ('administration' = any (old.roles)) execute function private.nemus_keep_administrator();
create trigger keep_administration after update of roles on public.nemus_members
  for each row when ('administration' = any (old.roles) and not 'administration' = any (new.roles))
  execute function private.nemus_keep_administrator();

/* Revokes the open invitations of a member who is no longer `administration`. */
create function private.nemus_end_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_member_invitations i set revoked_at = now()
  where i.institution_id = old.institution_id and i.invited_by = old.user_id and i.is_open;
  return null;
end $$;
create trigger end_invitations after delete on public.nemus_members
  for each row when ('administration' = any (old.roles)) execute function private.nemus_end_invitations();
create trigger end_invitations_of_role after update of roles on public.nemus_members
  for each row when ('administration' = any (old.roles) and not 'administration' = any (new.roles))
  execute function private.nemus_end_invitations();

/* Only accounts of type institution can be members. Raises 409 member_is_no_institution. */
create function private.nemus_check_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.nemus_profiles p where p.user_id = new.user_id and p.user_type = 'institution') then
    perform private.nemus_refuse(409, 'member_is_no_institution');
  end if;
  return new;
end $$;

create trigger check_member before insert on public.nemus_members
  for each row execute function private.nemus_check_member();

/*
 * Whether an account of type institution represents an institution of its own. False for an account created to join
 * another institution: it is not a member of its own, or has an open invitation and no name yet.
 */
create function private.nemus_is_own_institution(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_members m where m.institution_id = p_user)
    and not exists (select from public.nemus_profiles p
      join public.nemus_member_invitations i on lower(i.email) = lower(p.email) and i.is_open and i.expires_at > now()
      where p.user_id = p_user and p.institution_name is null)
$$;
