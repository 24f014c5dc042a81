-- Reading the audit log, for staff with the role `people`: by account, subject and time, newest first. Lines are
-- written by nemus_note_act and nemus_audit_row (staff/staff.sql) and never change.
create index nemus_audit_log_time on private.nemus_audit_log (created_at desc, id desc);

/*
 * Lines of the audit log, newest first: {rows: [{id, at, actor_id, actor_name, action, subject, subject_id, before,
 * after}], has_more}.
 * p_actor, p_subject, p_subject_id: filters; p_from, p_until: period without p_until itself; p_below: lines older than
 * this id; p_limit: at most 500.
 * Raises 403 staff_required.
 */
create function public.nemus_audit_lines(p_actor uuid default null, p_subject text default null,
  p_subject_id text default null, p_from timestamptz default null, p_until timestamptz default null,
  p_below bigint default null, p_limit int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  most constant int := least(greatest(coalesce(p_limit, 50), 1), 500);
  lines jsonb[];
begin
  perform private.nemus_check_staff('people');
  lines := array(
    select jsonb_build_object('id', l.id, 'at', l.created_at, 'actor_id', l.actor_id, 'actor_name', l.actor_name,
      'action', l.action, 'subject', l.subject, 'subject_id', l.subject_id, 'before', l.before, 'after', l.after)
    from private.nemus_audit_log l
    where (p_actor is null or l.actor_id = p_actor) and (p_subject is null or l.subject = p_subject)
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
