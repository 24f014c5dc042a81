SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_missing_names (
  p_names text[]
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(n.name order by n.name), '{}') from unnest(p_names[1:1000]) n (name)
  where not exists (select from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relname = n.name and c.relkind in ('r', 'v', 'm', 'p'))
    and not exists (select from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname = n.name)
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_missing_names"(text[]) FROM PUBLIC, "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_missing_names"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_missing_names"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_missing_names"(text[]) TO "postgres";
