-- Staff with the role `catalogue` create, publish, change, retire and delete seminars.
-- - Published only with a description, content or dates, and a ZFU status if it costs money (nemus_course_gaps).
-- - Once sold, units, competency and has_dates are fixed (409 course_sold). Only an unused draft can be deleted.
-- - A purchase keeps the title, price and terms that were valid when it was made (`keep_terms` triggers).
-- - A save based on a stale `updated_at` is refused (409 course_changed).
-- What is on sale: courses/offer.sql. The form checks (nemus_text_field and its neighbours) also serve logbook and
-- requirements. Exception: paid courses that were published before the ZFU rule stay published until they are changed.

-- For the staff list: one page of one state, or of all states.
create index nemus_courses_state on public.nemus_courses (state, private.nemus_sort_key(title), id);
create index nemus_courses_title on public.nemus_courses (private.nemus_sort_key(title), id);
create index nemus_courses_title_search on public.nemus_courses using gin (search_text extensions.gin_trgm_ops);

/*
 * For every writer, including SQL: a paid course is published only with a ZFU status, and the date of its first
 * publication is never lost. The trigger checks changes only, so courses published before this rule stay. Raises
 * 409 zfu_missing.
 */
create function private.nemus_check_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'zfu_missing', '{"field": "zfu_status"}')
    where new.is_active and new.zfu_status is null and (new.price_euros > 0 or new.credit_cost > 0);
  if tg_op = 'UPDATE' then
    new.published_at := coalesce(old.published_at, new.published_at);
  end if;
  if new.is_active then
    new.published_at := coalesce(new.published_at, now());
  end if;
  return new;
end $$;
create trigger check_publication
  before insert or update of is_active, published_at, price_euros, credit_cost, zfu_status on public.nemus_courses
  for each row execute function private.nemus_check_publication();

/* The terms of a purchase made now. */
create function private.nemus_course_terms(p_course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', c.title, 'price_euros', c.price_euros, 'credit_cost', c.credit_cost,
    'competency', c.competency, 'difficulty', c.difficulty, 'theory_units', c.theory_units,
    'practical_units', c.practical_units, 'elearning_units', c.elearning_units, 'has_dates', c.has_dates,
    'zfu_status', c.zfu_status, 'zfu_number', c.zfu_number)
  from public.nemus_courses c where c.id = p_course
$$;

create function private.nemus_keep_order_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.terms := private.nemus_course_terms(new.course_id);
  return new;
end $$;
create trigger keep_terms before insert on public.nemus_orders
  for each row when (new.kind = 'course') execute function private.nemus_keep_order_terms();

/* A line of the purchase list keeps the terms of its order or, if credits paid, the current terms. */
create function private.nemus_keep_purchase_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  source constant text := substring(new.reference from '^[a-z]+:([0-9a-f-]{36})$');
begin
  new.terms := case split_part(new.reference, ':', 1)
    when 'order' then (select o.terms from public.nemus_orders o where o.id = source::uuid)
    when 'booking' then (select private.nemus_course_terms(b.course_id)
      from public.nemus_course_bookings b where b.id = source::uuid)
    when 'enrollment' then (select private.nemus_course_terms(e.course_id)
      from public.nemus_course_enrollments e where e.id = source::uuid) end;
  return new;
end $$;
create trigger keep_terms before insert on public.nemus_transactions
  for each row when (new.type = 'course' and new.reference ~ '^(order|booking|enrollment):[0-9a-f-]{36}$')
  execute function private.nemus_keep_purchase_terms();

/* A booking keeps the title and price of its order, even if the catalogue changes before the money arrives. */
create function private.nemus_keep_booking_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.nemus_orders;
begin
  select * into ordered from public.nemus_orders o where o.id = new.order_id;
  new.course_name := ordered.title;
  new.price_cents := ordered.amount_cents / greatest(cardinality(ordered.trainee_ids), 1) * new.max_participants;
  return new;
end $$;
create trigger keep_terms before update of order_id on public.nemus_course_bookings
  for each row when (old.order_id is null and new.order_id is not null)
  execute function private.nemus_keep_booking_terms();

