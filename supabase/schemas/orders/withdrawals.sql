-- Withdrawals from contracts (§ 356a BGB): declared without an account, recorded exactly as declared, confirmed by a
-- receipt mail.
-- A declaration never changes (trigger keep_declaration); staff only adds how it was handled (desk.sql). The same
-- declaration sent twice is recorded once.
-- Receipts are limited: 5 an hour and 10 a day for one mailbox, 10 an hour and 30 a day from one network address, 100
-- an hour in all. Beyond these, declarations are recorded without a receipt, so that a stranger who names a mailbox or
-- shares a network cannot block a declaration. Only above 100 an hour from one address they are refused.
-- Network addresses are stored as keyed hashes for a day (job `nemus-forget-expired`). Declarations are kept
-- six years from the end of their year, as correspondence, and are deleted by the same job.

/*
 * Declared withdrawals. Written by the function `withdraw-contract`, handled by staff (`handled_at`, `handled_note`);
 * never read by clients.
 */
create table private.nemus_withdrawals (
  id uuid primary key default gen_random_uuid(),
  -- Made by the page for one declaration: sent twice, it is recorded once.
  declaration_key uuid not null unique,
  -- Reference number for the consumer and support.
  reference text not null unique check (reference ~ '^W-[0-9]{8}-[0-9A-F]{8}$'),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 255),
  -- The contract in the consumer's words: title of a course, number of an order or invoice.
  contract text not null check (char_length(contract) between 1 and 500),
  message text not null default '' check (char_length(message) <= 2000),
  -- Account with this address, if any: a hint for staff, never shown to the consumer.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  received_at timestamptz not null default now(),
  -- A sender claims the receipt first, so concurrent calls send one mail.
  receipt_claimed_at timestamptz,
  receipt_attempts int not null default 0 check (receipt_attempts between 0 and 5),
  receipt_sent_at timestamptz,
  handled_at timestamptz,
  handled_note text check (char_length(handled_note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The order whose number the contract names, as the button beside a purchase does.
  order_id uuid references public.nemus_orders (id) on delete set null
);
alter table private.nemus_withdrawals enable row level security;
create index nemus_withdrawals_order on private.nemus_withdrawals (order_id, received_at);
create index nemus_withdrawals_open on private.nemus_withdrawals (received_at) where handled_at is null;
create index nemus_withdrawals_user on private.nemus_withdrawals (user_id);
create trigger touch before update on private.nemus_withdrawals for each row execute function private.nemus_touch();

/* Last day to pay money back after a withdrawal that arrived at p_received: 14 days (§ 357 (1) BGB). */
create function private.nemus_withdrawal_due(p_received timestamptz) returns date
language sql stable set search_path = '' as $$
  select (p_received at time zone 'Europe/Berlin')::date + 14
$$;

/*
 * Last day to withdraw from a purchase of p_bought: 14 days (§ 355 (2) BGB), on a weekend or holiday the next working day
 * (§ 193 BGB). A holiday of any Land counts, in favour of the buyer.
 */
create function private.nemus_withdrawable_until(p_bought timestamptz) returns date
language sql stable set search_path = '' as $$
  select min(first.day + later) from (select (p_bought at time zone 'Europe/Berlin')::date + 14 as day) first,
    generate_series(0, 9) later
  where extract(isodow from first.day + later) < 6 and not exists (
    select from private.nemus_holidays(extract(year from first.day + later)::int) h where h.day = first.day + later)
$$;

/*
 * Right of withdrawal of each course that the account bought for itself, an institution none: [{transaction_id, order_id,
 * until (last day), is_open (may still be declared), withdrawal: null or {reference, received_at, due_on, handled_at}}].
 * withdrawal: the first that names the order.
 */
create function public.nemus_own_withdrawals() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', t.id, 'order_id', o.id, 'until', own.until,
      'is_open', w.id is null and o.status = 'paid' and own.until >= (now() at time zone 'Europe/Berlin')::date,
      'withdrawal', case when w.id is not null then jsonb_build_object('reference', w.reference, 'received_at',
        w.received_at, 'due_on', private.nemus_withdrawal_due(w.received_at), 'handled_at', w.handled_at) end)
    order by o.paid_at desc, o.id), '[]')
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id and p.user_type = 'piw'
  join public.nemus_transactions t on t.reference = 'order:' || o.id
  cross join lateral (select private.nemus_withdrawable_until(o.paid_at) as until) own
  left join lateral (select * from private.nemus_withdrawals x where x.order_id = o.id order by x.received_at limit 1) w on true
  where o.user_id = auth.uid() and o.kind = 'course' and o.paid_at is not null
$$;

/* Declared fields never change; only receipt and handling are written later. Raises 405 append_only. */
create function private.nemus_keep_declaration() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.declaration_key, new.reference, new.name, new.email, new.contract, new.message, new.received_at)
    is distinct from
    (old.declaration_key, old.reference, old.name, old.email, old.contract, old.message, old.received_at) then
    perform private.nemus_refuse(405, 'append_only', '{"of": "withdrawal"}');
  end if;
  return new;
end $$;
create trigger keep_declaration before update on private.nemus_withdrawals
  for each row execute function private.nemus_keep_declaration();

/* Mailbox of an address, for limits alone: `mira+1@x.example` and `Mira@x.example` reach the same person. */
create function private.nemus_mailbox(p_email text) returns text
language sql immutable set search_path = '' as $$
  select lower(regexp_replace(private.nemus_mail_address(p_email), '\+[^@]*@', '@'))
