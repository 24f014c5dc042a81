-- Policies and grants of orders. Members with `billing` read purchases, all orders and the billing address of their
-- institution, and write the address; `booking` reads orders of courses. The subscription: `booking`, `billing`,
-- `reading`. Prices: every signed-in account. Orders and purchases are written by functions alone.
-- Functions for staff check the role `orders` themselves (desk.sql, staff_refunds.sql). Everything that talks to the
-- payment provider runs as the service role. Anything not granted here is closed.

grant select on public.nemus_prices to authenticated;
grant select, insert, update, delete on public.nemus_prices to service_role;
grant select on public.nemus_transactions, public.nemus_orders, public.nemus_billing_addresses,
  public.nemus_subscriptions to authenticated, service_role;
grant select on private.nemus_refunds, private.nemus_disputes, private.nemus_withdrawals to service_role;
grant insert (user_id, recipient, street, postal_code, city, country, extra_line), update (user_id, recipient, street,
  postal_code, city, country, extra_line) on public.nemus_billing_addresses to authenticated;
grant update (handled_at, handled_note) on private.nemus_withdrawals to service_role;

create policy "prices are read" on public.nemus_prices for select to authenticated using (true);

create policy "own purchases are read" on public.nemus_transactions for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing')));

-- A member who books waits for the payment of the booking, too.
create policy "own orders are read" on public.nemus_orders for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing'))
    or (kind = 'course' and user_id = (select private.nemus_pays_for('booking'))));

create policy "own billing address is read" on public.nemus_billing_addresses for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing')));
create policy "own billing address is given" on public.nemus_billing_addresses for insert to authenticated
  with check (user_id = (select private.nemus_pays_for('billing')));
create policy "own billing address is changed" on public.nemus_billing_addresses for update to authenticated
  using (user_id = (select private.nemus_pays_for('billing')))
  with check (user_id = (select private.nemus_pays_for('billing')));

create policy "own subscription is read" on public.nemus_subscriptions for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));

grant execute on function public.nemus_offered_address(), public.nemus_open_purchases(),
  public.nemus_note_result_shown(text), public.nemus_begin_order_refund(uuid,integer,text,integer),
  public.nemus_note_refund_elsewhere(uuid,text),
  public.nemus_begin_fulfilment(uuid), public.nemus_end_fulfilment(uuid),
  public.nemus_staff_orders(text,text,text,integer,date,date,integer), public.nemus_staff_order(uuid), public.nemus_order_tasks(),
  public.nemus_settle_attention(uuid,text), public.nemus_staff_withdrawals(integer,boolean,text), public.nemus_own_withdrawals(),
  public.nemus_handle_withdrawal(uuid,text), public.nemus_ask_support(uuid,text,text), public.nemus_own_support(),
  public.nemus_staff_support(boolean), public.nemus_answer_support(uuid,text) to authenticated;

grant execute on function public.nemus_plans(), public.nemus_order_course(uuid, uuid, uuid[], date, int),
  public.nemus_order_credits(uuid, int, int), public.nemus_order_subscription(uuid, text, int),
  public.nemus_attach_checkout(uuid,text,text,timestamp with time zone,text), public.nemus_checkout(text),
  public.nemus_deliver_result(text),
  public.nemus_begin_event(text,text,timestamp with time zone), public.nemus_finish_event(text,text),
  public.nemus_billing_contact(uuid), public.nemus_attach_customer(uuid,text),
  public.nemus_sync_subscription(text,text,text,timestamp with time zone,boolean,timestamp with time zone),
  public.nemus_record_invoice(text,text,integer,text,timestamp with time zone,text,integer,jsonb),
  public.nemus_fulfil_checkout(text,integer,text,text,text,timestamp with time zone),
  public.nemus_close_checkout(text,text), public.nemus_note_payment(text,text,timestamp with time zone),
  public.nemus_note_buyer(text,jsonb),
  public.nemus_refund_checkout(text,integer,jsonb,uuid[]), public.nemus_open_refunds(text),
  public.nemus_note_refund_failure(uuid,text), public.nemus_refund_notices(text),
  public.nemus_forget_refund_notice(uuid),
  public.nemus_settle_dispute(text,text,integer,text,text,timestamp with time zone,boolean,timestamp with time zone),
  public.nemus_untell_dispute(text), public.nemus_give_up_order(uuid,uuid), public.nemus_failure_notice(text),
  public.nemus_forget_failure_notice(uuid), public.nemus_claim_purchase_letters(uuid),
  public.nemus_note_purchase_letter(uuid,boolean), private.nemus_mailbox(text),
  private.nemus_mail_address(text), private.nemus_plain_text(text), private.nemus_punycode(text),
  public.nemus_record_withdrawal(uuid,text,text,text,text,text), public.nemus_note_withdrawal_receipt(uuid,boolean)
  to service_role;
