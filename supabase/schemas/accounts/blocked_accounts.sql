-- Staff with the role `people` block and unblock accounts. A block acts at once: no sign-in
-- (`auth.users.banned_until`), all sessions ended, and requests with a token that is still valid are refused (decision
-- record 0049). Purchases, bookings and progress stay.
-- nemus_check_caller runs before every API request and refuses blocked accounts, ended sessions and missing second
-- factors (rules in sessions/second_factors.sql). Files are guarded by policies in accounts/access.sql and
-- sessions/access.sql. Blocking needs a fresh second factor (sessions/fresh_factors.sql) and is written to the audit
-- log (staff/staff.sql).
-- Exception: accounts banned at the auth server count as blocked but have no row here.

/*
 * Reason and author of a block, shown to staff with the role `people`. The block itself is `auth.users.banned_until`.
 * The row goes with the unblocking or the account.
 */
create table private.nemus_blocked_accounts (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  -- For staff only; the portal does not show it to the blocked person.
  reason text not null check (char_length(btrim(reason)) between 3 and 1000),
  blocked_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
alter table private.nemus_blocked_accounts enable row level security;
create index nemus_blocked_accounts_newest on private.nemus_blocked_accounts (created_at desc, user_id);
create index nemus_blocked_accounts_blocked_by on private.nemus_blocked_accounts (blocked_by);
create trigger audit after insert or update or delete on private.nemus_blocked_accounts for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('user_id');

/* Whether an account is blocked now, by staff or by the operator at the auth server. */
create function private.nemus_is_blocked(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user and u.banned_until > now())
$$;

/*
 * Runs before every API request, including function calls. A token outlives a block, an ended session or a new second
 * factor by up to an hour. Raises 403 account_blocked, 401 session_ended, 403 factor_not_given.
 */
create function private.nemus_check_caller() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return;
  end if;
  perform private.nemus_refuse(403, 'account_blocked') where private.nemus_is_blocked(auth.uid());
  perform private.nemus_refuse(401, 'session_ended') where not private.nemus_is_session_open();
  perform private.nemus_refuse(403, 'factor_not_given') where not private.nemus_has_given_factor();
end $$;

-- PostgREST reads the setting from the role that it signs in with, and the embedded backend does the same. The test
-- server has neither.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(),
      'private.nemus_check_caller');
    notify pgrst, 'reload config';
  end if;
end $$;

/*
 * Serializes changes of staff roles and blocks, so that two administrators cannot remove each other at the same moment.
 */
create function private.nemus_lock_people() returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  -- The caller may have lost the right while waiting.
  perform private.nemus_require_staff('people');
  perform private.nemus_check_caller();
end $$;

/*
 * Blocks an account, ends its sessions and refuses its tokens. Blocking a blocked account changes nothing.
 * Raises 403 staff_required, 404 account_not_found, 409 own_account, 400 note_missing.
 */
create function public.nemus_block_account(p_user uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := btrim(coalesce(p_reason, ''));
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  perform private.nemus_refuse(409, 'own_account') where p_user = auth.uid();
  perform private.nemus_refuse(400, 'note_missing') where char_length(reason) not between 3 and 1000;
  perform private.nemus_refuse(404, 'account_not_found')
    where not exists (select from public.nemus_profiles p where p.user_id = p_user);
  if private.nemus_is_blocked(p_user) then
    return;
  end if;
  -- Fires sessions/fresh_factors.
  insert into private.nemus_blocked_accounts (user_id, reason, blocked_by) values (p_user, reason, auth.uid())
  on conflict (user_id) do update set reason = excluded.reason, blocked_by = excluded.blocked_by, created_at = now();
  -- A pending change of the address ends, too: its links would be valid for an hour.
  update auth.users u set banned_until = now() + interval '100 years', email_change = '', email_change_token_new = '',
    email_change_token_current = '' where u.id = p_user;
  -- Its address may be known to others; unblocking does not bring it back.
  delete from private.nemus_calendars c where c.user_id = p_user;
  -- Their refresh tokens go with them.
  delete from auth.sessions s where s.user_id = p_user;
end $$;

/* Lifts a block. Does nothing for an account that is not blocked. Raises 403 staff_required, 404 account_not_found. */
create function public.nemus_unblock_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  perform private.nemus_refuse(404, 'account_not_found')
    where not exists (select from public.nemus_profiles p where p.user_id = p_user);
  if private.nemus_is_blocked(p_user)
    and not exists (select from private.nemus_blocked_accounts b where b.user_id = p_user) then
    -- Banned at the auth server: no row whose deletion the audit trigger could log.
    perform private.nemus_note_act('unblock_account', 'profiles', p_user::text, null, null);
  end if;
  update auth.users u set banned_until = null where u.id = p_user and u.banned_until is not null;
  -- Fires sessions/fresh_factors.
  delete from private.nemus_blocked_accounts b where b.user_id = p_user;
end $$;
