-- Grants of the base objects. Only the service role reads and writes settings. Anything not granted here is closed.

grant select, insert, update, delete on private.nemus_settings to service_role;
grant execute on function private.nemus_is_day(date) to authenticated, service_role;
