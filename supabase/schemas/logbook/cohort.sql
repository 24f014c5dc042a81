-- What an institution sees of its trainees' hours: the cohort with a standing for each category, a report by section of
-- employment, and the package for a change of site. Trainees get their own report and package too.
-- Linked trainees only, for members with the role `confirming` or `reading`. Report and package contain only entries
-- confirmed for that institution.
-- private.nemus_logbook_sums: confirmed minutes of each account and category. Triggers on nemus_logbook_entries keep
-- it: confirmed entries add, corrections subtract the corrected entry, deletions recount. What counts at all:
-- private.nemus_training_sources (figures/figures.sql).
-- Weekly reports use nemus_standing and nemus_elapsed as well (notifications/weekly_reports.sql).

/*
 * Confirmed minutes by account and category, as private.nemus_training_sources counts them. Without the sums, a page of
 * 25 trainees would read every entry of each over five years.
 */
create table private.nemus_logbook_sums (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  category text not null,
  minutes bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, category)
);
alter table private.nemus_logbook_sums enable row level security;

create function private.nemus_add_to_sum(p_user uuid, p_category text, p_minutes int) returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_logbook_sums as s (user_id, category, minutes) values (p_user, p_category, p_minutes)
  on conflict (user_id, category) do update set minutes = s.minutes + excluded.minutes
$$;

/* Adds a confirmed entry, and subtracts the entry that it corrects. */
create function private.nemus_sum_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  corrected public.nemus_logbook_entries;
begin
  if not exists (select from public.nemus_logbook_entries c
    where c.user_id = new.user_id and c.corrects = new.id and c.state = 'confirmed') then
    perform private.nemus_add_to_sum(new.user_id, new.category, new.minutes);
  end if;
  select * into corrected from public.nemus_logbook_entries c
  where c.id = new.corrects and c.user_id = new.user_id and c.state = 'confirmed';
  if found then
    perform private.nemus_add_to_sum(corrected.user_id, corrected.category, -corrected.minutes);
  end if;
  return null;
end $$;

