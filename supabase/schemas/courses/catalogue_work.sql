-- Work of staff with the role `catalogue` on whole seminars: copies, and one change of many seminars.
-- - A copy is a draft of its own, with copies of the e-learning and its files. Dates, people and a ZFU approval stay
--   with the source. Later changes of the source do not affect it.
-- - A change of many seminars follows the rules of a single one (courses/catalogue.sql), for all of them or none.

/*
 * Copies the newest saved text of an e-learning course, with questions and files, into a new draft. Returns its id.
 * p_mark: added to the title. p_seminar: the seminar that the copy belongs to, null for none.
 * Raises 404 learning_draft_not_found.
 */
create function private.nemus_copy_learning(p_course text, p_mark text, p_seminar uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  content jsonb := coalesce((select d.document from public.nemus_learning_drafts d where d.course_id = p_course),
    private.nemus_document_of(p_course));
  copy text;
  media record;
begin
  perform private.nemus_refuse(404, 'learning_draft_not_found') where content is null;
  content := content || jsonb_build_object('seminar_id', p_seminar,
    'title', private.nemus_marked_title(coalesce(content ->> 'title', ''), p_mark));
  copy := public.nemus_create_learning_course(content ->> 'title');
  for media in select m.*, gen_random_uuid() as new_id from public.nemus_learning_media m
    where m.course_id = p_course and m.confirmed_at is not null and strpos(content::text, m.id::text) > 0
  loop
    -- The same object in Storage: confirmed files are never replaced or removed.
    insert into public.nemus_learning_media (id, course_id, kind, path, file_name, content_type, size_bytes,
      confirmed_at, sha256, created_by)
    values (media.new_id, copy, media.kind, media.path, media.file_name, media.content_type, media.size_bytes,
      media.confirmed_at, media.sha256, auth.uid());
    content := replace(content::text, media.id::text, media.new_id::text)::jsonb;
  end loop;
  -- Ids of the source's blocks, modules and questions are replaced at the first publication (nemus_with_ids).
  update public.nemus_learning_drafts d set document = content where d.course_id = copy;
  return copy;
end $$;

/* A title with a mark in brackets, within the length of titles. */
create function private.nemus_marked_title(p_title text, p_mark text) returns text
language sql immutable set search_path = '' as $$
  select btrim(left(p_title, 197 - char_length(mark)) || ' (' || mark || ')') from (select left(p_mark, 50) as mark) m
$$;

/*
 * Copies an e-learning course into a draft without a seminar. Returns its id.
 * Raises 403 staff_required, 404 learning_draft_not_found.
 */
create function public.nemus_duplicate_learning_course(p_course text, p_mark text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_require_staff('catalogue');
  return private.nemus_copy_learning(p_course, p_mark, null);
end $$;

/*
 * Copies a seminar and its e-learning into drafts, without dates. Returns the copy's id, p_copy, which the caller
 * chooses, so that a repeated request makes one copy. p_expected: `updated_at` of the source as the caller read it.
 * Raises 403 staff_required, 404 course_not_found, 409 course_changed.
 */
create function public.nemus_duplicate_course(p_id uuid, p_expected timestamptz, p_copy uuid, p_mark text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.nemus_courses;
begin
  perform private.nemus_require_staff('catalogue');
  source := private.nemus_open_course(p_id, p_expected);
  if exists (select from public.nemus_courses c where c.id = p_copy) then
    return p_copy;
  end if;
  perform public.nemus_save_course(p_copy, private.nemus_course_form(source)
    || jsonb_build_object('title', private.nemus_marked_title(source.title, p_mark))
    -- An approval is for one course.
    || case source.zfu_status when 'approved' then '{"zfu_status": null, "zfu_number": null}' else '{}' end::jsonb);
  perform private.nemus_copy_learning(l ->> 'id', p_mark, p_copy)
  from jsonb_array_elements(public.nemus_seminar_learning(p_id)) l where (l ->> 'drafted_here')::boolean;
  return p_copy;
end $$;

/* A seminar as its form sends it. Older courses may have a duration that is not the sum of the units. */
create function private.nemus_course_form(p_course public.nemus_courses) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(p_course) - 'duration_hours'
$$;

/*
 * Changes up to 200 seminars, all or none. p_courses: [{id, updated_at}] as the caller read them. p_change: new values
 * of price_euros, credit_cost, competency, state (published or retired). Returns every seminar as it was before:
 * [{id, title, price_euros, credit_cost, competency, state, updated_at, problem}]. problem: why it stays as it is, the
 * code of a refusal or `same`, or null.
 * p_preview: tries the change and takes it back; `updated_at` may be missing.
 * Raises 403 staff_required, 400 invalid_request, 409 courses_unchanged {titles}.
 */
create function public.nemus_change_courses(p_courses jsonb, p_change jsonb, p_preview boolean default false)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given record;
  before public.nemus_courses;
  after jsonb;
  problem text;
  refusal text;
  answers jsonb := '[]'::jsonb;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_courses) is distinct from 'array'
    or jsonb_typeof(p_change) is distinct from 'object' or p_change = '{}'
    or p_change - array['price_euros', 'credit_cost', 'competency', 'state'] <> '{}'
    or p_change ->> 'state' not in ('published', 'retired');
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_array_length(p_courses) not between 1 and 200;
  -- In one order, so that two changes of many seminars cannot block each other.
  for given in select distinct on (1) private.nemus_draft_uuid(c, 'id') as id,
      (c ->> 'updated_at')::timestamptz as updated_at from jsonb_array_elements(p_courses) c order by 1
  loop
    begin
      select * into before from public.nemus_courses c where c.id = given.id;
      before := private.nemus_open_course(given.id,
        case when p_preview then coalesce(given.updated_at, before.updated_at) else given.updated_at end);
      after := to_jsonb(before);
      if p_change - 'state' <> '{}' then
        after := public.nemus_save_course(before.id, private.nemus_course_form(before) || (p_change - 'state'),
          before.updated_at);
      end if;
      after := case p_change ->> 'state'
        when 'published' then public.nemus_publish_course(before.id, (after ->> 'updated_at')::timestamptz)
        when 'retired' then public.nemus_retire_course(before.id, (after ->> 'updated_at')::timestamptz)
        else after end;
      problem := case when after - 'updated_at' = to_jsonb(before) - 'updated_at' then 'same' end;
      -- Takes the change of this seminar back.
      if p_preview or problem is not null then
        raise exception using errcode = 'NM000';
      end if;
    exception when sqlstate 'NM000' then null;
      when others then
        get stacked diagnostics refusal = pg_exception_hint;
        if sqlstate not like 'PT%' then raise; end if;
        problem := refusal;
    end;
    answers := answers || jsonb_build_array(jsonb_build_object('id', given.id, 'title', before.title,
      'price_euros', before.price_euros, 'credit_cost', before.credit_cost, 'competency', before.competency,
      'state', before.state, 'updated_at', before.updated_at, 'problem', problem));
  end loop;
  perform private.nemus_refuse(409, 'courses_unchanged', jsonb_build_object('titles', jsonb_agg(a -> 'title')))
  from jsonb_array_elements(answers) a where not p_preview and a ->> 'problem' <> 'same' having count(*) > 0;
  return answers;
end $$;
