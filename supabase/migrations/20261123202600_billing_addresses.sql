-- To whom invoices are addressed. Asked for at the first purchase and kept for the next one. The contact data of a
-- profile or an institution is another thing: it may be a sample, and it may be empty.

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
  -- A letter each, and one line each.
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

revoke all on public.nemus_billing_addresses from anon, authenticated, service_role;
grant select on public.nemus_billing_addresses to authenticated, service_role;
grant insert (user_id, recipient, street, postal_code, city, country),
  update (user_id, recipient, street, postal_code, city, country) on public.nemus_billing_addresses to authenticated;
create policy "own billing address is read" on public.nemus_billing_addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own billing address is given" on public.nemus_billing_addresses for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own billing address is changed" on public.nemus_billing_addresses for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

/* No order without an address for its invoice. Raises PT409 billing_address_missing. */
create function private.nemus_require_billing_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.nemus_billing_addresses a where a.user_id = new.user_id) then
    perform private.nemus_refuse(409, 'billing_address_missing');
  end if;
  return new;
end $$;
revoke all on function private.nemus_require_billing_address() from public;
create trigger require_billing_address before insert on public.nemus_orders
  for each row execute function private.nemus_require_billing_address();
