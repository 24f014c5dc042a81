SET local check_function_bodies = off;

DROP INDEX "private"."nemus_sign_off_letters_week";

DROP FUNCTION "private"."nemus_write_link"(uuid, uuid, boolean);

DROP FUNCTION "public"."nemus_note_sign_off_letter"(uuid, boolean);

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD COLUMN "asked_as" text;

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD COLUMN "asked_at" timestamp WITH time zone;

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD COLUMN "sent_to" text;

CREATE OR REPLACE FUNCTION private.nemus_cancel_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.nemus_sign_off_letters l where l.confirmer_id = new.id and l.kind = 'link' and l.sent_at is null;
  delete from private.nemus_sign_off_links l where l.confirmer_id = new.id;
  perform private.nemus_write_link(new.id, w.user_id, true) from (select distinct e.user_id
    from public.nemus_logbook_entries e where e.confirmer_id = new.id and e.state = 'submitted') as w;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_exported_tables()
  RETURNS TABLE (
    source       regclass,
    name         text,
    owner_column text,
    is_personal  boolean,
    columns      text[]
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.source::regclass, split_part(t.source, '.nemus_', 2), t.owner_column, t.columns is not null,
    coalesce(string_to_array(t.columns, ' '), array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') order by a.attnum))
  from (values
    -- The person.
    ('public.nemus_appointment_participations', 'user_id', null),
    ('public.nemus_block_positions', 'user_id', null),
    ('public.nemus_certificates', 'user_id', null),
    ('public.nemus_closed_first_steps', 'user_id', null),
    ('public.nemus_competency_targets', 'user_id', null),
    ('public.nemus_confirmers', 'user_id', null),
    ('public.nemus_course_enrollments', 'user_id', null),
    ('public.nemus_known_devices', 'user_id', null),
    ('public.nemus_learning_progress', 'user_id', null),
    ('public.nemus_logbook_cases', 'user_id', null),
    ('public.nemus_logbook_entries', 'user_id', null),
    ('public.nemus_logbook_sites', 'user_id', null),
    ('public.nemus_members', 'user_id', null),
    ('public.nemus_module_progress', 'user_id', null),
    ('public.nemus_notification_choices', 'user_id', null),
    ('public.nemus_notifications', 'user_id', null),
    ('public.nemus_personal_data', 'user_id', null),
    ('public.nemus_phones', 'user_id', null),
    ('public.nemus_profiles', 'user_id', null),
    ('public.nemus_quiz_runs', 'user_id', null),
    ('public.nemus_quiz_scores', 'user_id', null),
    ('public.nemus_requirement_choices', 'user_id', null),
    ('public.nemus_sms', 'user_id', null),
    ('public.nemus_staff', 'user_id', null),
    ('public.nemus_trainees', 'user_id', null),
    ('public.nemus_training_info', 'user_id', null),
    ('public.nemus_training_targets', 'user_id', null),
    -- The buyer: the person, or the institution for members who may see its purchases.
    ('public.nemus_billing_addresses', 'user_id', null),
    ('public.nemus_invoices', 'user_id', null),
    ('public.nemus_orders', 'user_id', null),
    ('public.nemus_transactions', 'user_id', null),
    -- The institution.
    ('public.nemus_booking_requests', 'institution_id', null),
    ('public.nemus_confirmers', 'institution_id', null),
    ('public.nemus_course_bookings', 'institution_id', null),
    ('public.nemus_credit_balances', 'institution_id', null),
    ('public.nemus_institution_approvals', 'institution_id', null),
    ('public.nemus_institution_settings', 'institution_id', null),
    ('public.nemus_invoice_choices', 'institution_id', null),
    ('public.nemus_member_invitations', 'institution_id', null),
    ('public.nemus_report_times', 'institution_id', null),
    ('public.nemus_spending_limits', 'institution_id', null),
    ('public.nemus_subscriptions', 'institution_id', null),
    ('public.nemus_trainees', 'institution_id', null),
    ('public.nemus_weekly_reports', 'institution_id', null),
    -- Personal rows that no page shows.
    ('public.nemus_teachers', 'user_id', 'id name email is_active'),
    ('private.nemus_blocked_accounts', 'user_id', 'user_id reason created_at'),
    ('private.nemus_code_attempts', 'user_id', 'id user_id created_at'),
    ('private.nemus_date_letters', 'user_id', 'id user_id appointment_id kind audience has_place title starts_at ends_at'
      || ' attempts sent_at created_at'),
    ('private.nemus_first_visits', 'user_id', 'user_id created_at'),
    ('private.nemus_known_factors', 'user_id', 'factor_id user_id created_at'),
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number created_at'),
    ('private.nemus_logbook_steps', 'user_id', 'user_id number entry_id action created_at actor_name content'),
    ('private.nemus_notification_sendings', 'user_id', 'id notification_id user_id channel attempts sent_at created_at'),
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street postal_code city country vat_id created_at'),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at'),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at asked_as asked_at sent_at created_at'),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at'),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at'),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at')
  ) as t (source, owner_column, columns)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_next_request (
  p_confirmer public.nemus_confirmers,
  p_user      uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select greatest(max(l.sent_at) + interval '1 hour', max(l.asked_at) + interval '1 day')
  from private.nemus_sign_off_letters l
  where case when p_confirmer.user_id is null then l.confirmer_id = p_confirmer.id and l.user_id = p_user
    else l.account_id = p_confirmer.user_id end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_remind_confirmers()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  this_week constant date := date_trunc('week', now() at time zone 'Europe/Berlin')::date;
  reminded int;
  pair record;
begin
  delete from private.nemus_sign_off_letters l where l.created_at < now() - interval '400 days';
  delete from private.nemus_sign_off_links l where l.expires_at < now() - interval '90 days';
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week)
  select distinct on (c.user_id) 'reminder', c.id, c.user_id, this_week
  from public.nemus_confirmers c
  where c.user_id is not null and c.ended_at is null
    and exists (select from public.nemus_logbook_entries e where e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days')
    and not exists (select from public.nemus_institution_settings s
      where s.institution_id = c.user_id and not s.email_notifications)
  order by c.user_id, c.id
  on conflict (account_id, week) where kind = 'reminder' and asked_as is null do nothing;
  get diagnostics reminded = row_count;
  for pair in
    select distinct e.confirmer_id, e.user_id from public.nemus_confirmers c
    join public.nemus_logbook_entries e on e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days'
    where c.user_id is null and c.ended_at is null
      and not exists (select from private.nemus_sign_off_letters l where l.confirmer_id = c.id and l.user_id = e.user_id
        and (l.sent_at is null and l.attempts < 5 or l.sent_at > now() - interval '6 days 12 hours'))
  loop
    perform private.nemus_write_link(pair.confirmer_id, pair.user_id, false);
    reminded := reminded + 1;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_confirmer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.confirmer_id is not null then
    perform private.nemus_write_link(new.confirmer_id, new.user_id, old.state = 'submitted');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_waiting_trainees (
  p_confirmer uuid,
  VARIADIC    p_roles text[]
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_agg(distinct e.user_id order by e.user_id) from public.nemus_logbook_entries e
  where e.confirmer_id = p_confirmer and e.state = 'submitted'
    and case when private.nemus_is_institution() then e.institution_id = private.nemus_acts_for(variadic p_roles)
      else e.user_id = auth.uid() end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_link (
  p_confirmer uuid,
  p_user      uuid,
  p_at_once   boolean,
  p_asked_as  text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sent constant timestamptz[] := array(select l.sent_at from private.nemus_sign_off_letters l
    where l.confirmer_id = p_confirmer and l.user_id = p_user and l.sent_at > now() - interval '1 day' order by l.sent_at desc limit 10);
  queued int;
begin
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters as l (kind, confirmer_id, user_id, due_at, asked_as, asked_at)
  select 'link', p_confirmer, p_user, case when p_at_once and cardinality(sent) < 10 then now()
    else greatest(now(), sent[case when p_at_once then 10 else 1 end] + interval '1 day') end, p_asked_as,
    case when p_asked_as is not null then now() end
  where private.nemus_gets_links(p_confirmer)
  on conflict (confirmer_id, user_id) where kind = 'link' and sent_at is null do update
  set due_at = case when l.attempts >= 5 then excluded.due_at when p_at_once and l.claimed_at is not null
      then greatest(l.due_at, excluded.due_at) else least(l.due_at, excluded.due_at) end,
    attempts = l.attempts % 5, asked_as = coalesce(excluded.asked_as, l.asked_as),
    asked_at = coalesce(excluded.asked_at, l.asked_at);
  get diagnostics queued = row_count;
  return queued;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_sign_off_letters()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter private.nemus_sign_off_letters;
  person public.nemus_confirmers;
  found_open record;
  token text;
  recipient text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.* from private.nemus_sign_off_letters l
    where l.sent_at is null and l.due_at <= now() and l.attempts < 5
      and (l.claimed_at is null or l.claimed_at < now() - interval '5 minutes')
    order by l.due_at limit 100 for update skip locked
  loop
    select c.* into person from public.nemus_confirmers c where c.id = letter.confirmer_id;
    select count(*)::int as entries, count(distinct e.user_id)::int as trainees,
      (array_agg(distinct date_trunc('week', e.done_on::timestamp)::date
        order by date_trunc('week', e.done_on::timestamp)::date desc))[1:12] as weeks
    into found_open from public.nemus_logbook_entries e
    where e.state = 'submitted' and case letter.kind
      when 'link' then e.confirmer_id = person.id and e.user_id = letter.user_id
      else e.confirmer_id in (select c.id from public.nemus_confirmers c
        where c.user_id = letter.account_id and c.ended_at is null) end;
    if found_open.entries = 0 or (letter.kind = 'link' and not private.nemus_gets_links(person.id)) then
      delete from private.nemus_sign_off_letters l where l.id = letter.id;
      continue;
    end if;
    if letter.kind = 'link' and 30 <= (select count(*) from private.nemus_sign_off_letters l
      join public.nemus_confirmers c on c.id = l.confirmer_id and c.institution_id = person.institution_id
      where l.sent_to = lower(person.email) and l.kind = 'link' and l.sent_at > now() - interval '1 day') then
      update private.nemus_sign_off_letters l set due_at = now() + interval '1 hour' where l.id = letter.id;
      continue;
    end if;
    token := null;
    if letter.kind = 'link' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_sign_off_links (confirmer_id, user_id, token_hash, expires_at)
      values (person.id, letter.user_id, private.nemus_token_hash(token), now() + interval '14 days')
      on conflict (confirmer_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null;
    end if;
    recipient := case letter.kind when 'link' then person.email
      else (select p.email from public.nemus_profiles p where p.user_id = letter.account_id) end;
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1, sent_to = lower(recipient)
    where l.id = letter.id;
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token,
      'expires_at', case when token is not null then now() + interval '14 days' end,
      'email', recipient, 'name', person.name,
      'institution', case when token is not null then private.nemus_inviting_name(person.institution_id) end,
      'trainee', case when token is not null then private.nemus_trainee_name(letter.user_id, person.institution_id) end,
      'trainees', found_open.trainees, 'entries', found_open.entries, 'weeks', to_jsonb(found_open.weeks));
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_sign_off_letter (
  p_letter uuid,
  p_sent   boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter private.nemus_sign_off_letters;
begin
  update private.nemus_sign_off_letters l set
    sent_at = case when p_sent then now() end, claimed_at = case when p_sent then l.claimed_at end
  where l.id = p_letter and l.sent_at is null returning * into letter;
  if p_sent and letter.kind = 'link' and letter.due_at > letter.claimed_at then
    perform private.nemus_write_link(letter.confirmer_id, letter.user_id, true);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_sign_off_letter"(uuid, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_send_sign_off (
  p_confirmer uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  side constant text := case when private.nemus_is_institution() then 'institution' else 'trainee' end;
  trainees uuid[];
  person public.nemus_confirmers;
  next_at timestamptz;
  queued int := 0;
begin
  select * into person from public.nemus_confirmers c where c.id = p_confirmer and c.ended_at is null for update;
  trainees := private.nemus_waiting_trainees(p_confirmer, 'confirming');
  if person.id is null or trainees is null then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
  next_at := (select min(coalesce(private.nemus_next_request(person, t), '-infinity')) from unnest(trainees) as t);
  if next_at > now() then
    perform private.nemus_refuse(429, 'sign_off_sent', jsonb_build_object('again_at', next_at));
  end if;
  if person.user_id is null then
    select coalesce(sum(private.nemus_write_link(person.id, t, true, side)), 0) into queued from unnest(trainees) as t
    where coalesce(private.nemus_next_request(person, t) <= now(), true);
  elsif private.nemus_may_have_confirmed(person.institution_id) then
    -- Fires notifications/events.
    insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week, asked_as, asked_at)
    values ('reminder', person.id, person.user_id, date_trunc('week', now() at time zone 'Europe/Berlin')::date, side, now());
    get diagnostics queued = row_count;
  end if;
  return queued;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_send_sign_off"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_sign_off_letters (
  p_confirmer uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_institution constant boolean := private.nemus_is_institution();
  trainees constant uuid[] := private.nemus_waiting_trainees(p_confirmer, 'confirming', 'reading');
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c where c.id = p_confirmer and c.ended_at is null;
  if person.id is null or trainees is null then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
  return jsonb_build_object('state', case when person.user_id is null then 'invited' else 'account' end,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = person.id
      and e.state = 'submitted' and e.user_id = any (trainees)),
    'again_at', (select min(coalesce(private.nemus_next_request(person, t), '-infinity')) from unnest(trainees) as t
      having min(coalesce(private.nemus_next_request(person, t), '-infinity')) > now()),
    'letters', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind,
        'state', case when s.sent_at is not null then 'sent' when s.attempts >= 5 then 'failed' else 'queued' end,
        'at', coalesce(s.sent_at, s.due_at), 'asked_as', s.asked_as,
        'trainee', case when is_institution and s.user_id is not null
          then private.nemus_trainee_name(s.user_id, person.institution_id) end,
        'email', case when is_institution and s.sent_at is not null and s.kind = 'link' then s.sent_to end)
      order by coalesce(s.sent_at, s.due_at) desc, s.id), '[]')
      from (select l.* from private.nemus_sign_off_letters l
        where l.confirmer_id = person.id and (l.user_id = any (trainees) or l.account_id = person.user_id)
        order by coalesce(l.sent_at, l.due_at) desc, l.id limit 50) as s));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_sign_off_letters"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD CONSTRAINT "nemus_sign_off_letters_asked_as_check" CHECK ((asked_as = ANY (ARRAY['trainee'::text, 'institution'::text])));

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD CONSTRAINT "nemus_sign_off_letters_sent_to_check" CHECK ((char_length(sent_to) <= 255));

CREATE INDEX nemus_sign_off_letters_address ON private.nemus_sign_off_letters USING btree (sent_to, sent_at)
  WHERE (kind = 'link'::text);

CREATE UNIQUE INDEX nemus_sign_off_letters_week ON private.nemus_sign_off_letters USING btree (account_id, week)
  WHERE ((kind = 'reminder'::text) AND (asked_as IS NULL));

REVOKE ALL ON FUNCTION "private"."nemus_next_request"(public.nemus_confirmers, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_next_request"(public.nemus_confirmers, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_next_request"(public.nemus_confirmers, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_waiting_trainees"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_waiting_trainees"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_waiting_trainees"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_link"(uuid, uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_link"(uuid, uuid, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_link"(uuid, uuid, boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_note_sign_off_letter"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_sign_off_letter"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_sign_off_letter"(uuid, boolean) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_send_sign_off"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_send_sign_off"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_send_sign_off"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_sign_off_letters"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_sign_off_letters"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_sign_off_letters"(uuid) TO "postgres";
