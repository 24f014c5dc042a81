SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_end_invitations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_member_invitations i set revoked_at = now()
  where i.institution_id = old.institution_id and i.invited_by = old.user_id and i.is_open;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_has_inviter (
  p_invitation public.nemus_member_invitations
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_members m where m.institution_id = p_invitation.institution_id
      and m.user_id = p_invitation.invited_by and 'administration' = any (m.roles))
    and not private.nemus_is_blocked(p_invitation.invited_by)
    and private.nemus_meets_factor_rule(p_invitation.institution_id, p_invitation.invited_by)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_require_open_member (
  p_invitation public.nemus_member_invitations
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not p_invitation.is_open or p_invitation.expires_at <= now()
    or not private.nemus_is_approved(p_invitation.institution_id) or not private.nemus_has_inviter(p_invitation) then
    perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "member"}');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_member_invitation (
  p_token text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('institution_name', private.nemus_inviting_name(i.institution_id), 'roles', to_jsonb(i.roles),
    'expires_at', i.expires_at, 'acceptance', state.acceptance,
    'inviter', case when state.acceptance in ('signed_out', 'possible') then (
      select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.nemus_profiles p where p.user_id = i.invited_by) end,
    'email', case when state.acceptance in ('signed_out', 'possible') then i.email
      else private.nemus_masked_address(i.email) end)
  from private.nemus_member_invitation_tokens k
  join public.nemus_member_invitations i on i.id = k.invitation_id
  cross join lateral (select case when auth.uid() is null then 'signed_out'
    when not private.nemus_is_institution() then 'trainee_account'
    when not private.nemus_is_invited(i.email) then 'other_address'
    when exists (select from public.nemus_members m
      where m.institution_id = i.institution_id and m.user_id = auth.uid()) then 'already_member'
    else 'possible' end as acceptance) state
  where k.token_hash = private.nemus_token_hash(p_token) and i.is_open and i.expires_at > now()
    and private.nemus_is_approved(i.institution_id) and private.nemus_has_inviter(i)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_member_invitation_letter (
  p_invitation uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  letter jsonb;
begin
  select jsonb_build_object('token', token, 'email', i.email, 'roles', to_jsonb(i.roles),
    'institution_name', private.nemus_inviting_name(i.institution_id),
    'inviter', (select btrim(p.first_name || ' ' || p.last_name) from public.nemus_profiles p where p.user_id = i.invited_by),
    'expires_at', i.expires_at) into letter
  from public.nemus_member_invitations i
  where i.id = p_invitation and i.is_open and i.expires_at > now() and private.nemus_is_approved(i.institution_id)
    and private.nemus_has_inviter(i);
  if letter is not null then
    insert into private.nemus_member_invitation_tokens (invitation_id, token_hash)
    values (p_invitation, private.nemus_token_hash(token))
    on conflict (invitation_id) do update set token_hash = excluded.token_hash;
  end if;
  return letter;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_member_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
begin
  return jsonb_build_object(
    'members', (select coalesce(jsonb_agg(jsonb_build_object('user_id', m.user_id,
          'name', private.nemus_member_name(m.user_id), 'email', p.email, 'roles', to_jsonb(m.roles),
          'since', m.created_at, 'is_founder', m.user_id = m.institution_id, 'is_own', m.user_id = auth.uid(),
          'is_blocked', private.nemus_is_blocked(m.user_id))
        order by lower(private.nemus_member_name(m.user_id)), m.user_id), '[]')
      from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email,
          'roles', to_jsonb(i.roles), 'expires_at', i.expires_at, 'last_sent_at', i.last_sent_at,
          'sent_count', i.sent_count, 'state', case when i.declined_at is not null then 'declined'
            when i.expires_at <= now() or not private.nemus_has_inviter(i) then 'expired' else 'open' end) order by i.last_sent_at desc, i.id), '[]')
      from public.nemus_member_invitations i where i.institution_id = institution
        and (i.is_open or i.declined_at > now() - interval '30 days')));
end $function$;

CREATE TRIGGER end_invitations_of_role
  AFTER UPDATE OF roles ON public.nemus_members
  FOR EACH ROW
  WHEN ((('administration'::text = ANY (old.roles)) AND (NOT ('administration'::text = ANY (new.roles)))))
  EXECUTE FUNCTION private.nemus_end_invitations();

CREATE TRIGGER end_invitations
  AFTER DELETE ON public.nemus_members
  FOR EACH ROW
  WHEN (('administration'::text = ANY (old.roles)))
  EXECUTE FUNCTION private.nemus_end_invitations();

REVOKE ALL ON FUNCTION "private"."nemus_end_invitations"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_invitations"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_invitations"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_has_inviter"(public.nemus_member_invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_has_inviter"(public.nemus_member_invitations) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_inviter"(public.nemus_member_invitations) TO "postgres";

-- Open invitations of people who no longer administer the institution.
update public.nemus_member_invitations i set revoked_at = now()
where i.is_open and not exists (select from public.nemus_members m where m.institution_id = i.institution_id
  and m.user_id = i.invited_by and 'administration' = any (m.roles));
