-- Who reads and changes which rows, and who calls which function. What is not granted here is closed.

grant select, insert, update, delete on private.nemus_settings to service_role;
