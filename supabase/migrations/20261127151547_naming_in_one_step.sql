SET local check_function_bodies = off;

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
  perform private.nemus_refuse_field('valid_from', 'too_early', jsonb_build_object('earliest', o.earliest))
  from (select ((now() at time zone 'Europe/Berlin')::date - interval '10 years')::date as earliest) o where p_from < o.earliest;
  perform private.nemus_refuse_field('valid_until', 'missing') where p_until is null and not p_is_open;
  perform private.nemus_refuse_field('valid_until', 'date') where not private.nemus_is_day(p_until);
  perform private.nemus_refuse_field('valid_until', 'before_start') where p_until < p_from;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_name_confirmer (
  p_name        text,
  p_email       text,
  p_role        text,
  p_valid_from  date,
  p_valid_until date DEFAULT NULL::date,
  p_site        text DEFAULT ''::text,
  p_trainee     uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person uuid;
begin
  perform private.nemus_begin_naming();
  select c.id into person from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(btrim(p_email)) and c.ended_at is null;
  person := coalesce(person, public.nemus_save_confirmer(p_name, p_email));
  perform public.nemus_save_confirmer_role(person, p_role, p_valid_from, p_valid_until, p_site, p_trainee);
  return person;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_name_confirmer"(text, text, text, date, date, text, uuid) TO "postgres";
