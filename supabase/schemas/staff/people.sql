-- What staff with the role `people` sees and does: find accounts, grant and revoke staff roles, end the link between a
-- person and an institution, resend an institution's invitation. At least one account keeps the role `people`: an
-- account can neither take it from itself, nor block itself, nor be deleted as the last one. Staff cannot create links:
-- only the invited person can (trainees/links.sql).
-- Related: blocking in accounts/blocked_accounts.sql, approval of institutions in institutions/approvals.sql, reading
-- the log in staff/audit_log.sql. Changes are logged (staff/staff.sql); roles need a fresh second factor
-- (sessions/fresh_factors.sql).

-- For the search by name and address.
create index nemus_profiles_search on public.nemus_profiles using gin (private.nemus_search_text(
  coalesce(institution_name, '') || ' ' || first_name || ' ' || last_name || ' ' || email) extensions.gin_trgm_ops);
create index nemus_profiles_newest on public.nemus_profiles (created_at desc, user_id);
create index nemus_profiles_of_type on public.nemus_profiles (user_type, created_at desc, user_id);

create trigger audit after insert or update or delete on public.nemus_institution_approvals for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('institution_id');

/* Display name of an account: the institution's name or the person's. */
create function private.nemus_account_name(p_account public.nemus_profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(p_account.institution_name, btrim(p_account.first_name || ' ' || p_account.last_name))
$$;

/*
 * Accounts whose name or address contains every word of the search, at most 500.
 * Sequential scans are off, because the planner cannot know how many rows a search matches.
 */
create function private.nemus_found_accounts(p_search text) returns setof public.nemus_profiles
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
set enable_seqscan = off as $$
declare
  words constant text[] := private.nemus_search_patterns(p_search);
begin
  -- One condition per word, so that the index is used for each; a single word may occur in every address.
  return query
  select p.* from public.nemus_profiles p
  cross join lateral (select private.nemus_search_text(coalesce(p.institution_name, '') || ' ' || p.first_name || ' '
    || p.last_name || ' ' || p.email) as form) s
  where cardinality(words) > 0 and s.form like words[1]
    and (words[2] is null or s.form like words[2])
    and (words[3] is null or s.form like words[3])
    and (words[4] is null or s.form like words[4])
    and (words[5] is null or s.form like words[5])
    and (words[6] is null or s.form like words[6])
  limit 500;
end $$;

/*
 * Accounts, newest first, 50 a page: {rows: [{user_id, name, email, user_type, registered_at, is_blocked, roles}],
 * has_more}.
 * p_search: words of name or address; p_kind: `piw`, `institution`, `staff`, `blocked`, or null for all; p_page: from
 * 1.
 * Raises 403 staff_required.
 */
create function public.nemus_staff_accounts(p_search text default null, p_kind text default null, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  perform private.nemus_check_staff('people');
  if search is not null then
    ids := array(select p.user_id from private.nemus_found_accounts(search) p
      where (p_kind is null or p_kind not in ('piw', 'institution') or p.user_type = p_kind)
        and (p_kind is distinct from 'staff' or exists (select from public.nemus_staff s where s.user_id = p.user_id))
        and (p_kind is distinct from 'blocked' or private.nemus_is_blocked(p.user_id))
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  elsif p_kind = 'staff' then
    ids := array(select p.user_id from public.nemus_profiles p
      where p.user_id = any (array(select s.user_id from public.nemus_staff s))
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  elsif p_kind = 'blocked' then
    ids := array(select b.user_id from private.nemus_blocked_accounts b
      order by b.created_at desc, b.user_id limit 51 offset skipped);
  elsif p_kind in ('piw', 'institution') then
    ids := array(select p.user_id from public.nemus_profiles p where p.user_type = p_kind
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  else
    ids := array(select p.user_id from public.nemus_profiles p
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  end if;
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', private.nemus_account_name(p),
      'email', p.email, 'user_type', p.user_type, 'registered_at', p.created_at,
      'is_blocked', private.nemus_is_blocked(p.user_id),
      'roles', array(select s.role from public.nemus_staff s where s.user_id = p.user_id order by s.role))
      order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
    cross join lateral (select * from public.nemus_profiles x where x.user_id = listed.id limit 1) p));
end $$;

/*
 * One account for its page: {user_id, name, email, user_type, registered_at, confirmed_at, last_sign_in_at, is_own,
 * is_blocked, block: {reason, since, by}, roles: [{role, since, by}], links, enrolments, dates, certificates, orders,
 * approval}.
 * links: institutions that a person is linked with or was invited by, or the newest 50 trainees of an institution:
 * [{trainee_id, name, email, linked_at, invitation, user_id}]. orders: null without the role `orders`.
 * dates: the latest 50, [{appointment_id, title, starts_at, ends_at, parts (their number), status, waitlist_position,
 * is_cancelled}]; null without the role `teaching`. certificates: the latest 50, without samples, [{number, title, kind,
 * issued_on, revoked_at}].
 * Raises 403 staff_required, 404 account_not_found.
 */
create function public.nemus_staff_account(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account public.nemus_profiles;
begin
  perform private.nemus_check_staff('people');
  select * into account from public.nemus_profiles p where p.user_id = p_user;
  perform private.nemus_refuse(404, 'account_not_found') where not found;
  return jsonb_build_object('user_id', account.user_id, 'name', private.nemus_account_name(account),
    'email', account.email, 'user_type', account.user_type, 'registered_at', account.created_at,
    'is_own', account.user_id = auth.uid(), 'is_blocked', private.nemus_is_blocked(account.user_id),
    'block', (select jsonb_build_object('reason', b.reason, 'since', b.created_at,
        'by', (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = b.blocked_by))
      from private.nemus_blocked_accounts b where b.user_id = account.user_id),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('role', s.role, 'since', s.created_at,
        'by', (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = s.granted_by))
      order by s.role), '[]') from public.nemus_staff s where s.user_id = account.user_id),
    'links', (select coalesce(jsonb_agg(to_jsonb(link) - 'place' order by link.place), '[]') from (
      select t.id as trainee_id, t.linked_at,
        case when account.user_type = 'institution' then btrim(t.first_name || ' ' || t.last_name)
          else coalesce(private.nemus_inviting_name(t.institution_id), '') end as name,
        case when account.user_type = 'institution' then coalesce(t.account_email, t.email) end as email,
        case when account.user_type = 'institution' then t.user_id else t.institution_id end as user_id,
        (select jsonb_build_object('last_sent_at', i.last_sent_at, 'sent_count', i.sent_count,
            'expires_at', i.expires_at, 'is_open', i.is_open and i.expires_at > now(), 'declined_at', i.declined_at)
          from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1) as invitation,
        row_number() over (order by t.created_at desc, t.id) as place
      from public.nemus_trainees t
      where case when account.user_type = 'institution' then t.institution_id = account.user_id
        else t.user_id = account.user_id end
      order by place limit 50) link),
    'enrolments', (select coalesce(jsonb_agg(to_jsonb(e) order by e.enrolled_at desc), '[]') from (
      select x.id as enrolment_id, c.title, x.enrollment_type, x.status, x.progress_percentage, x.enrolled_at
      from public.nemus_course_enrollments x join public.nemus_courses c on c.id = x.course_id
      where x.user_id = account.user_id order by x.enrolled_at desc limit 50) e),
    'dates', case when private.nemus_is_staff('teaching') then (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.starts_at desc, d.appointment_id), '[]') from (
        select a.id as appointment_id, a.title, a.starts_at, a.ends_at, jsonb_array_length(a.parts) as parts, x.status,
          x.waitlist_position, a.cancelled_at is not null as is_cancelled
        from public.nemus_appointment_participations x join public.nemus_appointments a on a.id = x.appointment_id
        where x.user_id = account.user_id and a.course_id is not null order by a.starts_at desc, a.id limit 50) d) end,
    'certificates', (select coalesce(jsonb_agg(to_jsonb(k) order by k.issued_on desc, k.number), '[]') from (
      select x.number, x.title, x.kind, x.issued_on, private.nemus_revoked_at(x.id) as revoked_at
      from public.nemus_certificates x where x.user_id = account.user_id and not x.is_sample
      order by x.issued_on desc, x.number limit 50) k),
    'approval', (select jsonb_build_object('approved_name', a.approved_name, 'approved_at', a.approved_at,
        'withdrawn_at', a.withdrawn_at)
      from public.nemus_institution_approvals a where a.institution_id = account.user_id),
    'orders', case when private.nemus_is_staff('orders') then (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.created_at desc), '[]') from (
        select x.id as order_id, x.title, x.status, x.amount_cents, x.refunded_cents, x.created_at
        from public.nemus_orders x where x.user_id = account.user_id order by x.created_at desc limit 20) o) end)
    || (select jsonb_build_object('confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = account.user_id);
end $$;

/*
 * Grants a staff role to another account; granting it again changes nothing.
 * Raises 403 staff_required, 400 invalid_role, 404 account_not_found, 409 account_is_blocked, own_role_granted.
 */
create function public.nemus_grant_role(p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  perform private.nemus_refuse(400, 'invalid_role')
    where p_role is null or p_role not in ('catalogue', 'teaching', 'orders', 'people');
  perform private.nemus_refuse(404, 'account_not_found')
    where not exists (select from public.nemus_profiles p where p.user_id = p_user);
  perform private.nemus_refuse(409, 'account_is_blocked') where private.nemus_is_blocked(p_user);
  perform private.nemus_refuse(409, 'own_role_granted') where p_user = auth.uid();
  -- Fires sessions/fresh_factors.
  insert into public.nemus_staff (user_id, role, granted_by) values (p_user, p_role, auth.uid())
  on conflict (user_id, role) do nothing;
end $$;

/*
 * Revokes a staff role; revoking a missing one is no error. The caller cannot give up `people`, so one account always
 * has it. Raises 403 staff_required, 400 invalid_role, 409 own_role.
 */
create function public.nemus_take_role(p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  perform private.nemus_refuse(400, 'invalid_role')
    where p_role is null or p_role not in ('catalogue', 'teaching', 'orders', 'people');
  perform private.nemus_refuse(409, 'own_role') where p_user = auth.uid() and p_role = 'people';
  -- Fires sessions/fresh_factors.
  delete from public.nemus_staff s where s.user_id = p_user and s.role = p_role;
end $$;

/*
 * Ends the link between a person's account and an institution, for staff. The institution no longer reads the account;
 * its own row of the person stays. Safe to repeat. The reverse does not exist: only the person accepts an invitation
 * (S-7.3). Raises 403 staff_required, 404 trainee_not_found.
 */
create function public.nemus_end_link(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  linked public.nemus_trainees;
begin
  perform private.nemus_require_staff('people');
  select * into linked from public.nemus_trainees t where t.id = p_trainee for update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}') where not found;
  if linked.user_id is null then
    return;
  end if;
  -- Fires bookings/bookings, samples/sample_data, trainees/trainees.
  update public.nemus_trainees t set user_id = null, linked_at = null where t.id = p_trainee;
  -- Not the whole row: the log must not copy what an institution writes about people.
  perform private.nemus_note_act('end_link', 'trainees', p_trainee::text,
    jsonb_build_object('institution_id', linked.institution_id, 'user_id', linked.user_id, 'linked_at', linked.linked_at),
    jsonb_build_object('institution_id', linked.institution_id, 'user_id', null, 'linked_at', null));
end $$;

/*
 * Resends the invitation of an institution's trainee, for staff, within the institution's limits. Returns as
 * nemus_send_invitation.
 * Raises 403 staff_required and as nemus_require_approval, 404 trainee_not_found, 404 invitation_invalid (never
 * invited, declined, or revoked by the institution), 409 trainee_linked, 429 as nemus_note_invitation.
 */
create function public.nemus_resend_for_institution(p_trainee uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
  last_one public.nemus_invitations;
  sent jsonb;
begin
  perform private.nemus_require_staff('people');
  -- The lock of nemus_begin_inviting, before any row lock.
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
  select * into trainee from public.nemus_trainees t where t.id = p_trainee for update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}') where not found;
  perform private.nemus_require_approval(trainee.institution_id);
  perform private.nemus_refuse(409, 'trainee_linked') where trainee.user_id is not null;
  select * into last_one from public.nemus_invitations i where i.trainee_id = trainee.id
  order by i.created_at desc, i.id limit 1;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "trainee"}')
    where last_one.id is null or last_one.declined_at is not null
      or (last_one.revoked_at is not null and not last_one.is_readdressed);
  sent := private.nemus_send_invitation(trainee);
  perform private.nemus_note_act('resend_invitation', 'trainees', p_trainee::text, null,
    jsonb_build_object('institution_id', trainee.institution_id, 'email', sent ->> 'email'));
  return sent;
end $$;

/*
 * Checks that the caller decides about institutions, as staff or as operator of the portal, and switches the audit
 * triggers on. Raises 403 operator_required.
 */
create function private.nemus_require_approver() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('people') then
    perform private.nemus_require_operator();
  end if;
  perform set_config('nemus.staff', auth.uid()::text, true);
end $$;
