SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_confirmer_deputies"
  DROP CONSTRAINT "nemus_confirmer_deputies_check1";

ALTER TABLE "public"."nemus_confirmer_roles"
  DROP CONSTRAINT "nemus_confirmer_roles_check";

ALTER TABLE "public"."nemus_logbook_cases"
  DROP CONSTRAINT "nemus_logbook_cases_check";

ALTER TABLE "public"."nemus_logbook_sites"
  DROP CONSTRAINT "nemus_logbook_sites_check";

ALTER TABLE "public"."nemus_personal_data"
  DROP CONSTRAINT "nemus_personal_data_birth_date_check";

CREATE OR REPLACE FUNCTION private.nemus_day_field (
  p_fields      jsonb,
  p_field       text,
  p_is_required boolean
)
  RETURNS date
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  given constant text := nullif(p_fields ->> p_field, '');
  day date;
begin
  if given is null then
    perform private.nemus_refuse_field(p_field, 'missing') where p_is_required;
    return null;
  end if;
  begin
    day := case when given ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then given::date end;
  exception when datetime_field_overflow then
    day := null;
  end;
  perform private.nemus_refuse_field(p_field, 'date') where day is null or day < '2000-01-01' or not private.nemus_is_day(day);
  return day;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_day (
  p_day date
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_day is null or p_day between '1900-01-01' and '2099-12-31'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_times (
  p_plan jsonb
)
  RETURNS TABLE (
    place        integer,
    starts_at    timestamp with time zone,
    ends_at      timestamp with time zone,
    change_until timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  first_day date;
  last_day date;
  starts time;
  ends time;
  until timestamp;
  weeks int := 1;
  often int := 1;
  field text;
begin
  begin
    field := 'day';
    first_day := (p_plan ->> 'day')::date;
    field := 'ends';
    last_day := coalesce((p_plan ->> 'ends_day')::date, first_day);
    ends := (p_plan ->> 'ends')::time;
    field := 'starts';
    starts := (p_plan ->> 'starts')::time;
    field := 'change_until';
    until := (p_plan ->> 'change_until')::timestamp;
    field := 'weeks';
    if jsonb_typeof(p_plan -> 'series') = 'object' then
      weeks := (p_plan #>> '{series,weeks}')::int;
      field := 'until';
      often := case when p_plan #>> '{series,until}' is null then (p_plan #>> '{series,count}')::int
        else ((p_plan #>> '{series,until}')::date - first_day) / (7 * nullif(weeks, 0)) + 1 end;
      if (p_plan #>> '{series,until}')::date < first_day then
        often := 0;
      end if;
    end if;
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  end;
  perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field',
      case when first_day is null then 'day' when starts is null then 'starts' when ends is null then 'ends'
        else 'day' end))
    where first_day is null or starts is null or ends is null or not private.nemus_is_day(first_day);
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "ends_day"}') where not private.nemus_is_day(last_day);
  perform private.nemus_refuse(400, 'date_invalid', '{"field": "change_until"}') where not private.nemus_is_day(until::date);
  if weeks is null or weeks not between 1 and 52 then
    perform private.nemus_refuse(400, 'series_invalid', '{"field": "weeks"}');
  elsif often is null or often < 1 then
    perform private.nemus_refuse(400, 'series_invalid', jsonb_build_object('field',
      case when p_plan #>> '{series,until}' is null then 'count' else 'until' end));
  elsif often > 52 then
    perform private.nemus_refuse(400, 'series_too_long', jsonb_build_object('most', 52, 'field',
      case when p_plan #>> '{series,until}' is null then 'count' else 'until' end));
  end if;
  for place, starts_at, ends_at, change_until in
    select n, (first_day + 7 * weeks * (n - 1) + starts) at time zone 'Europe/Berlin',
      (last_day + 7 * weeks * (n - 1) + ends) at time zone 'Europe/Berlin',
      (until + make_interval(weeks => weeks * (n - 1))) at time zone 'Europe/Berlin'
    from generate_series(1, often) n
  loop
    perform private.nemus_check_times(starts_at, ends_at, change_until);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_refuse_period (
  p_from    date,
  p_until   date,
  p_is_open boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse_field('valid_from', case when p_from is null then 'missing' else 'date' end)
    where p_from is null or not private.nemus_is_day(p_from);
  perform private.nemus_refuse_field('valid_until', 'missing') where p_until is null and not p_is_open;
  perform private.nemus_refuse_field('valid_until', 'date') where not private.nemus_is_day(p_until);
  perform private.nemus_refuse_field('valid_until', 'before_start') where p_until < p_from;
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_is_day"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_is_day"(date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_is_day"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_day"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_day"(date) TO "service_role";

-- Existing rows. A stored year 25 was typed for 2025; other impossible days of a training are unknown.
with days as (
  select t.user_id,
    case when t.started_on < '0100-01-01' then t.started_on + interval '2000 years' else t.started_on end::date as first_day,
    case when t.expected_end_on < '0100-01-01' then t.expected_end_on + interval '2000 years' else t.expected_end_on end::date as last_day
  from public.nemus_training_info t
  where not (private.nemus_is_day(t.started_on) and private.nemus_is_day(t.expected_end_on))
)
update public.nemus_training_info t
set started_on = case when private.nemus_is_day(d.first_day) then d.first_day end,
  expected_end_on = case when private.nemus_is_day(d.last_day) and (d.last_day <= d.first_day) is not true then d.last_day end
from days d where d.user_id = t.user_id;
-- Ends after 2099 meant an open end.
update public.nemus_logbook_sites set ended_on = null where not private.nemus_is_day(ended_on);
update public.nemus_confirmer_roles set valid_until = null where not private.nemus_is_day(valid_until);
update public.nemus_confirmer_deputies set valid_until = '2099-12-31' where not private.nemus_is_day(valid_until);

ALTER TABLE "public"."nemus_confirmer_deputies"
  ADD CONSTRAINT "nemus_confirmer_deputies_check1" CHECK (((valid_until >= valid_from) AND private.nemus_is_day(valid_until)));

ALTER TABLE "public"."nemus_confirmer_deputies"
  ADD CONSTRAINT "nemus_confirmer_deputies_valid_from_check" CHECK (private.nemus_is_day(valid_from));

ALTER TABLE "public"."nemus_confirmer_roles"
  ADD CONSTRAINT "nemus_confirmer_roles_check" CHECK (((valid_until >= valid_from) AND private.nemus_is_day(valid_until)));

ALTER TABLE "public"."nemus_confirmer_roles"
  ADD CONSTRAINT "nemus_confirmer_roles_valid_from_check" CHECK (private.nemus_is_day(valid_from));

ALTER TABLE "public"."nemus_logbook_cases"
  ADD CONSTRAINT "nemus_logbook_cases_check" CHECK (((closed_on >= started_on) AND private.nemus_is_day(closed_on)));

ALTER TABLE "public"."nemus_logbook_cases"
  ADD CONSTRAINT "nemus_logbook_cases_started_on_check" CHECK (private.nemus_is_day(started_on));

ALTER TABLE "public"."nemus_logbook_entries"
  ADD CONSTRAINT "nemus_logbook_entries_done_on_check" CHECK (private.nemus_is_day(done_on));

ALTER TABLE "public"."nemus_logbook_sites"
  ADD CONSTRAINT "nemus_logbook_sites_check" CHECK (((ended_on >= started_on) AND private.nemus_is_day(ended_on)));

ALTER TABLE "public"."nemus_logbook_sites"
  ADD CONSTRAINT "nemus_logbook_sites_started_on_check" CHECK (private.nemus_is_day(started_on));

ALTER TABLE "public"."nemus_personal_data"
  ADD CONSTRAINT "nemus_personal_data_birth_date_check" CHECK (private.nemus_is_day(birth_date));

ALTER TABLE "public"."nemus_requirement_sets"
  ADD CONSTRAINT "nemus_requirement_sets_valid_from_check" CHECK (private.nemus_is_day(valid_from));

ALTER TABLE "public"."nemus_training_info"
  ADD CONSTRAINT "nemus_training_info_expected_end_on_check" CHECK (private.nemus_is_day(expected_end_on));

ALTER TABLE "public"."nemus_training_info"
  ADD CONSTRAINT "nemus_training_info_started_on_check" CHECK (private.nemus_is_day(started_on));
