DROP POLICY "operators publish shells" ON "storage"."objects";
