-- Credits of an institution: an append-only ledger, the balance that it adds up to, and the enrolments paid from it.

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
create trigger touch before update on public.nemus_credit_balances
  for each row execute function private.nemus_touch();

/*
 * One line per movement; never changed, never deleted. A correction is a line of its own that names what it reverses.
 * The source is the order, enrolment or booking that moved the credits; it is no foreign key, because the line stays
 * when an enrolment is taken back.
 */
create table public.nemus_credit_entries (
  id bigint generated always as identity primary key,
  institution_id uuid not null references public.nemus_credit_balances (institution_id) on delete restrict,
  -- purchase, grant: credits came in · purchase_reversal: a purchase was refunded or disputed · purchase_restored: a
  -- dispute was won, so that they came back · spend: a course was paid · spend_reversal: a paid course was given back
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
  -- The purchase, also of a purchase_restored: the sum of what names it is what is taken back of it at the moment.
  constraint reversal_names_its_entry check (
    (kind in ('purchase_reversal', 'purchase_restored', 'spend_reversal')) = (reverses_id is not null))
);
alter table public.nemus_credit_entries enable row level security;
create index nemus_credit_entries_institution on public.nemus_credit_entries (institution_id, id desc);
create index nemus_credit_entries_course on public.nemus_credit_entries (course_id);
create index nemus_credit_entries_reverses on public.nemus_credit_entries (reverses_id);
create trigger keep before update or delete on public.nemus_credit_entries
  for each row execute function private.nemus_keep_rows();

/* Adds a line to the balance, in the same transaction. The update locks the balance until its end. */
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

/* Every institution has a balance from its first moment, so that there is a row to lock. */
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
 * Locks the balance of an institution to the end of the transaction and makes sure that it covers `p_credits`.
 * Raises 403 institution_required, 409 insufficient_credits.
 */
create function private.nemus_lock_credits(p_institution uuid, p_credits int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  available int;
begin
  select b.available_credits into available from public.nemus_credit_balances b
  where b.institution_id = p_institution for update;
  if not found then
    perform private.nemus_refuse(403, 'institution_required', '{"of": "credits"}');
  end if;
  if available < p_credits then
    perform private.nemus_refuse(409, 'insufficient_credits', jsonb_build_object('available', available));
  end if;
end $$;

/*
 * An enrolment with `institution_credits` is paid in its own transaction (S-4.8): before the insert the balance
 * is locked and the course checked, after it the price of the course row is debited. The debit comes last, so that an
 * insert that is skipped (`on conflict do nothing`) costs nothing, and so that of several rows in one statement each
 * finds the balance that the one before it left.
 */
create function private.nemus_check_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Triggers run before policies: whoever names somebody else is refused there, and learns nothing here.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  -- First the locks, so that of two calls at the same moment the second sees the first one's enrolment or order.
  perform private.nemus_lock_course(new.course_id);
  perform private.nemus_lock_credits(private.nemus_enrolment_payer(new.user_id), 0);
  if not private.nemus_is_offered(new.course_id) then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  if exists (select from public.nemus_course_enrollments e
    where e.user_id = new.user_id and e.course_id = new.course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  end if;
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

/*
 * Takes back an enrolment that was paid with credits: the entry is reversed, the credits are available again.
 * Raises PT404 enrollment_not_found.
 */
create function public.nemus_refund_enrollment(p_enrollment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e
  where e.id = p_enrollment_id and e.enrollment_type = 'institution_credits';
  if not found then
    perform private.nemus_refuse(404, 'enrollment_not_found');
  end if;
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
