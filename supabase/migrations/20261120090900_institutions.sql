-- Institutions: their settings, their trainees, and the invitations that link a trainee to an account.

create table public.nemus_institution_settings (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  institution_name text not null default '' check (char_length(institution_name) <= 200),
  institution_address text not null default '' check (char_length(institution_address) <= 500),
  institution_phone text not null default '' check (institution_phone ~ '^([+0-9][0-9 ()/.-]{3,30})?$'),
  institution_website text not null default ''
    check (institution_website ~ '^(https?://[^[:space:]]+)?$' and char_length(institution_website) <= 300),
  institution_description text not null default '' check (char_length(institution_description) <= 2000),
  email_notifications boolean not null default true,
  sms_notifications boolean not null default false,
  marketing_emails boolean not null default false,
  weekly_reports boolean not null default true,
  two_factor_enabled boolean not null default false,
  login_alerts boolean not null default true,
  billing_email text not null default ''
    check (billing_email ~ '^([^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+)?$' and char_length(billing_email) <= 255),
  invoice_frequency text not null default 'monthly' check (invoice_frequency in ('monthly', 'quarterly', 'yearly')),
  -- Shown on invoices (§ 14 UStG).
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9]{2,12})?$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_institution_settings enable row level security;
create trigger touch before update on public.nemus_institution_settings
  for each row execute function private.nemus_touch();

create function private.nemus_open_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_type = 'institution' then
    insert into public.nemus_institution_settings (institution_id, institution_name, billing_email)
    values (new.user_id, coalesce(new.institution_name, ''), new.email);
  end if;
  return new;
end $$;
revoke all on function private.nemus_open_settings() from public;

create trigger open_settings after insert on public.nemus_profiles
  for each row execute function private.nemus_open_settings();

/* The name of an institution is edited in its settings and shown from its profile. */
create function private.nemus_follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_profiles set institution_name = nullif(btrim(new.institution_name), '')
  where user_id = new.institution_id;
  return new;
end $$;
revoke all on function private.nemus_follow_name() from public;

create trigger follow_name after update of institution_name on public.nemus_institution_settings
  for each row when (new.institution_name is distinct from old.institution_name)
  execute function private.nemus_follow_name();

create table public.nemus_trainees (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 100),
  email text not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 255),
  phone text not null default '' check (phone ~ '^([+0-9][0-9 ()/.-]{3,30})?$'),
  registered_on date not null default (now() at time zone 'Europe/Berlin')::date,
  status text not null default 'active' check (status in ('active', 'inactive')),
  completed_hours int not null default 0 check (completed_hours >= 0),
  total_hours int not null default 600 check (total_hours > 0),
  competencies text[] not null default '{}' check (competencies <@ array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung']),
  -- The portal account of this person, once an invitation was accepted.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  linked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (institution_id, user_id),
  -- For the keys of tables that carry both.
  unique (id, institution_id)
);
alter table public.nemus_trainees enable row level security;
create trigger touch before update on public.nemus_trainees
  for each row execute function private.nemus_touch();
create unique index nemus_trainees_email on public.nemus_trainees (institution_id, lower(email));
create index nemus_trainees_name on public.nemus_trainees (institution_id, last_name, first_name, id);
create index nemus_trainees_user on public.nemus_trainees (user_id);

create table public.nemus_invitations (
  id uuid primary key default gen_random_uuid(),
  institution_id uuid not null,
  trainee_id uuid not null,
  email text not null check (char_length(email) <= 255),
  expires_at timestamptz not null,
  last_sent_at timestamptz not null default now(),
  sent_count int not null default 1 check (sent_count > 0),
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (trainee_id, institution_id) references public.nemus_trainees (id, institution_id) on delete cascade,
  constraint accepted_or_revoked check (accepted_at is null or revoked_at is null)
);
alter table public.nemus_invitations enable row level security;
create trigger touch before update on public.nemus_invitations
  for each row execute function private.nemus_touch();
create index nemus_invitations_institution on public.nemus_invitations (institution_id, created_at desc);
create index nemus_invitations_trainee on public.nemus_invitations (trainee_id, institution_id);
create unique index nemus_invitations_open on public.nemus_invitations (trainee_id)
  where accepted_at is null and revoked_at is null;

