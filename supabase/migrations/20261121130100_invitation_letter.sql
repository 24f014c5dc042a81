-- The link of an invitation is for the invited person's mailbox alone: not even the institution sees its token.

/*
 * Writes or renews the open invitation of a trainee; an older link stops working, and there is none until
 * nemus_invitation_letter makes it. Returns {invitation_id, trainee_id, email, expires_at}.
 */
create or replace function private.nemus_send_invitation(p_trainee public.nemus_trainees) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.nemus_invitations;
begin
  insert into public.nemus_invitations (institution_id, trainee_id, email, expires_at)
  values (p_trainee.institution_id, p_trainee.id, p_trainee.email, now() + interval '14 days')
  on conflict (trainee_id) where accepted_at is null and revoked_at is null do update
  set email = excluded.email, expires_at = excluded.expires_at, last_sent_at = now(),
    sent_count = nemus_invitations.sent_count + 1
  returning * into invitation;
  delete from private.nemus_invitation_tokens k where k.invitation_id = invitation.id;
  return jsonb_build_object('invitation_id', invitation.id, 'trainee_id', p_trainee.id, 'email', invitation.email,
    'expires_at', invitation.expires_at);
end $$;

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
    'institution_name', p.institution_name, 'expires_at', i.expires_at) into letter
  from public.nemus_invitations i
  join public.nemus_trainees t on t.id = i.trainee_id
  join public.nemus_profiles p on p.user_id = i.institution_id
  where i.id = p_invitation and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
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
