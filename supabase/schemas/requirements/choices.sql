-- The requirement set of a trainee: chosen at the first visit, changed at any time to a published set that is already
-- valid. The former choice stays as history. Logbook entries belong to no set, so none is lost; the training targets
-- (figures/training_records.sql) follow the set. Exception: a retired set stays with the trainees who chose it, but
-- cannot be chosen again.

/*
 * Units of 45 minutes required by a set per target area; no row for an area without a figure. Supervision counts as
 * practice.
 */
create function private.nemus_set_targets(p_set uuid) returns table (area text, units int)
language sql stable security definer set search_path = '' as $$
  select case c.category when 'supervision' then 'practice' else c.category end, ceil(sum(c.required_units * c.unit_minutes) / 45.0)::int
  from public.nemus_requirement_categories c
  where c.set_id = p_set and c.category <> 'self_experience' and c.required_units is not null
  group by 1
$$;

/*
 * A set that the caller can choose, locked against retirement.
 * Raises 403 piw_required, 404 set_not_found, 409 set_retired, set_not_valid_yet {from}.
 */
create function private.nemus_open_choice(p_set uuid) returns public.nemus_requirement_sets
language plpgsql security definer set search_path = '' as $$
declare
  next_set public.nemus_requirement_sets;
begin
  perform private.nemus_refuse(403, 'piw_required', '{"of": "requirements"}')
    where not exists (select from public.nemus_profiles p where p.user_id = auth.uid() and p.user_type = 'piw');
  select * into next_set from public.nemus_requirement_sets s where s.id = p_set and s.state <> 'draft' for share;
  perform private.nemus_refuse(404, 'set_not_found') where not found;
  perform private.nemus_refuse(409, 'set_retired') where next_set.state = 'retired';
  if next_set.valid_from > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse(409, 'set_not_valid_yet', jsonb_build_object('from', next_set.valid_from::timestamp at time zone 'Europe/Berlin'));
  end if;
  return next_set;
end $$;

/*
 * Chooses a set or changes to another one. p_present: the present set as the caller saw it, or null. Choosing the
 * present set changes nothing. Returns {set_id}.
 * Raises 403 piw_required, 404 set_not_found, 409 set_retired, set_not_valid_yet, choice_changed.
 */
create function public.nemus_choose_requirements(p_set uuid, p_present uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present public.nemus_requirement_choices;
begin
  perform private.nemus_lock_logbook(auth.uid());
  select * into present from public.nemus_requirement_choices c where c.user_id = auth.uid() and c.ended_at is null
  for update;
  -- A repeated request whose first answer was lost; also if the set was retired since.
  if present.set_id = p_set then
    return jsonb_build_object('set_id', p_set);
  end if;
  perform private.nemus_open_choice(p_set);
  perform private.nemus_refuse(409, 'choice_changed') where present.set_id is distinct from p_present;
  update public.nemus_requirement_choices c set ended_at = clock_timestamp() where c.id = present.id;
  insert into public.nemus_requirement_choices (user_id, set_id, created_at) values (auth.uid(), p_set, clock_timestamp());
  insert into public.nemus_training_targets as t (user_id, area, target_units)
  select auth.uid(), demanded.area, demanded.units from private.nemus_set_targets(p_set) demanded
  on conflict (user_id, area) do update set target_units = excluded.target_units
  where t.target_units <> excluded.target_units;
  return jsonb_build_object('set_id', p_set);
end $$;

/*
 * Effect of a change, before it is made: {present, next: documents of the sets, targets: [{area, units, next_units}],
 * entries: [{category, entries, minutes}]}; entries are all of the caller's, in any state. next is null if p_set is
 * null or the present set. Raises as nemus_choose_requirements.
 */
create function public.nemus_preview_requirements(p_set uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant uuid := (select c.set_id from public.nemus_requirement_choices c
    where c.user_id = auth.uid() and c.ended_at is null);
begin
  if p_set is distinct from present and p_set is not null then
    perform private.nemus_open_choice(p_set);
  end if;
  return jsonb_build_object('present', private.nemus_requirement_document(present),
    'next', case when p_set is distinct from present then private.nemus_requirement_document(p_set) end,
    'targets', (select coalesce(jsonb_agg(jsonb_build_object('area', t.area, 'units', t.target_units,
        'next_units', coalesce(demanded.units, t.target_units))
        order by array_position(array['theory', 'practice', 'elearning'], t.area)), '[]')
      from public.nemus_training_targets t left join private.nemus_set_targets(p_set) demanded on demanded.area = t.area
      where t.user_id = auth.uid()),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('category', written.category, 'entries', written.entries,
        'minutes', written.minutes) order by written.category), '[]')
      from (select e.category, count(*) as entries, sum(e.minutes) as minutes from public.nemus_logbook_entries e
        where e.user_id = auth.uid() group by e.category) written));
end $$;
