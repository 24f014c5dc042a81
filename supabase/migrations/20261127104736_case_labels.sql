SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_logbook_cases"
  ADD COLUMN "label" text NOT NULL DEFAULT ''::text;

CREATE OR REPLACE FUNCTION public.nemus_case_hours()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
    select e.case_id, coalesce(sum(e.minutes) filter (where e.category = 'practice'), 0) as practice,
      coalesce(sum(e.minutes) filter (where e.category = 'supervision'), 0) as supervision,
      count(*) as entries, max(e.done_on) as last_on
    from public.nemus_logbook_entries e
    where e.user_id = auth.uid() and e.case_id is not null and (e.corrects is null or e.state = 'confirmed')
      and not exists (select from public.nemus_logbook_entries c
        where c.corrects = e.id and c.user_id = e.user_id and c.state = 'confirmed')
    group by e.case_id) h
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_case_hours"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_label_case (
  p_case  uuid,
  p_label text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_logbook_cases c
  set label = coalesce(private.nemus_text_field(jsonb_build_object('label', p_label), 'label', 30, false), '')
  where c.id = p_case and c.user_id = auth.uid();
  perform private.nemus_refuse(404, 'case_not_found') where not found;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_label_case"(uuid, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."nemus_logbook_cases"
  ADD CONSTRAINT "nemus_logbook_cases_label_check" CHECK ((char_length(label) <= 30));

GRANT EXECUTE ON FUNCTION "public"."nemus_case_hours"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_case_hours"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_case_hours"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_label_case"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_label_case"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_label_case"(uuid, text) TO "postgres";
