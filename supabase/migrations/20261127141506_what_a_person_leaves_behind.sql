SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_answers_for (
  p_user        uuid,
  p_institution uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_members m
      where m.institution_id = p_institution and m.user_id = p_user and 'administration' = any (m.roles))
    and not private.nemus_is_blocked(p_user) and private.nemus_meets_factor_rule(p_institution, p_user)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_check_spending (
  p_institution uuid,
  p_user        uuid,
  p_course      uuid,
  p_trainees    uuid[],
  p_start       date,
  p_credits     integer,
  p_cents       integer
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainees);
  request uuid;
begin
  perform private.nemus_check_budgets(p_institution, p_trainees, p_credits, p_cents);
  if not private.nemus_is_above_limit(p_institution, p_credits * places, p_cents * places)
    or private.nemus_administers(p_user, p_institution) then
    return null;
  end if;
  select r.id into request from public.nemus_booking_requests r
  where r.institution_id = p_institution and r.state = 'approved' and r.expires_at > now() and p_cents > 0
    and r.payment = 'card' and r.course_id = p_course and r.starts_on is not distinct from p_start
    and r.cents >= p_cents * places and r.trainee_ids @> p_trainees and r.trainee_ids <@ p_trainees
    and private.nemus_answers_for(r.decided_by, p_institution)
    and not exists (select from public.nemus_orders o where o.id = r.order_id
      and (o.status in ('paid', 'returning', 'refunded', 'disputed') or private.nemus_is_waiting(o, p_institution)))
  order by r.created_at limit 1 for update;
  perform private.nemus_refuse(409, 'booking_needs_approval') where request is null;
  return request;
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
  delete from private.nemus_set_aside s where s.item = p_user::text;
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

