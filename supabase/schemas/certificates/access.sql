-- Who reads and changes which rows, and who calls which function. What is not granted here is closed.

grant select on public.nemus_certificates to authenticated;
grant select, insert, delete on public.nemus_certificates to service_role;

create policy "own certificates are read" on public.nemus_certificates for select to authenticated
  using (user_id = (select auth.uid()));

grant execute on function public.nemus_verify_certificate(text) to anon, authenticated;

grant execute on function public.nemus_my_certificates() to authenticated;

-- The index of certificates calls it as the writer.
grant execute on function private.nemus_is_drawn_number(text) to service_role;