/* SHA-256 of the token in an invitation's link; the token itself is stored nowhere. */
create table private.nemus_invitation_tokens (
  invitation_id uuid primary key references public.nemus_invitations (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_invitation_tokens enable row level security;
revoke all on private.nemus_invitation_tokens from public;
create trigger touch before update on private.nemus_invitation_tokens
  for each row execute function private.nemus_touch();

create function private.nemus_token_hash(p_token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(coalesce(p_token, ''), 'UTF8')), 'hex')
$$;

/* Writes or renews the open invitation of a trainee; an older link stops working. Returns it with its new token. */
create function private.nemus_send_invitation(p_trainee public.nemus_trainees) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  invitation public.nemus_invitations;
begin
  insert into public.nemus_invitations (institution_id, trainee_id, email, expires_at)
  values (p_trainee.institution_id, p_trainee.id, p_trainee.email, now() + interval '14 days')
  on conflict (trainee_id) where accepted_at is null and revoked_at is null do update
  set email = excluded.email, expires_at = excluded.expires_at, last_sent_at = now(),
    sent_count = nemus_invitations.sent_count + 1
  returning * into invitation;
  insert into private.nemus_invitation_tokens (invitation_id, token_hash)
  values (invitation.id, private.nemus_token_hash(token))
  on conflict (invitation_id) do update set token_hash = excluded.token_hash;
  return jsonb_build_object('invitation_id', invitation.id, 'trainee_id', p_trainee.id, 'email', invitation.email,
    'expires_at', invitation.expires_at, 'token', token);
end $$;

/*
 * Adds a trainee to the caller's institution and invites the person.
 * Returns {invitation_id, trainee_id, email, expires_at, token}; the token is shown this once.
 * Raises 403 institution_required, 409 trainee_exists, and 23514 for a name, address or number that is none.
 */
create function private.nemus_invite_trainee(p_first_name text, p_last_name text, p_email text, p_phone text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
begin
  if not private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'institution_required', 'Nur Weiterbildungsstätten können einladen.');
  end if;
  insert into public.nemus_trainees (institution_id, first_name, last_name, email, phone)
  values (auth.uid(), btrim(p_first_name), btrim(p_last_name), lower(btrim(p_email)), coalesce(btrim(p_phone), ''))
  on conflict (institution_id, lower(email)) do nothing returning * into trainee;
  if trainee.id is null then
    perform private.nemus_refuse(409, 'trainee_exists', 'Diese E-Mail-Adresse ist bereits eingetragen.');
  end if;
  return private.nemus_send_invitation(trainee);
end $$;

/*
 * Invites many at once, each for itself: a bad line stops no other.
 * p_people [{first_name, last_name, email, phone}], at most 500. Returns [{line, email, code, message, invitation}] in
 * the same order; line counts from 1, code and message are null when it worked, invitation is null when not.
 * Raises 403 institution_required, 400 too_many.
 */
create function private.nemus_invite_trainees(p_people jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person record;
  results jsonb := '[]'::jsonb;
  invitation jsonb;
  code text;
  message text;
begin
  if not private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'institution_required', 'Nur Weiterbildungsstätten können einladen.');
  end if;
  if jsonb_typeof(p_people) is distinct from 'array' or jsonb_array_length(p_people) > 500 then
    perform private.nemus_refuse(400, 'too_many', 'Bitte laden Sie höchstens 500 Personen auf einmal ein.');
  end if;
  for person in select p.value, p.ordinality from jsonb_array_elements(p_people) with ordinality as p loop
    invitation := null;
    code := null;
    message := null;
    begin
      invitation := private.nemus_invite_trainee(person.value ->> 'first_name', person.value ->> 'last_name',
        person.value ->> 'email', person.value ->> 'phone');
    exception
      when check_violation or not_null_violation then
        code := 'invalid_person';
        message := 'Name, E-Mail-Adresse oder Telefonnummer ist ungültig.';
      when sqlstate 'PT409' then
        get stacked diagnostics code = pg_exception_hint, message = message_text;
    end;
    results := results || jsonb_build_object('line', person.ordinality, 'email', person.value ->> 'email',
      'code', code, 'message', message, 'invitation', invitation);
  end loop;
  return results;
end $$;

/*
 * Invites a trainee of the caller's institution who is not linked, for the first time or again.
 * Returns as nemus_invite_trainee. Raises 404 trainee_not_found, 409 trainee_linked, 429 invitation_too_soon.
 */
create function private.nemus_resend_invitation(p_trainee uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
begin
  select * into trainee from public.nemus_trainees t
  where t.id = p_trainee and t.institution_id = auth.uid() for update;
  if not found then
    perform private.nemus_refuse(404, 'trainee_not_found', 'Diese Person wurde nicht gefunden.');
  end if;
  if trainee.user_id is not null then
    perform private.nemus_refuse(409, 'trainee_linked', 'Diese Person ist bereits mit dem Portal verbunden.');
  end if;
  if exists (select from public.nemus_invitations i where i.trainee_id = p_trainee and i.accepted_at is null
    and i.revoked_at is null and i.last_sent_at > now() - interval '1 minute') then
    perform private.nemus_refuse(429, 'invitation_too_soon',
      'Die Einladung wurde gerade erst verschickt. Bitte warten Sie eine Minute.');
  end if;
  return private.nemus_send_invitation(trainee);
end $$;

/* Withdraws the open invitation of a trainee; its link stops working. Raises 404 invitation_invalid. */
create function private.nemus_revoke_invitation(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_invitations i set revoked_at = now()
  where i.trainee_id = p_trainee and i.institution_id = auth.uid() and i.accepted_at is null and i.revoked_at is null;
  if not found then
    perform private.nemus_refuse(404, 'invitation_invalid', 'Es gibt keine offene Einladung.');
  end if;
end $$;

/* What the page behind an invitation's link shows: {institution_name, first_name, last_name, email, expires_at}, or null. */
create function private.nemus_invitation(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('institution_name', p.institution_name, 'first_name', t.first_name,
    'last_name', t.last_name, 'email', i.email, 'expires_at', i.expires_at)
  from private.nemus_invitation_tokens k
  join public.nemus_invitations i on i.id = k.invitation_id
  join public.nemus_trainees t on t.id = i.trainee_id
  join public.nemus_profiles p on p.user_id = i.institution_id
  where k.token_hash = private.nemus_token_hash(p_token)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
$$;

/* Links an account to the trainee of an open invitation. Returns the trainee's id; null when the token opens nothing. */
create function private.nemus_link_trainee(p_user uuid, p_token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.nemus_invitations;
begin
  select i.* into invitation
  from private.nemus_invitation_tokens k join public.nemus_invitations i on i.id = k.invitation_id
  where k.token_hash = private.nemus_token_hash(p_token) and i.accepted_at is null and i.revoked_at is null
    and i.expires_at > now() for update of i;
  if not found or not exists (select from public.nemus_profiles p where p.user_id = p_user and p.user_type = 'piw')
    or exists (select from public.nemus_trainees t
      where t.institution_id = invitation.institution_id and t.user_id = p_user) then
    return null;
  end if;
  update public.nemus_invitations i set accepted_at = now() where i.id = invitation.id;
  update public.nemus_trainees t set user_id = p_user, linked_at = now(), status = 'active'
  where t.id = invitation.trainee_id;
  return invitation.trainee_id;
end $$;

/*
 * Accepts an invitation for the signed-in account. Returns {trainee_id, institution_name}.
 * Raises 403 piw_required, 404 invitation_invalid.
 */
create function private.nemus_accept_invitation(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  trainee uuid;
begin
  if private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'piw_required', 'Einladungen sind für Psychotherapeut*innen in Weiterbildung.');
  end if;
  trainee := private.nemus_link_trainee(auth.uid(), p_token);
  if trainee is null then
    perform private.nemus_refuse(404, 'invitation_invalid', 'Diese Einladung ist ungültig oder abgelaufen.');
  end if;
  return (select jsonb_build_object('trainee_id', t.id, 'institution_name', p.institution_name)
    from public.nemus_trainees t join public.nemus_profiles p on p.user_id = t.institution_id where t.id = trainee);
end $$;

/*
 * Whoever signs up through an invitation carries its token in the sign-up's metadata (`invitation_token`) and is linked
 * once the e-mail address is confirmed. A token that opens nothing never stops a sign-up.
 */
create function private.nemus_link_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_link_trainee(new.id, new.raw_user_meta_data ->> 'invitation_token');
  return new;
end $$;
revoke all on function private.nemus_link_confirmed() from public;

-- Triggers of one event run by name: these come after nemus_create_profile.
create trigger nemus_link_at_sign_up after insert on auth.users for each row
  when (new.email_confirmed_at is not null and new.raw_user_meta_data ? 'invitation_token')
  execute function private.nemus_link_confirmed();
create trigger nemus_link_at_confirmation after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and new.raw_user_meta_data ? 'invitation_token')
  execute function private.nemus_link_confirmed();

/* Ends the link between the signed-in account and an institution, from the trainee's side. Raises 404 trainee_not_found. */
create function private.nemus_leave_institution(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_trainees t set user_id = null, linked_at = null, status = 'inactive'
  where t.id = p_trainee and t.user_id = auth.uid();
  if not found then
    perform private.nemus_refuse(404, 'trainee_not_found', 'Diese Verbindung wurde nicht gefunden.');
  end if;
end $$;

create function public.nemus_invite_trainee(p_first_name text, p_last_name text, p_email text, p_phone text default null)
returns jsonb language sql set search_path = '' as $$
  select private.nemus_invite_trainee(p_first_name, p_last_name, p_email, p_phone)
$$;
create function public.nemus_invite_trainees(p_people jsonb) returns jsonb
language sql set search_path = '' as $$ select private.nemus_invite_trainees(p_people) $$;
create function public.nemus_resend_invitation(p_trainee uuid) returns jsonb
language sql set search_path = '' as $$ select private.nemus_resend_invitation(p_trainee) $$;
create function public.nemus_revoke_invitation(p_trainee uuid) returns void
language sql set search_path = '' as $$ select private.nemus_revoke_invitation(p_trainee) $$;
create function public.nemus_invitation(p_token text) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_invitation(p_token) $$;
create function public.nemus_accept_invitation(p_token text) returns jsonb
language sql set search_path = '' as $$ select private.nemus_accept_invitation(p_token) $$;
create function public.nemus_leave_institution(p_trainee uuid) returns void
language sql set search_path = '' as $$ select private.nemus_leave_institution(p_trainee) $$;

revoke all on function private.nemus_token_hash(text), private.nemus_send_invitation(public.nemus_trainees),
  private.nemus_link_trainee(uuid, text) from public;
revoke all on function
  private.nemus_invite_trainee(text, text, text, text), public.nemus_invite_trainee(text, text, text, text),
  private.nemus_invite_trainees(jsonb), public.nemus_invite_trainees(jsonb),
  private.nemus_resend_invitation(uuid), public.nemus_resend_invitation(uuid),
  private.nemus_revoke_invitation(uuid), public.nemus_revoke_invitation(uuid),
  private.nemus_invitation(text), public.nemus_invitation(text),
  private.nemus_accept_invitation(text), public.nemus_accept_invitation(text),
  private.nemus_leave_institution(uuid), public.nemus_leave_institution(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.nemus_invite_trainee(text, text, text, text), public.nemus_invite_trainee(text, text, text, text),
  private.nemus_invite_trainees(jsonb), public.nemus_invite_trainees(jsonb),
  private.nemus_resend_invitation(uuid), public.nemus_resend_invitation(uuid),
  private.nemus_revoke_invitation(uuid), public.nemus_revoke_invitation(uuid),
  private.nemus_invitation(text), public.nemus_invitation(text),
  private.nemus_accept_invitation(text), public.nemus_accept_invitation(text),
  private.nemus_leave_institution(uuid), public.nemus_leave_institution(uuid) to authenticated;
-- The page behind the link opens before sign-up; who has the token may know who invites.
grant usage on schema private to anon;
grant execute on function private.nemus_invitation(text), public.nemus_invitation(text) to anon;

revoke all on public.nemus_institution_settings, public.nemus_trainees, public.nemus_invitations
  from anon, authenticated, service_role;
grant select on public.nemus_institution_settings, public.nemus_trainees, public.nemus_invitations
  to authenticated, service_role;
grant update (institution_name, institution_address, institution_phone, institution_website, institution_description,
  email_notifications, sms_notifications, marketing_emails, weekly_reports, two_factor_enabled, login_alerts,
  billing_email, invoice_frequency, vat_id) on public.nemus_institution_settings to authenticated;
grant update (first_name, last_name, email, phone, status, completed_hours, total_hours, competencies)
  on public.nemus_trainees to authenticated;

create policy "own settings are read" on public.nemus_institution_settings for select to authenticated
  using (institution_id = (select auth.uid()));
create policy "own settings are changed" on public.nemus_institution_settings for update to authenticated
  using (institution_id = (select auth.uid())) with check (institution_id = (select auth.uid()));
-- A trainee sees what the institution keeps about her or him.
create policy "own trainees are read" on public.nemus_trainees for select to authenticated
  using (institution_id = (select auth.uid()) or user_id = (select auth.uid()));
create policy "own trainees are changed" on public.nemus_trainees for update to authenticated
  using (institution_id = (select auth.uid())) with check (institution_id = (select auth.uid()));
create policy "own invitations are read" on public.nemus_invitations for select to authenticated
  using (institution_id = (select auth.uid()));

-- Accepting the invitation shares progress with the institution, and nothing else of the account.
alter policy "own targets are read" on public.nemus_training_progress
  using (user_id = (select auth.uid()) or user_id in (select t.user_id from public.nemus_trainees t
    where t.institution_id = (select auth.uid()) and t.user_id is not null));
alter policy "own progress is read" on public.nemus_competency_progress
  using (user_id = (select auth.uid()) or user_id in (select t.user_id from public.nemus_trainees t
    where t.institution_id = (select auth.uid()) and t.user_id is not null));
