SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_import_entries"(jsonb);

CREATE OR REPLACE FUNCTION public.nemus_save_entries (
  p_entries jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
  saved jsonb := jsonb_build_array();
  refused jsonb := jsonb_build_array();
  code text;
  detail text;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entries) is distinct from 'array';
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 250}')
    where jsonb_array_length(p_entries) not between 1 and 250;
  for given in select e.value from jsonb_array_elements(p_entries) e loop
    begin
      saved := saved || public.nemus_save_entry(given);
    exception when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
      get stacked diagnostics code = pg_exception_hint, detail = pg_exception_detail;
      refused := refused || jsonb_build_object('id', given ->> 'id', 'code', code, 'values', nullif(detail, '')::jsonb);
    end;
  end loop;
  return jsonb_build_object('saved', saved, 'refused', refused);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_save_entries"(jsonb) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_entries"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_entries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_entries"(jsonb) TO "postgres";
