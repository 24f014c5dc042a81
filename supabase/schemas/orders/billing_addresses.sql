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

/* No order without an address for its invoice. Raises PT409 billing_address_missing. */
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
 * A member writes the address of the institution that it acts for, whatever its page calls the account: a row that names
 * the caller is that of whom it pays for. The policy decides whether it may.
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
 * In whose name an account buys something of a kind: a course by who books, credits and subscriptions by who has to do
 * with money. Everything that the transaction changes is written down under that person.
 * Raises 403 member_role_required.
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
 * Who pays for an enrolment with credits: the institution for which the caller books, and for whoever has no token (the
 * installation itself) the account of the enrolment. Raises as nemus_require_member.
 */
create function private.nemus_enrolment_payer(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.nemus_is_institution() then
    return p_user;
  end if;
  return private.nemus_require_member('booking');
end $$;