/* Recounts the sums of an account. */
create function private.nemus_sum_logbook(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.nemus_logbook_sums s where s.user_id = p_user;
  insert into private.nemus_logbook_sums (user_id, category, minutes)
  select s.user_id, s.category, sum(s.minutes) from private.nemus_training_sources s
  where s.user_id = p_user and s.kind = 'logbook' group by 1, 2;
end $$;

/* Confirmed entries are only deleted with the sample set or their account. */
create function private.nemus_sum_what_is_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_sum_logbook(g.user_id) from (select distinct o.user_id from gone o where o.state = 'confirmed') g
  where exists (select from public.nemus_profiles p where p.user_id = g.user_id);
  return null;
end $$;
create trigger sum_inserted after insert on public.nemus_logbook_entries for each row
  when (new.state = 'confirmed' and new.file_id is null) execute function private.nemus_sum_entry();
create trigger sum_confirmed after update of state on public.nemus_logbook_entries for each row
  when (new.state = 'confirmed' and old.state <> 'confirmed' and new.file_id is null) execute function private.nemus_sum_entry();
create trigger sum_deleted after delete on public.nemus_logbook_entries referencing old table as gone
  for each statement execute function private.nemus_sum_what_is_left();

/* Sums that differ from the entries; empty if none does. p_user null: all accounts. */
create function private.nemus_check_sums(p_user uuid default null)
returns table (user_id uuid, category text, kept bigint, counted bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(k.user_id, c.user_id), coalesce(k.category, c.category), coalesce(k.minutes, 0), coalesce(c.minutes, 0)
  from (select * from private.nemus_logbook_sums s where p_user is null or s.user_id = p_user) k
  full join (
    select s.user_id, s.category, sum(s.minutes)::bigint as minutes from private.nemus_training_sources s
    where s.kind = 'logbook' and (p_user is null or s.user_id = p_user) group by 1, 2) c
    on c.user_id = k.user_id and c.category = k.category
  where coalesce(k.minutes, 0) <> coalesce(c.minutes, 0)
$$;

/* Counted minutes of an account by kind of source. Checks no caller. */
create function private.nemus_minutes_by_source(p_user uuid)
returns table (source text, category text, minutes bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select s.source, s.category, sum(s.minutes)::bigint from private.nemus_training_sources s
  where s.user_id = p_user and s.kind <> 'logbook' group by 1, 2
  union all
  select 'entry_' || k.category, k.category, k.minutes from private.nemus_logbook_sums k where k.user_id = p_user;
end $$;

/*
 * Standing in a category: met · on_track · behind (more than 10 % of the required hours below the share of time that
 * has passed) · far_behind (more than 25 %) · open (no required hours, or no period).
 */
create function private.nemus_standing(p_done bigint, p_required_units int, p_elapsed numeric, p_unit_minutes int default 45)
returns text
language sql immutable set search_path = '' as $$
  select case when p_required_units is null then 'open'
    when p_done >= p_required_units * p_unit_minutes then 'met'
    when p_elapsed is null then 'open'
    when p_done >= (p_elapsed - 0.1) * p_required_units * p_unit_minutes then 'on_track'
    when p_done >= (p_elapsed - 0.25) * p_required_units * p_unit_minutes then 'behind'
    else 'far_behind' end
$$;

/*
 * Share of the training period that has passed, 0 to 1, without interruptions; null without a first or last day, or if
 * all of it is interrupted.
 */
create function private.nemus_elapsed(p_user uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(1, greatest(0, private.nemus_training_days(p_user, i.started_on,
    greatest(i.started_on, least((now() at time zone 'Europe/Berlin')::date, i.expected_end_on)))
    / t.days))
  from public.nemus_training_info i
  cross join lateral (select private.nemus_training_days(p_user, i.started_on, i.expected_end_on) as days) t
  where i.user_id = p_user and i.expected_end_on > i.started_on and t.days > 0
$$;

/*
 * A trainee's hours by category against the chosen set and the time that has passed. rank: the worst standing, 0 met to
 * 3 far_behind, null if nothing is compared. lag: the greatest share of required hours below the share of time.
 */
create function private.nemus_cohort_hours(p_user uuid)
returns table (set_id uuid, elapsed numeric, categories jsonb, rank int, lag numeric)
language sql stable security definer set search_path = '' as $$
  with s as materialized (select private.nemus_chosen_set(p_user) as set_id, private.nemus_elapsed(p_user) as elapsed),
  n as (
    select c.category, c.title, c.required_units, c.unit_minutes, c.position
    from s join public.nemus_requirement_categories c on c.set_id = s.set_id
    union all
    select own.category, '', null, 45, own.position::int
    from s cross join unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
      with ordinality as own (category, position)
    where s.set_id is null),
  d as (
    select case when s.set_id is null then m.category else c.category end as category, sum(m.minutes)::bigint as minutes
    from s cross join private.nemus_minutes_by_source(p_user) m
    left join public.nemus_requirement_credits c on c.set_id = s.set_id and c.source = m.source
    group by 1),
  h as (
    select n.*, coalesce(d.minutes, 0) as done,
      private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed, n.unit_minutes) as standing
    from s cross join n left join d on d.category = n.category)
  select s.set_id, s.elapsed, t.categories, t.rank, t.lag from s cross join (
    select coalesce(jsonb_agg(jsonb_build_object('category', h.category, 'title', h.title,
        'required_units', h.required_units, 'unit_minutes', h.unit_minutes, 'done_minutes', h.done, 'standing', h.standing)
        order by h.position, h.category), '[]') as categories,
      max(array_position(array['met', 'on_track', 'behind', 'far_behind'], h.standing) - 1) as rank,
      max(o.elapsed - h.done::numeric / (h.required_units * h.unit_minutes)) as lag
    from h cross join s o) t
$$;

/*
 * Linked trainees of the calling institution, p_size per page: {total, rows: [{trainee_id, first_name, last_name,
 * status, set, elapsed, has_sample_hours, categories: [{category, title, required_units, unit_minutes, done_minutes,
 * standing}]}]}.
 * Every word of p_search must occur in name or address. p_filter: '' all, `behind` in any category, `far_behind`, `open`
 * (nothing to compare). p_sort: `name`, `lag` (furthest behind first), `elapsed`. `set`: {name, version}, null without a
 * choice. `elapsed`: percent.
 * Raises 403 institution_required.
 */
create function public.nemus_cohort(p_search text default '', p_page int default 1, p_filter text default '',
  p_sort text default 'name', p_size int default 25) returns jsonb
-- A plan for these words: a generic one could use no index.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  me uuid;
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
  -- The index finds the longest word, the others are filtered from its hits.
  longest constant text := words[1];
  size constant int := least(greatest(coalesce(p_size, 25), 1), 500);
  skipped constant int := size * (least(greatest(coalesce(p_page, 1), 1), 10000) - 1);
  shown uuid[];
  found_all bigint;
begin
  if not private.nemus_is_institution() then perform private.nemus_refuse(403, 'institution_required'); end if;
  me := private.nemus_require_member('confirming', 'reading');
  if p_filter in ('behind', 'far_behind', 'open') or p_sort in ('lag', 'elapsed') then
    select count(*), (array_agg(m.id order by case p_sort when 'lag' then m.lag when 'elapsed' then m.elapsed end desc nulls last,
      m.sort_name, m.id))[skipped + 1:skipped + size] into found_all, shown
    from (select t.id, t.sort_name, h.rank, h.lag, h.elapsed
      from public.nemus_trainees t cross join lateral private.nemus_cohort_hours(t.user_id) h
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))) m
    where case p_filter when 'behind' then m.rank >= 2 when 'far_behind' then m.rank = 3 when 'open' then m.rank is null
      else true end;
  else
    select count(*) into found_all from public.nemus_trainees t
    where t.institution_id = me and t.user_id is not null
      and (longest is null or (t.search_text like longest and t.search_text like all (words)));
    shown := array(select t.id from public.nemus_trainees t
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))
      order by t.sort_name, t.id limit size offset skipped);
  end if;
  return jsonb_build_object('total', found_all, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('trainee_id', t.id, 'first_name', t.first_name, 'last_name', t.last_name,
      'status', t.status, 'set', (select jsonb_build_object('name', r.name, 'version', r.version)
        from public.nemus_requirement_sets r where r.id = h.set_id),
      'elapsed', round(h.elapsed * 100), 'has_sample_hours', private.nemus_has_sample_hours(t.user_id),
      'categories', h.categories) order by p.place), '[]')
    from unnest(shown) with ordinality as p (id, place)
    cross join lateral (select * from public.nemus_trainees o where o.id = p.id limit 1) t
    cross join lateral private.nemus_cohort_hours(t.user_id) h));
