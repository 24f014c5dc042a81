-- The link of an invitation is for the invited person's mailbox alone: not even the institution sees its token.

/*
 * What the mail of an open invitation says: {token, email, first_name, last_name, institution_name, expires_at}. Makes
 * the link's token, which is shown this once; a link that was made before stops working. Null when the invitation is
 * not open. For the function that sends the mail alone.
 */
create function private.nemus_invitation_letter(p_invitation uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  letter jsonb;
begin
  select jsonb_build_object('token', token, 'email', i.email, 'first_name', t.first_name, 'last_name', t.last_name,
    'institution_name', private.nemus_inviting_name(i.institution_id), 'expires_at', i.expires_at) into letter
  from public.nemus_invitations i
  join public.nemus_trainees t on t.id = i.trainee_id
  where i.id = p_invitation and i.is_open and i.expires_at > now() and private.nemus_is_approved(i.institution_id);
  if letter is not null then
    insert into private.nemus_invitation_tokens (invitation_id, token_hash)
    values (p_invitation, private.nemus_token_hash(token))
    on conflict (invitation_id) do update set token_hash = excluded.token_hash;
  end if;
  return letter;
end $$;

create function public.nemus_invitation_letter(p_invitation uuid) returns jsonb
language sql set search_path = '' as $$ select private.nemus_invitation_letter(p_invitation) $$;

revoke all on function private.nemus_invitation_letter(uuid), public.nemus_invitation_letter(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_invitation_letter(uuid), public.nemus_invitation_letter(uuid) to service_role;