CREATE OR REPLACE FUNCTION private.nemus_end_invitation_of_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_invitations i set revoked_at = now() where i.trainee_id = new.id and i.is_open;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_set_aside()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.nemus_set_aside s where s.item = old.user_id::text;
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
  select private.nemus_answers_for(p_invitation.invited_by, p_invitation.institution_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_reachable (
  p_user        uuid,
  p_institution uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not private.nemus_is_blocked(p_user) and (p_institution is null or exists (select from public.nemus_members m
    where m.institution_id = p_institution and m.user_id = p_user))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_mail_address (
  p_account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select p.email from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = p_account and 'administration' = any (m.roles) and not private.nemus_is_blocked(m.user_id)
      order by m.user_id <> p_account, m.created_at, m.user_id limit 1),
    (select p.email from public.nemus_profiles p where p.user_id = p_account))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_may_undo (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'confirmed' and not p_entry.is_sample and coalesce(p_entry.decided_by = auth.uid(), false)
    and p_entry.confirmed_at > now() - interval '10 minutes'
    and p_entry.confirmer_id in (select private.nemus_my_confirmers() union all select private.nemus_my_deputised())
    and not exists (select from private.nemus_logbook_papers p
      where p.user_id = p_entry.user_id and p.step_number >= (select max(s.number) from private.nemus_logbook_steps s
        where s.user_id = p.user_id and s.entry_id = p_entry.id and s.action = 'confirm'))
    and not exists (select from public.nemus_logbook_entries c where c.corrects = p_entry.id and c.user_id = p_entry.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_my_deputised()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select d.confirmer_id from public.nemus_confirmer_deputies d
  join public.nemus_confirmers c on c.id = d.deputy_id
  join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
  where c.user_id = auth.uid() and c.ended_at is null
    and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
$function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', own.mailbox,
    'copy_to', nullif(nullif(s.billing_email, ''), own.mailbox), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number,
    'taxes', coalesce(i.taxes, (select jsonb_agg(distinct l.line -> 'tax') from private.nemus_collected_payments c
      cross join lateral jsonb_array_elements(c.lines) as l (line) where c.transaction_id = t.id), '[]'),
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.sort_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  cross join lateral (select private.nemus_mail_address(t.user_id) as mailbox) own
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_institution_letters (
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := 'trainee_date_' || p_kind || ':' || p_appointment || ':' || extract(epoch from now());
    perform private.nemus_notify_members(letter.institution_id, '{booking}', 'trainee_date_' || p_kind, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, 'trainee_date_' || p_kind, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders,
  p_shown integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  p_order.user_id := p_payer.user_id;
  perform private.nemus_refuse(409, 'country_not_sold') where not private.nemus_is_sold(p_order);
  perform private.nemus_check_price('cents', p_shown, p_order.amount_cents);
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    terms_version)
  select p_payer.user_id, p_order.kind, p_order.course_id, coalesce(p_order.trainee_ids, '{}'), p_order.credits,
    p_order.tier, p_order.title, p_order.amount_cents, p_order.starts_on, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title,
    'email', private.nemus_mail_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_billing_contact (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('account_id', p.user_id, 'email', private.nemus_mail_address(p.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p.user_id))
  from public.nemus_profiles p where p.user_id = private.nemus_buys_for(p_user_id, 'credits')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_booking_request_list()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking', 'reading');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'state', case
          when r.state = 'approved' and o.status in ('paid', 'returning', 'refunded', 'disputed') then 'booked'
          when r.state = 'approved' and (r.expires_at <= now() or not private.nemus_answers_for(r.decided_by, institution))
            then 'expired' else r.state end,
        'is_own', r.requested_by is not distinct from auth.uid(), 'requested_by', private.nemus_member_name(r.requested_by),
        'requested_at', r.created_at, 'course_id', r.course_id, 'course_name', r.course_name, 'starts_on', r.starts_on,
        'payment', r.payment, 'credits', r.credits, 'cents', r.cents,
        'price_now', case when r.state = 'waiting' then private.nemus_request_price(r.*::public.nemus_booking_requests) end, 'note', r.note, 'reason', r.reason,
        'decided_by', private.nemus_member_name(r.decided_by), 'decided_at', r.decided_at, 'expires_at', r.expires_at,
        'booking_id', r.booking_id,
        'trainees', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id,
            'name', t.first_name || ' ' || t.last_name) order by t.sort_name, t.id), '[]')
          from public.nemus_trainees t where t.id = any (r.trainee_ids) and t.institution_id = institution))
      order by r.state <> 'waiting', r.created_at desc, r.id), '[]')
    from (select * from public.nemus_booking_requests q where q.institution_id = institution
      order by q.state <> 'waiting', q.created_at desc, q.id limit 200) r
    left join public.nemus_orders o on o.id = r.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_date_letters (
  p_appointments uuid[] DEFAULT '{}'::uuid[],
  p_user         uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id, case c.audience when 'institution' then c.user_id end) as reachable
      from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to an account that is blocked, or left its institution.
    update private.nemus_date_letters l set claimed_at = now(), tried_at = now(),
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $function$;

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
        and private.nemus_is_reachable(s.user_id, s.institution_id) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
  begin
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
  exception when others then
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    perform public.nemus_note_outcome('send-notifications', found.id::text, sqlerrm);
  end;
  end loop;
  return answer;
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
  begin
    select c.* into person from public.nemus_confirmers c where c.id = letter.confirmer_id;
    select count(*)::int as entries, count(distinct e.user_id)::int as trainees,
      (array_agg(distinct date_trunc('week', e.done_on::timestamp)::date
        order by date_trunc('week', e.done_on::timestamp)::date desc))[1:12] as weeks
    into found_open from public.nemus_logbook_entries e
    where e.state = 'submitted' and case letter.kind
      when 'link' then e.confirmer_id = person.id and e.user_id = letter.user_id
      else e.confirmer_id in (select c.id from public.nemus_confirmers c
        where c.user_id = letter.account_id and c.ended_at is null) end;
    if found_open.entries = 0 or not (case letter.kind when 'link' then private.nemus_gets_links(person.id)
      else private.nemus_is_reachable(letter.account_id) end) then
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
  exception when others then
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1 where l.id = letter.id;
    perform public.nemus_note_outcome('send-sign-off-letters', letter.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_trainee_letters (
  p_booking     uuid DEFAULT NULL::uuid,
  p_institution uuid DEFAULT NULL::uuid,
  p_session_id  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = now(),
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_booking_request (
  p_request  uuid,
  p_approved boolean,
  p_reason   text    DEFAULT ''::text,
  p_shown    integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
  request public.nemus_booking_requests;
  booking public.nemus_course_bookings;
  price int;
begin
  select * into request from public.nemus_booking_requests r
  where r.id = p_request and r.institution_id = institution for update;
  perform private.nemus_refuse(404, 'request_not_found') where not found;
  perform private.nemus_refuse(409, 'request_decided') where request.state <> 'waiting' or p_approved is null;
  price := coalesce(p_shown, request.credits + request.cents);
  if p_approved and request.payment = 'credits' then
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
  elsif p_approved then
    perform private.nemus_check_price('cents', price, private.nemus_request_price(request));
  end if;
  update public.nemus_booking_requests r
  set state = case when not p_approved then 'declined' when booking.id is not null then 'booked' else 'approved' end,
    credits = case when p_approved and r.payment = 'credits' then price else r.credits end,
    cents = case when p_approved and r.payment = 'card' then price else r.cents end, booking_id = booking.id, decided_by = auth.uid(), decided_at = now(), reason = left(btrim(coalesce(p_reason, '')), 500),
    expires_at = case when p_approved and booking.id is null then now() + interval '14 days' end
  where r.id = request.id returning * into request;
  perform private.nemus_notify(m.user_id, 'approval_decided', 'approval_decided:' || request.id,
    jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason), '/course-bookings')
  from public.nemus_members m where m.institution_id = institution and m.user_id = request.requested_by;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
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
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
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

CREATE OR REPLACE FUNCTION public.nemus_failure_notice (
  p_session_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told uuid;
begin
  insert into private.nemus_failure_notices (order_id)
  select o.id from public.nemus_orders o where o.checkout_session_id = p_session_id and o.status = 'failed'
  on conflict (order_id) do nothing returning order_id into told;
  return (
    select jsonb_build_object('order_id', o.id, 'email', private.nemus_mail_address(o.user_id),
      'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
      'kind', o.kind, 'title', o.title, 'amount_cents', o.amount_cents)
    from public.nemus_orders o join public.nemus_profiles p on p.user_id = o.user_id
    where o.id = told);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_refund_notices (
  p_payment_id text
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as (
    update private.nemus_refunds r set told_at = case when r.refunded_at is not null then now() end,
      failure_told_at = case when r.refunded_at is null then now() else r.failure_told_at end
    from public.nemus_orders o
    where o.id = r.order_id and o.payment_id = p_payment_id and case when r.refunded_at is null
      then r.is_held and r.failure_told_at is null
      -- Failed before the mail about it left.
      else r.told_at is null and not exists (select from private.nemus_refunds x where x.retries_id = r.id) end
    returning r.*, o.user_id, o.title)
  select coalesce(jsonb_agg(jsonb_build_object('refund_id', t.id, 'failed', t.refunded_at is null,
    -- Not `billing_email`, which may belong to another person: the mail names people.
    'email', private.nemus_mail_address(t.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people,
    'transaction_id', (select x.id from public.nemus_transactions x where t.refunded_at is not null
      and (x.reference = 'owed:' || t.id or (t.reason = 'by_staff' and x.reference like 'refund:' || t.order_id || ':%'
        and x.occurred_at = t.refunded_at)) limit 1))), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
$function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_inbox (
  p_after jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (select array(select private.nemus_my_confirmers()) as ids),
  for_others as (select array(select private.nemus_my_deputised()) as ids),
  page as (
    select e as entry, e.user_id, e.done_on, e.id, not e.confirmer_id = any (mine.ids) as as_deputy
    from mine, for_others, public.nemus_logbook_entries e
    where e.confirmer_id = any (mine.ids || for_others.ids) and e.state = 'submitted' and e.user_id <> auth.uid()
      and (p_after is null or (e.user_id, e.done_on, e.id) > ((p_after ->> 'user_id')::uuid,
        (p_after ->> 'done_on')::date, (p_after ->> 'id')::uuid))
    order by e.user_id, e.done_on, e.id limit 101),
  numbered as (select p.*, row_number() over (order by p.user_id, p.done_on, p.id) as place from page p)
  select jsonb_build_object(
    'entries', coalesce(jsonb_agg(private.nemus_entry_to_confirm(n.entry)
      || jsonb_build_object('as_deputy', n.as_deputy)
      || case when n.as_deputy and (n.entry).category = 'self_experience' then '{"note": ""}' else '{}'::jsonb end order by n.place) filter (where n.place <= 100), '[]'),
    'next', case when count(*) > 100 then (select jsonb_build_object('user_id', l.user_id, 'done_on', l.done_on, 'id', l.id)
      from numbered l where l.place = 100) end)
  from numbered n
$function$;

CREATE TRIGGER forget_set_aside
  AFTER DELETE ON public.nemus_profiles
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_forget_set_aside();

CREATE TRIGGER end_invitation
  AFTER UPDATE OF email ON public.nemus_trainees
  FOR EACH ROW
  WHEN ((lower(old.email) <> lower(new.email)))
  EXECUTE FUNCTION private.nemus_end_invitation_of_address();

REVOKE ALL ON FUNCTION "private"."nemus_answers_for"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_answers_for"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_answers_for"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_end_invitation_of_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_invitation_of_address"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_invitation_of_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_forget_set_aside"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_set_aside"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_set_aside"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_mail_address"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_mail_address"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_mail_address"(uuid) TO "postgres";

-- Links to an address that was corrected since.
update public.nemus_invitations i set revoked_at = now() from public.nemus_trainees t
where t.id = i.trainee_id and i.is_open and lower(t.email) <> lower(i.email);

-- What failed for accounts that are gone.
delete from private.nemus_set_aside s
where s.job in ('collect-invoices', 'forget-deleted-accounts', 'remind-confirmers', 'write-weekly-reports')
  and not exists (select from public.nemus_profiles p where p.user_id::text = s.item)
  and not exists (select from public.nemus_confirmers c where c.id::text = s.item);
