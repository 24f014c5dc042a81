-- Invitations of trainees: members with `booking` of an approved institution (institutions/approvals.sql) add a person
-- and send a mail, resend and revoke it. An invitation is valid for 14 days, one open one per trainee. The link's token
-- is known to the mail alone; resending or another address invalidates the older link. Limits:
-- trainees/invitation_limits.sql. Accepting and declining: trainees/links.sql. The Edge Function send-invitations sends the mails.
-- Other files react: notifications for accounts and `booking` (notifications/events.sql), the log
-- (institutions/organisation_log.sql). Exception: staff can resend an invitation (nemus_resend_for_institution in
-- staff/people.sql).

create table public.nemus_invitations (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null,
  trainee_id uuid not null,
  email text not null check (char_length(email) <= 255),
  expires_at timestamptz not null,
  last_sent_at timestamptz not null default now(),
  sent_count int not null default 1 check (sent_count > 0),
  accepted_at timestamptz,
  declined_at timestamptz,
  revoked_at timestamptz,
  -- Not accepted, declined or revoked. May have expired.
  is_open boolean not null generated always as (num_nonnulls(accepted_at, declined_at, revoked_at) = 0) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Revoked because the trainee got another address, and not by the institution.
  is_readdressed boolean not null default false,
  foreign key (trainee_id, institution_id) references public.nemus_trainees (id, institution_id) on delete cascade,
  constraint ends_once check (num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)
);
alter table public.nemus_invitations enable row level security;
create trigger touch before update on public.nemus_invitations for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of email on public.nemus_invitations
  for each row execute function private.nemus_canonical_form('email');
create index nemus_invitations_institution on public.nemus_invitations (institution_id, created_at desc);
create index nemus_invitations_trainee on public.nemus_invitations (trainee_id, institution_id);
create unique index nemus_invitations_open on public.nemus_invitations (trainee_id) where is_open;

/* SHA-256 of the token in an invitation's link. The token itself is not stored. */
create table private.nemus_invitation_tokens (
  invitation_id uuid primary key references public.nemus_invitations (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_invitation_tokens enable row level security;
create trigger touch before update on private.nemus_invitation_tokens
  for each row execute function private.nemus_touch();

create function private.nemus_token_hash(p_token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(coalesce(p_token, ''), 'UTF8')), 'hex')
$$;

/*
 * Creates or renews the open invitation of a trainee. An older link becomes invalid; nemus_invitation_letter creates
 * the new one, for the invited mailbox only. Returns {invitation_id, trainee_id, email, expires_at}. Raises as
 * nemus_note_invitation.
 */
create function private.nemus_send_invitation(p_trainee public.nemus_trainees) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.nemus_invitations;
begin
  perform private.nemus_note_invitation(p_trainee.institution_id, p_trainee.email);
  -- Fires notifications/events.
  insert into public.nemus_invitations (institution_id, trainee_id, email, expires_at)
  values (p_trainee.institution_id, p_trainee.id, p_trainee.email, now() + interval '14 days')
  on conflict (trainee_id) where is_open do update
  set email = excluded.email, expires_at = excluded.expires_at, last_sent_at = now(),
    sent_count = nemus_invitations.sent_count + 1
  returning * into invitation;
  delete from private.nemus_invitation_tokens k where k.invitation_id = invitation.id;
  return jsonb_build_object('invitation_id', invitation.id, 'trainee_id', p_trainee.id, 'email', invitation.email,
    'expires_at', invitation.expires_at);
end $$;

/* An invitation is for its mailbox: another address of the trainee revokes it. */
create function private.nemus_end_invitation_of_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_invitations i set revoked_at = now(), is_readdressed = true
  where i.trainee_id = new.id and i.is_open;
  return null;
end $$;
create trigger end_invitation after update of email on public.nemus_trainees for each row
  when (lower(old.email) <> lower(new.email)) execute function private.nemus_end_invitation_of_address();

/*
 * Checks that the caller may invite, and takes the lock for the limits. Raises 403 institution_required, as
 * nemus_require_member and as nemus_require_approval.
 */
create function private.nemus_begin_inviting() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'institution_required', '{"of": "invitation"}')
    where not private.nemus_is_institution();
  perform private.nemus_require_approval(private.nemus_require_member('booking'));
  -- Before any row is written or locked, to avoid deadlocks.
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
end $$;

/*
 * Refuses an address that is already in the caller's own list. Accounts and lists of other institutions do not matter,
 * so nothing is revealed of them. Raises 409 trainee_linked, invitation_open {valid_until}, trainee_exists.
 */
