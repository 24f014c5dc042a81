SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_check_steps (
  p_user uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    user_id uuid,
    number  integer,
    problem text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
  with chain as (
    select s.*, s as step, lag(s.hash, 1, repeat('0', 64)) over w as hash_before, lag(s.number, 1, 0) over w as number_before
    from private.nemus_logbook_steps s where s.user_id = coalesce(p_user, s.user_id)
    window w as (partition by s.user_id order by s.number)
  ),
  last_steps as (
    select distinct on (c.user_id, c.entry_id) c.user_id, c.entry_id, c.number, c.action, c.content
    from chain c order by c.user_id, c.entry_id, c.number desc
  )
  select c.user_id, c.number, case when c.number <> c.number_before + 1 then 'missing'
    when c.previous_hash <> c.hash_before then 'unlinked' else 'changed' end
  from chain c
  where c.number <> c.number_before + 1 or c.previous_hash <> c.hash_before or c.hash <> private.nemus_step_hash(c.step)
  union all
  select coalesce(e.user_id, s.user_id), s.number, 'entry'
  from (select l.* from last_steps l where l.action = 'confirm'
    and not (l.content::jsonb ->> 'is_sample')::boolean) as s
  full join (select o.* from public.nemus_logbook_entries o
    where o.state = 'confirmed' and not o.is_sample and o.user_id = coalesce(p_user, o.user_id)) as e
    on e.id = s.entry_id and e.user_id = s.user_id
  where e.id is null or s.content is null or exists (
    -- Only columns of both moments. These three may be emptied when another account is deleted.
    select from jsonb_each(s.content::jsonb) as was join jsonb_each(to_jsonb(e)) as is_now on is_now.key = was.key
    where was.value <> is_now.value and (was.key not in ('confirmer_id', 'institution_id', 'decided_by')
      or is_now.value <> 'null'))
$function$;
