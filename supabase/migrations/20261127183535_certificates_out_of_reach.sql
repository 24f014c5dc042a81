SET local check_function_bodies = off;

DROP POLICY "logbook files are sent where a row waits" ON "storage"."objects";

CREATE OR REPLACE FUNCTION private.nemus_reads_entry_file (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = 'read' and a.role = any (private.nemus_logbook_roles(p_entry))
      and case a.role when 'owner' then true when 'institution' then false else p_entry.category <> 'self_experience'
        or (p_entry.confirmer_id in (select private.nemus_my_confirmers())
          and private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at)) end)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_certificate_upload (
  p_type      text,
  p_size      bigint,
  p_file_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  file constant uuid := gen_random_uuid();
  path text;
begin
  perform private.nemus_require_trainee();
  path := format('%s.%s', file, case p_type when 'application/pdf' then 'pdf' when 'image/jpeg' then 'jpg'
    when 'image/png' then 'png' end);
  perform private.nemus_refuse(422, 'media_type_refused') where path like '%.' or coalesce(p_size, 0) <= 0;
  perform private.nemus_refuse(413, 'media_too_large', '{"most_bytes": 10485760}') where p_size > 10485760;
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(409, 'too_many_files')
    where (select count(*) >= 200 or count(*) filter (where not exists (
      select from public.nemus_logbook_entries e where e.file_id = f.id)) >= 20
      from public.nemus_logbook_files f where f.user_id = me);
  insert into public.nemus_logbook_files (id, user_id, path, file_name, content_type, size_bytes)
  values (file, me, path, coalesce(nullif(left(btrim(p_file_name), 200), ''), 'Nachweis'), p_type, p_size);
  return jsonb_build_object('id', file, 'path', 'incoming/' || path);
end $function$;

CREATE POLICY "logbook files are sent where a row waits" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((bucket_id = 'logbook'::text) AND (EXISTS ( SELECT
   FROM public.nemus_logbook_files f
  WHERE ((objects.name = ('incoming/'::text || f.path)) AND (f.user_id = ( SELECT auth.uid() AS uid)) AND (f.confirmed_at IS NULL) AND (f.dropped_at IS NULL))))));