/* Refuses one field of a form: {field, problem, …}. Raises 400 invalid_field. */
create function private.nemus_refuse_field(p_field text, p_problem text, p_values jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  perform private.nemus_refuse(400, 'invalid_field',
    jsonb_build_object('field', p_field, 'problem', p_problem) || p_values);
end $$;

/* A text of a form: trimmed, within its length, without unprintable characters. Null if empty. */
create function private.nemus_text_field(p_fields jsonb, p_field text, p_most int, p_is_required boolean) returns text
language plpgsql set search_path = '' as $$
declare
  given text := nullif(btrim(p_fields ->> p_field, E' \t\r\n'), '');
begin
  perform private.nemus_refuse_field(p_field, 'text') where jsonb_typeof(p_fields -> p_field) not in ('string', 'null');
  perform private.nemus_refuse_field(p_field, 'missing') where given is null and p_is_required;
  given := replace(given, E'\r\n', E'\n');
  perform private.nemus_refuse_field(p_field, 'characters') where given ~ E'[\\x01-\\x08\\x0B-\\x1F\\x7F]';
  perform private.nemus_refuse_field(p_field, 'too_long', jsonb_build_object('most', p_most))
    where char_length(given) > p_most;
  return given;
end $$;

/* A whole number of a form, from p_least to p_most. */
create function private.nemus_count_field(p_fields jsonb, p_field text, p_least int, p_most int) returns int
language plpgsql set search_path = '' as $$
declare
  given constant text := p_fields ->> p_field;
begin
  perform private.nemus_refuse_field(p_field, 'missing') where given is null;
  perform private.nemus_refuse_field(p_field, 'count', jsonb_build_object('least', p_least, 'most', p_most))
    where given !~ '^[0-9]{1,9}$' or given::int not between p_least and p_most;
  return given::int;
end $$;

/* One of the values that a form offers. */
create function private.nemus_choice_field(p_fields jsonb, p_field text, p_choices text[], p_is_required boolean)
returns text
language plpgsql set search_path = '' as $$
declare
  given constant text := p_fields ->> p_field;
begin
  perform private.nemus_refuse_field(p_field, 'missing') where given is null and p_is_required;
  perform private.nemus_refuse_field(p_field, 'choice') where given <> all (p_choices);
  return given;
end $$;

create function private.nemus_flag_field(p_fields jsonb, p_field text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.nemus_refuse_field(p_field, 'choice')
    where jsonb_typeof(p_fields -> p_field) is distinct from 'boolean';
  return (p_fields ->> p_field)::boolean;
end $$;

/*
 * The seminar that a form describes, with every field checked. The duration is the sum of the units; a form that sends
 * a duration must send that sum. Raises 400 invalid_field.
 */
create function private.nemus_read_course(p_id uuid, p_fields jsonb) returns public.nemus_courses
language plpgsql set search_path = '' as $$
declare
  course public.nemus_courses;
  price constant text := p_fields ->> 'price_euros';
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or jsonb_typeof(p_fields) is distinct from 'object';
  course.id := p_id;
  course.title := private.nemus_text_field(p_fields, 'title', 200, true);
  perform private.nemus_refuse_field('title', 'characters') where course.title ~ E'[\\n\\t]';
  course.description := coalesce(private.nemus_text_field(p_fields, 'description', 4000, false), '');
  course.agenda := coalesce(private.nemus_text_field(p_fields, 'agenda', 4000, false), '');
  course.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], true);
  course.difficulty := private.nemus_choice_field(p_fields, 'difficulty',
    array['Anfänger', 'Fortgeschritten', 'Experte'], true);
  course.theory_units := private.nemus_count_field(p_fields, 'theory_units', 0, 1000);
  course.practical_units := private.nemus_count_field(p_fields, 'practical_units', 0, 1000);
  course.elearning_units := private.nemus_count_field(p_fields, 'elearning_units', 0, 1000);
  course.has_dates := private.nemus_flag_field(p_fields, 'has_dates');
  course.duration_hours := course.theory_units + course.practical_units + course.elearning_units;
  perform private.nemus_refuse_field('theory_units', 'no_units') where course.duration_hours = 0;
  perform private.nemus_refuse_field('theory_units', 'no_units_at_dates')
    where course.has_dates and course.theory_units + course.practical_units = 0;
  perform private.nemus_refuse_field('duration_hours', 'sum', jsonb_build_object('sum', course.duration_hours::int))
    where p_fields ? 'duration_hours' and p_fields ->> 'duration_hours' is distinct from course.duration_hours::text
      and p_fields ->> 'duration_hours' is distinct from course.duration_hours::int::text;
  perform private.nemus_refuse_field('price_euros', 'missing') where price is null;
  perform private.nemus_refuse_field('price_euros', 'amount') where price !~ '^[0-9]{1,5}(\.[0-9]{1,2})?$';
  course.price_euros := price::numeric;
  course.credit_cost := private.nemus_count_field(p_fields, 'credit_cost', 1, 100000);
  course.is_premium := private.nemus_flag_field(p_fields, 'is_premium');
  course.zfu_status := private.nemus_choice_field(p_fields, 'zfu_status', array['approved', 'not_required'], false);
  if course.zfu_status = 'approved' then
    course.zfu_number := private.nemus_text_field(p_fields, 'zfu_number', 50, true);
    perform private.nemus_refuse_field('zfu_number', 'characters') where course.zfu_number ~ E'[\\n\\t]';
  elsif nullif(btrim(p_fields ->> 'zfu_number'), '') is not null then
    perform private.nemus_refuse_field('zfu_number', 'without_approval');
  end if;
  return course;
