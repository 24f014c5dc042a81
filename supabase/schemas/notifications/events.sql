-- Notifications of events: triggers on the tables of the events, in the same transaction, for every writer.
-- - Invitations, bookings, dates, logbook decisions, certificates, requirement sets, invoices, orders, subscriptions,
--   credits.
-- - Bookings, dates and reminders have letters of their own; an unwanted letter is cancelled here before it is sent.
-- Other files announce their events themselves through nemus_notify: institutions, logbook/hand_over.sql, sessions,
-- dates/letters.sql (to institutions), invoices/electronic_invoices.sql, notifications/weekly_reports.sql.
-- Kinds, channels and limits: notifications/notifications.sql. Exception: sample certificates and invoices are not
-- announced.

/* A name or title for `facts`: one line of at most 200 characters, or p_otherwise if empty. */
create function private.nemus_fact(p_text text, p_otherwise text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(left(btrim(regexp_replace(coalesce(p_text, ''), '[[:cntrl:][:space:]]+', ' ', 'g')), 200), ''),
    p_otherwise)
$$;

/*
 * Tells the account with the invited address about each mail sent to it, without the link, which is only in the mail.
 * Tells the institution's members about the answer.
 */
create function private.nemus_news_of_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_open then
    perform private.nemus_notify(p.user_id, 'invitation', 'invitation:' || new.id || ':' || new.sent_count,
      jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(new.institution_id), '–')))
    from public.nemus_profiles p
    join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
    where lower(p.email) = lower(new.email) and p.user_type = 'piw';
  elsif tg_op = 'UPDATE' and new.revoked_at is null and old.is_open then
    perform private.nemus_notify_members(new.institution_id, '{booking}', 'invitation_answered',
      'invitation_answered:' || new.id, jsonb_build_object('accepted', new.accepted_at is not null, 'trainee',
        (select private.nemus_fact(t.first_name || ' ' || t.last_name, t.email) from public.nemus_trainees t
          where t.id = new.trainee_id)), '/piw-management');
  end if;
  return null;
end $$;
create trigger tell_news after insert or update of last_sent_at, accepted_at, declined_at on public.nemus_invitations
  for each row execute function private.nemus_news_of_invitation();

/*
 * The mail of a booking is its letter. An account that wants no such mail gets none; the portal still shows the news.
 */
create function private.nemus_news_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told constant text := case new.kind when 'booked' then 'booking_made' else 'booking_' || new.kind end;
begin
  perform private.nemus_notify(new.user_id, told, told || ':' || new.id,
    jsonb_strip_nulls(jsonb_build_object('course', private.nemus_fact(new.course_name, '–'), 'start', new.start_date,
      'earlier', new.earlier_start, 'institution', (select private.nemus_fact(private.nemus_inviting_name(b.institution_id), '–')
        from public.nemus_course_bookings b where b.id = new.booking_id))), '/appointments');
  if not private.nemus_wants(new.user_id, told, 'mail') then
    -- Counts as used up, so it is never sent. Pages still read the booking from it.
    new.attempts := 5;
  end if;
  return new;
end $$;
create trigger tell_news before insert on private.nemus_trainee_letters
  for each row execute function private.nemus_news_of_booking();

/* The same for letters about dates to participants. For institutions: nemus_write_institution_letters. */
create function private.nemus_news_of_date() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told constant text := case new.kind when 'waitlisted' then 'place_waiting' when 'promoted' then 'place_moved_up'
    when 'moved' then 'date_moved' when 'cancelled' then 'date_cancelled' else new.kind end;
begin
  perform private.nemus_notify(new.user_id, told, told || ':' || new.id,
    jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(new.title, '–'), 'starts_at', new.starts_at,
      'earlier', new.details -> 'earlier_start', 'reason', new.details -> 'reason')), '/appointments');
  -- The account's own action is listed, but already read.
  if new.user_id = auth.uid() then
    update public.nemus_notifications n set read_at = now()
    where n.user_id = new.user_id and n.key = told || ':' || new.id;
  end if;
  if not private.nemus_wants(new.user_id, told, 'mail') then
    new.attempts := 5;
  end if;
  return new;
end $$;
create trigger tell_news before insert on private.nemus_date_letters
  for each row when (new.audience = 'participant') execute function private.nemus_news_of_date();

/* The trainee's page with an entry, or with a certificate. */
create function private.nemus_logbook_page_of(p_is_certificate boolean) returns text
language sql immutable set search_path = '' as $$
  select '/logbook' || case when p_is_certificate then '/certificates' else '' end
$$;

/* Confirmers are told once a day per trainee; trainees once per decision, for any number of entries. */
create function private.nemus_news_of_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.state = 'confirmed' then
    perform private.nemus_notify(new.user_id, 'sign_off_undone',
      'sign_off_undone:' || coalesce(old.confirmer_id::text, '') || ':' || extract(epoch from now()),
      jsonb_build_object('confirmer', private.nemus_fact(old.confirmed_by, '–')), private.nemus_logbook_page_of(new.file_id is not null));
  elsif new.state = 'submitted' then
    perform private.nemus_notify(c.user_id, 'sign_off_waiting',
      'sign_off_waiting:' || new.user_id || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('trainee', private.nemus_fact(private.nemus_trainee_name(new.user_id, c.institution_id), '–')),
      '/logbook/inbox')
    from public.nemus_confirmers c where c.id = new.confirmer_id and c.user_id is not null and c.ended_at is null;
  elsif old.state = 'submitted' and new.state in ('confirmed', 'returned') then
    perform private.nemus_notify(new.user_id, 'sign_off_' || new.state,
      'sign_off_' || new.state || ':' || coalesce(new.confirmer_id::text, '') || ':' || extract(epoch from now()),
      jsonb_build_object('confirmer', private.nemus_fact(coalesce(new.confirmed_by, new.returned_by), '–')), private.nemus_logbook_page_of(new.file_id is not null));
  end if;
  return null;
