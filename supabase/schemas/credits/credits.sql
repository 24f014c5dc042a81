-- Credits of an institution: an append-only ledger (nemus_credit_entries), the balance it adds up to, and enrolments
-- paid from it. A balance is never overdrawn.
-- An enrolment with `institution_credits` is debited in its own transaction, or fails (S-4.8). Bookings for trainees
-- spend through nemus_book_course (bookings/bookings.sql), within the limits of institutions/budgets.sql.
-- In: purchases (orders/fulfilment.sql). Back: nemus_refund_enrollment here, cancelled places (bookings/changes.sql).
-- Taken away: with a refunded or disputed purchase (orders/refunded_orders.sql); spent ones as soon as they come back
-- (nemus_take_returned_credits).
-- The balance fires notifications/events.sql; an enrolment fires triggers of bookings, certificates, courses and dates.
-- Exception: entries of a deleted account are removed at the end of its retention (accounts/retention.sql).

create table public.nemus_credit_balances (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  total_credits int not null default 0 check (total_credits >= 0),
  used_credits int not null default 0 check (used_credits >= 0),
  available_credits int generated always as (total_credits - used_credits) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint never_overdrawn check (used_credits <= total_credits)
);
alter table public.nemus_credit_balances enable row level security;
create trigger touch before update on public.nemus_credit_balances for each row execute function private.nemus_touch();

/*
 * One entry per movement, never changed or deleted. A correction is an entry that names the one it reverses.
 * `source_id` is the order, enrolment or booking that moved the credits; no foreign key, as an entry outlives a
 * refunded enrolment.
 */
create table public.nemus_credit_entries (
  id bigint generated always as identity primary key,
  institution_id uuid not null references public.nemus_credit_balances (institution_id) on delete restrict,
  -- purchase, grant: credits came in · purchase_reversal: purchase refunded or disputed · purchase_restored: dispute
  -- won, credits back · spend: course paid · spend_reversal: paid course given back
  kind text not null check (kind in ('purchase', 'grant', 'purchase_reversal', 'purchase_restored', 'spend',
    'spend_reversal')),
  amount int not null,
  source_id text not null check (char_length(source_id) between 1 and 200),
  course_id uuid references public.nemus_courses (id) on delete restrict,
  reverses_id bigint references public.nemus_credit_entries (id) on delete restrict,
  created_at timestamptz not null default now(),
  unique (kind, source_id),
  constraint sign_fits_kind check (
    case when kind in ('purchase', 'grant', 'purchase_restored', 'spend_reversal') then amount > 0 else amount < 0 end),
  -- A purchase_restored names the purchase too: the sum of its reversals is what is taken back at present.
  constraint reversal_names_its_entry check (
    (kind in ('purchase_reversal', 'purchase_restored', 'spend_reversal')) = (reverses_id is not null))
);
alter table public.nemus_credit_entries enable row level security;
create index nemus_credit_entries_institution on public.nemus_credit_entries (institution_id, id desc);
create index nemus_credit_entries_course on public.nemus_credit_entries (course_id);
create index nemus_credit_entries_reverses on public.nemus_credit_entries (reverses_id);
create trigger keep before update or delete on public.nemus_credit_entries
  for each row execute function private.nemus_keep_rows();

/* Adds an entry to the balance in the same transaction. The update locks the balance until its end. */
create function private.nemus_book_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires notifications/events.
  update public.nemus_credit_balances b set
    total_credits = b.total_credits
      + case when new.kind in ('spend', 'spend_reversal') then 0 else new.amount end,
    used_credits = b.used_credits - case when new.kind in ('spend', 'spend_reversal') then new.amount else 0 end
  where b.institution_id = new.institution_id;
  return new;
end $$;

create trigger book after insert on public.nemus_credit_entries
  for each row execute function private.nemus_book_entry();

/*
 * Credits of a refunded or disputed purchase come back from a cancelled place: they are taken before they can be spent
 * again, oldest purchase first. Never more than came back, so other purchases stay untouched. The balance is locked by
 * the entry; a concurrent refund waits for it and takes the rest.
 */
create function private.nemus_take_returned_credits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  returned int := new.amount;
  short record;
  taken int;
begin
  for short in
    select p.id, o.id as order_id, t.times,
      (o.credits::bigint * private.nemus_gone_cents(o) / o.amount_cents)::int - t.taken as missing
    from public.nemus_credit_entries p
    join public.nemus_orders o on o.id::text = p.source_id
    cross join lateral (select coalesce(-sum(e.amount), 0)::int as taken, count(*) as times
      from public.nemus_credit_entries e where e.reverses_id = p.id) t
    where p.institution_id = new.institution_id and p.kind = 'purchase' and private.nemus_gone_cents(o) > 0
    order by p.id
  loop
    exit when returned = 0;
    continue when short.missing <= 0;
    taken := least(short.missing, returned);
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
    values (new.institution_id, 'purchase_reversal', -taken, short.order_id || ':' || short.times, short.id);
    returned := returned - taken;
    if taken = short.missing then
      -- Orders are locked before balances elsewhere. A locked one is settled by its own refund, which clears this too.
      update public.nemus_orders o set attention = null where o.attention = 'credits_spent' and o.id = (
        select x.id from public.nemus_orders x where x.id = short.order_id for update skip locked);
    end if;
  end loop;
  return null;
