-- Reading the audit log, for staff with the role `people`: by account, subject and time, newest first. Lines are
-- written by nemus_note_act and nemus_audit_row (staff/staff.sql) and never change.
create index nemus_audit_log_time on private.nemus_audit_log (created_at desc, id desc);

/*
 * Whom or what a line of a log is about: names of people and things as they are now, or as in the line if they are gone.
 * Empty when unknown. Not stored, so that a deleted account leaves no name here. p_institution: for its own log, where
 * members are named as in nemus_name_within.
 */
create function private.nemus_log_about(p_subject text, p_id text, p_before jsonb, p_after jsonb,
  p_institution uuid default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  keys constant text[] := string_to_array(p_id, ':');
  r constant jsonb := coalesce(p_before, '{}') || coalesce(p_after, '{}') || case
    when p_subject in ('trainees', 'trainee_budgets') then jsonb_build_object('trainee_id', p_id)
    when p_subject = 'booking_participants' then jsonb_build_object('booking_id', keys[1], 'trainee_id', keys[2])
    when p_subject in ('members', 'staff', 'profiles', 'blocked_accounts', 'institution_approvals',
        'transfer_terms')
      then jsonb_build_object('user_id', keys[1])
    when p_subject in ('appointments', 'appointment_links') then jsonb_build_object('appointment_id', p_id)
    when p_subject = 'appointment_participations' then jsonb_build_object('appointment_id', keys[1], 'user_id', keys[2])
    when p_subject = 'appointment_teachers' then jsonb_build_object('appointment_id', keys[1], 'teacher_id', keys[2])
    when p_subject = 'courses' then jsonb_build_object('course_id', p_id)
    when p_subject = 'confirmers' then jsonb_build_object('confirmer_id', p_id)
    when p_subject = 'confirmer_roles' then coalesce((select jsonb_build_object('confirmer_id', c.confirmer_id)
      from public.nemus_confirmer_roles c where c.id = p_id::uuid), '{}')
    when p_subject in ('requirement_sets', 'requirement_categories', 'requirement_competencies', 'requirement_credits',
      'requirement_figures') then jsonb_build_object('set_id', keys[1])
    when p_subject in ('orders', 'refunds') then coalesce((select jsonb_build_object('user_id', o.user_id, 'title', o.title)
      from public.nemus_orders o where o.id = coalesce(p_after ->> 'order_id', p_before ->> 'order_id', p_id)::uuid), '{}')
    when p_subject = 'bank_receipts' then coalesce((select jsonb_build_object('user_id', i.user_id, 'title', i.number)
      from public.nemus_invoices i where i.id = (p_after ->> 'invoice_id')::uuid), '{}')
    when p_subject = 'course_bookings' then coalesce((select jsonb_build_object('course_name', b.course_name)
      from public.nemus_course_bookings b where b.id = p_id::uuid), '{}')
    else '{}' end;
begin
  return concat_ws(', ',
    nullif(coalesce(
      (select btrim(t.first_name || ' ' || t.last_name) from public.nemus_trainees t where t.id = (r ->> 'trainee_id')::uuid),
      (select n.name from public.nemus_confirmers n where n.id = (r ->> 'confirmer_id')::uuid),
      (select n.name from public.nemus_teachers n where n.id = (r ->> 'teacher_id')::uuid),
      (select n.name from public.nemus_rooms n where p_subject = 'rooms' and n.id::text = p_id),
      (select case when p_institution is null then coalesce(nullif(private.nemus_account_name(p), ''), p.email)
          when p_subject <> 'members' then p.institution_name
          else private.nemus_name_within(p_institution, p.user_id) end
        from public.nemus_profiles p where p.user_id = (r ->> 'user_id')::uuid),
      nullif(btrim(concat_ws(' ', r ->> 'first_name', r ->> 'last_name')), ''), r ->> 'name', r ->> 'holder',
      nullif(r ->> 'email', '•••')), ''),
    nullif(coalesce(
      (select a.title from public.nemus_appointments a where a.id = (r ->> 'appointment_id')::uuid),
      (select b.course_name from public.nemus_course_bookings b where b.id = (r ->> 'booking_id')::uuid),
      (select c.title from public.nemus_courses c where c.id = case when r ->> 'course_id' ~ '^[0-9a-f-]{36}$'
        then (r ->> 'course_id')::uuid end),
      (select c.title from public.nemus_learning_courses c where c.id = coalesce(r ->> 'course_id', p_id)),
      (select s.name from public.nemus_requirement_sets s where s.id = (r ->> 'set_id')::uuid),
      r ->> 'title', r ->> 'course_name', r ->> 'file_name'), ''));
end $$;

/*
 * Lines of the audit log, newest first: {rows: [{id, at, actor_id, actor_name, action, subject, subject_id, about, before,
 * after}], has_more}. about: as private.nemus_log_about; p_search: words of it or of the actor's name.
 * p_actor, p_subject, p_subject_id: filters; p_from, p_until: period without p_until itself; p_below: lines older than
 * this id; p_limit: at most 500.
 * Raises 403 staff_required.
 */
create function public.nemus_audit_lines(p_actor uuid default null, p_subject text default null,
  p_subject_id text default null, p_from timestamptz default null, p_until timestamptz default null,
  p_below bigint default null, p_limit int default 50, p_search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  most constant int := least(greatest(coalesce(p_limit, 50), 1), 500);
  words constant text[] := private.nemus_search_patterns(p_search);
  lines jsonb[];
begin
  perform private.nemus_check_staff('people');
  lines := array(
    select jsonb_build_object('id', l.id, 'at', l.created_at, 'actor_id', l.actor_id, 'actor_name', l.actor_name,
      'action', l.action, 'subject', l.subject, 'subject_id', l.subject_id, 'about', x.about, 'before', l.before,
      'after', l.after)
    from private.nemus_audit_log l
    cross join lateral (select private.nemus_log_about(l.subject, l.subject_id, l.before, l.after) as about offset 0) x
    where private.nemus_search_text(x.about || ' ' || l.actor_name) like all (words) and (p_actor is null or l.actor_id = p_actor) and (p_subject is null or l.subject = p_subject)
      and (p_subject_id is null or l.subject_id = p_subject_id)
      and (p_from is null or l.created_at >= p_from) and (p_until is null or l.created_at < p_until)
      and (p_below is null or l.id < p_below)
    order by l.id desc limit most + 1);
  return jsonb_build_object('rows', to_jsonb(lines[:most]), 'has_more', cardinality(lines) > most);
end $$;

/*
 * Values for the filters: {actors: [{actor_id, actor_name}], subjects}. Hops through the indexes, so the size of the
 * log does not matter. Raises 403 staff_required.
 */
create function public.nemus_audit_filters() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('people');
  return jsonb_build_object(
    'actors', (with recursive actor (id) as (
        (select l.actor_id from private.nemus_audit_log l order by l.actor_id limit 1)
        union all
        select (select l.actor_id from private.nemus_audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
        from actor a where a.id is not null)
      select coalesce(jsonb_agg(jsonb_build_object('actor_id', a.id, 'actor_name', last_one.actor_name)
        order by last_one.actor_name, a.id), '[]')
      from actor a cross join lateral (select l.actor_name from private.nemus_audit_log l where l.actor_id = a.id
        order by l.id desc limit 1) as last_one),
    'subjects', (with recursive listed (subject) as (
        (select l.subject from private.nemus_audit_log l order by l.subject limit 1)
        union all
        select (select l.subject from private.nemus_audit_log l where l.subject > s.subject order by l.subject limit 1)
        from listed s where s.subject is not null)
      select coalesce(jsonb_agg(s.subject order by s.subject), '[]') from listed s where s.subject is not null));
end $$;
