-- Must run last: adds the policy of second factors to every table created before (sessions/second_factors.sql).
select private.nemus_guard_tables();
