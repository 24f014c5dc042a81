-- Which hours count for which category of the chosen requirement set: done, submitted, draft and planned hours, by
-- category, competency and month (page "Anrechnung").
-- Done hours come from private.nemus_training_sources (figures/figures.sql); what each source counts for are rows of
-- nemus_requirement_credits (requirements/sets.sql). Without a chosen set every source counts for its own category.
-- Trainees read their own hours. An institution reads the hours of linked trainees (member roles `booking`,
-- `confirming`, `reading`): no drafts, and only entries submitted to it.

/*
 * Level of a competency: the entry's own, otherwise cognitive for theory and e-learning, action for all other
 * categories.
 */
create function private.nemus_level_of(p_category text, p_level text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(p_level, case when p_category in ('theory', 'elearning') then 'cognitive' else 'action' end)
$$;

/*
 * Account whose hours are read: the caller's, or that of a linked trainee on the caller's list.
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create function private.nemus_counted_account(p_trainee uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid;
begin
  if p_trainee is null then
    if private.nemus_is_institution() then perform private.nemus_refuse(403, 'piw_required'); end if;
    return auth.uid();
  end if;
  select t.user_id into account from public.nemus_trainees t where t.id = p_trainee and t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading'));
  if account is null then perform private.nemus_refuse(404, 'trainee_not_found'); end if;
  return account;
end $$;

/*
 * Counted minutes of an account by source, category, competency, level and month. `counts_for`: category of p_set, null
 * for none; without a set the source's own category. Checks no caller.
 */
create function private.nemus_counted(p_user uuid, p_set uuid)
returns table (source text, counts_for text, competency text, level text, month date, minutes bigint, pieces bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with done as materialized (
    select s.source, s.category, s.competency, s.level, date_trunc('month', s.done_on)::date as month,
      sum(s.minutes) as minutes, count(*) as pieces
    from private.nemus_training_sources s where s.user_id = p_user group by 1, 2, 3, 4, 5)
  select d.source, case when p_set is null then d.category else c.category end, d.competency,
    private.nemus_level_of(d.category, d.level), d.month, sum(d.minutes)::bigint, sum(d.pieces)::bigint
  from done d left join public.nemus_requirement_credits c on c.set_id = p_set and c.source = d.source
  group by 1, 2, 3, 4, 5;
end $$;

/*
 * Minutes that do not count yet, by source. `submitted` · `draft` (also returned) · `planned` (the rest of bought or
 * booked seminars, and confirmed future appointments). p_institution: only entries submitted to it, no drafts; null:
 * all, for the trainee. Open corrections change nothing.
 */
create function private.nemus_waiting(p_user uuid, p_institution uuid)
returns table (state text, source text, category text, minutes bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
  -- Once per account, not per enrolment.
  with attended as materialized (
    select a.course_id, sum(p.attended_units) as units from public.nemus_appointment_participations p
    cross join lateral (select d.course_id from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
    where p.user_id = p_user and p.attendance in ('present', 'partial') group by a.course_id),
  learned as materialized (
    select e.seminar_id as course_id, sum(case when l.status = 'completed' then 0 else e.units end) as units_left
    from public.nemus_learning_courses e
    left join public.nemus_learning_progress l on l.course_id = e.id and l.user_id = p_user
    where e.seminar_id is not null and e.is_active group by e.seminar_id)
  select case e.state when 'submitted' then 'submitted' else 'draft' end, case when e.file_id is null
    then 'entry_' || e.category else private.nemus_certificate_source(e.category) end, e.category, sum(e.minutes)::bigint
  from public.nemus_logbook_entries e
  where e.user_id = p_user and e.state in ('draft', 'submitted', 'returned') and e.corrects is null
    and (p_institution is null or (e.state = 'submitted' and e.institution_id = p_institution))
  group by 1, 2, 3
  union all
  select 'planned', part.source, part.category, sum(part.units)::bigint * 45
  from public.nemus_course_enrollments b
  cross join lateral (select * from public.nemus_courses s where s.id = b.course_id limit 1) c
  left join attended on attended.course_id = b.course_id
  left join learned on learned.course_id = b.course_id
  cross join lateral (select case when c.theory_units + c.practical_units = 0 then 0
    else round(coalesce(attended.units, 0) * c.theory_units::numeric / (c.theory_units + c.practical_units))::int end
    as theory) was
  cross join lateral (
    values ('seminar_theory', 'theory', greatest(c.theory_units - was.theory, 0)),
      ('seminar_practice', 'practice', greatest(c.practical_units - coalesce(attended.units, 0) + was.theory, 0)),
      ('elearning', 'elearning', coalesce(learned.units_left, c.elearning_units))) as part (source, category, units)
  where b.user_id = p_user and b.status <> 'completed' and part.units > 0
  group by part.source, part.category
  union all
  select 'planned', case a.type when 'Supervision' then 'appointment_supervision' else 'appointment' end,
    case a.type when 'Supervision' then 'practice' else 'theory' end, sum(a.units)::bigint * 45
  from public.nemus_appointment_participations p
  cross join lateral (select * from public.nemus_appointments d where d.id = p.appointment_id limit 1) a
  where p.user_id = p_user and p.status = 'confirmed' and a.course_id is null and a.units > 0 and a.ends_at > now()
  group by 2, 3;
end $$;

/* What nemus_waiting lists, by the category of p_set that it will count for; null for none. */
create function private.nemus_waiting_hours(p_user uuid, p_set uuid, p_institution uuid)
returns table (counts_for text, state text, minutes bigint)
language sql stable security definer set search_path = '' as $$
  select case when p_set is null then w.category else c.category end, w.state, sum(w.minutes)::bigint
  from private.nemus_waiting(p_user, p_institution) w
  left join public.nemus_requirement_credits c on c.set_id = p_set and c.source = w.source
  group by 1, 2
$$;

/*
 * Categories of a set with the hours of an account, in order: [{category, title, required_units, unit_minutes, done_minutes,
 * submitted_minutes, draft_minutes, planned_minutes}]. Without a set: the portal's own categories, with nothing
 * required. p_done: counted minutes by category. Checks no caller.
 */
create function private.nemus_category_hours(p_user uuid, p_set uuid, p_institution uuid, p_done jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with named as (
    select c.category, c.title, c.required_units, c.unit_minutes, c.position from public.nemus_requirement_categories c
    where c.set_id = p_set
    union all
    select own.category, '', null, 45, own.position::int
    from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where p_set is null),
  waiting as materialized (select * from private.nemus_waiting_hours(p_user, p_set, p_institution))
  select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
    'required_units', n.required_units, 'unit_minutes', n.unit_minutes,
    'done_minutes', coalesce((p_done ->> n.category)::bigint, 0),
    'submitted_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'submitted'), 0),
    'draft_minutes', coalesce((select w.minutes from waiting w where w.counts_for = n.category and w.state = 'draft'), 0),
    'planned_minutes', coalesce((select w.minutes from waiting w
      where w.counts_for = n.category and w.state = 'planned'), 0)) order by n.position, n.category), '[]')
  from named n
$$;

/*
 * Months that an account has been employed until today, as at a full post, with one digit. Sites at the same time add up,
 * to a full post at most; less interruptions, except part-time, which the sites' shares say. p_setting: of the sites; null
 * for all. Checks no caller.
 */
create function private.nemus_months_employed(p_user uuid, p_setting text) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(round(sum(least(d.share, 100) * (100 - coalesce((select max(i.percent)
      from public.nemus_training_interruptions i where i.user_id = p_user and i.kind <> 'part_time'
        and d.day >= i.started_on and (i.ended_on is null or d.day <= i.ended_on)), 0))) / 10000 / 30.4375, 1), 0)
  from (select day, sum(s.share) as share from public.nemus_logbook_sites s
    cross join generate_series(s.started_on, least(s.ended_on, (now() at time zone 'Europe/Berlin')::date), interval '1 day') day
    where s.user_id = p_user and (p_setting is null or s.setting = p_setting) group by day) d
$$;

/*
 * Further figures of a set with what an account has of each: rows of nemus_requirement_figures with `done`, null if it is
 * not counted, or a ratio without supervision. Only what counts for the set; of hours, whole units. Checks no caller.
 */
create function private.nemus_figures_done(p_user uuid, p_set uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as materialized (
    select s.kind, s.source, s.minutes, c.category, e.case_id, e.setting, e.form, e.age_group, e.procedure, e.service
    from private.nemus_training_sources s
    join public.nemus_requirement_credits c on c.set_id = p_set and c.source = s.source
    left join public.nemus_logbook_entries e on e.id = case s.kind when 'logbook' then s.source_id::uuid end
    where s.user_id = p_user and exists (select from public.nemus_requirement_figures f where f.set_id = p_set))
  select coalesce(jsonb_agg(to_jsonb(f) - array['set_id', 'created_at'] || jsonb_build_object('done',
    case when f.is_counted then case f.unit when 'months' then private.nemus_months_employed(p_user, f.setting)
      when 'cases' then d.cases when 'entries' then d.entries when 'hours' then div(d.minutes, f.unit_minutes)
      else round(d.treated / nullif(d.supervised, 0)::numeric, 2) end end) order by f.position), '[]')
  from public.nemus_requirement_figures f
  cross join lateral (
    select coalesce(sum(n.minutes), 0) as minutes, count(distinct n.case_id) as cases,
      count(*) filter (where n.kind = 'logbook') as entries, sum(n.minutes) filter (where n.source = 'entry_practice') as treated,
      sum(n.minutes) filter (where n.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')) as supervised
    from counted n
    where (f.category is null or n.category = f.category) and (f.setting is null or n.setting = f.setting)
      and (f.form is null or n.form = f.form) and (f.age_group is null or n.age_group = f.age_group)
      and (f.procedure is null or n.procedure = f.procedure) and (f.service is null or n.service = f.service)) d
  where f.set_id = p_set
$$;

/* Requirement set chosen by an account; null for none. */
create function private.nemus_chosen_set(p_user uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.set_id from public.nemus_requirement_choices c where c.user_id = p_user and c.ended_at is null
$$;

/*
 * Counted hours of the caller, or of a linked trainee of the calling institution: {set, categories, figures,
 * competencies, months, not_counted, treated_minutes, supervised_minutes, has_sample_hours, planned_end,
 * interruptions}. `set`: null without a choice. `interruptions`: the reason only if the caller may read it.
 * `planned_end`: of the profile, for the account alone. `competencies`: those of the set and those with hours, on both
 * levels. `months`: minutes by month and category. `not_counted`: sources without a
 * category in the set. treated_minutes: treatments of the logbook; supervised_minutes: supervision, in whichever
 * category.
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create function public.nemus_counted_hours(p_trainee uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with done as materialized (select * from private.nemus_counted(account, chosen))
    select jsonb_build_object(
      'set', (select jsonb_build_object('id', s.id, 'name', s.name, 'chamber', s.chamber, 'field', s.field,
          'procedure', s.procedure, 'version', s.version, 'valid_from', s.valid_from, 'source', s.source,
          'treated_per_supervised', s.treated_per_supervised)
        from public.nemus_requirement_sets s where s.id = chosen),
      'categories', private.nemus_category_hours(account, chosen,
        case when p_trainee is not null then private.nemus_acts_for('booking', 'confirming', 'reading') end,
        (select coalesce(jsonb_object_agg(m.counts_for, m.minutes), '{}')
          from (select d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null group by 1) m)),
      'figures', private.nemus_figures_done(account, chosen),
      'competencies', (select coalesce(jsonb_agg(jsonb_build_object('competency', competency, 'level', level,
          'required_units', r.required_units, 'description', coalesce(r.description, ''),
          'done_minutes', coalesce(h.minutes, 0)) order by competency, level desc), '[]')
        from (select * from public.nemus_requirement_competencies c where c.set_id = chosen) r
        full join (select d.competency, d.level, sum(d.minutes) as minutes from done d
          where d.competency is not null and d.counts_for is not null group by 1, 2) h using (competency, level)),
      'months', (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'category', m.counts_for,
          'minutes', m.minutes) order by m.month, m.counts_for), '[]')
        from (select d.month, d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null
          group by 1, 2) m),
      'not_counted', (select coalesce(jsonb_agg(jsonb_build_object('source', n.source, 'minutes', n.minutes,
          'pieces', n.pieces) order by n.source), '[]')
        from (select d.source, sum(d.minutes) as minutes, sum(d.pieces) as pieces from done d where d.counts_for is null
          group by 1) n),
      'has_sample_hours', private.nemus_has_sample_hours(account),
      'interruptions', private.nemus_interruptions(account, p_trainee is null),
      'planned_end', (select i.expected_end_on from public.nemus_training_info i
        where i.user_id = account and p_trainee is null),
      'treated_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source = 'entry_practice' and d.counts_for is not null),
      'supervised_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')
          and d.counts_for is not null)));
end $$;

/*
 * Sources of the caller's hours, newest first, 50 from p_offset: {total, rows: [{kind, source, source_id, title,
 * done_on, minutes, category, counts_for, competency, level, is_sample, place}]}. p_category: only that one; 'none': sources that count
 * for nothing; null: all. Raises 403 piw_required.
 */
create function public.nemus_counted_sources(p_category text default null, p_offset int default 0) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  account constant uuid := private.nemus_counted_account(null);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with source as materialized (
      select s.kind, s.source, s.source_id, s.title, s.done_on, s.minutes, s.category,
        case when chosen is null then s.category else c.category end as counts_for, s.competency,
        private.nemus_level_of(s.category, s.level) as level, s.is_sample
      from private.nemus_training_sources s
      left join public.nemus_requirement_credits c on c.set_id = chosen and c.source = s.source
      where s.user_id = account),
    wanted as (
      select * from source s where p_category is null or coalesce(s.counts_for, 'none') = p_category),
    shown as (
      select w.*, row_number() over (order by w.done_on desc, w.source, w.source_id, w.minutes, w.category) as place from wanted w
      order by place limit 50 offset greatest(coalesce(p_offset, 0), 0))
    select jsonb_build_object('total', (select count(*) from wanted),
      'rows', (select coalesce(jsonb_agg(to_jsonb(s) order by s.place), '[]') from shown s)));
end $$;

/*
 * What a seminar would count for: {set: {name, version} or null, parts: [{source, units, category, title}]}.
 * `category`: null if the caller's set credits nothing for it. Raises 403 piw_required, 404 course_not_found.
 */
create function public.nemus_course_credit(p_course uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant uuid := private.nemus_counted_account(null);
  chosen constant uuid := private.nemus_chosen_set(account);
  course public.nemus_courses;
begin
  select * into course from public.nemus_courses c where c.id = p_course and (c.is_active
    or exists (select from public.nemus_course_enrollments e where e.course_id = c.id and e.user_id = account));
  if course.id is null then perform private.nemus_refuse(404, 'course_not_found'); end if;
  return jsonb_build_object(
    'set', (select jsonb_build_object('name', s.name, 'version', s.version)
      from public.nemus_requirement_sets s where s.id = chosen),
    'parts', (select coalesce(jsonb_agg(jsonb_build_object('source', part.source, 'units', part.units,
        'category', case when chosen is null then part.category else k.category end, 'title', coalesce(k.title, ''))
        order by part.place), '[]')
      from (values (1, 'seminar_theory', 'theory', course.theory_units),
        (2, 'seminar_practice', 'practice', course.practical_units),
        (3, 'elearning', 'elearning', course.elearning_units)) as part (place, source, category, units)
      left join public.nemus_requirement_credits c on c.set_id = chosen and c.source = part.source
      left join public.nemus_requirement_categories k on k.set_id = chosen and k.category = c.category
      where part.units > 0));
end $$;
