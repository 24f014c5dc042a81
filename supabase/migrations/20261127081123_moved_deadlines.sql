SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_moved_times (
  p_date  uuid,
  p_dates uuid[],
  p_times jsonb
)
  RETURNS TABLE (
    date_id      uuid,
    starts_at    timestamp with time zone,
    ends_at      timestamp with time zone,
    change_until timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  first public.nemus_appointments;
  target record;
  old public.nemus_appointments;
  days int;
begin
  select * into first from public.nemus_appointments a where a.id = p_date;
  select t.starts_at at time zone 'Europe/Berlin' as starts, t.ends_at at time zone 'Europe/Berlin' as ends into target
  from private.nemus_planned_times(p_times - 'series' - 'change_until') t;
  for old in select * from public.nemus_appointments a where a.id = any (p_dates) order by a.starts_at, a.id loop
    days := (old.starts_at at time zone 'Europe/Berlin')::date - (first.starts_at at time zone 'Europe/Berlin')::date;
    date_id := old.id;
    starts_at := (target.starts + days * interval '1 day') at time zone 'Europe/Berlin';
    ends_at := (target.ends + days * interval '1 day') at time zone 'Europe/Berlin';
    continue when (starts_at, ends_at) = (old.starts_at, old.ends_at);
    -- Null stays null: the date can be changed until it starts.
    change_until := case when old.change_until is not null then
      least(starts_at, ((old.change_until at time zone 'Europe/Berlin')
        + (target.starts::date - (first.starts_at at time zone 'Europe/Berlin')::date) * interval '1 day')
        at time zone 'Europe/Berlin') end;
    change_until := case when change_until > now() then change_until end;
    perform private.nemus_check_times(starts_at, ends_at, null);
    return next;
  end loop;
end $function$;
