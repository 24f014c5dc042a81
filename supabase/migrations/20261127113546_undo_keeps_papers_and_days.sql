SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_may_undo (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'confirmed' and not p_entry.is_sample and coalesce(p_entry.decided_by = auth.uid(), false)
    and p_entry.confirmed_at > now() - interval '10 minutes'
    and not exists (select from private.nemus_logbook_papers p
      where p.user_id = p_entry.user_id and p.step_number >= (select max(s.number) from private.nemus_logbook_steps s
        where s.user_id = p.user_id and s.entry_id = p_entry.id and s.action = 'confirm'))
    and not exists (select from public.nemus_logbook_entries c where c.corrects = p_entry.id and c.user_id = p_entry.user_id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_undo_confirmations (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owners constant uuid[] := array(select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.decided_by = auth.uid() order by e.user_id);
  entry public.nemus_logbook_entries;
  undone int := 0;
begin
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_ids), 0) not between 1 and 200;
  perform private.nemus_lock_logbook(o.id) from unnest(owners) o (id);
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.decided_by = auth.uid() and e.state = 'confirmed' order by e.id for update loop
    perform private.nemus_refuse(409, 'confirmation_used') where not private.nemus_may_undo(entry);
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'submitted', confirmed_at = null, confirmed_by = null,
      decided_by = null, decided_role = null, decided_as_deputy = false
    where e.id = entry.id;
    undone := undone + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found') where undone <> (select count(distinct i) from unnest(p_ids) as i);
  -- What a correction replaced counts again, if its day still has room.
  perform private.nemus_require_room(o, array['confirmed']) from public.nemus_logbook_entries c
  join public.nemus_logbook_entries o on o.id = c.corrects and o.user_id = c.user_id and o.state = 'confirmed'
  where c.id = any (p_ids);
  perform private.nemus_sum_logbook(o.id) from unnest(owners) o (id);
  return undone;
end $function$;
