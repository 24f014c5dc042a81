ALTER TABLE "public"."nemus_personal_data"
  DROP CONSTRAINT "nemus_personal_data_postal_code_check";

ALTER TABLE "public"."nemus_personal_data"
  ADD CONSTRAINT "nemus_personal_data_postal_code_check" CHECK ((postal_code ~ '^(0[0-9]{4}|[1-9][0-9]{3,4})?$'::text));
