-- Recipient and address of invoices, and the payer of a purchase: nemus_buys_for (orders, by member role) and
-- nemus_enrolment_payer (credits).
-- The provider's page collects the address of every purchase, filled in beforehand from the saved one
-- (nemus_order_buyers); a missing address never stops an order. Saved addresses are separate from the contact data of a
-- profile or institution, which may be a sample or empty.
-- Deleting an address first writes the collective invoice that still needs it (invoices/collective_invoices.sql).

create table public.nemus_billing_addresses (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  recipient text not null,
  street text not null,
  postal_code text not null,
  city text not null,
  -- ISO 3166-1
  country text not null default 'DE' check (country in ('DE', 'AT', 'CH')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Second line: department, floor, or "c/o".
  extra_line text not null default '' check (char_length(extra_line) <= 200 and extra_line !~ '[[:cntrl:]]'),
  -- Each contains a letter, and is one line.
  constraint recipient_is_named check (char_length(recipient) between 2 and 200 and recipient ~ '[^[:space:][:digit:][:punct:]]'),
  constraint street_is_named check (char_length(street) between 2 and 200 and street ~ '[^[:space:][:digit:][:punct:]]'),
  constraint city_is_named check (char_length(city) between 2 and 100 and city ~ '[^[:space:][:digit:][:punct:]]'),
  constraint lines_are_lines check (recipient || street || city !~ '[[:cntrl:]]'),
  -- The lowest German code is 01067 (Dresden).
  constraint postal_code_fits_country check (case country
    when 'DE' then postal_code ~ '^[0-9]{5}$' and postal_code >= '01000' else postal_code ~ '^[1-9][0-9]{3}$' end)
);
alter table public.nemus_billing_addresses enable row level security;
create trigger touch before update on public.nemus_billing_addresses
  for each row execute function private.nemus_touch();
create trigger printable_names before insert or update of recipient, extra_line, street, city on public.nemus_billing_addresses
  for each row execute function private.nemus_check_names('recipient', 'extra_line', 'street', 'city');

/*
 * Recipient of the invoice of one order, as its buyer entered it on the provider's page. It counts for that order, and
 * for later invoices of an account that saved no address, such as renewals.
 */
create table private.nemus_order_buyers (
  order_id uuid primary key references public.nemus_orders (id) on delete cascade,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  recipient text not null check (char_length(recipient) between 1 and 200),
  street text not null check (char_length(street) between 1 and 400),
  postal_code text not null check (char_length(postal_code) <= 20),
  city text not null check (char_length(city) between 1 and 200),
  -- ISO 3166-1
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_id text not null default '' check (char_length(vat_id) <= 20),
  created_at timestamptz not null default now(),
  extra_line text not null default '' check (char_length(extra_line) <= 200 and extra_line !~ '[[:cntrl:]]'),
  constraint lines_are_lines check (recipient || street || postal_code || city || vat_id !~ '[[:cntrl:]]')
);
alter table private.nemus_order_buyers enable row level security;
create index nemus_order_buyers_newest on private.nemus_order_buyers (user_id, created_at desc);

/*
 * Records the buyer of a checkout, before its invoice is written; a second call changes nothing. p_buyer: {business, name,
 * street, extra_line, postal_code, city, country, vat_id}. name may be a cardholder: the saved recipient and the institution's name
 * come first.
 */
create function public.nemus_note_buyer(p_session_id text, p_buyer jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_order_buyers (order_id, user_id, recipient, street, extra_line, postal_code, city, country, vat_id)
  select o.id, o.user_id, coalesce(nullif(given.business, ''), a.recipient, p.institution_name,
      nullif(given.name, ''), nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    given.street, coalesce(given.extra_line, ''), given.postal_code, given.city, given.country, regexp_replace(upper(given.vat_id), '[^A-Z0-9]', '', 'g')
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id
  left join public.nemus_billing_addresses a on a.user_id = o.user_id
  cross join jsonb_to_record(p_buyer) as given (business text, name text, street text, extra_line text, postal_code text,
    city text, country text, vat_id text)
  where o.checkout_session_id = p_session_id
  on conflict (order_id) do nothing
$$;

/*
 * Address of the latest purchase, offered for saving: {recipient, street, extra_line, postal_code, city, country}. Null if one is
 * saved, or if it cannot be saved as it is.
 */
create function public.nemus_offered_address() returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(offered) from (
    select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country from private.nemus_order_buyers b
    where b.user_id = (select private.nemus_pays_for('billing'))
      and not exists (select from public.nemus_billing_addresses a where a.user_id = b.user_id)
    order by b.created_at desc limit 1) as offered
  where private.nemus_tax_of('course', null, to_jsonb(offered)) is not null and (offered.country in ('AT', 'CH') and offered.postal_code ~ '^[1-9][0-9]{3}$'
    or offered.country = 'DE' and offered.postal_code ~ '^[0-9]{5}$')
$$;

/*
 * A row that a member writes under its own account becomes the address of the institution it pays for. The policy
 * checks the role.
 */
create function private.nemus_address_payer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = auth.uid() then
    new.user_id := coalesce(private.nemus_pays_for('billing'), new.user_id);
  end if;
  return new;
end $$;
create trigger address_payer before insert on public.nemus_billing_addresses
  for each row execute function private.nemus_address_payer();

/* An address given later: the invoices that waited for it are issued (fulfilment.sql). */
create function private.nemus_invoice_waiting_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_invoice_order(o) from public.nemus_orders o
  where o.user_id = new.user_id and o.attention = 'address_missing' order by o.paid_at;
  return null;
end $$;
create trigger invoice_waiting after insert or update on public.nemus_billing_addresses
  for each row execute function private.nemus_invoice_waiting_orders();

/*
 * Account in whose name p_user buys: courses need the member role `booking`, credits and subscriptions `billing`. Sets
 * `nemus.actor`, so log entries of the transaction name p_user. Raises 403 member_role_required.
 */
create function private.nemus_buys_for(p_user uuid, p_kind text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  needed constant text := case when p_kind = 'course' then 'booking' else 'billing' end;
  buyer constant uuid := private.nemus_paying_account(p_user, needed);
begin
  perform private.nemus_refuse(403, 'member_role_required', jsonb_build_object('roles', array[needed]))
    where buyer is null and exists (select from public.nemus_profiles p where p.user_id = p_user);
  perform set_config('nemus.actor', p_user::text, true);
  return buyer;
end $$;

/*
 * Payer of an enrolment with credits: the institution the caller books for. Without a token (the installation itself):
 * the account of the enrolment. Raises as nemus_require_member.
 */
create function private.nemus_enrolment_payer(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.nemus_is_institution() then
    return p_user;
  end if;
  return private.nemus_require_member('booking');
end $$;
