SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_forget_expired"();

DROP FUNCTION "private"."nemus_is_set_aside"(text, uuid);

DROP FUNCTION "public"."nemus_claim_purchase_letters"(uuid);

DROP FUNCTION "public"."nemus_note_outcome"(text, uuid, text);

CREATE OR REPLACE FUNCTION private.nemus_claim_sms_at (
  p_now timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sms record;
  made text;
  answer jsonb := jsonb_build_array();
begin
  update public.nemus_sms s set state = 'dropped', reason = case when s.attempts < 5 then 'late' else 'failed' end
  where s.state = 'waiting' and (s.drop_after <= p_now
    or (s.attempts = 5 and s.claimed_at < p_now - interval '90 seconds'));
  for sms in
    select s.id, s.kind, s.phone_id, p.number, n.path from public.nemus_sms s
    join public.nemus_phones p on p.id = s.phone_id
    left join public.nemus_notifications n on n.id = s.notification_id
    where s.id in (select d.id from private.nemus_due_sms(p_now) d)
    order by s.urgent desc, s.due_at limit 50 for update of s skip locked
  loop
  begin
    update public.nemus_sms s set claimed_at = p_now, attempts = s.attempts + 1
    where s.id = sms.id and s.state = 'waiting' and (s.claimed_at is null or s.claimed_at < p_now - interval '90 seconds');
    continue when not found;
    made := null;
    if sms.kind = 'phone_code' then
      -- 48 random bits: the remainder by a million is practically uniform.
      made := lpad((('x' || substr(replace(gen_random_uuid()::text, '-', ''), 20, 12))::bit(48)::bigint % 1000000)::text,
        6, '0');
      insert into private.nemus_phone_codes (phone_id, code_hash, expires_at)
      values (sms.phone_id, private.nemus_token_hash(sms.phone_id || ':' || made), p_now + interval '10 minutes')
      on conflict (phone_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at;
    end if;
    answer := answer || jsonb_build_object('sms_id', sms.id, 'kind', sms.kind, 'number', sms.number, 'code', made,
      'path', sms.path);
  exception when others then
    update public.nemus_sms s set claimed_at = p_now, attempts = s.attempts + 1 where s.id = sms.id;
    perform public.nemus_note_outcome('send-sms', sms.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_collect_invoices()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution uuid;
  written int := 0;
begin
  for institution in
    select distinct c.institution_id from private.nemus_collected_payments c where c.settled_at is null
      and not private.nemus_is_set_aside('collect-invoices', c.institution_id::text) order by 1
  loop
    begin
      written := written + private.nemus_collect_invoices_of(institution, (now() at time zone 'Europe/Berlin')::date,
        false);
      perform public.nemus_note_outcome('collect-invoices', institution::text, null);
    exception when others then
      perform public.nemus_note_outcome('collect-invoices', institution::text, sqlerrm);
    end;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_deleted_accounts()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  account uuid;
  forgotten int := 0;
begin
  for account in
    select d.user_id from private.nemus_deleted_accounts d
    where d.keep_until < today and not exists (select from public.nemus_invoices i where i.user_id = d.user_id
      and not i.is_sample and make_date(extract(year from i.issued_on)::int + 8, 12, 31) >= today)
      and not private.nemus_is_set_aside('forget-deleted-accounts', d.user_id::text)
    order by d.keep_until, d.user_id limit 100 for update skip locked
  loop
    begin
      perform private.nemus_forget_account(account);
      forgotten := forgotten + 1;
      perform public.nemus_note_outcome('forget-deleted-accounts', account::text, null);
    exception when others then
      perform public.nemus_note_outcome('forget-deleted-accounts', account::text, sqlerrm);
    end;
  end loop;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_expired()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kind text;
  gone int;
  total int := 0;
begin
  delete from private.nemus_set_aside s where s.failed_at < now() - interval '90 days';
  foreach kind in array '{policy_reports,withdrawal_sources,sent_invitations,area_reports,release_overrides}'::text[] loop
    continue when private.nemus_is_set_aside('forget-expired', kind);
    begin
      execute format('select private.nemus_forget_%s()', kind) into gone;
      total := total + gone;
      perform public.nemus_note_outcome('forget-expired', kind, null);
    exception when others then
      perform public.nemus_note_outcome('forget-expired', kind, sqlerrm);
    end;
  end loop;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_set_aside (
  p_job  text,
  p_item text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_set_aside s where s.job = p_job and s.item = p_item
    and s.failed_at > now() - least(power(2, least(s.attempts, 20)) * interval '5 minutes', interval '1 day'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_offer_places()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  late record;
  looked int := 0;
begin
  for late in select a.id, a.course_id from public.nemus_appointments a
    where a.starts_at > now() and a.change_until <= now() and a.cancelled_at is null and a.participants_taken < a.capacity
      and exists (select from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status = 'waitlist' and p.offered_until is null)
      and not private.nemus_is_set_aside('offer-places', a.id::text)
    order by a.course_id, a.id loop
    begin
      perform private.nemus_lock_dates(late.course_id);
      perform private.nemus_fill_places(late.id);
      looked := looked + 1;
      perform public.nemus_note_outcome('offer-places', late.id::text, null);
    exception when others then
      perform public.nemus_note_outcome('offer-places', late.id::text, sqlerrm);
    end;
  end loop;
  return looked;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_remind_confirmers()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  this_week constant date := date_trunc('week', now() at time zone 'Europe/Berlin')::date;
  reminded int := 0;
  pair record;
begin
  delete from private.nemus_sign_off_letters l where l.created_at < now() - interval '400 days';
  delete from private.nemus_sign_off_links l where l.expires_at < now() - interval '90 days';
  for pair in
    select distinct on (c.user_id, link.about) c.id as confirmer_id, c.user_id as account_id, e.user_id,
      coalesce(c.user_id, c.id)::text as item
    from public.nemus_confirmers c
    join public.nemus_logbook_entries e on e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days'
    cross join lateral (select case when c.user_id is null then array[c.id, e.user_id] end as about) as link
    where c.ended_at is null and not private.nemus_is_set_aside('remind-confirmers', coalesce(c.user_id, c.id)::text) and case
      when c.user_id is null then not exists (select from private.nemus_sign_off_letters l
        where l.confirmer_id = c.id and l.user_id = e.user_id
          and (l.sent_at is null and l.attempts < 5 or l.sent_at > now() - interval '6 days 12 hours'))
      else not exists (select from public.nemus_institution_settings s
        where s.institution_id = c.user_id and not s.email_notifications) end
    order by c.user_id, link.about, c.id
  loop
    begin
      if pair.account_id is null then
        perform private.nemus_write_link(pair.confirmer_id, pair.user_id, false);
      else
        -- Fires notifications/events.
        insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week)
        values ('reminder', pair.confirmer_id, pair.account_id, this_week)
        on conflict (account_id, week) where kind = 'reminder' and asked_as is null do nothing;
        continue when not found;
      end if;
      reminded := reminded + 1;
      perform public.nemus_note_outcome('remind-confirmers', pair.item, null);
    exception when others then
      perform public.nemus_note_outcome('remind-confirmers', pair.item, sqlerrm);
    end;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_send_letters()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_purchase_letters l join public.nemus_transactions t on t.id = l.transaction_id
      where l.sent_at is null and l.attempts < 5 and l.created_at < now() - interval '5 minutes'
        and coalesce(l.tried_at < now() - interval '5 minutes', true) and not exists (select from public.nemus_orders o
          where t.reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_factors()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  factor record;
begin
  for factor in
    select f.id, f.user_id, 'added' as change from auth.mfa_factors f
    where f.status::text = 'verified' and exists (select from public.nemus_profiles p where p.user_id = f.user_id)
      and not exists (select from private.nemus_known_factors k where k.factor_id = f.id)
    union all
    select k.factor_id, k.user_id, 'removed' from private.nemus_known_factors k
    where not exists (select from auth.mfa_factors f where f.id = k.factor_id and f.status::text = 'verified')
  loop
    continue when private.nemus_is_set_aside('tell-factors', factor.id::text);
    begin
      if factor.change = 'added' then
        insert into private.nemus_known_factors (factor_id, user_id) values (factor.id, factor.user_id) on conflict do nothing;
      else
        delete from private.nemus_known_factors k where k.factor_id = factor.id;
      end if;
      -- A concurrent call tells it.
      continue when not found;
      perform private.nemus_notify(factor.user_id, 'factor_changed', 'factor_' || factor.change || ':' || factor.id,
        jsonb_build_object('method', 'totp', 'change', factor.change), '/account/security');
      perform public.nemus_note_outcome('tell-factors', factor.id::text, null);
    exception when others then
      perform public.nemus_note_outcome('tell-factors', factor.id::text, sqlerrm);
    end;
  end loop;
  delete from private.nemus_recovery_attempts a where a.created_at < now() - interval '1 day';
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_weekly_reports (
  p_now timestamp with time zone DEFAULT now()
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due record;
  monday date;
  last date;
  written int := 0;
  numbers jsonb;
begin
  delete from public.nemus_weekly_reports r where r.week < (p_now at time zone 'Europe/Berlin')::date - 52 * 7;
  for due in
    select t.institution_id, d.at from public.nemus_report_times t
    join public.nemus_institution_settings s on s.institution_id = t.institution_id and s.weekly_reports
    cross join lateral (select private.nemus_report_due(t.weekday, t.hour, p_now) as at) d
    where d.at >= t.since and not private.nemus_is_blocked(t.institution_id)
      and not private.nemus_is_set_aside('write-weekly-reports', t.institution_id::text)
      and not exists (select from public.nemus_weekly_reports r where r.institution_id = t.institution_id
        and r.week = date_trunc('week', d.at at time zone 'Europe/Berlin')::date)
    order by d.at, t.institution_id limit 500
  loop
    begin
      monday := date_trunc('week', due.at at time zone 'Europe/Berlin')::date;
      last := (due.at at time zone 'Europe/Berlin')::date - 1;
      numbers := private.nemus_report_figures(due.institution_id, last - 6, last);
      insert into public.nemus_weekly_reports (institution_id, week, first_day, last_day, figures, created_at)
      values (due.institution_id, monday, last - 6, last, numbers, p_now)
      on conflict (institution_id, week) do nothing;
      -- A concurrent call wrote it, and announces it.
      continue when not found;
      perform private.nemus_notify_members(due.institution_id, array['reading'], 'weekly_report',
        'weekly_report:' || due.institution_id || ':' || monday,
        jsonb_build_object('from', last - 6, 'until', last, 'figures', numbers), '/dashboard/report/' || monday);
      written := written + 1;
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, null);
    exception when others then
      perform public.nemus_note_outcome('write-weekly-reports', due.institution_id::text, sqlerrm);
    end;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_abandoned_uploads()
  RETURNS SETOF text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.path from public.nemus_learning_media m
  where m.confirmed_at is null and m.created_at < now() - interval '1 day'
    and not private.nemus_is_set_aside('clear-uploads', m.path) order by m.created_at limit 50
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

CREATE OR REPLACE FUNCTION public.nemus_claim_purchase_letters (
  p_user_id uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with due as (
    select l.transaction_id from private.nemus_purchase_letters l
    join public.nemus_transactions t on t.id = l.transaction_id
    where l.sent_at is null and l.attempts < 5 and case when p_user_id is null then l.created_at < now() - interval '5 minutes'
        else t.user_id = private.nemus_paying_account(p_user_id, 'booking', 'billing') end
      and (l.claimed_at is null or l.claimed_at < now() - interval '15 minutes')
      and (l.tried_at is null or l.tried_at < now() - interval '5 minutes')
      and not exists (select from public.nemus_orders o
        where t.reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))
    order by l.created_at limit 20
    for update of l skip locked),
  taken as (
    update private.nemus_purchase_letters l set claimed_at = now(), tried_at = now(), attempts = l.attempts + 1
    from due where l.transaction_id = due.transaction_id returning l.transaction_id, l.created_at)
  select coalesce(jsonb_agg(private.nemus_purchase_letter(t.transaction_id) order by t.created_at), '[]') from taken t
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_claim_purchase_letters"(uuid) FROM PUBLIC, "anon", "authenticated";

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
  exception when others then
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1 where l.id = letter.id;
    perform public.nemus_note_outcome('send-sign-off-letters', letter.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_outcome (
  p_job   text,
  p_item  text,
  p_error text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_error is null then
    delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
    return;
  end if;
  insert into private.nemus_set_aside as s (job, item, error) values (p_job, p_item, left(p_error, 2000))
  on conflict (job, item) do update set error = excluded.error, attempts = s.attempts + 1, failed_at = now();
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_outcome"(text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_retry_set_aside (
  p_job  text,
  p_item text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  command constant text := (select j.command from private.nemus_jobs j where j.name = 'nemus-' || p_job);
  letter constant uuid := case when p_item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_item::uuid end;
begin
  perform private.nemus_require_staff('orders');
  delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
  perform private.nemus_refuse(404, 'set_aside_not_found') where not found or command is null;
  update private.nemus_notification_sendings s set attempts = 0, claimed_at = null where s.id = letter and s.sent_at is null;
  update private.nemus_date_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_trainee_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_sign_off_letters l set attempts = 0, claimed_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_purchase_letters l set attempts = 0, claimed_at = null, tried_at = null
  where l.transaction_id = letter and l.sent_at is null;
  update public.nemus_sms s set state = 'waiting', reason = null, attempts = 0, claimed_at = null
  where s.id = letter and s.sent_at is null and s.drop_after > now();
  perform private.nemus_note_act('retry_set_aside', 'jobs', p_job || ':' || p_item, null, null);
  perform set_config(name, '', true) from unnest(array['nemus.staff', 'request.jwt.claims', 'request.jwt.claim.sub']) as name;
  execute command;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_unwritten_invoices()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(u) order by u.created_at, u.id), '[]') from (
    select i.*, e.number as cancels_number, e.issued_on as cancels_issued_on
    from public.nemus_invoices i left join public.nemus_invoices e on e.id = i.cancels_id
    where i.format is not null and not exists (select from public.nemus_invoice_files f where f.invoice_id = i.id)
      and not exists (select from private.nemus_invoice_gaps g where g.invoice_id = i.id)
      and not private.nemus_is_set_aside('write-invoices', i.id::text)
    order by i.created_at, i.id limit 50) u
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_forget_expired"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_forget_expired"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_forget_expired"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_set_aside"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_set_aside"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_set_aside"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_claim_purchase_letters"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_claim_purchase_letters"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_claim_purchase_letters"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."nemus_note_outcome"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_outcome"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_outcome"(text, text, text) TO "service_role";