end $$;

/* Whether an account has the course, is paying for it, or attended a date of it, also if refunded since. Its units, competency and has_dates are then fixed. */
create function private.nemus_course_is_sold(p_course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_course_enrollments e where e.course_id = p_course)
    or exists (select from public.nemus_booking_participants p
      join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled'
      where p.course_id = p_course)
    or exists (select from public.nemus_orders o where o.course_id = p_course and o.status in ('open', 'pending'))
    or exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id and a.course_id = p_course
      where p.attendance in ('present', 'partial'))
$$;

/* What prevents publication: description · zfu_status · content (no dates and no e-learning course). */
create function private.nemus_course_gaps(p_course public.nemus_courses) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when btrim(p_course.description) = '' then 'description' end,
    case when p_course.zfu_status is null and (p_course.price_euros > 0 or p_course.credit_cost > 0)
      then 'zfu_status' end,
    case when not p_course.has_dates and not exists (select from public.nemus_learning_courses l
      where l.seminar_id = p_course.id and l.is_active) then 'content' end], null)
$$;

/*
 * A seminar for its form: {course, gaps, is_sold, is_withheld, enrolled, completed, waiting_orders, coming_dates,
 * dates, elearning: [{id, title, units}]}. is_withheld: published, but not offered until its e-learning course has
 * content.
 * Raises 403 staff_required, 404 course_not_found.
 */
create function public.nemus_staff_course(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  course public.nemus_courses;
begin
  perform private.nemus_check_staff('catalogue');
  select * into course from public.nemus_courses c where c.id = p_id;
  perform private.nemus_refuse(404, 'course_not_found', '{"of": "catalogue"}') where not found;
  return (
    select jsonb_build_object('course', to_jsonb(course), 'gaps', private.nemus_course_gaps(course),
      'is_sold', private.nemus_course_is_sold(course.id),
      'is_withheld', course.id in (select private.nemus_withheld_seminars()),
      'enrolled', enrolled.all_of_them, 'completed', enrolled.completed,
      'waiting_orders', (select count(*) from public.nemus_orders o
        where o.course_id = course.id and o.status in ('open', 'pending')),
      'dates', dates.all_of_them, 'coming_dates', dates.coming,
      'elearning', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'units', l.units)
        order by l.position), '[]') from public.nemus_learning_courses l
        where l.seminar_id = course.id and l.is_active))
    from (select count(*) as all_of_them, count(*) filter (where e.status = 'completed') as completed
      from public.nemus_course_enrollments e where e.course_id = course.id) enrolled,
    (select count(*) as all_of_them,
        count(*) filter (where a.starts_at > now() and a.cancelled_at is null) as coming
      from public.nemus_appointments a where a.course_id = course.id) dates);
end $$;

/*
 * A page of 50 seminars by title: {courses: [{id, title, competency, difficulty, state, duration_hours, price_euros,
 * credit_cost, is_premium, has_dates, zfu_status, updated_at, enrolled}], total, states: {draft, published, retired},
 * is_capped}. p_search: words of the title. p_state, p_competency: null for all. A search shows at most 200 hits (is_capped).
 * Raises 403 staff_required.
 */
