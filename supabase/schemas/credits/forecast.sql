-- How long the credits of an institution last at the pace of the last 180 days. Read by members with the role
-- `booking`, `billing` or `reading`. A day is named only after 28 days with spending on at least two of them.

/*
 * Forecast for the caller's institution: {available, used, days, lasts_until, basis}. used: credits spent within
 * `days`, minus returned credits. days: at most 180, counted from the first entry. basis: empty (none left) ·
 * no_use (nothing spent) · too_little (less than 28 days, or spent on a single day) · far (more than five years) · pace
 * (lasts_until is the last day, Europe/Berlin; null in all other cases).
 * Raises 403 as nemus_require_member.
 */
create function public.nemus_credit_forecast() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  institution constant uuid := private.nemus_require_member('booking', 'billing', 'reading');
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  left_over constant int := coalesce((select b.available_credits from public.nemus_credit_balances b
    where b.institution_id = institution), 0);
  began timestamptz;
  pace record;
  seen_days int;
  lasting numeric;
begin
  select greatest(min(e.created_at), now() - interval '180 days') into began
  from public.nemus_credit_entries e where e.institution_id = institution;
  select coalesce(-sum(e.amount + coalesce(returned.credits, 0)), 0)::int as used,
    count(distinct (e.created_at at time zone 'Europe/Berlin')::date)
      filter (where e.amount + coalesce(returned.credits, 0) < 0) as on_days
  into pace
  from public.nemus_credit_entries e
  -- Returned credits count on the day they were spent, not on the day they came back.
  left join lateral (select sum(r.amount) as credits from public.nemus_credit_entries r
    where r.reverses_id = e.id and r.kind = 'spend_reversal') returned on true
  where e.institution_id = institution and e.kind = 'spend' and e.created_at >= began;
  seen_days := coalesce(floor(extract(epoch from now() - began) / 86400)::int, 0);
  lasting := case when pace.used > 0 then floor(left_over::numeric * greatest(seen_days, 1) / pace.used) end;
  return jsonb_build_object('available', left_over, 'used', pace.used, 'days', seen_days)
    || case
      when left_over <= 0 then '{"basis": "empty", "lasts_until": null}'::jsonb
      when pace.used <= 0 then '{"basis": "no_use", "lasts_until": null}'::jsonb
      when seen_days < 28 or pace.on_days < 2 then '{"basis": "too_little", "lasts_until": null}'::jsonb
      when lasting > 1826 then '{"basis": "far", "lasts_until": null}'::jsonb
      else jsonb_build_object('basis', 'pace', 'lasts_until', today + lasting::int) end;
end $$;
