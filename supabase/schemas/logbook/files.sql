-- Files of certificates from elsewhere: a trainee's PDF, JPEG or PNG in the private bucket `logbook`, described by a row.
-- - A file is sent to `incoming/` and its path; the function confirm-upload moves it to its path before it reads it. An
--   address for an upload is valid for hours, and would replace a file that it reached.
-- - At most 10 MB each, 200 for an account, 20 of them in no entry. Used only after the function confirm-upload has read
--   the file and stored its hash; never replaced.
-- - Read by the trainee, and by the account that confirms an entry with it, while it reads the entry
--   (nemus_reads_file in entries.sql). Institutions read the entry, not the file.
-- - Removed by the functions clear-uploads and confirm-upload (learning/media.sql): unfinished or in no entry for a day,
--   or left behind by a deleted account. A file is marked first, and a marked one goes into no entry. Its row stays and
--   counts for three hours, as an address may still send it; without a row, whatever arrives is removed.

create table public.nemus_logbook_files (
  id uuid primary key default gen_random_uuid(),
  -- Null: the account is deleted, and the file is removed from Storage next.
  user_id uuid references public.nemus_profiles (user_id) on delete set null,
  -- Path in the bucket. Generated here, so no text from users becomes part of it.
  path text not null unique,
  -- Only shown, and the name of the download.
  file_name text not null check (char_length(file_name) between 1 and 200),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes bigint not null check (size_bytes between 1 and 10485760),
  confirmed_at timestamptz,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  dropped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint confirmed_has_a_hash check ((confirmed_at is null) = (sha256 is null))
);
alter table public.nemus_logbook_files enable row level security;
create index nemus_logbook_files_user on public.nemus_logbook_files (user_id);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('logbook', 'logbook', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png'])
on conflict (id) do update set public = false, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

/*
 * Registers a file that the caller is about to upload. Returns {id, path}, the path to send it to. Raises 403 trainee_required, 422
 * media_type_refused, 422 media_empty, 413 media_too_large with `most_bytes`, 409 too_many_files.
 */
create function public.nemus_begin_certificate_upload(p_type text, p_size bigint, p_file_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  file constant uuid := gen_random_uuid();
  path text;
begin
  perform private.nemus_require_trainee();
  path := format('%s.%s', file, case p_type when 'application/pdf' then 'pdf' when 'image/jpeg' then 'jpg'
    when 'image/png' then 'png' end);
  perform private.nemus_refuse(422, 'media_type_refused') where path like '%.';
  perform private.nemus_refuse(422, 'media_empty') where coalesce(p_size, 0) <= 0;
  perform private.nemus_refuse(413, 'media_too_large', '{"most_bytes": 10485760}') where p_size > 10485760;
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(409, 'too_many_files')
    where (select count(*) >= 200 or count(*) filter (where not exists (
      select from public.nemus_logbook_entries e where e.file_id = f.id)) >= 20
      from public.nemus_logbook_files f where f.user_id = me);
  insert into public.nemus_logbook_files (id, user_id, path, file_name, content_type, size_bytes)
  values (file, me, path, coalesce(nullif(left(btrim(p_file_name), 200), ''), 'Nachweis'), p_type, p_size);
  return jsonb_build_object('id', file, 'path', 'incoming/' || path);
end $$;
