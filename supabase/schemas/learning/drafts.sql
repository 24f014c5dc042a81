-- Authors (staff with the role `catalogue`) write one draft per e-learning course. Learners never read it.
-- - A save names the revision it has read; a stale one gets 409 draft_changed. No author overwrites another.
-- - Every published version is kept unchanged. Discarding a draft leaves the published course as it is.
-- What a draft lacks: learning/draft_checks.sql. Publishing: learning/publishing.sql. The catalogue lists drafts per
-- seminar (courses/offer.sql). The audit trigger on e-learning courses is here.

/*
 * {title, description, learning_goal, competency, units, estimated_time, difficulty, is_premium, seminar_id, blocks:
 * [{key, id, title, description, units, is_open,
 *   modules: [{key, id, title, minutes, type, text, video: {media, subtitles} | null,
 *     panels: [{key, media, title, alternative, caption}], documents: [{key, media, title}]}],
 *   questions: [{key, id, question, options, correct, explanation, panel}]}]}
 * `correct` is the index of the right option, or a list of several.
 * A draft may be incomplete; private.nemus_draft_gaps lists what publishing requires. `key` belongs to the page. `id`
 * is null until the first publication.
 */
create table public.nemus_learning_drafts (
  course_id text primary key check (course_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(course_id) <= 100),
  document jsonb not null check (jsonb_typeof(document) = 'object' and octet_length(document::text) <= 2000000),
  -- Incremented by every save. A save names the revision it is based on.
  revision int not null default 1,
  saved_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_learning_drafts enable row level security;
create trigger touch before update on public.nemus_learning_drafts for each row execute function private.nemus_touch();
create index nemus_learning_drafts_saved_by on public.nemus_learning_drafts (saved_by);

/* Every published version. Append-only, and kept when the publisher's account is deleted. */
create table public.nemus_learning_versions (
  course_id text not null references public.nemus_learning_courses (id) on delete restrict,
  number int not null check (number > 0),
  document jsonb not null,
  published_by uuid not null,
  -- The publisher's name at that time.
  publisher text not null,
  created_at timestamptz not null default now(),
  primary key (course_id, number)
);
alter table public.nemus_learning_versions enable row level security;
create trigger keep_rows before update or delete on public.nemus_learning_versions
  for each row execute function private.nemus_keep_rows();
create trigger audit after insert or update or delete on public.nemus_learning_courses for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('id');

/* A title as part of an id: "Ärzte & Recht" becomes `aerzte-recht`. `teil` without any letter or digit. */
create function private.nemus_slug(p_title text, p_length int) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(left(btrim(regexp_replace(translate(replace(replace(replace(replace(lower(p_title),
    U&'\00E4', 'ae'), U&'\00F6', 'oe'), U&'\00FC', 'ue'), U&'\00DF', 'ss'), 'áàâéèêëíìîïóòôúùûçñ', 'aaaeeeeiiiiooouuucn'),
    '[^a-z0-9]+', '-', 'g'), '-'), p_length), '-'), ''), 'teil')
$$;

/* The objects in a list of a draft, in order. Empty for anything that is not a list. */
create function private.nemus_items(p_list jsonb) returns table (item jsonb, place int)
language sql immutable rows 10 set search_path = '' as $$
  select element, (row_number() over (order by place))::int
  from jsonb_array_elements(case jsonb_typeof(p_list) when 'array' then p_list else '[]' end)
    with ordinality as list (element, place)
  where jsonb_typeof(element) = 'object'
$$;

/* A published course in the form of a draft. */
create function private.nemus_document_of(p_course text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', c.title, 'description', c.description, 'learning_goal', c.learning_goal,
    'competency', c.competency, 'units', c.units, 'estimated_time', c.estimated_time, 'difficulty', c.difficulty,
    'is_premium', c.is_premium, 'seminar_id', c.seminar_id, 'blocks', coalesce((
      select jsonb_agg(jsonb_build_object('key', b.id, 'id', b.id, 'title', b.title, 'description', b.description,
        'units', b.units, 'is_open', b.is_open,
        'modules', coalesce((
          select jsonb_agg(jsonb_build_object('key', m.id, 'id', m.id, 'title', m.title, 'minutes', m.duration_minutes,
            'type', m.type, 'text', coalesce(t.content, ''),
            'video', (select jsonb_build_object('media', v.media_id, 'subtitles', (
                select s.media_id from public.nemus_learning_module_media s
                where s.module_id = m.id and s.role = 'subtitles' and s.position = 1))
              from public.nemus_learning_module_media v
              where v.module_id = m.id and v.role = 'video' and v.position = 1),
            'panels', coalesce((select jsonb_agg(jsonb_build_object('key', x.media_id, 'media', x.media_id,
                'title', x.title, 'alternative', x.alternative, 'caption', x.caption) order by x.position)
              from public.nemus_learning_module_media x where x.module_id = m.id and x.role = 'panel'), '[]'),
            'documents', coalesce((select jsonb_agg(jsonb_build_object('key', x.media_id, 'media', x.media_id,
                'title', x.title) order by x.position)
              from public.nemus_learning_module_media x where x.module_id = m.id and x.role = 'document'), '[]')
            ) order by m.position)
          from public.nemus_learning_modules m left join public.nemus_learning_contents t on t.module_id = m.id
          where m.course_id = b.course_id and m.block_id = b.id), '[]'),
        'questions', coalesce((
          select jsonb_agg(jsonb_build_object('key', q.id, 'id', q.id, 'question', q.question, 'options', q.options,
            'correct', case a.also_correct when '{}' then to_jsonb(a.correct_option)
              else to_jsonb(a.correct_option || a.also_correct) end,
            'explanation', coalesce(a.explanation, ''), 'panel', q.comic_reference)
            order by q.position)
          from public.nemus_quiz_questions q left join private.nemus_quiz_answers a on a.question_id = q.id
          where q.course_id = b.course_id and q.block_id = b.id), '[]')) order by b.position)
      from public.nemus_learning_blocks b where b.course_id = c.id), '[]'))
  from public.nemus_learning_courses c where c.id = p_course