create function public.nemus_staff_courses(p_search text default '', p_state text default null, p_page int default 1,
  p_competency text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off as $$
declare
  words constant text[] := private.nemus_search_patterns(p_search);
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  hits uuid[];
  states jsonb;
  shown uuid[];
begin
  if not private.nemus_is_staff('catalogue') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if cardinality(words) > 0 then
    -- One condition per word, so that the index combines them. A single word may occur in every title.
    select coalesce(array_agg(found.id), '{}') into hits from (
      select c.id from public.nemus_courses c
      where c.search_text like words[1]
        and (words[2] is null or c.search_text like words[2])
        and (words[3] is null or c.search_text like words[3])
        and (words[4] is null or c.search_text like words[4])
        and (words[5] is null or c.search_text like words[5])
        and (words[6] is null or c.search_text like words[6])
      -- Unsorted: sorting all hits of a common word takes seconds.
      limit 201) as found;
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_competency is null or c.competency = p_competency) group by c.state) as counted;
    select coalesce(array_agg(page.id), '{}') into shown from (
      select c.id from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_state is null or c.state = p_state)
        and (p_competency is null or c.competency = p_competency)
      order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
  else
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c
      where p_competency is null or c.competency = p_competency group by c.state) as counted;
    if p_state is null then
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where p_competency is null or c.competency = p_competency
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    else
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where c.state = p_state and (p_competency is null or c.competency = p_competency)
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    end if;
  end if;
  states := '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(states, '{}');
  return jsonb_build_object('states', states, 'is_capped', coalesce(cardinality(hits) > 200, false),
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'competency', c.competency,
        'difficulty', c.difficulty, 'state', c.state, 'duration_hours', c.duration_hours, 'price_euros', c.price_euros,
        'credit_cost', c.credit_cost, 'is_premium', c.is_premium, 'has_dates', c.has_dates, 'zfu_status', c.zfu_status,
        'updated_at', c.updated_at, 'enrolled', (select count(*) from public.nemus_course_enrollments e
          where e.course_id = c.id)) order by private.nemus_sort_key(c.title), c.id), '[]')
      from public.nemus_courses c where c.id = any (shown)));
end $$;

/* The titles of all seminars, drafts and retired ones included, for lists to import. Raises 403 staff_required. */
create function public.nemus_seminar_titles() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff('catalogue');
  return (select coalesce(jsonb_agg(c.title order by c.id), '[]') from public.nemus_courses c);
end $$;

/*
 * Locks a seminar for a change. Purchases and other changes wait.
 * p_expected: `updated_at` as the caller read it. Raises 404 course_not_found, 409 course_changed.
 */
create function private.nemus_open_course(p_id uuid, p_expected timestamptz) returns public.nemus_courses
language plpgsql security definer set search_path = '' as $$
declare
  course public.nemus_courses;
begin
  -- The lock of purchases always comes first.
  perform private.nemus_lock_course(p_id);
  select * into course from public.nemus_courses c where c.id = p_id for update;
  perform private.nemus_refuse(404, 'course_not_found', '{"of": "catalogue"}') where not found;
  perform private.nemus_refuse(409, 'course_changed') where course.updated_at is distinct from p_expected;
  return course;
end $$;

/*
 * Writes a seminar. An agenda that is not named stays. With p_expected null it creates a draft under an id chosen by the caller, so a repeated request
 * creates one row. A sold seminar keeps its units, competency and has_dates. Returns the course.
 * Raises 403 staff_required, 400 invalid_field, 404 course_not_found, 409 course_changed, 409 zfu_missing,
 * 409 course_sold.
 */
