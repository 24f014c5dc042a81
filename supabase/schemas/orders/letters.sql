-- The confirmation mail of a completed purchase: one each, with its invoice number.
-- Owed by a trigger on nemus_transactions as soon as a purchase is `completed`. Sent by the function that claims it, or
-- by the job nemus-send-letters: five attempts, then staff's task (jobs/set_aside.sql).
-- No mail: samples, refunds (told by owed_refunds.sql or staff), purchases with credits of an institution that turned
-- mails off, and purchases returned, refunded, disputed or cancelled before the mail left.

/* Confirmation mails: owed, claimed or sent. */
create table private.nemus_purchase_letters (
  transaction_id uuid primary key references public.nemus_transactions (id) on delete cascade,
  -- When a sender claimed it; null: free.
  claimed_at timestamptz,
  sent_at timestamptz,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  -- Last attempt. Repeated calls must not use up the attempts while the mail service is down.
  tried_at timestamptz
);
alter table private.nemus_purchase_letters enable row level security;
create index nemus_purchase_letters_owed on private.nemus_purchase_letters (created_at) where sent_at is null;

/*
 * Owes the mail of a completed purchase. Not for samples and refunds. A purchase with credits costs no money, so
 * institutions may turn its mail off.
 */
create function private.nemus_owe_purchase_letter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_purchase_letters (transaction_id)
  select new.id
  where new.status = 'completed' and new.reference ~ '^(order|invoice|booking|enrollment):'
    and (new.payment_method <> 'credits' or not exists (
      select from public.nemus_institution_settings s
      where s.institution_id = new.user_id and not s.email_notifications))
  on conflict (transaction_id) do nothing;
  return new;
end $$;
create trigger owe_letter after insert or update of status on public.nemus_transactions
  for each row execute function private.nemus_owe_purchase_letter();

/*
 * Content and recipients of a purchase mail. `email`: as nemus_letter_address. `copy_to`: the address for
 * invoices, which gets no names of people.
 */
create function private.nemus_purchase_letter(p_transaction uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('transaction_id', t.id, 'email', own.mailbox,
    'copy_to', nullif(nullif(s.billing_email, ''), own.mailbox), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number, 'payment', i.payment,
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
  cross join lateral (select private.nemus_letter_address(t.user_id) as mailbox) own
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$$;

/* Whether the order of a transaction was returned, refunded or disputed, or what was paid with credits was given back. */
create function private.nemus_went_back(p_reference text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_orders o
      where p_reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))
    or exists (select from public.nemus_course_bookings b
      where p_reference = 'booking:' || b.id and b.status = 'cancelled')
    or exists (select from public.nemus_transactions t where t.reference = 'refund:' || p_reference
      and p_reference like 'enrollment:%')
$$;

/*
 * Claims the owed mails of the account that p_user_id pays for (null: of all, unsent for five minutes), oldest first, at
 * most 20, each for one caller. A claim lasts 15 minutes; a failed mail is free after five; five attempts. Skips
 * purchases that could not be granted, or whose money went back.
 */
create function public.nemus_claim_purchase_letters(p_user_id uuid default null) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    select l.transaction_id from private.nemus_purchase_letters l
    join public.nemus_transactions t on t.id = l.transaction_id
    where l.sent_at is null and l.attempts < 5 and case when p_user_id is null then l.created_at < now() - interval '5 minutes'
        else t.user_id = private.nemus_paying_account(p_user_id, 'booking', 'billing') end
      and (l.claimed_at is null or l.claimed_at < now() - interval '15 minutes')
      and (l.tried_at is null or l.tried_at < now() - interval '5 minutes')
      and not private.nemus_went_back(t.reference)
    order by l.created_at limit 20
    for update of l skip locked),
  taken as (
    update private.nemus_purchase_letters l set claimed_at = now(), tried_at = now(), attempts = l.attempts + 1
    from due where l.transaction_id = due.transaction_id returning l.transaction_id, l.created_at)
  select coalesce(jsonb_agg(private.nemus_purchase_letter(t.transaction_id) order by t.created_at), '[]') from taken t
$$;

/* Records whether a claimed mail was sent; if not, it is free for the next attempt. */
create function public.nemus_note_purchase_letter(p_transaction_id uuid, p_sent boolean) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_purchase_letters l
  set sent_at = case when p_sent then now() end, claimed_at = case when p_sent then l.claimed_at end
  where l.transaction_id = p_transaction_id and l.sent_at is null
$$;
