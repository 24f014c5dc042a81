SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_check_names()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  field text;
begin
  foreach field in array tg_argv loop
    -- A name from before this rule stays until it is changed.
    perform private.nemus_refuse_field(field, 'unprintable', jsonb_build_object('character', n.sign))
    from private.nemus_unprintable(to_jsonb(new) ->> field) n (sign)
    where n.sign is not null and to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_unprintable (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (regexp_match(normalize(p_text, nfc),
    '[^\u0001-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u061c\u180e\u1c80-\u1c88\u1d00-\u1df9\u1dfb-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2000-\u2064\u2066-\u2071\u2074-\u208e\u2090-\u209c\u20a0-\u20c0\u2100-\u215f\u2183\u2184\u2212\u2c60-\u2c7f\u2de0-\u2e5d\u3000\ua640-\ua69f\ua700-\ua7ca\uab30-\uab6b\ufb00-\ufb06\ufeff\uff01-\uff5e]'))[1]
$function$;

CREATE OR REPLACE FUNCTION public.nemus_invite_trainees (
  p_people jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person record;
  results jsonb := '[]'::jsonb;
  invitation jsonb;
  code text;
  details text;
begin
  perform private.nemus_begin_inviting();
  perform private.nemus_refuse(400, 'too_many', '{"most": 500}')
    where jsonb_typeof(p_people) is distinct from 'array' or jsonb_array_length(p_people) > 500;
  for person in select p.value, p.ordinality from jsonb_array_elements(p_people) with ordinality as p loop
    invitation := null;
    code := null;
    details := null;
    begin
      invitation := private.nemus_add_trainee(person.value ->> 'first_name', person.value ->> 'last_name',
        person.value ->> 'email', person.value ->> 'phone');
    exception
      when check_violation or not_null_violation then
        code := 'invalid_person';
      when sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT429' then
        get stacked diagnostics code = pg_exception_hint, details = pg_exception_detail;
    end;
    results := results || jsonb_build_object('line', person.ordinality, 'email', person.value ->> 'email',
      'code', code, 'values', nullif(details, '')::jsonb, 'invitation', invitation);
  end loop;
  return results;
end $function$;

CREATE TRIGGER printable_names
  BEFORE INSERT OR UPDATE OF recipient, extra_line, street, city ON public.nemus_billing_addresses
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_check_names('recipient', 'extra_line', 'street', 'city');

CREATE TRIGGER printable_names
  BEFORE INSERT OR UPDATE OF name ON public.nemus_confirmers
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_check_names('name');

CREATE TRIGGER printable_names
  BEFORE INSERT ON public.nemus_name_requests
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_check_names('first_name', 'last_name');

CREATE TRIGGER printable_names
  BEFORE INSERT OR UPDATE OF first_name, last_name, institution_name ON public.nemus_profiles
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_check_names('first_name', 'last_name', 'institution_name');

CREATE TRIGGER printable_names
  BEFORE INSERT OR UPDATE OF first_name, last_name ON public.nemus_trainees
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_check_names('first_name', 'last_name');

REVOKE ALL ON FUNCTION "private"."nemus_check_names"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_check_names"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_check_names"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_unprintable"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_unprintable"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_unprintable"(text) TO "postgres";
