SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_keep_position()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' then
    new.course_id := old.course_id;
    new.block_id := old.block_id;
  elsif new.user_id = auth.uid() and private.nemus_learning_bar(new.course_id, new.block_id) is not null then
    return null;
  end if;
  return new;
end $function$;

CREATE TRIGGER keep_position
  BEFORE INSERT OR UPDATE ON public.nemus_block_positions
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_position();

REVOKE ALL ON FUNCTION "private"."nemus_keep_position"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_keep_position"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_keep_position"() TO "postgres";