create function private.nemus_refuse_listed(p_email text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
  valid_until timestamptz;
begin
  select * into trainee from public.nemus_trainees t where t.institution_id = private.nemus_acts_for('booking') and lower(t.email) = lower(p_email);
  perform private.nemus_refuse(409, 'trainee_linked') where trainee.user_id is not null;
  select i.expires_at into valid_until from public.nemus_invitations i
  where i.trainee_id = trainee.id and i.is_open and i.expires_at > now();
  perform private.nemus_refuse(409, 'invitation_open', jsonb_build_object('valid_until', valid_until))
    where valid_until is not null;
  perform private.nemus_refuse(409, 'trainee_exists');
end $$;

/*
 * Adds a trainee to the caller's institution and creates the invitation. Raises as nemus_refuse_listed, 23514, and as
 * nemus_note_invitation.
 */
create function private.nemus_add_trainee(p_first_name text, p_last_name text, p_email text, p_phone text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
begin
  -- Fires trainees/trainees.
  insert into public.nemus_trainees (institution_id, first_name, last_name, email, phone)
  values (private.nemus_acts_for('booking'), btrim(p_first_name), btrim(p_last_name), lower(private.nemus_mail_address(p_email)), coalesce(p_phone, ''))
  on conflict (institution_id, lower(email)) do nothing returning * into trainee;
  if trainee.id is null then
    perform private.nemus_refuse_listed(private.nemus_mail_address(p_email));
  end if;
  return private.nemus_send_invitation(trainee);
end $$;

/*
 * Adds a trainee to the caller's institution and invites the person. Returns as nemus_send_invitation.
 * Raises 403 as nemus_begin_inviting, 409 as nemus_refuse_listed, 429 as nemus_note_invitation, 23514 for an invalid
 * name, address or number.
 */
create function public.nemus_invite_trainee(p_first_name text, p_last_name text, p_email text, p_phone text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_begin_inviting();
  return private.nemus_add_trainee(p_first_name, p_last_name, p_email, p_phone);
end $$;

/*
 * Invites up to 500 people; a failing line does not stop the others.
 * p_people [{first_name, last_name, email, phone}]. Returns [{line, email, code, values, invitation}] in the same
 * order; line counts from 1; code is null on success, invitation is null on failure; values as in nemus_refuse.
 * Raises 403 as nemus_begin_inviting, 400 too_many {most}. A limit that is reached becomes the code of each line that
 * it hits.
 */
create function public.nemus_invite_trainees(p_people jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person record;
  results jsonb := '[]'::jsonb;
  invitation jsonb;
  code text;
  details text;
begin
  perform private.nemus_begin_inviting();
  perform private.nemus_refuse(400, 'too_many', '{"most": 500}')
    where jsonb_typeof(p_people) is distinct from 'array' or jsonb_array_length(p_people) > 500;
  for person in select p.value, p.ordinality from jsonb_array_elements(p_people) with ordinality as p loop
    invitation := null;
    code := null;
    details := null;
    begin
      invitation := private.nemus_add_trainee(person.value ->> 'first_name', person.value ->> 'last_name',
        person.value ->> 'email', person.value ->> 'phone');
    exception
      when check_violation or not_null_violation then
        code := 'invalid_person';
      when sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT429' then
        get stacked diagnostics code = pg_exception_hint, details = pg_exception_detail;
    end;
    results := results || jsonb_build_object('line', person.ordinality, 'email', person.value ->> 'email',
      'code', code, 'values', nullif(details, '')::jsonb, 'invitation', invitation);
  end loop;
  return results;
end $$;

/*
 * Invites an unlinked trainee of the caller's institution, for the first time or again. Returns as
 * nemus_send_invitation.
 * Raises 403 as nemus_begin_inviting, 404 trainee_not_found, 409 trainee_linked, 429 as nemus_note_invitation.
 */
create function public.nemus_resend_invitation(p_trainee uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
begin
  perform private.nemus_begin_inviting();
  select * into trainee from public.nemus_trainees t
  where t.id = p_trainee and t.institution_id = private.nemus_acts_for('booking') for update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}') where not found;
  perform private.nemus_refuse(409, 'trainee_linked') where trainee.user_id is not null;
  return private.nemus_send_invitation(trainee);
end $$;

/*
 * Revokes a trainee's open invitation; its link becomes invalid. Safe to repeat. Raises 403 as nemus_require_member,
 * 404 invitation_invalid.
 */
create function public.nemus_revoke_invitation(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('booking') end;
begin
  update public.nemus_invitations i set revoked_at = now()
  where i.trainee_id = p_trainee and i.institution_id = institution and i.is_open;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "trainee"}')
    where not found and (select i.revoked_at from public.nemus_invitations i
      where i.trainee_id = p_trainee and i.institution_id = institution order by i.created_at desc limit 1) is null;
end $$;

/*
 * Content of the mail: {token, email, first_name, last_name, institution_name, expires_at}, or null if the invitation
 * is not open. Creates the link's token, returned only here, and invalidates an earlier one. For the Edge Function that
 * sends the mail.
 */
create function public.nemus_invitation_letter(p_invitation uuid) returns jsonb
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
