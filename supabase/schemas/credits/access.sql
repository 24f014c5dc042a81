-- Who reads and changes which rows, and who calls which function. What is not granted here is closed.

grant select on public.nemus_credit_balances, public.nemus_credit_entries to authenticated, service_role;

-- Nothing of it names a person: whoever looks at bookings sees what they cost.
create policy "own balance is read" on public.nemus_credit_balances for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));

create policy "own credit entries are read" on public.nemus_credit_entries for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'reading')));

grant execute on function public.nemus_credit_forecast() to authenticated;

grant execute on function public.nemus_refund_enrollment(uuid) to service_role;
