SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_settle_registration (
  p_key text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data - p_key
  where u.id = auth.uid() and u.raw_user_meta_data ? p_key
$function$;

CREATE OR REPLACE FUNCTION private.nemus_take_invitation (
  p_token text
)
  RETURNS public.nemus_invitations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  invitation public.nemus_invitations;
begin
  if private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'piw_required');
  end if;
  perform from public.nemus_trainees t
  where t.id = (select i.trainee_id from private.nemus_invitation_tokens k
    join public.nemus_invitations i on i.id = k.invitation_id where k.token_hash = private.nemus_token_hash(p_token))
  for update;
  select i.* into invitation
  from private.nemus_invitation_tokens k join public.nemus_invitations i on i.id = k.invitation_id
  where k.token_hash = private.nemus_token_hash(p_token) for update of i;
  if not found then
    perform private.nemus_refuse(404, 'invitation_invalid');
  end if;
  if not private.nemus_is_invited(invitation.email) then
    perform private.nemus_refuse(403, 'invitation_for_other',
      jsonb_build_object('address', private.nemus_masked_address(invitation.email)));
  end if;
  perform private.nemus_settle_registration('invitation_token');
  return invitation;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_member_invitation (
  p_token text
)
  RETURNS public.nemus_member_invitations
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  invitation public.nemus_member_invitations;
  institution uuid;
begin
  select i.institution_id into institution from private.nemus_member_invitation_tokens k
  join public.nemus_member_invitations i on i.id = k.invitation_id where k.token_hash = private.nemus_token_hash(p_token);
  if institution is not null then
    -- Lock order as in nemus_begin_member_change: members before the invitation.
    perform private.nemus_lock_members(institution);
  end if;
  select i.* into invitation
  from private.nemus_member_invitation_tokens k join public.nemus_member_invitations i on i.id = k.invitation_id
  where k.token_hash = private.nemus_token_hash(p_token) for update of i;
  if not found then
    perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "member"}');
  end if;
  if not private.nemus_is_institution() then
    perform private.nemus_refuse(409, 'member_is_no_institution');
  end if;
  if not private.nemus_is_invited(invitation.email) then
    perform private.nemus_refuse(403, 'invitation_for_other',
      jsonb_build_object('address', private.nemus_masked_address(invitation.email)));
  end if;
  perform private.nemus_settle_registration('membership_token');
  return invitation;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_invitation (
  p_token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_settle_registration"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_settle_registration"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_settle_registration"(text) TO "postgres";

-- Accounts that answered before, also by another link.
update auth.users u set raw_user_meta_data = u.raw_user_meta_data - 'invitation_token'
where u.raw_user_meta_data ? 'invitation_token' and exists (select from public.nemus_trainees t where t.user_id = u.id);
update auth.users u set raw_user_meta_data = u.raw_user_meta_data - 'membership_token'
where u.raw_user_meta_data ? 'membership_token'
  and exists (select from public.nemus_members m where m.user_id = u.id and m.institution_id <> u.id);