end $$;

/* Confirmed entries of an account, without samples: those for p_institution, or all if it is null. */
create function private.nemus_reported_entries(p_user uuid, p_institution uuid)
returns setof public.nemus_logbook_entries
language sql stable security definer set search_path = '' as $$
  select e.* from public.nemus_logbook_entries e
  where e.user_id = p_user and e.state = 'confirmed' and not e.is_sample and (p_institution is null or e.institution_id = p_institution)
$$;

/*
 * Counted hours by section of employment, year and category: [{site_id, name, started_on, ended_on, share, year,
 * category, minutes, entries}]. Of the caller, or of a linked trainee with what was confirmed for the calling
 * institution. `site_id` null: entries without a site.
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create function public.nemus_section_report(p_trainee uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('confirming', 'reading') end;
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site_id', s.id, 'name', s.name, 'started_on', s.started_on,
      'ended_on', s.ended_on, 'share', s.share, 'year', r.year, 'category', r.category, 'minutes', r.minutes,
      'entries', r.entries) order by s.started_on nulls last, s.name, s.id, r.year, r.category), '[]')
    from (
      select e.site_id, extract(year from e.done_on)::int as year, e.category, sum(e.minutes) as minutes,
        count(*) as entries
      from private.nemus_reported_entries(account, institution) e
      where e.minutes > 0 and not exists (select from public.nemus_logbook_entries c
        where c.user_id = account and c.corrects = e.id and c.state = 'confirmed')
      group by 1, 2, 3
    ) r left join public.nemus_logbook_sites s on s.id = r.site_id and s.user_id = account);
end $$;

/*
 * What a trainee takes to another site: {format, made_at, person, institution, sections, entries, confirmations}. Of
 * the caller, or of a linked trainee with what was confirmed for the calling institution, without notes on
 * self-experience. No case and no address;
 * `confirmations` are steps of the chain with their hashes (steps.sql).
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create function public.nemus_site_package(p_trainee uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('confirming', 'reading') end;
begin
  return (
    with entry as materialized (select e.* from private.nemus_reported_entries(account, institution) e)
    select jsonb_build_object('format', 'nemus-logbook-1', 'made_at', now(),
      'person', (select btrim(p.first_name || ' ' || p.last_name) from public.nemus_profiles p where p.user_id = account),
      'institution', private.nemus_inviting_name(institution),
      'sections', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'started_on', s.started_on,
          'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
        from public.nemus_logbook_sites s where s.user_id = account
          and (institution is null or s.id in (select e.site_id from entry e))),
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
          'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'issuer', case when institution is null or e.category <> 'self_experience' then e.issuer end,
          'started_on', e.started_on, 'file_sha256', e.file_sha256,
          'note', case when institution is null or e.category <> 'self_experience' then e.note else '' end,
          'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
          'as_deputy', e.decided_as_deputy, 'corrects', e.corrects,
          'counts', e.minutes > 0 and not exists (select from public.nemus_logbook_entries c
            where c.user_id = account and c.corrects = e.id and c.state = 'confirmed'))
          order by e.done_on, e.id), '[]') from entry e),
      'confirmations', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', s.entry_id, 'number', s.number,
          'at', s.created_at, 'by', s.actor_name, 'previous_hash', s.previous_hash, 'hash', s.hash) order by s.number), '[]')
        from private.nemus_logbook_steps s
        where s.user_id = account and s.action = 'confirm' and s.entry_id in (select e.id from entry e))));
end $$;

/*
 * Sends linked trainees of the calling institution a message, as a notification through the channels that each wants;
 * three a day for each. The log of the institution keeps it. p_message: made by the client, names the message; sent
 * again, it reaches no one twice. For members with `confirming`. Returns {sent, skipped}; skipped: not linked, or had
 * three. Raises 403 institution_required and as nemus_require_approval, 400 invalid_field,
 * too_many_entries.
 */
