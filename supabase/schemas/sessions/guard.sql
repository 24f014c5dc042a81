-- The last file of the release: whatever tables it brought, second factors hold for them (20261127103000).
select private.nemus_guard_tables();
