-- The provider's customer of an account is made when it is needed first, not only by a purchase: an institution whose
-- subscription was entered by hand can open the provider's portal too.

/* Who an account is at the provider: {email, name, provider_customer_id (null: not yet there)}, or null. */
create function private.nemus_billing_contact(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', p.email,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p.user_id))
  from public.nemus_profiles p where p.user_id = p_user_id
$$;

/* Remembers the account's customer at the provider. */
create function private.nemus_attach_customer(p_user_id uuid, p_customer_id text) returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_provider_customers (user_id, customer_id) values (p_user_id, p_customer_id)
  on conflict (user_id) do update set customer_id = excluded.customer_id
$$;

create function public.nemus_billing_contact(p_user_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_billing_contact(p_user_id) $$;
create function public.nemus_attach_customer(p_user_id uuid, p_customer_id text) returns void
language sql set search_path = '' as $$ select private.nemus_attach_customer(p_user_id, p_customer_id) $$;

-- The contact carries the id as well.
drop function public.nemus_provider_customer(uuid);
drop function private.nemus_provider_customer(uuid);

revoke all on function private.nemus_billing_contact(uuid), public.nemus_billing_contact(uuid),
  private.nemus_attach_customer(uuid, text), public.nemus_attach_customer(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_billing_contact(uuid), public.nemus_billing_contact(uuid),
  private.nemus_attach_customer(uuid, text), public.nemus_attach_customer(uuid, text) to service_role;