$$;
create index nemus_withdrawals_mailbox on private.nemus_withdrawals (private.nemus_mailbox(email), received_at);
create index nemus_withdrawals_newest on private.nemus_withdrawals (received_at);

/* Origin of declarations, as a keyed hash of the network address. Only for the limit, deleted after a day. */
create table private.nemus_withdrawal_sources (
  id bigint generated always as identity primary key,
  source text not null check (source ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table private.nemus_withdrawal_sources enable row level security;
create index nemus_withdrawal_sources_newest on private.nemus_withdrawal_sources (source, created_at);

/* Deletes sources older than a day; returns how many. */
create function private.nemus_forget_withdrawal_sources() returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from private.nemus_withdrawal_sources s where s.created_at < now() - interval '1 day' returning 1),
  -- Correspondence of a purchase (§ 257 HGB): six years from the end of the year.
  declarations as (delete from private.nemus_withdrawals w
    where make_date(extract(year from w.received_at at time zone 'Europe/Berlin')::int + 7, 1, 1) <= now()::date)
  select count(*)::int from gone
$$;

/* Counts a declaration of a source: hash, null without a proxy that names the caller. Raises 429 too_many_withdrawals. */
create function private.nemus_limit_withdrawals(p_source text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_forget_withdrawal_sources();
  perform private.nemus_refuse(429, 'too_many_withdrawals') where (select count(*)
    from private.nemus_withdrawal_sources s where s.source = p_source and s.created_at > now() - interval '1 hour') >= 100;
  if p_source is not null then
    insert into private.nemus_withdrawal_sources (source) values (p_source);
  end if;
end $$;

/*
 * Claims the receipt for the caller, who must send it: for five minutes, at most five attempts, within the limits above,
 * which keep receipts from flooding a stranger's mailbox. Without a claim the declaration is recorded all the same; sent again later, it gets its receipt.
 */
create function private.nemus_claim_receipt(p_key uuid, p_source text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from private.nemus_withdrawals w where w.receipt_claimed_at > now() - interval '1 hour') >= 100
    or (select count(*) filter (where o.receipt_claimed_at > now() - interval '1 hour') >= 5 or count(*) >= 10
      from private.nemus_withdrawals w
        join private.nemus_withdrawals o on private.nemus_mailbox(o.email) = private.nemus_mailbox(w.email) and o.id <> w.id
      where w.declaration_key = p_key and o.receipt_claimed_at > now() - interval '1 day')
    or (select count(*) filter (where s.created_at > now() - interval '1 hour') > 10 or count(*) > 30
      from private.nemus_withdrawal_sources s where s.source = p_source and s.created_at > now() - interval '1 day') then
    return false;
  end if;
  update private.nemus_withdrawals w set receipt_claimed_at = now(), receipt_attempts = w.receipt_attempts + 1
  where w.declaration_key = p_key and w.receipt_sent_at is null and w.receipt_attempts < 5
    and (w.receipt_claimed_at is null or w.receipt_claimed_at < now() - interval '5 minutes');
  return found;
end $$;

/*
 * Records a withdrawal, once per declaration, and claims its receipt. p_source: keyed hash of the network address, or
 * null.
 * Returns {reference, received_at, name, email, contract, message, receipt_sent, claimed, is_new}. claimed: the caller
 * must send the receipt now.
 * Raises PT429 too_many_withdrawals, PT409 withdrawal_differs: this declaration was recorded with another text.
 */
create function public.nemus_record_withdrawal(p_key uuid, p_name text, p_email text, p_contract text,
  p_message text, p_source text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  declared private.nemus_withdrawals;
  already boolean;
begin
  -- Serialised: limits count all earlier declarations, and the next call sees the claim.
  perform pg_advisory_xact_lock(hashtextextended('nemus_withdrawals', 0));
  select * into declared from private.nemus_withdrawals w where w.declaration_key = p_key;
  already := found;
  if not already then
    perform private.nemus_limit_withdrawals(p_source);
    insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract, message, user_id, order_id)
    values (p_key,
      'W-' || to_char(now() at time zone 'Europe/Berlin', 'YYYYMMDD') || '-'
        || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
      p_name, p_email, p_contract, p_message,
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(private.nemus_mail_address(p_email))
        order by p.created_at limit 1),
      (select o.id from public.nemus_orders o where o.id = private.nemus_order_number(p_contract)))
    returning * into declared;
  elsif (declared.name, declared.email, declared.contract, declared.message)
    is distinct from (p_name, p_email, p_contract, p_message) then
    perform private.nemus_refuse(409, 'withdrawal_differs');
  end if;
  return jsonb_build_object('reference', declared.reference, 'received_at', declared.received_at,
    'name', declared.name, 'email', declared.email, 'contract', declared.contract, 'message', declared.message,
    'receipt_sent', declared.receipt_sent_at is not null, 'claimed', private.nemus_claim_receipt(p_key, p_source),
    'is_new', not already);
end $$;

/* Records whether the receipt was sent; if not, the next call may try again. */
create function public.nemus_note_withdrawal_receipt(p_key uuid, p_sent boolean) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_withdrawals set
    receipt_sent_at = case when p_sent then now() end,
    receipt_claimed_at = case when p_sent then receipt_claimed_at end
  where declaration_key = p_key and receipt_sent_at is null;
$$;