$$;

/*
 * Creates a draft of a new course, with an id made from the title. Returns the id. Raises 403 staff_required,
 * 422 title_required.
 */
create function public.nemus_create_learning_course(p_title text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  title constant text := btrim(coalesce(p_title, ''));
  base constant text := private.nemus_slug(title, 60);
  course text := base;
  attempt int := 1;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(422, 'title_required') where title = '' or char_length(title) > 200;
  loop
    if not exists (select from public.nemus_learning_courses c where c.id = course) then
      insert into public.nemus_learning_drafts (course_id, document, saved_by)
      values (course, jsonb_build_object('title', title, 'description', '', 'learning_goal', '', 'competency', '',
        'units', null, 'estimated_time', '', 'difficulty', '', 'is_premium', false, 'seminar_id', null,
        'blocks', '[]'::jsonb), auth.uid())
      on conflict (course_id) do nothing;
      exit when found;
    end if;
    attempt := attempt + 1;
    course := base || '-' || attempt;
  end loop;
  perform private.nemus_note_act('create_draft', 'learning_drafts', course, null, jsonb_build_object('title', title));
  return course;
end $$;

/*
 * Opens the draft of a course for staff, created from the published course if there is none: {course_id, revision,
 * document, saved_at, saved_by, version, published_at, is_active}. Raises 403 staff_required,
 * 404 learning_draft_not_found.
 */
create function public.nemus_open_learning_draft(p_course text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('catalogue');
  insert into public.nemus_learning_drafts (course_id, document)
  select c.id, private.nemus_document_of(c.id) from public.nemus_learning_courses c where c.id = p_course
  on conflict (course_id) do nothing;
  perform private.nemus_refuse(404, 'learning_draft_not_found')
    where not exists (select from public.nemus_learning_drafts d where d.course_id = p_course);
  return (
    select jsonb_build_object('course_id', d.course_id, 'revision', d.revision, 'document', d.document,
      'saved_at', d.updated_at, 'saved_by', private.nemus_holder(d.saved_by), 'version', v.number,
      'published_at', coalesce(v.created_at, c.created_at), 'is_active', c.is_active)
    from public.nemus_learning_drafts d
    left join public.nemus_learning_courses c on c.id = d.course_id
    left join lateral (select n.number, n.created_at from public.nemus_learning_versions n
      where n.course_id = d.course_id order by n.number desc limit 1) v on true
    where d.course_id = p_course);
end $$;

/*
 * Saves a draft. Returns its new revision.
 * Raises 403 staff_required, 404 learning_draft_not_found, 409 draft_changed (saved again since p_revision),
 * 413 draft_too_large, 422 draft_malformed.
 */
create function public.nemus_save_learning_draft(p_course text, p_revision int, p_document jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  saved int;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(422, 'draft_malformed') where jsonb_typeof(p_document) is distinct from 'object';
  perform private.nemus_refuse(413, 'draft_too_large') where octet_length(p_document::text) > 2000000;
  update public.nemus_learning_drafts d set document = p_document, revision = d.revision + 1, saved_by = auth.uid()
  where d.course_id = p_course and d.revision = p_revision
  returning d.revision into saved;
  if saved is null then
    perform private.nemus_refuse(409, 'draft_changed')
      where exists (select from public.nemus_learning_drafts d where d.course_id = p_course);
    perform private.nemus_refuse(404, 'learning_draft_not_found');
  end if;
  return saved;
end $$;

/*
 * Discards a draft. The published course stays, and the next draft starts from it. Raises 403 staff_required,
 * 409 draft_changed.
 */
create function public.nemus_discard_learning_draft(p_course text, p_revision int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  discarded jsonb;
begin
  perform private.nemus_require_staff('catalogue');
  delete from public.nemus_learning_drafts d where d.course_id = p_course and d.revision = p_revision
  returning d.document into discarded;
  perform private.nemus_refuse(409, 'draft_changed') where discarded is null;
  perform private.nemus_note_act('discard_draft', 'learning_drafts', p_course, discarded, null);
end $$;

/*
 * All courses and drafts for staff, by title: [{id, title, state, has_changes, modules, version, saved_at}]. state:
 * draft (never published), published or retired. Raises 403 staff_required.
 */
create function public.nemus_learning_desk() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(c.id, d.course_id),
      'title', coalesce(nullif(d.document ->> 'title', ''), c.title, ''),
      'state', case when c.id is null then 'draft' when c.is_active then 'published' else 'retired' end,
      'has_changes', c.id is not null and d.course_id is not null and d.document is distinct from
        coalesce(v.document, private.nemus_document_of(c.id)),
      'modules', case when d.course_id is null
        then (select count(*) from public.nemus_learning_modules m where m.course_id = c.id)
        else (select count(*) from private.nemus_items(d.document -> 'blocks') b, private.nemus_items(b.item -> 'modules'))
        end,
      'version', v.number, 'saved_at', coalesce(d.updated_at, c.updated_at))
      order by private.nemus_sort_key(coalesce(nullif(d.document ->> 'title', ''), c.title)), coalesce(c.id, d.course_id)), '[]')
    from public.nemus_learning_courses c
    full join public.nemus_learning_drafts d on d.course_id = c.id
    left join lateral (select n.number, n.document from public.nemus_learning_versions n
      where n.course_id = c.id order by n.number desc limit 1) v on true);
end $$;