create function public.nemus_save_course(p_id uuid, p_fields jsonb, p_expected timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  written public.nemus_courses;
  course public.nemus_courses;
  changed text;
begin
  perform private.nemus_require_staff('catalogue');
  written := private.nemus_read_course(p_id, p_fields);
  if p_expected is null then
    insert into public.nemus_courses as c (id, title, description, competency, difficulty, theory_units,
      practical_units, elearning_units, duration_hours, has_dates, price_euros, credit_cost, is_premium, zfu_status,
      zfu_number, agenda, is_active)
    values (p_id, written.title, written.description, written.competency, written.difficulty, written.theory_units,
      written.practical_units, written.elearning_units, written.duration_hours, written.has_dates,
      written.price_euros, written.credit_cost, written.is_premium, written.zfu_status, written.zfu_number,
      written.agenda, false)
    on conflict (id) do nothing returning c.* into course;
    if not found then
      select * into course from public.nemus_courses c where c.id = p_id;
      perform private.nemus_refuse(409, 'course_changed')
        where (course.title, course.description, course.competency, course.difficulty, course.theory_units,
            course.practical_units, course.elearning_units, course.has_dates, course.price_euros, course.credit_cost,
            course.is_premium, course.zfu_status, course.zfu_number, course.agenda)
          is distinct from (written.title, written.description, written.competency, written.difficulty,
            written.theory_units, written.practical_units, written.elearning_units, written.has_dates,
            written.price_euros, written.credit_cost, written.is_premium, written.zfu_status, written.zfu_number,
            written.agenda);
    end if;
    return to_jsonb(course);
  end if;
  course := private.nemus_open_course(p_id, p_expected);
  changed := case
    when course.competency <> written.competency then 'competency'
    when course.theory_units <> written.theory_units then 'theory_units'
    when course.practical_units <> written.practical_units then 'practical_units'
    when course.elearning_units <> written.elearning_units then 'elearning_units'
    when course.has_dates <> written.has_dates then 'has_dates' end;
  perform private.nemus_refuse(409, 'course_sold', jsonb_build_object('field', changed))
    where changed is not null and private.nemus_course_is_sold(p_id);
  -- Older courses may have a duration that is not the sum of the units. It stays until the units change.
  if changed is null then
    written.duration_hours := course.duration_hours;
  end if;
  update public.nemus_courses c set title = written.title, description = written.description,
    competency = written.competency, difficulty = written.difficulty, theory_units = written.theory_units,
    practical_units = written.practical_units, elearning_units = written.elearning_units,
    duration_hours = written.duration_hours, has_dates = written.has_dates, price_euros = written.price_euros,
    credit_cost = written.credit_cost, is_premium = written.is_premium, zfu_status = written.zfu_status,
    zfu_number = written.zfu_number,
    -- Forms of earlier releases have no agenda.
    agenda = case when p_fields ? 'agenda' then written.agenda else c.agenda end
  where c.id = p_id returning * into course;
  return to_jsonb(course);
end $$;

/*
 * Publishes a draft or a retired seminar; a published one stays published. Returns the course.
 * Raises 403 staff_required, 404 course_not_found, 409 course_changed, 409 course_incomplete {missing}.
 */
create function public.nemus_publish_course(p_id uuid, p_expected timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  course public.nemus_courses;
  missing text[];
begin
  perform private.nemus_require_staff('catalogue');
  course := private.nemus_open_course(p_id, p_expected);
  missing := private.nemus_course_gaps(course);
  perform private.nemus_refuse(409, 'course_incomplete', jsonb_build_object('missing', missing))
    where cardinality(missing) > 0;
  if not course.is_active then
    update public.nemus_courses c set is_active = true where c.id = p_id returning * into course;
    perform private.nemus_tell_interested(p_id);
  end if;
  return to_jsonb(course);
end $$;

/*
 * Retires a seminar. Enrolled people keep it, with its dates. Payments that arrive from now on are refunded
 * automatically.
 * Returns the course. Raises 403 staff_required, 404 course_not_found, 409 course_changed, 409 course_is_draft.
 */
create function public.nemus_retire_course(p_id uuid, p_expected timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  course public.nemus_courses;
begin
  perform private.nemus_require_staff('catalogue');
  course := private.nemus_open_course(p_id, p_expected);
  perform private.nemus_refuse(409, 'course_is_draft') where course.state = 'draft';
  if course.is_active then
    update public.nemus_courses c set is_active = false where c.id = p_id returning * into course;
  end if;
  return to_jsonb(course);
end $$;

/*
 * Deletes a draft that no other row refers to. Raises 403 staff_required, 404 course_not_found, 409 course_changed,
 * 409 course_in_use: it was published once, or has dates or an e-learning course.
 */
create function public.nemus_delete_course(p_id uuid, p_expected timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  course public.nemus_courses;
begin
  perform private.nemus_require_staff('catalogue');
  course := private.nemus_open_course(p_id, p_expected);
  perform private.nemus_refuse(409, 'course_in_use', '{"of": "published"}') where course.state <> 'draft';
  delete from public.nemus_courses c where c.id = p_id;
exception when foreign_key_violation then
  perform private.nemus_refuse(409, 'course_in_use');
end $$;
