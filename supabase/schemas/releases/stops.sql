-- The stop list: what operators stopped, one signed list per environment, obeyed by browsers before the registry.
-- Written through nemus_release_changes (registry.sql), by operators alone; the database checks the order (`serial`),
-- browsers check the signature.
-- No change switches a stopped area on. One that an operator switched off in the registry is switched on by operators
-- only (nemus_is_held).

create table public.nemus_release_stop_lists (
  environment text primary key references public.nemus_release_environments (name) on update cascade on delete restrict,
  serial bigint not null check (serial > 0),
  -- The list, with the operator's signature over its canonical JSON.
  document jsonb not null check (pg_column_size(document) <= 200000),
  updated_at timestamptz not null default now()
);
alter table public.nemus_release_stop_lists enable row level security;

/*
 * Replaces the stop list with the next serial, and returns it. The environment's row is locked.
 * Raises PT409 revision_conflict (`detail`: the present serial), PT400 malformed_stop_list.
 */
create function private.nemus_apply_stop_list(p_change public.nemus_release_changes) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  found_serial bigint;
  list jsonb := p_change.stop_list;
begin
  select l.serial into found_serial from public.nemus_release_stop_lists l where l.environment = p_change.environment;
  found_serial := coalesce(found_serial, 0);
  perform private.nemus_refuse(409, 'revision_conflict', jsonb_build_object('revision', found_serial))
    where found_serial is distinct from p_change.expected_revision;
  if list is null or list ->> 'environment' is distinct from p_change.environment
    or list -> 'serial' is distinct from to_jsonb(found_serial + 1)
    or jsonb_typeof(list -> 'areas') is distinct from 'array' or jsonb_typeof(list -> 'canaries') is distinct from 'array'
    or jsonb_typeof(list -> 'signature') is distinct from 'object' or list ->> 'issuedAt' is null
    or list ->> 'issuedAt' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z$' then
    perform private.nemus_refuse(400, 'malformed_stop_list');
  end if;
  -- Browsers refuse a list from the future. The kill switch must not fail because of a wrong clock.
  perform private.nemus_refuse(400, 'malformed_stop_list', '{"of": "clock"}')
    where (list ->> 'issuedAt')::timestamptz > clock_timestamp() + interval '10 minutes';
  insert into public.nemus_release_stop_lists as l (environment, serial, document)
  values (p_change.environment, found_serial + 1, list)
  on conflict (environment) do update set serial = excluded.serial, document = excluded.document, updated_at = now();
  return found_serial + 1;
end $$;

/*
 * Whether an operator's stop forbids a change that switches an area on. Stopped by the list: no `enable`. Switched off
 * in the registry by an operator: nothing by a team until an operator switches it on or retires it; retiring and
 * promoting again, or switching it off oneself, gets around neither. A stopped area may still be released, for the day
 * it starts again.
 */
create function private.nemus_is_held(p_change public.nemus_release_changes) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((p_change.entry ->> 'enabled')::boolean, false) and (
    (p_change.action = 'enable' and exists (
      select from public.nemus_release_stop_lists l, jsonb_array_elements(l.document -> 'areas') as stop
      where l.environment = p_change.environment and stop ->> 'name' = p_change.remote and not stop ? 'versions'))
    or (not private.nemus_is_operator() and coalesce((
      select c.action = 'disable' from public.nemus_release_changes c
      where c.environment = p_change.environment and c.remote = p_change.remote and c.by_operator
      order by c.id desc limit 1), false)))
$$;

/* Stop list of an environment for browsers; null before the first one. */
create function public.nemus_release_stop_list(p_environment text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select l.document from public.nemus_release_stop_lists l where l.environment = p_environment
$$;
