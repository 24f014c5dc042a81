-- Policies and grants of invoices. An account reads its own; members with `billing` read those of their institution,
-- with their original files, and choose how it gets invoices. Invoices are written by functions alone and never
-- changed.
-- Taxes and bookkeeping: staff with the role `orders`, checked in the functions. Original files: the service role.
-- Anything not granted here is closed.

grant select on public.nemus_invoices, public.nemus_invoice_choices, public.nemus_invoice_files
  to authenticated, service_role;
grant select on public.nemus_tax_treatments, public.nemus_product_taxes, public.nemus_country_taxes to service_role;
grant insert (institution_id, is_collected, format, buyer_reference), update (institution_id, is_collected, format,
  buyer_reference) on public.nemus_invoice_choices to authenticated;

create policy "own invoices are read" on public.nemus_invoices for select to authenticated
  using (user_id = (select private.nemus_pays_for('billing')));

create policy "own choices of invoices are read" on public.nemus_invoice_choices for select to authenticated
  using (institution_id = (select private.nemus_acts_for('billing')));
create policy "own choices of invoices are made" on public.nemus_invoice_choices for insert to authenticated
  with check (institution_id = (select private.nemus_acts_for('billing')));
create policy "own choices of invoices are changed" on public.nemus_invoice_choices for update to authenticated
  using (institution_id = (select private.nemus_acts_for('billing')))
  with check (institution_id = (select private.nemus_acts_for('billing')));

create policy "own original invoices are read" on public.nemus_invoice_files for select to authenticated
  using (exists (select from public.nemus_invoices i where i.id = invoice_id));

grant execute on function public.nemus_product_tax_desk(), public.nemus_set_product_tax(text,uuid,text),
  public.nemus_own_taxes(), public.nemus_set_country_tax(text,boolean,text), public.nemus_set_credit_voucher(text),
  public.nemus_own_invoices(), public.nemus_gathered_payments(), public.nemus_bookkeeping(date,date),
  public.nemus_bookkeeping_settings(), public.nemus_set_bookkeeping(jsonb), public.nemus_staff_invoices(text,date,date,int,uuid),
  public.nemus_staff_invoice(uuid), public.nemus_invoice_archive(date,date,text), public.nemus_begin_invoice_mail(uuid,text), public.nemus_note_invoice_mail(uuid),
  public.nemus_order_totals(text,text,text,date,date), public.nemus_turnover(date,date), public.nemus_own_transfers(),
  public.nemus_order_credits_by_transfer(uuid,int,int), public.nemus_staff_transfers(text),
  public.nemus_enter_receipts(jsonb), public.nemus_cancel_transfer(uuid,int,text), public.nemus_staff_transfer_terms(text),
  public.nemus_set_transfer_terms(uuid,int,int), public.nemus_course_on_invoice(uuid,text),
  public.nemus_enter_on_invoice(uuid,uuid,text,int,jsonb) to authenticated;

grant execute on function public.nemus_invoice_document(uuid), public.nemus_unwritten_invoices(), public.nemus_keep_invoice_file(uuid,text,text),
  public.nemus_note_invoice_gap(uuid,text[]), public.nemus_note_fee(text,int,timestamptz),
  public.nemus_claim_payment_reminders(), public.nemus_note_payment_reminder(uuid,boolean) to service_role;
