-- The e-learning courses of a seminar, seen from the seminar: which belong to it, and which could.

/*
 * For staff: every e-learning course that is not retired, by title: [{id, title, is_published, published_here,
 * drafted_here, elsewhere}]. published_here: the published version belongs to the seminar. drafted_here: the draft does,
 * which counts once it is published (private.nemus_draft_gaps says whether it can be). elsewhere: title of another
 * seminar that the draft names. Raises 403 staff_required.
 */
create function private.nemus_seminar_learning(p_seminar uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('catalogue') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'is_published', l.is_published,
      'published_here', l.published_seminar is not distinct from p_seminar,
      'drafted_here', l.drafted_seminar is not distinct from p_seminar,
      'elsewhere', (select s.title from public.nemus_courses s
        where s.id = l.drafted_seminar and s.id is distinct from p_seminar)) order by l.title, l.id), '[]')
    from (
      select coalesce(c.id, d.course_id) as id, coalesce(nullif(d.document ->> 'title', ''), c.title, '') as title,
        c.id is not null as is_published, c.seminar_id as published_seminar,
        case when d.course_id is null then c.seminar_id
          else private.nemus_draft_uuid(d.document, 'seminar_id') end as drafted_seminar
      from public.nemus_learning_courses c
      full join public.nemus_learning_drafts d on d.course_id = c.id
      where c.is_active is distinct from false) l);
end $$;
create function public.nemus_seminar_learning(p_seminar uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_seminar_learning(p_seminar) $$;
revoke all on function private.nemus_seminar_learning(uuid), public.nemus_seminar_learning(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_seminar_learning(uuid), public.nemus_seminar_learning(uuid) to authenticated;
