-- What waits in the academy, for the page that staff sees first.

create index nemus_orders_to_look_at on public.nemus_orders (id) where attention is not null or status = 'returning';
create index nemus_courses_drafts on public.nemus_courses (id) where published_at is null and not is_active;

/*
 * {drafts, coming, unticked, orders, institutions}: seminars nobody has published; dates of the next 14 days; dates that
 * are over and whose list lacks somebody; orders that somebody has to look at; institutions that wait for approval. Each
 * null for whoever lacks the role that it is for. Raises 403 staff_required for whoever has none.
 */
create function private.nemus_academy_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff('catalogue', 'teaching', 'orders', 'people') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.ends_at < now() and exists (select from public.nemus_appointment_participations p
          where p.appointment_id = a.id and p.status = 'confirmed' and p.attendance is null)) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from public.nemus_orders o where o.attention is not null or o.status = 'returning') end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p join auth.users u on u.id = p.user_id
        where p.user_type = 'institution' and u.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)) end);
end $$;
create function public.nemus_academy_overview() returns jsonb
language sql stable set search_path = '' as $$ select private.nemus_academy_overview() $$;
revoke all on function private.nemus_academy_overview(), public.nemus_academy_overview() from public, anon, authenticated, service_role;
grant execute on function private.nemus_academy_overview(), public.nemus_academy_overview() to authenticated;
