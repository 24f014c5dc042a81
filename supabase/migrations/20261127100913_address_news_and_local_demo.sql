SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_notification_sendings"
  ADD COLUMN "address" text;

CREATE OR REPLACE FUNCTION private.nemus_follow_email()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant text := 'address_changed:' || gen_random_uuid();
begin
  -- Fires trainees/trainees.
  update public.nemus_profiles set email = coalesce(new.email, '') where user_id = new.id;
  if old.email_confirmed_at is not null and old.email <> ''
    and not exists (select from private.nemus_deleted_accounts d where d.user_id = new.id) then
    perform private.nemus_notify(new.id, 'address_changed', said, jsonb_build_object('at', now()), '/account/email');
    update private.nemus_notification_sendings s set address = old.email from public.nemus_notifications n
    where n.user_id = new.id and n.key = said and s.notification_id = n.id and s.channel = 'mail';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_hand_over_sms()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_queue_sms(new.user_id, new.notification_id, (
    select n.kind in ('new_device', 'factor_changed', 'address_changed') from public.nemus_notifications n where n.id = new.notification_id));
  new.sent_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_local_demo()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(private.nemus_token() ->> 'iss', '') ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/'
    and exists (select from private.nemus_settings s where s.key = 'local_demo' and s.value = 'true')
    and exists (select from auth.users u where u.id = auth.uid() and u.email like '%@nemus.example')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_notification_mails()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for found in
    select s.id, s.user_id, s.institution_id, n.kind, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
      s.address is not null or exists (select from auth.users u where u.id = s.user_id and u.email_confirmed_at is not null)
        and not private.nemus_is_blocked(s.user_id) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id) then
      delete from private.nemus_notification_sendings s where s.id = found.id;
      continue;
    end if;
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    token := null;
    if found.mail <> 'always' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
      values (private.nemus_token_hash(token), found.user_id, found.kind);
    end if;
    answer := answer || jsonb_build_object('sending_id', found.id, 'kind', found.kind, 'facts', found.facts,
      'path', found.path, 'email', found.email, 'first_name', coalesce(found.first_name, ''),
      'last_name', coalesce(found.last_name, ''), 'token', token);
  end loop;
  return answer;
end $function$;

ALTER TABLE "private"."nemus_notification_sendings"
  ADD CONSTRAINT "nemus_notification_sendings_address_check" CHECK ((char_length(address) <= 255));

-- Rows.
INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
  VALUES ('address_changed', 'all', 'always', 'always', 'off', false);
