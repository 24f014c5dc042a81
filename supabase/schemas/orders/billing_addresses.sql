-- Recipient and address of invoices, and the payer of a purchase: nemus_buys_for (orders, by member role) and
-- nemus_enrolment_payer (credits).
-- No order without an address: trigger on nemus_orders, billing_address_missing. The address is entered at the first
-- purchase and kept. It is separate from the contact data of a profile or institution, which may be a sample or empty.
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

/* No order without a billing address. Raises PT409 billing_address_missing. */
create function private.nemus_require_billing_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.nemus_billing_addresses a where a.user_id = new.user_id) then
    perform private.nemus_refuse(409, 'billing_address_missing');
  end if;
  return new;
end $$;
create trigger require_billing_address before insert on public.nemus_orders
  for each row execute function private.nemus_require_billing_address();

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
  if buyer is null and exists (select from public.nemus_profiles p where p.user_id = p_user) then
    perform private.nemus_refuse(403, 'member_role_required', jsonb_build_object('roles', array[needed]));
  end if;
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
