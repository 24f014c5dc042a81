-- What has no content is not offered: an e-learning course without it is not in the list, and the seminar that a premium
-- course is sold as is neither in the catalogue nor for sale meanwhile (S-4.5).

/*
 * Whether a course can be learned as it stands: a block is open and has modules, each module of an open block has a text,
 * and each quiz among them has questions enough for a run.
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

/* Seminars that would be sold with a premium course which has nothing to learn yet. */
create function private.nemus_withheld_seminars() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.seminar_id from public.nemus_learning_courses c
  where c.is_premium and c.is_active and not private.nemus_has_content(c.id)
$$;

/* Whether a seminar can be bought or booked: it is in the catalogue, and what is sold with it exists. */
create function private.nemus_is_offered(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_courses c
    where c.id = p_course and c.is_active and c.id not in (select private.nemus_withheld_seminars()))
$$;

revoke all on function private.nemus_has_content(text), private.nemus_withheld_seminars(),
  private.nemus_is_offered(uuid) from public;
grant execute on function private.nemus_has_content(text), private.nemus_withheld_seminars() to authenticated;

create policy "offered courses are read" on public.nemus_learning_courses for select to authenticated
  using (is_active and private.nemus_has_content(id));
-- A course that left the catalogue stays readable for those who are enrolled in it.
-- The withheld ones are asked for once per query, whatever the size of the catalogue.
create policy "offered and own courses are read" on public.nemus_courses for select to authenticated
  using ((is_active and id not in (select private.nemus_withheld_seminars())) or private.nemus_is_enrolled(id));
