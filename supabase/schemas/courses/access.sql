-- Rights on the catalogue and on enrolments. Anything not granted here is closed.
-- Signed-in accounts read the seminars on offer and those they are enrolled in, and their own enrolments. The only row
-- a client may insert is an enrolment paid with its own credits (credits/credits.sql checks and debits it). Every other
-- write goes through the functions at the end; those of staff check the role `catalogue` themselves.

grant select on public.nemus_courses to authenticated;
grant select, insert, update, delete on public.nemus_courses to service_role;
grant select on public.nemus_course_enrollments to authenticated, service_role;
-- The columns a client may name when it buys with credits. Price and time come from the database.
grant insert (user_id, course_id, enrollment_type, status, shown_credits) on public.nemus_course_enrollments to authenticated;

create policy "own enrolments are read" on public.nemus_course_enrollments for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own enrolments are bought with credits" on public.nemus_course_enrollments for insert to authenticated
  with check (user_id = (select auth.uid()) and enrollment_type = 'institution_credits' and status = 'not_started');

-- A retired course stays readable for the people enrolled in it.
-- Withheld seminars are computed once per query, whatever the size of the catalogue.
create policy "offered and own courses are read" on public.nemus_courses for select to authenticated
  using ((is_active and id not in (select private.nemus_withheld_seminars())) or private.nemus_is_enrolled(id));

grant execute on function private.nemus_is_enrolled(uuid), private.nemus_has_content(text),
  private.nemus_withheld_seminars(), public.nemus_similar_courses(text), public.nemus_similar_learning_courses(text),
  public.nemus_staff_course(uuid), public.nemus_staff_courses(text,text,integer,text), public.nemus_seminar_titles(),
  public.nemus_save_course(uuid,jsonb,timestamp with time zone),
  public.nemus_publish_course(uuid,timestamp with time zone),
  public.nemus_retire_course(uuid,timestamp with time zone),
  public.nemus_delete_course(uuid,timestamp with time zone), public.nemus_seminar_learning(uuid),
  public.nemus_duplicate_course(uuid,timestamp with time zone,uuid,text),
  public.nemus_duplicate_learning_course(text,text), public.nemus_change_courses(jsonb,jsonb,boolean),
  public.nemus_catalogue_page(text,text,text,text,text,boolean,boolean,numeric,boolean,integer),
  public.nemus_catalogue_course(uuid) to authenticated;

-- Indexes and generated columns run these functions with the rights of the role that writes the row.
grant execute on function private.nemus_search_form(text), private.nemus_search_text(text),
  private.nemus_plain_form(text,text), private.nemus_sort_key(text), private.nemus_title_key(text) to authenticated, service_role;
