-- Deletes what was kept of deleted accounts once the retention period has passed: orders, invoices, credits,
-- withdrawals, and the account itself. The nightly job `nemus-forget-deleted-accounts` (jobs/jobs.sql) calls it.
-- `keep_until` is set in accounts/deletion.sql.
-- Exception: an invoice written after the deletion, such as a cancellation, keeps the whole account for eight years
-- from the end of its own year. The append-only tables release these rows through nemus_keep_rows
-- (foundation/foundation.sql).

/* Deletes all that is left of one account, dependent rows first. */
create function private.nemus_forget_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('nemus.forgets', p_user::text, true);
  delete from private.nemus_withdrawals w where w.user_id = p_user;
  -- Fires orders/order_entries.
  delete from private.nemus_order_entries e where e.user_id = p_user;
  delete from private.nemus_refunds r using public.nemus_orders o where o.id = r.order_id and o.user_id = p_user;
  delete from private.nemus_disputes d using public.nemus_orders o where o.id = d.order_id and o.user_id = p_user;
  -- Of a refused subscription: its order alone.
  delete from private.nemus_provider_subscriptions s where s.institution_id = p_user
    or s.order_id in (select o.id from public.nemus_orders o where o.user_id = p_user);
  -- Fires invoices/electronic_invoices.
  delete from public.nemus_invoice_files f using public.nemus_invoices i where i.id = f.invoice_id and i.user_id = p_user;
  -- Fires invoices/transfers.
  delete from private.nemus_bank_receipts r using public.nemus_invoices i where i.id = r.invoice_id and i.user_id = p_user;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.cancels_id is not null;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user;
  delete from public.nemus_transactions t where t.user_id = p_user;
  delete from public.nemus_orders o where o.user_id = p_user;
  -- Fires credits/credits.
  delete from public.nemus_credit_entries c where c.institution_id = p_user and c.reverses_id is not null;
  -- Fires credits/credits.
  delete from public.nemus_credit_entries c where c.institution_id = p_user;
  delete from public.nemus_credit_balances b where b.institution_id = p_user;
  delete from auth.users u where u.id = p_user;
  perform set_config('nemus.forgets', '', true);
end $$;

/* Deletes accounts whose retention has passed, the oldest 100 at a time; one that fails is set aside. Returns how many. */
create function private.nemus_forget_deleted_accounts() returns int
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  account uuid;
  forgotten int := 0;
begin
  for account in
    select d.user_id from private.nemus_deleted_accounts d
    where d.keep_until < today and not exists (select from public.nemus_invoices i where i.user_id = d.user_id
      and not i.is_sample and make_date(extract(year from i.issued_on)::int + 8, 12, 31) >= today)
      and not private.nemus_is_set_aside('forget-deleted-accounts', d.user_id::text)
    order by d.keep_until, d.user_id limit 100 for update skip locked
  loop
    begin
      perform private.nemus_forget_account(account);
      forgotten := forgotten + 1;
      perform public.nemus_note_outcome('forget-deleted-accounts', account::text, null);
    exception when others then
      perform public.nemus_note_outcome('forget-deleted-accounts', account::text, sqlerrm);
    end;
  end loop;
  return forgotten;
end $$;
