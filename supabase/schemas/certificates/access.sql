-- Rights on certificates. Anything not granted here is closed.
-- An account reads its own certificates; nemus_my_certificates first issues those that are due. No client writes one.
-- Anyone, also signed out, can check a number with nemus_verify_certificate. The service role inserts certificates from
-- elsewhere.

grant select on public.nemus_certificates to authenticated;
grant select, insert, delete on public.nemus_certificates to service_role;

create policy "own certificates are read" on public.nemus_certificates for select to authenticated
  using (user_id = (select auth.uid()));

grant execute on function public.nemus_verify_certificate(text) to anon, authenticated;

grant execute on function public.nemus_my_certificates() to authenticated;

-- The unique index on numbers runs this function with the rights of the writer.
grant execute on function private.nemus_is_drawn_number(text) to service_role;
