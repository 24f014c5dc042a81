-- Progress of a competency for whom nobody has planned modules.

-- How many modules make a competency whole, where an account has no plan of its own; an installation can change it.
insert into private.nemus_settings (key, value) values ('competency_modules', '10');

/* Modules that make a competency whole: as many as are planned for the account, otherwise as the installation says. */
create function private.nemus_modules_planned(p_user uuid, p_competency text) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select t.modules_total from public.nemus_competency_targets t
      where t.user_id = p_user and t.competency = p_competency),
    (select (s.value #>> '{}')::int from private.nemus_settings s where s.key = 'competency_modules'), 1)
$$;

/*
 * Modules of a competency that an account has completed: each source of theory or e-learning is one, up to as many as
 * make it whole. For views: rights are theirs.
 */
create or replace function private.nemus_modules_done(p_user uuid, p_competency text) returns int
language sql stable security definer set search_path = '' as $$
  select least(private.nemus_modules_planned(p_user, p_competency), (select count(*)
    from private.nemus_training_sources s
    where s.user_id = p_user and s.competency = p_competency and s.area <> 'practice'))::int
$$;

/* Share of a competency's modules that are completed, 0 to 100. For views: rights are theirs. */
create or replace function private.nemus_competency_share(p_user uuid, p_competency text) returns int
language sql stable security definer set search_path = '' as $$
  select case when done.modules = planned.modules then 100
    -- Never 100 before the last one.
    else least(99, round(done.modules * 100.0 / planned.modules)) end::int
  from (select private.nemus_modules_planned(p_user, p_competency) as modules) planned,
    lateral (select private.nemus_modules_done(p_user, p_competency) as modules) done
$$;

revoke all on function private.nemus_modules_planned(uuid, text) from public;
