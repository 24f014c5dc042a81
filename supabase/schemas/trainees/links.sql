-- The link between a trainee's account and an institution. Only the account with the invited, confirmed address accepts
-- or declines an invitation, on a page; opening the link changes nothing. While linked, the institution reads the
-- account's progress. Either side ends the link, as can staff (staff/people.sql); the institution's row of the person
-- stays, `inactive` if the trainee left.
-- Other files react to the changed `user_id`: enrolment in earlier bookings (bookings/bookings.sql), samples
-- (samples/sample_data.sql), account address (trainees/trainees.sql), notifications (notifications/events.sql).

/* Confirmed address of the caller in the form used for comparison; null if not confirmed. */
create function private.nemus_confirmed_address() returns text
language sql stable security definer set search_path = '' as $$
  -- "C" folds ASCII letters only, so that look-alikes of other alphabets (the Kelvin sign) do not match.
  select lower(u.email collate "C") from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null
$$;

/* Whether an invitation to this address is for the caller. */
create function private.nemus_is_invited(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(lower(private.nemus_mail_address(p_email) collate "C") = private.nemus_confirmed_address(), false)
$$;

/* An address for other readers: first character and domain. */
create function private.nemus_masked_address(p_email text) returns text
language sql immutable set search_path = '' as $$
  select left(p_email, 1) || '•••' || substring(p_email from '@.*$')
$$;

/*
 * Forgets the invitation that the caller's account was registered through: it is answered, in every browser. p_key:
 * `invitation_token`, `membership_token`.
 */
create function private.nemus_settle_registration(p_key text) returns void
language sql security definer set search_path = '' as $$
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data - p_key
  where u.id = auth.uid() and u.raw_user_meta_data ? p_key
$$;

/*
 * Content of the page behind an invitation's link: {institution_name, first_name, last_name, email, expires_at,
 * acceptance}, or null for an invalid link; a used one is valid for the linked account. acceptance: `signed_out`, `possible`, `other_address`,
 * `institution_account`, `already_linked`. An account that cannot accept sees no name and the address masked.
 */
create function public.nemus_invitation(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('institution_name', private.nemus_inviting_name(i.institution_id), 'expires_at', i.expires_at,
    'acceptance', state.acceptance,
    'first_name', case when state.acceptance in ('signed_out', 'possible') then t.first_name else '' end,
    'last_name', case when state.acceptance in ('signed_out', 'possible') then t.last_name else '' end,
    'email', case when state.acceptance in ('signed_out', 'possible') then i.email
      else private.nemus_masked_address(i.email) end)
  from private.nemus_invitation_tokens k
  join public.nemus_invitations i on i.id = k.invitation_id
  join public.nemus_trainees t on t.id = i.trainee_id
  cross join lateral (select case when auth.uid() is null then 'signed_out'
    when t.user_id = auth.uid() then 'already_linked'
    when private.nemus_is_institution() then 'institution_account'
    when not private.nemus_is_invited(i.email) then 'other_address'
    when exists (select from public.nemus_trainees own
      where own.institution_id = i.institution_id and own.user_id = auth.uid()) then 'already_linked'
    else 'possible' end as acceptance) state
  where k.token_hash = private.nemus_token_hash(p_token) and (t.user_id = auth.uid()
    or i.is_open and i.expires_at > now() and private.nemus_is_approved(i.institution_id))
$$;

/*
 * The invitation of a link, locked, if the caller has its address; also a closed one. Lock order everywhere: trainee
 * before invitation. Raises 403 piw_required, invitation_for_other {address}, 404 invitation_invalid.
 */
create function private.nemus_take_invitation(p_token text) returns public.nemus_invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.nemus_invitations;
begin
  perform private.nemus_refuse(403, 'piw_required') where private.nemus_is_institution();
  perform from public.nemus_trainees t
  where t.id = (select i.trainee_id from private.nemus_invitation_tokens k
    join public.nemus_invitations i on i.id = k.invitation_id where k.token_hash = private.nemus_token_hash(p_token))
  for update;
  select i.* into invitation
  from private.nemus_invitation_tokens k join public.nemus_invitations i on i.id = k.invitation_id
  where k.token_hash = private.nemus_token_hash(p_token) for update of i;
  perform private.nemus_refuse(404, 'invitation_invalid') where not found;
  perform private.nemus_refuse(403, 'invitation_for_other',
      jsonb_build_object('address', private.nemus_masked_address(invitation.email)))
    where not private.nemus_is_invited(invitation.email);
  perform private.nemus_settle_registration('invitation_token');
  return invitation;
end $$;

/* Checks that the invitation can still be answered. Raises 404 invitation_invalid. */
create function private.nemus_require_open(p_invitation public.nemus_invitations) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(404, 'invitation_invalid')
    where not p_invitation.is_open or p_invitation.expires_at <= now()
      or not private.nemus_is_approved(p_invitation.institution_id);
end $$;

/*
 * Accepts an invitation: links the caller's account with the institution, which reads its progress from now on. Safe to
 * repeat. Returns {trainee_id, institution_name}.
 * Raises 403 piw_required, invitation_for_other, 404 invitation_invalid, 409 already_linked.
 */
create function public.nemus_accept_invitation(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation constant public.nemus_invitations := private.nemus_take_invitation(p_token);
begin
  if invitation.accepted_at is null or not exists (select from public.nemus_trainees t
    where t.id = invitation.trainee_id and t.user_id = auth.uid()) then
    perform private.nemus_require_open(invitation);
    perform private.nemus_refuse(409, 'already_linked')
      where exists (select from public.nemus_trainees t
        where t.institution_id = invitation.institution_id and t.user_id = auth.uid());
    -- Fires notifications/events.
    update public.nemus_invitations i set accepted_at = now() where i.id = invitation.id;
    -- Fires bookings/bookings, samples/sample_data, trainees/trainees.
    update public.nemus_trainees t set user_id = auth.uid(), linked_at = now(), status = 'active'
    where t.id = invitation.trainee_id;
  end if;
  return jsonb_build_object('trainee_id', invitation.trainee_id,
    'institution_name', private.nemus_inviting_name(invitation.institution_id));
end $$;

/*
 * Declines an invitation; the institution sees it. Safe to repeat.
 * Raises 403 piw_required, invitation_for_other, 404 invitation_invalid.
 */
create function public.nemus_decline_invitation(p_token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation constant public.nemus_invitations := private.nemus_take_invitation(p_token);
begin
  if invitation.declined_at is null then
    perform private.nemus_require_open(invitation);
    -- Fires notifications/events.
    update public.nemus_invitations i set declined_at = now() where i.id = invitation.id;
  end if;
end $$;

/* Institutions that the caller is linked with: [{trainee_id, institution_name, linked_at}], by name. */
create function public.nemus_institution_links() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
      'institution_name', private.nemus_inviting_name(t.institution_id), 'linked_at', t.linked_at)
    order by private.nemus_sort_key(private.nemus_inviting_name(t.institution_id)), t.id), '[]')
  from public.nemus_trainees t where t.user_id = auth.uid()
$$;

/* Ends a link of the caller's account, by the trainee. Safe to repeat. Raises 404 trainee_not_found. */
create function public.nemus_leave_institution(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires bookings/bookings, samples/sample_data, trainees/trainees.
  update public.nemus_trainees t set user_id = null, linked_at = null, status = 'inactive'
  where t.id = p_trainee and t.user_id = auth.uid();
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}')
    where not found and not exists (select from public.nemus_trainees t
      join public.nemus_invitations i on i.trainee_id = t.id and i.accepted_at is not null
      where t.id = p_trainee and t.user_id is null and private.nemus_is_invited(i.email));
end $$;

/*
 * Ends a link with a trainee's account, by the institution; its row stays. Safe to repeat. Raises 403 as
 * nemus_require_member, 404 trainee_not_found.
 */
create function public.nemus_unlink_trainee(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('booking') end;
begin
  -- Fires bookings/bookings, samples/sample_data, trainees/trainees.
  update public.nemus_trainees t set user_id = null, linked_at = null
  where t.id = p_trainee and t.institution_id = institution and t.user_id is not null;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}')
    where not found and not exists (select from public.nemus_trainees t
      where t.id = p_trainee and t.institution_id = institution);
end $$;

-- Signed-out visitors open the invitation page, whose function calls functions of this schema.
grant usage on schema private to anon;
