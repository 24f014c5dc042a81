-- E-learning courses of blocks and modules, who may learn them, and the progress of each account.
-- - Everyone may learn an open block of an active course; a premium course needs an enrolment in its seminar. A refund
--   ends the enrolment, and with it the access (nemus_learning_bar).
-- - Modules are completed in order (409 module_locked). A quiz needs a finished run with a life left, but not the
--   modules before it.
-- - Progress is the share of completed modules. Every change also moves the enrolment in the seminar
--   (courses/enrolment_progress.sql), and a completed course gets its certificate (certificates/certificates.sql).
-- Published and retired by learning/publishing.sql, which also carries progress into a new version.

create table public.nemus_learning_courses (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 100),
  position int not null unique check (position > 0),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 4000),
  learning_goal text not null default '' check (char_length(learning_goal) <= 2000),
  competency text not null check (competency in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')),
  -- Teaching units of 45 minutes.
  units int not null check (units > 0),
  estimated_time text not null default '' check (char_length(estimated_time) <= 50),
  difficulty text not null check (difficulty in ('Anfänger', 'Fortgeschritten', 'Experte')),
  rating numeric(2, 1) check (rating between 1 and 5),
  students int not null default 0 check (students >= 0),
  is_premium boolean not null default false,
  -- The seminar that this course belongs to. People enrolled in it can take a premium course; the price is only there.
  -- Progress here moves the enrolment there.
  seminar_id uuid references public.nemus_courses (id) on delete restrict,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint premium_has_a_price check (seminar_id is not null or not is_premium)
);
alter table public.nemus_learning_courses enable row level security;
create trigger touch before update on public.nemus_learning_courses for each row execute function private.nemus_touch();
create index nemus_learning_courses_seminar on public.nemus_learning_courses (seminar_id);

create table public.nemus_learning_blocks (
  course_id text not null references public.nemus_learning_courses (id) on delete cascade,
  id text not null check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 100),
  position int not null check (position > 0),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 2000),
  units int not null check (units > 0),
  is_open boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (course_id, id),
  unique (course_id, position)
);
alter table public.nemus_learning_blocks enable row level security;
create trigger touch before update on public.nemus_learning_blocks for each row execute function private.nemus_touch();

create table public.nemus_learning_modules (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 100),
  course_id text not null references public.nemus_learning_courses (id) on delete cascade,
  block_id text not null,
  -- Order within the course, across blocks: a module opens when the previous one is completed.
  position int not null check (position > 0),
  title text not null check (char_length(title) between 1 and 200),
  duration_minutes int not null check (duration_minutes between 1 and 600),
  type text not null check (type in ('video', 'reading', 'quiz')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (course_id, position),
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade
);
alter table public.nemus_learning_modules enable row level security;
create trigger touch before update on public.nemus_learning_modules for each row execute function private.nemus_touch();
create index nemus_learning_modules_block on public.nemus_learning_modules (course_id, block_id);

create table public.nemus_module_progress (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  module_id text not null references public.nemus_learning_modules (id) on delete cascade,
  completed_at timestamptz not null default now(),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, module_id)
);
alter table public.nemus_module_progress enable row level security;
create index nemus_module_progress_module on public.nemus_module_progress (module_id);

create table public.nemus_learning_progress (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id text not null references public.nemus_learning_courses (id) on delete cascade,
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'completed')),
  -- Share of completed modules.
  progress_percentage int not null default 0 check (progress_percentage between 0 and 100),
  completed_at timestamptz,
  -- At least one module was completed by the sample set.
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, course_id),
  constraint completed_has_a_time check ((status = 'completed') = (completed_at is not null))
);
alter table public.nemus_learning_progress enable row level security;
create trigger touch before update on public.nemus_learning_progress
  for each row execute function private.nemus_touch();
create index nemus_learning_progress_course on public.nemus_learning_progress (course_id);

