SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_request_name"(text, text, text);

ALTER TABLE "public"."nemus_name_requests"
  ADD COLUMN "institution_id" uuid;

ALTER TABLE "public"."nemus_name_requests"
  ADD COLUMN "asked_by" text;

CREATE OR REPLACE FUNCTION private.nemus_empty_account (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owned record;
  factors constant regclass := to_regclass('auth.mfa_factors');
begin
  -- Rows referred to by other rows go first, and places before letters, because a freed place writes letters.
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = p_user;
  delete from public.nemus_course_bookings b where b.institution_id = p_user;
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e where e.user_id = p_user;
  for owned in
    select k.conrelid::regclass as source, a.attname as owner, k.confdeltype = 'n' as emptied
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
      and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and cardinality(k.conkey) = 1
      and k.conrelid <> 'public.nemus_profiles'::regclass and not private.nemus_is_kept(k.conrelid::regclass)
    order by k.conrelid::regclass::text
  loop
    if owned.emptied then
      execute format('update %s set %I = null where %2$I = $1', owned.source, owned.owner) using p_user;
    else
      execute format('delete from %s where %I = $1', owned.source, owned.owner) using p_user;
    end if;
  end loop;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.is_sample;
  delete from public.nemus_transactions t where t.user_id = p_user and t.is_sample;
  delete from auth.sessions s where s.user_id = p_user;
  delete from auth.identities i where i.user_id = p_user;
  -- Other tables of the sign-in service are left to it. Not every sign-in service has second factors.
  if factors is not null then
    execute format('delete from %s f where f.user_id = $1', factors) using p_user;
  end if;
  -- Fires accounts/profiles.
  update auth.users u set email = p_user || '@geloescht.invalid', encrypted_password = '', raw_user_meta_data = '{}',
    email_change = '', email_change_token_new = '', email_change_token_current = '', recovery_token = '',
    banned_until = now() + interval '100 years' where u.id = p_user;
  -- Fires accounts/name_requests, accounts/profiles, certificates/certificates.
  update public.nemus_profiles p set first_name = '', last_name = '', institution_name = null where p.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_block_account (
  p_user   uuid,
  p_reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  -- Their refresh tokens go with them.
  delete from auth.sessions s where s.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_name_request (
  p_request uuid,
  p_accept  boolean,
  p_answer  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id);
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end, decided_at = now(),
    answer = given where r.id = p_request;
  if p_accept then
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'reason', given, 'person', request.old_name)), '/trainees');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_name_requests()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('people');
  return (select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select r.id, r.user_id, r.old_name, r.first_name, r.last_name, p.email, r.reason, r.state, r.answer, r.created_at,
      r.decided_at, r.asked_by, (select count(*) from public.nemus_certificates c where c.user_id = r.user_id and not c.is_sample)
      as certificates, (select count(*) from public.nemus_logbook_entries e
        where e.user_id = r.user_id and e.state = 'confirmed' and not e.is_sample) as hours,
      row_number() over (order by r.state <> 'open', case when r.state = 'open' then r.created_at end, r.decided_at desc, r.id)
      as place
    from public.nemus_name_requests r join public.nemus_profiles p on p.user_id = r.user_id
    where r.state <> 'withdrawn' order by place limit 200) l);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_request_name (
  p_first   text,
  p_last    text,
  p_reason  text,
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('first_name', p_first, 'last_name', p_last, 'reason', p_reason);
  profile public.nemus_profiles;
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('booking') end;
  made uuid;
begin
  select * into profile from public.nemus_profiles p where p.user_id = case when p_trainee is null then auth.uid()
    else (select t.user_id from public.nemus_trainees t where t.id = p_trainee and t.institution_id = institution) end
  for no key update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}') where p_trainee is not null and not found;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  perform private.nemus_refuse(409, 'name_request_open', case when institution is null then '{}' else '{"of": "trainee"}' end::jsonb)
    where exists (select from public.nemus_name_requests r where r.user_id = profile.user_id and r.state = 'open');
  perform private.nemus_refuse(429, 'name_request_limit')
    where (select count(*) from public.nemus_name_requests r where r.user_id = profile.user_id
        and r.institution_id is not distinct from institution and r.created_at > now() - interval '30 days') >= 5;
  insert into public.nemus_name_requests (user_id, old_name, first_name, last_name, reason, institution_id, asked_by)
  values (profile.user_id, btrim(profile.first_name || ' ' || profile.last_name),
    private.nemus_text_field(fields, 'first_name', 100, true), private.nemus_text_field(fields, 'last_name', 100, true),
    private.nemus_text_field(fields, 'reason', 1000, true), institution,
    case when institution is not null then coalesce(private.nemus_inviting_name(institution), '–') end)
  returning id into made;
  perform private.nemus_refuse(409, 'name_unchanged')
    where exists (select from public.nemus_name_requests r where r.id = made
      and (r.first_name, r.last_name) = (profile.first_name, profile.last_name));
  if institution is not null then
    perform private.nemus_notify(profile.user_id, 'name_requested', 'name_requested:' || made, jsonb_build_object(
      'name', (select r.first_name || ' ' || r.last_name from public.nemus_name_requests r where r.id = made),
      'institution', coalesce(private.nemus_inviting_name(institution), '–')), '/account/name');
  end if;
  return made;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_request_name"(text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."nemus_name_requests"
  ADD CONSTRAINT "nemus_name_requests_asked_by_check" CHECK ((char_length(asked_by) <= 200));

ALTER TABLE "public"."nemus_name_requests"
  ADD CONSTRAINT "nemus_name_requests_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE SET NULL;

CREATE INDEX nemus_name_requests_institution ON public.nemus_name_requests USING btree (institution_id);

GRANT EXECUTE ON FUNCTION "public"."nemus_request_name"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_request_name"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_request_name"(text, text, text, uuid) TO "postgres";

update private.nemus_notification_kinds set audience = 'all' where kind = 'name_decided';
insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
values ('name_requested', 'piw', 'on', 'always', 'never', false);
