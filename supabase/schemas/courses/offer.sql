-- What is on sale (S-4.5). An e-learning course without content is not listed. A seminar sold with a premium course
-- that has no content is withheld: published, but neither in the catalogue nor for sale.
-- Only what exists can be bought (S-4.21): an offered seminar with a date to choose or e-learning with content. Every
-- purchase path checks it: orders, credits, bookings and booking requests by nemus_check_buyable, a paid order when it
-- is granted. Other seminars record interest (dates/interests.sql).
-- nemus_is_offered is what the catalogue shows: policies on courses (courses/access.sql, learning/access.sql), search
-- and the list of dates.
-- Exception: enrolled people still read their seminar when it leaves the offer (courses/access.sql).

/*
 * Whether a course has content: an open block with modules, a text for each module of an open block, and at least
 * three answerable questions for each quiz.
 */
create function private.nemus_has_content(p_course text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > 0 and bool_and(coalesce(btrim(c.content), '') <> '' and (m.type <> 'quiz' or 3 <= (
    select count(*) from public.nemus_quiz_questions q join private.nemus_quiz_answers a on a.question_id = q.id
    where q.course_id = m.course_id and q.block_id = m.block_id)))
  from public.nemus_learning_blocks b
  join public.nemus_learning_modules m on m.course_id = b.course_id and m.block_id = b.id
  left join public.nemus_learning_contents c on c.module_id = m.id
  where b.course_id = p_course and b.is_open
$$;

/* Seminars sold with a premium course that has no content yet. */
create function private.nemus_withheld_seminars() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.seminar_id from public.nemus_learning_courses c
  where c.is_premium and c.is_active and not private.nemus_has_content(c.id)
$$;

/* Whether a seminar is in the catalogue: it is published and not withheld. */
create function private.nemus_is_offered(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_courses c
    where c.id = p_course and c.is_active and c.id not in (select private.nemus_withheld_seminars()))
$$;

/* Whether an offered seminar has something to sell. */
create function private.nemus_is_buyable(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_is_offered(p_course)
    and exists (select from private.nemus_for_sale s where s.course_id = p_course)
$$;

/* Raises 404 course_not_found (not offered), 409 dates_to_follow (offered, but with nothing to sell yet). */
create function private.nemus_check_buyable(p_course uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_buyable(p_course) then
    perform private.nemus_refuse(404, 'course_not_found') where not private.nemus_is_offered(p_course);
    perform private.nemus_refuse(409, 'dates_to_follow');
  end if;
end $$;

/*
 * For staff: every e-learning course that is not retired, by title: [{id, title, is_published, published_here,
 * drafted_here, elsewhere}]. published_here: the published version belongs to the seminar. drafted_here: the draft
 * does, from its publication on (private.nemus_draft_gaps lists what prevents it). elsewhere: title of another seminar
 * that the draft names. Raises 403 staff_required.
 */
create function public.nemus_seminar_learning(p_seminar uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'is_published', l.is_published,
      'published_here', l.published_seminar is not distinct from p_seminar,
      'drafted_here', l.drafted_seminar is not distinct from p_seminar,
      'elsewhere', (select s.title from public.nemus_courses s
        where s.id = l.drafted_seminar and s.id is distinct from p_seminar)) order by private.nemus_sort_key(l.title), l.id), '[]')
    from (
      select coalesce(c.id, d.course_id) as id, coalesce(nullif(d.document ->> 'title', ''), c.title, '') as title,
        c.id is not null as is_published, c.seminar_id as published_seminar,
        case when d.course_id is null then c.seminar_id
          else private.nemus_draft_uuid(d.document, 'seminar_id') end as drafted_seminar
      from public.nemus_learning_courses c
      full join public.nemus_learning_drafts d on d.course_id = c.id
      where c.is_active is distinct from false) l);
end $$;