end $$;
create trigger tell_news after update of state on public.nemus_logbook_entries
  for each row when (new.state <> old.state) execute function private.nemus_news_of_entry();

/* The weekly reminder is the mail of waiting entries. An unwanted reminder is never written. */
create function private.nemus_keep_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  return case when private.nemus_wants(new.account_id, 'sign_off_waiting', 'mail') then new end;
end $$;
create trigger keep_reminder before insert on private.nemus_sign_off_letters
  for each row when (new.kind = 'reminder') execute function private.nemus_keep_reminder();

create function private.nemus_news_of_certificate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify(new.user_id, 'certificate_issued', 'certificate_issued:' || new.id,
    jsonb_build_object('title', private.nemus_fact(new.title, '–'), 'kind', new.kind, 'edition', new.edition), '/competencies');
  return null;
end $$;
create trigger tell_news after insert on public.nemus_certificates
  for each row when (not new.is_sample) execute function private.nemus_news_of_certificate();

/* Tells everyone who has chosen another version of the published set. */
create function private.nemus_news_of_requirements() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify(c.user_id, 'requirement_set_changed', 'requirement_set_changed:' || new.id,
    jsonb_build_object('set', private.nemus_fact(new.name, '–'), 'version', private.nemus_fact(new.version, '–'),
      'valid_from', new.valid_from), '/logbook/requirements')
  from public.nemus_requirement_choices c
  join public.nemus_requirement_sets s on s.id = c.set_id
  where c.ended_at is null and s.family_id = new.family_id and s.id <> new.id;
  return null;
end $$;
create trigger tell_news after update of state on public.nemus_requirement_sets
  for each row when (new.state = 'published' and old.state = 'draft') execute function private.nemus_news_of_requirements();

/* Tells an account about its money: a trainee directly, for an institution its members with the role `billing`. */
create function private.nemus_tell_payer(p_account uuid, p_kind text, p_key text, p_facts jsonb, p_piw text,
  p_institution text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.nemus_profiles p where p.user_id = p_account and p.user_type = 'institution') then
    perform private.nemus_notify_members(p_account, '{billing}', p_kind, p_key, p_facts, p_institution);
  else
    perform private.nemus_notify(p_account, p_kind, p_key, p_facts, p_piw);
  end if;
end $$;

create function private.nemus_news_of_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_tell_payer(new.user_id, 'invoice_issued', 'invoice_issued:' || new.id,
    jsonb_build_object('number', new.number, 'cents', new.gross_cents, 'cancels', new.kind = 'cancellation', 'corrects', new.document_code is not distinct from 381),
    '/profile/kaeufe', '/purchases');
  return null;
end $$;
create trigger tell_news after insert on public.nemus_invoices
  for each row when (not new.is_sample) execute function private.nemus_news_of_invoice();

create function private.nemus_news_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'failed' and old.status <> 'failed' then
    perform private.nemus_tell_payer(new.user_id, 'payment_failed', 'payment_failed:' || new.id,
      jsonb_build_object('item', private.nemus_fact(new.title, '–'), 'cents', new.amount_cents),
      case new.kind when 'course' then '/seminar-catalog' else '/subscription' end,
      case new.kind when 'course' then '/course-bookings' else '/subscription' end);
  end if;
  -- A cancelled invoice is news of its own.
  if new.refunded_cents > old.refunded_cents and new.payment_method is distinct from 'invoice' then
    perform private.nemus_tell_payer(new.user_id, 'refund_made', 'refund_made:' || new.id || ':' || new.refunded_cents,
      jsonb_build_object('item', private.nemus_fact(new.title, '–'), 'cents', new.refunded_cents - old.refunded_cents),
      '/profile/kaeufe', '/purchases');
  end if;
  return null;
end $$;
create trigger tell_news after update of status, refunded_cents on public.nemus_orders
  for each row execute function private.nemus_news_of_order();

create function private.nemus_news_of_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify_members(new.institution_id, '{billing}', 'renewal_failed',
    'renewal_failed:' || extract(epoch from now()), '{}', '/subscription');
  return null;
end $$;
create trigger tell_news after update of status on public.nemus_subscriptions
  for each row when (new.status = 'past_due' and old.status <> 'past_due')
  execute function private.nemus_news_of_subscription();

/* Credits do not expire. They are low when the balance falls below 100, the smallest purchase. */
create function private.nemus_news_of_credits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.available_credits >= 100 and new.available_credits < 100 then
    perform private.nemus_notify_members(new.institution_id, '{booking,billing}', 'credits_low',
      'credits_low:' || extract(epoch from now()), jsonb_build_object('available', new.available_credits), '/subscription');
  end if;
  return null;
end $$;
create trigger tell_news after update of total_credits, used_credits on public.nemus_credit_balances
  for each row execute function private.nemus_news_of_credits();
