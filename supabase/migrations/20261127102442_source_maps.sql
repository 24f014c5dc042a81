SET local check_function_bodies = off;

-- Private: no address without a login serves it.
INSERT INTO storage.buckets (id, name, public) VALUES ('nemus-release-maps', 'nemus-release-maps', false);

DROP POLICY "a team clears away its own releases" ON "storage"."objects";

DROP POLICY "a team publishes its own areas" ON "storage"."objects";

ALTER TABLE "private"."nemus_area_reports"
  DROP CONSTRAINT "nemus_area_reports_detail_check";

CREATE OR REPLACE FUNCTION public.nemus_support_reports (
  p_support_id text
)
  RETURNS TABLE (
    environment text,
    remote      text,
    version     text,
    hour        timestamp with time zone,
    name        text,
    detail      text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.environment, r.remote, nullif(r.version, ''), r.hour, r.name, r.detail from private.nemus_area_reports r
  where p_support_id = any (r.support_ids) and (auth.role() = 'service_role' or private.nemus_is_operator()
    or r.remote in (select private.nemus_own_areas()))
  order by r.hour desc
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_support_reports"(text) FROM PUBLIC, "anon";

ALTER TABLE "private"."nemus_area_reports"
  ADD CONSTRAINT "nemus_area_reports_detail_check" CHECK (((detail ~ '^[A-Za-z0-9 .:/…_-]*$'::text) AND (char_length(detail) <= 400)));

CREATE POLICY "a team and operators read source maps" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING
    (((bucket_id = 'nemus-release-maps'::text) AND (( SELECT private.nemus_is_operator() AS nemus_is_operator) OR private.nemus_may_release(split_part(name, '/'::text, 2),
    'publish'::text))));

CREATE POLICY "a team clears away its own releases" ON "storage"."objects"
  FOR DELETE
  TO "authenticated"
  USING
    (((((bucket_id = 'nemus-releases'::text) AND (split_part(name, '/'::text, 1) = 'releases'::text)) OR ((bucket_id = 'nemus-release-maps'::text) AND (split_part(name, '/'::text,
    1) = 'maps'::text))) AND private.nemus_may_release(split_part(name, '/'::text, 2), 'gc'::text)));

CREATE POLICY "a team publishes its own areas" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((((bucket_id = 'nemus-releases'::text) AND (split_part(name, '/'::text, 1) = 'releases'::text)) OR ((bucket_id = 'nemus-release-maps'::text) AND (split_part(name, '/'::text,
    1) = 'maps'::text))) AND private.nemus_may_release(split_part(name, '/'::text, 2), 'publish'::text)));

GRANT EXECUTE ON FUNCTION "public"."nemus_support_reports"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_support_reports"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_support_reports"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_support_reports"(text) TO "service_role";
