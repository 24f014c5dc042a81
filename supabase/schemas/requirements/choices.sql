-- Which requirement set a trainee has: chosen at the first visit, left for another one at any time. Entries belong to no
-- set, so that moving loses none; the targets of the training follow the set.

/* Units that a set demands in each area of the training's targets; no row for an area without a figure. */
create function private.nemus_set_targets(p_set uuid) returns table (area text, units int)
language sql stable security definer set search_path = '' as $$
  select case c.category when 'supervision' then 'practice' else c.category end, sum(c.required_units)::int
  from public.nemus_requirement_categories c
  where c.set_id = p_set and c.category <> 'self_experience' and c.required_units is not null
  group by 1
$$;

/*
 * A set that the caller can choose, locked, so that nobody retires it meanwhile.
 * Raises 403 piw_required, 404 set_not_found, 409 set_retired, 409 set_not_valid_yet {from}.
 */
create function private.nemus_open_choice(p_set uuid) returns public.nemus_requirement_sets
language plpgsql security definer set search_path = '' as $$
declare
  next_set public.nemus_requirement_sets;
begin
  if not exists (select from public.nemus_profiles p where p.user_id = auth.uid() and p.user_type = 'piw') then
    perform private.nemus_refuse(403, 'piw_required', '{"of": "requirements"}');
  end if;
  select * into next_set from public.nemus_requirement_sets s where s.id = p_set and s.state <> 'draft' for share;
  if not found then
    perform private.nemus_refuse(404, 'set_not_found');
  end if;
  if next_set.state = 'retired' then
    perform private.nemus_refuse(409, 'set_retired');
  end if;
  if next_set.valid_from > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse(409, 'set_not_valid_yet', jsonb_build_object('from', next_set.valid_from::timestamp at time zone 'Europe/Berlin'));
  end if;
  return next_set;
end $$;

/*
 * Chooses a set, or moves to another one; the one before stays in the history. p_present: the set that the caller saw as
 * the present one, null for none. Choosing the present one again changes nothing. Returns {set_id}.
 * Raises 403 piw_required, 404 set_not_found, 409 set_retired, 409 set_not_valid_yet, 409 choice_changed.
 */
create function public.nemus_choose_requirements(p_set uuid, p_present uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present public.nemus_requirement_choices;
begin
  perform private.nemus_lock_logbook(auth.uid());
  select * into present from public.nemus_requirement_choices c where c.user_id = auth.uid() and c.ended_at is null
  for update;
  -- The answer of the first time may have been lost; also when that set was retired since.
  if present.set_id = p_set then
    return jsonb_build_object('set_id', p_set);
  end if;
  perform private.nemus_open_choice(p_set);
  if present.set_id is distinct from p_present then
    perform private.nemus_refuse(409, 'choice_changed');
  end if;
  update public.nemus_requirement_choices c set ended_at = clock_timestamp() where c.id = present.id;
  insert into public.nemus_requirement_choices (user_id, set_id, created_at) values (auth.uid(), p_set, clock_timestamp());
  insert into public.nemus_training_targets as t (user_id, area, target_units)
  select auth.uid(), demanded.area, demanded.units from private.nemus_set_targets(p_set) demanded
  on conflict (user_id, area) do update set target_units = excluded.target_units
  where t.target_units <> excluded.target_units;
  return jsonb_build_object('set_id', p_set);
end $$;

/*
 * What moving to a set would change, before it is done: {present, next: documents of the sets, targets: [{area, units,
 * next_units}], entries: [{category, entries, minutes}]}; entries are all that the caller has written, whatever their state.
 * p_set null, or the present one: next is null. Raises what choosing raises.
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
