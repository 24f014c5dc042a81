-- The e-learning of the caller for the dashboard and the cards of seminars: begun courses, and courses of seminars that
-- the caller is enrolled in. Read-only, with the caller's rights. Courses that are no longer on offer are left out.

/*
 * status and progress_percentage as in nemus_learning_progress. is_done: all modules of the present version are
 * completed. next_module: title of the first module that is open and not completed; null if the caller is done or must
 * wait for a block to open. For texts, goals and modules of the whole catalogue, read nemus_learning_courses.
 */
create view public.nemus_my_learning with (security_invoker = true) as
select l.id as course_id, l.position, l.title, l.competency, l.units, l.seminar_id,
  coalesce(p.status, 'not_started') as status, coalesce(p.progress_percentage, 0) as progress_percentage,
  coalesce(p.is_sample, false) as is_sample, steps.is_done, steps.next_module
from (
  select b.course_id from public.nemus_learning_progress b where b.user_id = (select auth.uid())
  union
  select s.id from public.nemus_course_enrollments e join public.nemus_learning_courses s on s.seminar_id = e.course_id
  where e.user_id = (select auth.uid())
) own
join public.nemus_learning_courses l on l.id = own.course_id
left join public.nemus_learning_progress p on p.user_id = (select auth.uid()) and p.course_id = l.id
cross join lateral (
  select coalesce(bool_and(d.module_id is not null), false) as is_done,
    (array_agg(m.title order by m.position) filter (where d.module_id is null and b.is_open))[1] as next_module
  from public.nemus_learning_modules m
  join public.nemus_learning_blocks b on b.course_id = m.course_id and b.id = m.block_id
  left join public.nemus_module_progress d on d.user_id = (select auth.uid()) and d.module_id = m.id
  where m.course_id = l.id
) steps;
create trigger keep_rows instead of insert or update or delete on public.nemus_my_learning
  for each row execute function private.nemus_keep_rows();
