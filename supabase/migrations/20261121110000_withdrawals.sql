-- Withdrawals from contracts (§ 356a BGB): declared by anybody, without an account; kept as they were declared.

/*
 * One declared withdrawal. Clients never read or write it: the function `withdraw-contract` records it, an operator
 * works on it (`handled_at`, `handled_note`).
 */
create table private.nemus_withdrawals (
  id uuid primary key default gen_random_uuid(),
  -- Made by the page for one declaration: the same declaration sent twice is one.
  declaration_key uuid not null unique,
  -- What the consumer and support call it.
  reference text not null unique check (reference ~ '^W-[0-9]{8}-[0-9A-F]{8}$'),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 255),
  -- Which contract, in the consumer's words: title of the course, number of the order or invoice.
  contract text not null check (char_length(contract) between 1 and 500),
  message text not null default '' check (char_length(message) <= 2000),
  -- The account with this address, if there is one: a hint for whoever works on it, never shown to the consumer.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  received_at timestamptz not null default now(),
  receipt_sent_at timestamptz,
  handled_at timestamptz,
  handled_note text check (char_length(handled_note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_withdrawals enable row level security;
revoke all on private.nemus_withdrawals from public;
grant select on private.nemus_withdrawals to service_role;
grant update (handled_at, handled_note) on private.nemus_withdrawals to service_role;
create index nemus_withdrawals_open on private.nemus_withdrawals (received_at) where handled_at is null;
create index nemus_withdrawals_email on private.nemus_withdrawals (lower(email), received_at);
create index nemus_withdrawals_user on private.nemus_withdrawals (user_id);
create trigger touch before update on private.nemus_withdrawals
  for each row execute function private.nemus_touch();

/* What was declared stays as it was declared: only the receipt and the handling are written later. */
create function private.nemus_keep_declaration() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.declaration_key, new.reference, new.name, new.email, new.contract, new.message, new.received_at)
    is distinct from
    (old.declaration_key, old.reference, old.name, old.email, old.contract, old.message, old.received_at) then
    perform private.nemus_refuse(405, 'append_only', 'Eine Widerrufserklärung kann nicht geändert werden.');
  end if;
  return new;
end $$;
revoke all on function private.nemus_keep_declaration() from public;
create trigger keep_declaration before update on private.nemus_withdrawals
  for each row execute function private.nemus_keep_declaration();

/*
 * Records a withdrawal, once per declaration. Returns {reference, received_at, receipt_sent}.
 * Raises PT429 too_many_withdrawals: more than five from one address within an hour would make the receipts a weapon
 * against whoever owns that address.
 */
create function private.nemus_record_withdrawal(p_key uuid, p_name text, p_email text, p_contract text, p_message text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  declared private.nemus_withdrawals;
begin
  -- Declarations of one address wait for each other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('withdrawal ' || lower(p_email), 0));
  select * into declared from private.nemus_withdrawals w where w.declaration_key = p_key;
  if not found then
    if (select count(*) from private.nemus_withdrawals w
      where lower(w.email) = lower(p_email) and w.received_at > now() - interval '1 hour') >= 5 then
      perform private.nemus_refuse(429, 'too_many_withdrawals', 'too_many_withdrawals');
    end if;
    insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract, message, user_id)
    values (p_key,
      'W-' || to_char(now() at time zone 'Europe/Berlin', 'YYYYMMDD') || '-'
        || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
      p_name, p_email, p_contract, p_message,
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(p_email)
        order by p.created_at limit 1))
    returning * into declared;
  end if;
  return jsonb_build_object('reference', declared.reference, 'received_at', declared.received_at,
    'receipt_sent', declared.receipt_sent_at is not null);
end $$;

/* Notes that the receipt left. */
create function private.nemus_note_withdrawal_receipt(p_key uuid) returns void
language sql security definer set search_path = '' as $$
  update private.nemus_withdrawals set receipt_sent_at = now()
  where declaration_key = p_key and receipt_sent_at is null;
$$;

create function public.nemus_record_withdrawal(p_key uuid, p_name text, p_email text, p_contract text,
  p_message text) returns jsonb
language sql set search_path = '' as $$
  select private.nemus_record_withdrawal(p_key, p_name, p_email, p_contract, p_message);
$$;
create function public.nemus_note_withdrawal_receipt(p_key uuid) returns void
language sql set search_path = '' as $$
  select private.nemus_note_withdrawal_receipt(p_key);
$$;

revoke all on function private.nemus_record_withdrawal(uuid, text, text, text, text),
  private.nemus_note_withdrawal_receipt(uuid), public.nemus_record_withdrawal(uuid, text, text, text, text),
  public.nemus_note_withdrawal_receipt(uuid) from public, anon, authenticated;
grant execute on function private.nemus_record_withdrawal(uuid, text, text, text, text),
  private.nemus_note_withdrawal_receipt(uuid), public.nemus_record_withdrawal(uuid, text, text, text, text),
  public.nemus_note_withdrawal_receipt(uuid) to service_role;
