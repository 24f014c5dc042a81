-- Files of e-learning courses: pictures, videos with subtitles, PDFs, in the private bucket `learning`. A row describes
-- each file; accounts that can read the row can read the file (learning/access.sql).
-- - Uploads: by staff with the role `catalogue`, of the types and sizes in nemus_media_types, for a course with a
--   draft.
-- - A file is used only after the function confirm-upload has read it and stored its hash. It is never replaced.
-- - An upload unfinished for a day is removed by the functions clear-uploads (hourly job, jobs/jobs.sql) and
--   confirm-upload. Both also check and remove files of certificates (logbook/files.sql).
-- Which module shows which file is written by learning/publishing.sql.

create table public.nemus_learning_media (
  id uuid primary key default gen_random_uuid(),
  -- A course, or the draft of a course that was never published.
  course_id text not null check (course_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(course_id) <= 100),
  kind text not null check (kind in ('picture', 'video', 'subtitles', 'document')),
  -- Path in the bucket. Generated here, so no text from users becomes part of it. A copy of a course has rows of its
  -- own for the same files (courses/catalogue_work.sql).
  path text not null,
  -- The file name given by the author. Only shown.
  file_name text not null check (char_length(file_name) between 1 and 200),
  content_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- Set when the function confirm-upload has read the file. Nothing uses the file before.
  confirmed_at timestamptz,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint confirmed_has_a_hash check ((confirmed_at is null) = (sha256 is null))
);
alter table public.nemus_learning_media enable row level security;
create trigger touch before update on public.nemus_learning_media for each row execute function private.nemus_touch();
create index nemus_learning_media_course on public.nemus_learning_media (course_id, created_at);
create index nemus_learning_media_path on public.nemus_learning_media (path);
create index nemus_learning_media_created_by on public.nemus_learning_media (created_by);
create index nemus_learning_media_waiting on public.nemus_learning_media (created_at) where confirmed_at is null;
create trigger audit after insert or update or delete on public.nemus_learning_media for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');

/* Accepted files: kind, type, extension and maximum size. */
create function private.nemus_media_types() returns table (kind text, content_type text, extension text, most_bytes bigint)
language sql immutable set search_path = '' as $$
  values ('picture', 'image/png', 'png', 5242880::bigint), ('picture', 'image/jpeg', 'jpg', 5242880),
    ('picture', 'image/webp', 'webp', 5242880), ('video', 'video/mp4', 'mp4', 104857600),
    ('video', 'video/webm', 'webm', 104857600), ('subtitles', 'text/vtt', 'vtt', 1048576),
    ('document', 'application/pdf', 'pdf', 20971520)
$$;

-- The bucket enforces the same types and the largest size, for uploads that bypass these rows.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'learning', 'learning', false, max(t.most_bytes), array_agg(t.content_type) from private.nemus_media_types() t
on conflict (id) do update set public = false, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

/*
 * Registers a file that staff is about to upload. Returns {id, path}.
 * Raises 403 staff_required, 422 media_type_refused, 422 media_empty, 413 media_too_large with `most_bytes`,
 * 404 learning_draft_not_found.
 */