end $$;
create trigger take_returned after insert on public.nemus_credit_entries
  for each row when (new.kind = 'spend_reversal') execute function private.nemus_take_returned_credits();

/* Every institution has a balance from the start, so there is always a row to lock. */
create function private.nemus_open_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_type = 'institution' then
    insert into public.nemus_credit_balances (institution_id) values (new.user_id);
  end if;
  return new;
end $$;

create trigger open_balance after insert on public.nemus_profiles
  for each row execute function private.nemus_open_balance();

/*
 * Locks an institution's balance until the end of the transaction and checks that it covers p_credits.
 * Raises 403 institution_required, 409 insufficient_credits.
 */
create function private.nemus_lock_credits(p_institution uuid, p_credits int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  available int;
begin
  select b.available_credits into available from public.nemus_credit_balances b
  where b.institution_id = p_institution for update;
  perform private.nemus_refuse(403, 'institution_required', '{"of": "credits"}') where not found;
  perform private.nemus_refuse(409, 'insufficient_credits', jsonb_build_object('available', available))
    where available < p_credits;
end $$;

/*
 * An enrolment with `institution_credits` is paid in its own transaction (S-4.8): balance locked and course checked
 * before the insert, price debited after it. Debiting last means that an insert skipped by `on conflict do nothing`
 * costs nothing, and each row of a statement sees the balance left by the previous one.
 */
create function private.nemus_check_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  payer uuid;
begin
  -- Triggers run before policies. Enrolling another account is refused by the policy, and reveals nothing here.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  -- Locks first: of two concurrent calls, the second sees the enrolment or order of the first. A member who is being
  -- removed enrols before, and loses the place, or not at all.
  payer := private.nemus_enrolment_payer(new.user_id);
  perform from public.nemus_members m where m.institution_id = payer and m.user_id = new.user_id for share;
  payer := private.nemus_enrolment_payer(new.user_id);
  perform private.nemus_lock_course(new.course_id);
  perform private.nemus_lock_credits(payer, 0);
  perform private.nemus_check_buyable(new.course_id);
  perform private.nemus_check_price('credits', new.shown_credits, c.credit_cost)
  from public.nemus_courses c where c.id = new.course_id;
  perform private.nemus_refuse(409, 'already_enrolled')
    where exists (select from public.nemus_course_enrollments e
      where e.user_id = new.user_id and e.course_id = new.course_id);
  perform private.nemus_refuse_waiting(new.course_id, new.user_id);
  return new;
end $$;

create trigger check_enrollment before insert on public.nemus_course_enrollments
  for each row when (new.enrollment_type = 'institution_credits') execute function private.nemus_check_enrollment();

create function private.nemus_debit_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  price int;
  payer constant uuid := private.nemus_enrolment_payer(new.user_id);
begin
  select c.credit_cost into price from public.nemus_courses c where c.id = new.course_id;
  perform private.nemus_refuse_above_limit(payer, auth.uid(), price, 0);
  perform private.nemus_lock_credits(payer, price);
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (payer, 'spend', -price, new.id::text, new.course_id);
  return new;
end $$;

create trigger debit_enrollment after insert on public.nemus_course_enrollments
  for each row when (new.enrollment_type = 'institution_credits') execute function private.nemus_debit_enrollment();

/* Whether an enrolment was paid with the credits of an institution. */
create function private.nemus_is_paid_by(p_enrolment uuid, p_institution uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_credit_entries k where k.kind = 'spend' and k.source_id = p_enrolment::text
    and k.institution_id = p_institution)
$$;

/*
 * Takes back an enrolment paid with credits: the entry is reversed, the credits are available again.
 * Raises PT404 enrollment_not_found.
 */
create function public.nemus_refund_enrollment(p_enrollment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e
  where e.id = p_enrollment_id and e.enrollment_type = 'institution_credits';
  perform private.nemus_refuse(404, 'enrollment_not_found') where not found;
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id, reverses_id)
  select e.institution_id, 'spend_reversal', -e.amount, e.source_id, e.course_id, e.id
  from public.nemus_credit_entries e where e.kind = 'spend' and e.source_id = p_enrollment_id::text;
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    credits_amount)
  select t.user_id, 'refund:' || t.reference, t.type, private.nemus_document_text('refund_of', left(t.item_name, 180)), 0, 'completed',
    'credits', -t.credits_amount
  from public.nemus_transactions t where t.reference = 'enrollment:' || p_enrollment_id;
end $$;
