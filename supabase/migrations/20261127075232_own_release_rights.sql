DROP POLICY "releasers read" ON "public"."nemus_release_members";

DROP POLICY "releasers read" ON "public"."nemus_release_operators";

CREATE POLICY "releasers read" ON "public"."nemus_release_members"
  FOR SELECT
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.nemus_is_releaser() AS nemus_is_releaser)));

CREATE POLICY "releasers read" ON "public"."nemus_release_operators"
  FOR SELECT
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.nemus_is_releaser() AS nemus_is_releaser)));