create function public.nemus_message_trainees(p_trainees uuid[], p_text text, p_message uuid default gen_random_uuid())
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid;
  said constant text := private.nemus_text_field(jsonb_build_object('text', p_text), 'text', 700, true);
  reached uuid[];
  is_new boolean;
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  me := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(me);
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_trainees), 0) not between 1 and 200;
  -- Two members at once count each other's messages. Linked people are locked: a link that ends now gets nothing.
  perform pg_advisory_xact_lock(hashtextextended('nemus_message ' || me, 0));
  select array_agg(m.user_id), bool_or(m.is_new) into reached, is_new from private.nemus_send_message(
    array(select o.user_id from public.nemus_trainees o
      where o.institution_id = me and o.id = any (p_trainees) and o.user_id is not null order by o.id for share),
    me, 'institution_message', me, p_message,
    jsonb_build_object('institution', private.nemus_fact(private.nemus_inviting_name(me), '–'), 'text', said)) m;
  if is_new then
    insert into private.nemus_organisation_log (institution_id, actor_id, actor_name, actor_kind, action, subject, subject_id, after)
    select me, auth.uid(), coalesce(private.nemus_member_name(auth.uid()), ''), 'member', 'insert', 'trainee_messages', p_message,
      jsonb_build_object('text', said, 'recipients', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t where t.institution_id = me and t.user_id = any (reached);
  end if;
  return jsonb_build_object('sent', coalesce(cardinality(reached), 0), 'skipped',
    (select count(distinct i) from unnest(p_trainees) as i) - coalesce(cardinality(reached), 0));
end $$;