create function public.nemus_begin_upload(p_course text, p_kind text, p_type text, p_size bigint, p_file_name text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  allowed record;
  media constant uuid := gen_random_uuid();
  path text;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(404, 'learning_draft_not_found')
    where not exists (select from public.nemus_learning_drafts d where d.course_id = p_course);
  select t.extension, t.most_bytes into allowed
  from private.nemus_media_types() t where t.kind = p_kind and t.content_type = p_type;
  perform private.nemus_refuse(422, 'media_type_refused') where not found;
  perform private.nemus_refuse(422, 'media_empty') where coalesce(p_size, 0) <= 0;
  perform private.nemus_refuse(413, 'media_too_large', jsonb_build_object('most_bytes', allowed.most_bytes))
    where p_size > allowed.most_bytes;
  path := format('%s/%s.%s', p_course, media, allowed.extension);
  insert into public.nemus_learning_media (id, course_id, kind, path, file_name, content_type, size_bytes, created_by)
  values (media, p_course, p_kind, path, coalesce(nullif(left(btrim(p_file_name), 200), ''), 'Datei'), p_type, p_size,
    auth.uid());
  return jsonb_build_object('id', media, 'path', path);
end $$;

/*
 * The expected properties of an uploaded file, for the function that checks it: {bucket, path, content_type, size_bytes,
 * is_confirmed}. Of e-learning, for staff, or of the caller's own certificates (logbook/files.sql).
 * Raises 403 staff_required, 404 media_not_found.
 */
create function public.nemus_upload_to_check(p_media uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  media jsonb;
begin
  select jsonb_build_object('bucket', 'logbook', 'path', f.path, 'content_type', f.content_type, 'size_bytes', f.size_bytes,
    'is_confirmed', f.confirmed_at is not null) into media
  from public.nemus_logbook_files f where f.id = p_media and f.user_id = auth.uid() and f.dropped_at is null;
  if found then return media; end if;
  perform private.nemus_require_staff('catalogue');
  select jsonb_build_object('bucket', 'learning', 'path', m.path, 'content_type', m.content_type, 'size_bytes', m.size_bytes,
    'is_confirmed', m.confirmed_at is not null) into media
  from public.nemus_learning_media m where m.id = p_media;
  perform private.nemus_refuse(404, 'media_not_found') where media is null;
  return media;
end $$;

/* Marks a file as complete and valid. Called by the function that has read it. */
create function public.nemus_confirm_upload(p_media uuid, p_sha256 text) returns void
language sql security definer set search_path = '' as $$
  update public.nemus_learning_media m set confirmed_at = now(), sha256 = p_sha256
  where m.id = p_media and m.confirmed_at is null;
  update public.nemus_logbook_files f set confirmed_at = now(), sha256 = p_sha256
  where f.id = p_media and f.confirmed_at is null and f.dropped_at is null
$$;

/*
 * After the removal of unconfirmed files from Storage: deletes the rows of e-learning, and marks those of certificates,
 * which count for their account as long as an address to send them to is valid.
 */
create function public.nemus_drop_uploads(p_paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.nemus_learning_media m where m.path = any (p_paths) and m.confirmed_at is null;
  update public.nemus_logbook_files f set dropped_at = now()
  where f.path = any (p_paths) and f.confirmed_at is null and f.dropped_at is null
$$;

/*
 * Uploads of e-learning that are a day old and unconfirmed, and all files of certificates without a row of their own: in no
 * entry for a day, given up, of a deleted account, or sent after any of this; at most 50 of each. The database cannot
 * delete files from Storage; the functions clear-uploads and confirm-upload do.
 */
create function public.nemus_abandoned_uploads() returns table (bucket text, path text)
language sql volatile security definer set search_path = '' as $$
  -- Marked before they are removed. Held first: an entry that takes one now (nemus_read_certificate) is seen by the update.
  select f.id from public.nemus_logbook_files f
  where f.dropped_at is null and (f.user_id is null or f.created_at < now() - interval '1 day')
    and not exists (select from public.nemus_logbook_entries e where e.file_id = f.id) order by f.id for update;
  update public.nemus_logbook_files f set dropped_at = now()
  where f.dropped_at is null and (f.user_id is null or f.created_at < now() - interval '1 day')
    and not exists (select from public.nemus_logbook_entries e where e.file_id = f.id);
  -- A marked file gets no new address; the last one is valid for two hours.
  delete from public.nemus_logbook_files f
  where f.dropped_at is not null and (f.user_id is null or f.dropped_at < now() - interval '3 hours');
  (select 'learning', m.path from public.nemus_learning_media m
  where m.confirmed_at is null and m.created_at < now() - interval '1 day'
    and not private.nemus_is_set_aside('clear-uploads', m.path) order by m.created_at limit 50)
  union all
  (select 'logbook', o.name from storage.objects o
  where o.bucket_id = 'logbook' and not private.nemus_is_set_aside('clear-uploads', o.name)
    and not exists (select from public.nemus_logbook_files f where f.path = regexp_replace(o.name, '^incoming/', '')
      and f.dropped_at is null and (f.confirmed_at is null or f.path = o.name)) order by o.created_at limit 50)
$$;

/* The files of published modules. Readable for people who may learn the module. */
create table public.nemus_learning_module_media (
  module_id text not null references public.nemus_learning_modules (id) on delete cascade,
  -- panel: a picture of the comic · document: a PDF · subtitles: for the module's video
  role text not null check (role in ('panel', 'video', 'subtitles', 'document')),
  position int not null check (position > 0),
  media_id uuid not null references public.nemus_learning_media (id) on delete restrict,
  title text not null default '' check (char_length(title) <= 200),
  -- Describes the picture and every word spoken in it.
  alternative text not null default '' check (char_length(alternative) <= 2000),
  caption text not null default '' check (char_length(caption) <= 500),
  created_at timestamptz not null default now(),
  primary key (module_id, role, position),
  constraint panels_have_an_alternative check (role <> 'panel' or alternative <> '')
);
alter table public.nemus_learning_module_media enable row level security;
create index nemus_learning_module_media_media on public.nemus_learning_module_media (media_id);
