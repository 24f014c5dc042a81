SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_change_factor_rule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is not null and new.two_factor_enabled and not private.nemus_has_factor(auth.uid()) then
    perform private.nemus_refuse(409, 'own_factor_first');
  end if;
  perform private.nemus_require_fresh_factor();
  if new.two_factor_enabled then
    perform private.nemus_notify_members(new.institution_id, array['booking', 'billing', 'confirming', 'reading'],
      'factor_rule', 'factor_rule:' || new.institution_id || ':' || (now() at time zone 'Europe/Berlin')::date, jsonb_build_object('institution', new.institution_name),
      '/account/security');
  end if;
  return new;
end $function$;

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
    email_change = '', email_change_token_new = '', banned_until = now() + interval '100 years' where u.id = p_user;
  -- Fires accounts/profiles, certificates/certificates.
  update public.nemus_profiles p set first_name = '', last_name = '', institution_name = null where p.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_withdrawal_sources()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with gone as (
    delete from private.nemus_withdrawal_sources s where s.created_at < now() - interval '1 day' returning 1),
  -- Correspondence of a purchase (§ 257 HGB): six years from the end of the year.
  declarations as (delete from private.nemus_withdrawals w
    where make_date(extract(year from w.received_at at time zone 'Europe/Berlin')::int + 7, 1, 1) <= now()::date)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_note_asked_code (
  p_user   uuid,
  p_number text,
  p_now    timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hash constant text := private.nemus_token_hash(p_number);
  today constant timestamptz := p_now - interval '1 day';
begin
  perform pg_advisory_xact_lock(hashtextextended('nemus_asked_codes', 0));
  if exists (select from private.nemus_asked_codes a
    where a.user_id = p_user and a.created_at > p_now - interval '1 minute') then
    perform private.nemus_refuse(429, 'phone_code_too_soon');
  end if;
  if private.nemus_sms_limit('account', 5) <= (select count(*) from private.nemus_asked_codes a
    where a.user_id = p_user and a.created_at > today) then
    perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "account"}');
  end if;
  -- One account alone does not use up what a number gets.
  if private.nemus_sms_limit('number', 3) - 1 <= (select count(*) from private.nemus_asked_codes a
    where a.number_hash = hash and a.user_id = p_user and a.created_at > today) and private.nemus_sms_limit('number', 3) > 1 then
    perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "number"}');
  end if;
  if private.nemus_sms_limit('number', 3) <= (select count(*) from private.nemus_asked_codes a
    where a.number_hash = hash and a.created_at > today) then
    perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "number"}');
  end if;
  if private.nemus_sms_limit('total', 300) <= (select count(*) from private.nemus_asked_codes a
    where a.created_at > today) then
    perform private.nemus_refuse(429, 'phone_code_limit', '{"of": "total"}');
  end if;
  insert into private.nemus_asked_codes (user_id, number_hash, created_at) values (p_user, hash, p_now);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer (
  p_name      text,
  p_email     text,
  p_confirmer uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('name', p_name, 'email', p_email);
  called text;
  mailbox text;
  other text;
  person public.nemus_confirmers;
begin
  perform private.nemus_begin_naming();
  called := regexp_replace(private.nemus_text_field(fields, 'name', 200, true), '\s+', ' ', 'g');
  mailbox := lower(private.nemus_text_field(fields, 'email', 255, true) collate "C");
  if mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then
    perform private.nemus_refuse_field('email', 'email');
  end if;
  select c.name into other from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(mailbox) and c.ended_at is null
    and c.id is distinct from p_confirmer;
  if found then
    perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', other));
  end if;
  if p_confirmer is null then
    if (select count(*) from public.nemus_confirmers c where c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null) >= 500
    then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 500}');
    end if;
    insert into public.nemus_confirmers (institution_id, name, email) values (private.nemus_acts_for('confirming'), called, mailbox)
    returning * into person;
    return person.id;
  end if;
  person := private.nemus_own_confirmer(p_confirmer);
  if person.user_id is not null and lower(person.email) <> mailbox then
    perform private.nemus_refuse(409, 'confirmer_accepted', '{"field": "email"}');
  end if;
  -- The row is locked here, and shared by a decision until it is stored.
  if person.name <> called and exists (select from public.nemus_logbook_entries e
    where e.state = 'confirmed' and ((e.confirmer_id = person.id and not e.decided_as_deputy)
      or (e.decided_by = person.user_id and e.institution_id = person.institution_id))) then
    perform private.nemus_refuse(409, 'confirmer_confirmed', '{"field": "name"}');
  end if;
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set name = called, email = mailbox where c.id = person.id;
  return person.id;
end $function$;