/* Recomputes the progress of an account in a course from its completed modules. */
create function private.nemus_count_course(p_user uuid, p_course text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  -- Takes the row lock first: of two modules completed at the same moment, the second counts both.
  insert into public.nemus_learning_progress (user_id, course_id) values (p_user, p_course)
  on conflict (user_id, course_id) do update set updated_at = now();
  select count(*) as total, count(p.module_id) as done, max(p.completed_at) as last_at,
    coalesce(bool_or(p.is_sample), false) as is_sample
  into counted
  from public.nemus_learning_modules m
  left join public.nemus_module_progress p on p.module_id = m.id and p.user_id = p_user
  where m.course_id = p_course;
  -- Fires certificates/certificates.
  update public.nemus_learning_progress p set
    status = case counted.done when counted.total then 'completed' when 0 then 'not_started' else 'in_progress' end,
    -- Never 100 before the last module, however long the course is.
    progress_percentage = case when counted.done = counted.total then 100
      else least(99, round(counted.done * 100.0 / counted.total)) end,
    completed_at = case when counted.done < counted.total then null
      when p.is_sample and not counted.is_sample then counted.last_at
      else coalesce(p.completed_at, counted.last_at) end,
    is_sample = counted.is_sample
  where p.user_id = p_user and p.course_id = p_course;
end $$;

/* Recomputes the course and the enrolment in its seminar when a module is completed. */
create function private.nemus_count_modules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  course record;
begin
  select c.id, c.seminar_id into course
  from public.nemus_learning_modules m join public.nemus_learning_courses c on c.id = m.course_id
  where m.id = new.module_id;
  perform private.nemus_count_course(new.user_id, course.id);
  if course.seminar_id is not null then
    perform private.nemus_count_enrolment(new.user_id, course.seminar_id, false);
  end if;
  return new;
end $$;
create trigger count_modules after insert or update of is_sample on public.nemus_module_progress
  for each row execute function private.nemus_count_modules();

/*
 * The position of an account in a block, so that another device continues there. The names of steps belong to the
 * page.
 */
create table public.nemus_block_positions (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id text not null,
  block_id text not null,
  step text not null check (step ~ '^[a-z][a-z-]{0,49}$'),
  video_seconds numeric(8, 1) not null default 0 check (video_seconds >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, course_id, block_id),
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade
);
alter table public.nemus_block_positions enable row level security;
create trigger touch before update on public.nemus_block_positions for each row execute function private.nemus_touch();
create index nemus_block_positions_block on public.nemus_block_positions (course_id, block_id);

/*
 * The texts of modules. Titles and durations are in the tables above, which everyone reads; texts need the right to
 * learn.
 */
create table public.nemus_learning_contents (
  module_id text primary key references public.nemus_learning_modules (id) on delete cascade,
  -- Markdown. Links to media of a module belong only here.
  content text not null check (char_length(content) between 1 and 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_learning_contents enable row level security;
create trigger touch before update on public.nemus_learning_contents
  for each row execute function private.nemus_touch();

/*
 * Why the caller may not learn a block, or a course as a whole (p_block null): `not_found`, `premium_required`,
 * `block_closed`, or null. Used by the policy on texts, by quizzes and by completing modules. A premium course
 * requires an enrolment in its seminar, bought or booked; a refund ends it.
 */
create function private.nemus_learning_bar(p_course text, p_block text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when c.id is null or (asked.block is not null and b.id is null) then 'not_found'
    when c.is_premium and not private.nemus_is_enrolled(c.seminar_id) then 'premium_required'
    when not coalesce(b.is_open, true) then 'block_closed' end
  from (values (p_course, p_block)) as asked (course, block)
  left join public.nemus_learning_courses c on c.id = asked.course and c.is_active
  left join public.nemus_learning_blocks b on b.course_id = c.id and b.id = asked.block
$$;

/*
 * Whether the caller reads the texts and files of a block: it may learn it, and a paid course has begun
 * (nemus_open_module), so that no place is returned after reading.
 */
create function private.nemus_reads_block(p_course text, p_block text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.nemus_learning_bar(p_course, p_block) is null and (not c.is_premium or exists (
    select from public.nemus_block_positions b where b.user_id = auth.uid() and b.course_id = c.id))
  from public.nemus_learning_courses c where c.id = p_course
$$;

/*
 * Opens a module: the course begins for the caller (nemus_is_begun). Returns whether its text can be read.
 */
create function public.nemus_open_module(p_module text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.nemus_block_positions (user_id, course_id, block_id, step)
  select auth.uid(), m.course_id, m.block_id, 'opened' from public.nemus_learning_modules m
  where m.id = p_module and private.nemus_learning_bar(m.course_id, m.block_id) is null on conflict do nothing;
  return coalesce((select private.nemus_reads_block(m.course_id, m.block_id)
    from public.nemus_learning_modules m where m.id = p_module), false);
end $$;

/*
 * Keeps the block of a position, and saves none of a block that its account may not learn: what has begun stays begun,
 * and nothing begins without a place.
 */
create function private.nemus_keep_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.course_id := old.course_id;
    new.block_id := old.block_id;
  elsif new.user_id = auth.uid() and private.nemus_learning_bar(new.course_id, new.block_id) is not null then
    return null;
  end if;
  return new;
end $$;
create trigger keep_position before insert or update on public.nemus_block_positions
  for each row execute function private.nemus_keep_position();

/* Raises the error for a result of private.nemus_learning_bar. Callers handle `not_found` themselves. */
create function private.nemus_refuse_learning(p_bar text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_bar = 'premium_required' then
    perform private.nemus_refuse(403, p_bar);
  elsif p_bar = 'block_closed' then
    perform private.nemus_refuse(409, p_bar);
  end if;
end $$;

/*
 * Completes a module: the first of a course, or the one after a completed module. A quiz instead requires a finished
 * run with a life left, and completes only itself, not earlier modules (S-6.16). Completing a module again changes
 * nothing.
 * Returns {course_id, status, progress_percentage, next_module_id}.
 * Raises 404 module_not_found, 403 premium_required, 409 block_closed, 409 module_locked, 409 quiz_not_finished.
 */
create function public.nemus_complete_module(p_module text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  module record;
begin
  select m.course_id, m.block_id, m.position, m.type, private.nemus_learning_bar(m.course_id, m.block_id) as bar
  into module
  from public.nemus_learning_modules m where m.id = p_module;
  perform private.nemus_refuse(404, 'module_not_found') where not found or module.bar = 'not_found';
  perform private.nemus_refuse_learning(module.bar);
  if module.type = 'quiz' and exists (select from public.nemus_quiz_questions q
    where q.course_id = module.course_id and q.block_id = module.block_id) then
    perform private.nemus_refuse(409, 'quiz_not_finished')
      where not exists (select from public.nemus_quiz_runs r where r.user_id = me and r.course_id = module.course_id
        and r.block_id = module.block_id and r.finished_at is not null and r.lives_remaining > 0);
  elsif not coalesce((
    select exists (select from public.nemus_module_progress p where p.user_id = me and p.module_id = earlier.id)
    from public.nemus_learning_modules earlier
    where earlier.course_id = module.course_id and earlier.position < module.position
    order by earlier.position desc limit 1), true) then
    perform private.nemus_refuse(409, 'module_locked');
  end if;
  insert into public.nemus_module_progress as p (user_id, module_id) values (me, p_module)
  -- A module completed by the sample set becomes the account's own.
  on conflict (user_id, module_id) do update set is_sample = false, completed_at = now() where p.is_sample;
  return (
    select jsonb_build_object('course_id', p.course_id, 'status', p.status,
      'progress_percentage', p.progress_percentage, 'next_module_id', (
        select m.id from public.nemus_learning_modules m
        where m.course_id = p.course_id and m.position > module.position order by m.position limit 1))
    from public.nemus_learning_progress p where p.user_id = me and p.course_id = module.course_id);
end $$;
