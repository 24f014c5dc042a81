-- Searches of accounts and orders, by index whatever is typed: the longest word of an address is often one that many
-- addresses have.

/*
 * Accounts whose name or address has every word of a search, at most 500. Words of one or two letters are too short to
 * be looked for. Never from end to end: what is typed decides how many there are, and the planner cannot know.
 */
create or replace function private.nemus_found_accounts(p_search text) returns setof public.nemus_profiles
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
set enable_seqscan = off as $$
declare
  words constant text[] := private.nemus_search_words(p_search);
begin
  -- Each word by itself, so that the index finds by all of them: one may stand in every address.
  return query
  select p.* from public.nemus_profiles p
  cross join lateral (select private.nemus_search_form(coalesce(p.institution_name, '') || ' ' || p.first_name || ' '
    || p.last_name || ' ' || p.email) as form) s
  where cardinality(words) > 0 and s.form like '%' || words[1] || '%'
    and (words[2] is null or s.form like '%' || words[2] || '%')
    and (words[3] is null or s.form like '%' || words[3] || '%')
    and (words[4] is null or s.form like '%' || words[4] || '%')
    and (words[5] is null or s.form like '%' || words[5] || '%')
    and (words[6] is null or s.form like '%' || words[6] || '%')
  limit 500;
end $$;

/*
 * Accounts, the newest first, 50 a page. p_search: words of the name or address; p_kind: `piw`, `institution`, `staff`,
 * `blocked`, or null for all; p_page counts from 1.
 * Returns {rows: [{user_id, name, email, user_type, registered_at, is_blocked, roles}], has_more}. Raises 403 staff_required.
 */
create or replace function private.nemus_staff_accounts(p_search text, p_kind text, p_page int) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  if not private.nemus_is_staff('people') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if search is not null then
    ids := array(select p.user_id from private.nemus_found_accounts(search) p
      where (p_kind is null or p_kind not in ('piw', 'institution') or p.user_type = p_kind)
        and (p_kind is distinct from 'staff' or exists (select from public.nemus_staff s where s.user_id = p.user_id))
        and (p_kind is distinct from 'blocked' or private.nemus_is_blocked(p.user_id))
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  elsif p_kind = 'staff' then
    ids := array(select p.user_id from public.nemus_profiles p
      where p.user_id = any (array(select s.user_id from public.nemus_staff s))
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  elsif p_kind = 'blocked' then
    ids := array(select b.user_id from private.nemus_blocked_accounts b
      order by b.created_at desc, b.user_id limit 51 offset skipped);
  elsif p_kind in ('piw', 'institution') then
    ids := array(select p.user_id from public.nemus_profiles p where p.user_type = p_kind
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  else
    ids := array(select p.user_id from public.nemus_profiles p
      order by p.created_at desc, p.user_id limit 51 offset skipped);
  end if;
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', private.nemus_account_name(p),
      'email', p.email, 'user_type', p.user_type, 'registered_at', p.created_at,
      'is_blocked', private.nemus_is_blocked(p.user_id),
      'roles', array(select s.role from public.nemus_staff s where s.user_id = p.user_id order by s.role))
      order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    -- `limit 1` changes nothing beside a primary key: it keeps the planner from reading all accounts.
    cross join lateral (select * from public.nemus_profiles x where x.user_id = listed.id limit 1) p));
end $$;

/*
 * Orders that a search means: the number of an order or of an invoice, the provider's session or payment, or words of
 * the buyer's name or address (those of at most 500 accounts).
 */
create or replace function private.nemus_found_orders(p_search text) returns setof public.nemus_orders
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if p_search ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return query select o.* from public.nemus_orders o where o.id = p_search::uuid;
  elsif p_search like 'cs\_%' then
    return query select o.* from public.nemus_orders o where o.checkout_session_id = p_search;
  elsif p_search like 'pi\_%' then
    return query select o.* from public.nemus_orders o where o.payment_id = p_search;
  elsif exists (select from public.nemus_invoices i where i.number = p_search and not i.is_sample) then
    -- A document that cancels an invoice leads to the same order.
    return query select o.* from public.nemus_orders o where o.id = any (array(
      select substring(t.reference from 7)::uuid from public.nemus_invoices i
      join public.nemus_invoices billed on billed.id = coalesce(i.cancels_id, i.id)
      join public.nemus_transactions t on t.id = billed.transaction_id
      where i.number = p_search and not i.is_sample and t.reference like 'order:%'));
  else
    -- Account by account (`offset 0` keeps it so): the newest of one are found by index, all orders are not read.
    return query select o.* from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.* from public.nemus_orders x where x.user_id = p.user_id offset 0) o;
  end if;
end $$;

/*
 * Orders, the newest first, 50 a page. p_status, p_kind: null for all; p_page counts from 1.
 * Returns {rows: [{order_id, buyer, email, title, kind, status, amount_cents, refunded_cents, attention, created_at,
 * paid_at}], has_more}. Raises 403 staff_required.
 */
create or replace function private.nemus_staff_orders(p_search text, p_status text, p_kind text, p_page int) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  skipped constant int := 50 * (least(greatest(coalesce(p_page, 1), 1), 200) - 1);
  ids uuid[];
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if search is null then
    ids := array(select o.id from public.nemus_orders o
      where (p_status is null or o.status = p_status) and (p_kind is null or o.kind = p_kind)
      order by o.created_at desc, o.id limit 51 offset skipped);
  else
    ids := array(select o.id from private.nemus_found_orders(search) o
      where (p_status is null or o.status = p_status) and (p_kind is null or o.kind = p_kind)
      order by o.created_at desc, o.id limit 51 offset skipped);
  end if;
  return jsonb_build_object('has_more', cardinality(ids) > 50, 'rows', (
    select coalesce(jsonb_agg(private.nemus_order_row(row (o.*)::public.nemus_orders) order by listed.place), '[]')
    from unnest(ids[:50]) with ordinality as listed (id, place)
    cross join lateral (select * from public.nemus_orders x where x.id = listed.id limit 1) o));
end $$;
