-- Policies and grants of credits. Members with `booking`, `billing` or `reading` read balance and ledger of their
-- institution. Only triggers and functions write; nemus_refund_enrollment is for the service role. Anything not granted
-- here is closed.

grant select on public.nemus_credit_balances, public.nemus_credit_entries to authenticated, service_role;

-- No column names a person, so bookers may see what bookings cost.
create policy "own balance is read" on public.nemus_credit_balances for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));

create policy "own credit entries are read" on public.nemus_credit_entries for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));

grant execute on function public.nemus_credit_forecast() to authenticated;

grant execute on function public.nemus_refund_enrollment(uuid) to service_role;
