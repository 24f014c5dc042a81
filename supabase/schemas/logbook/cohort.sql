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
  when (new.state = 'confirmed') execute function private.nemus_sum_entry();
create trigger sum_confirmed after update of state on public.nemus_logbook_entries for each row
  when (new.state = 'confirmed' and old.state <> 'confirmed') execute function private.nemus_sum_entry();
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

/* Share of the training period that has passed, 0 to 1; null without a first or last day. */
create function private.nemus_elapsed(p_user uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(1, greatest(0, ((now() at time zone 'Europe/Berlin')::date - i.started_on)::numeric
    / (i.expected_end_on - i.started_on)))
  from public.nemus_training_info i where i.user_id = p_user and i.expected_end_on > i.started_on
$$;

/*
 * Linked trainees of the calling institution by name, 25 per page: {total, rows: [{trainee_id, first_name, last_name,
 * status, set, elapsed, has_sample_hours, categories: [{category, title, required_units, unit_minutes, done_minutes,
 * standing}]}]}. Every word of
 * p_search must occur in name or address. `set`: {name, version}, null without a choice. `elapsed`: percent.
 * Raises 403 institution_required.
 */
create function public.nemus_cohort(p_search text default '', p_page int default 1) returns jsonb
-- A plan for these words: a generic one could use no index.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  me uuid;
  words constant text[] := private.nemus_search_patterns(coalesce(p_search, ''));
  -- The index finds the longest word, the others are filtered from its hits.
  longest constant text := words[1];
begin
  if not private.nemus_is_institution() then perform private.nemus_refuse(403, 'institution_required'); end if;
  me := private.nemus_require_member('confirming', 'reading');
  return (
    with page as materialized (
      select t.id from public.nemus_trainees t
      where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))
      order by t.sort_name, t.id limit 25 offset 25 * (least(greatest(coalesce(p_page, 1), 1), 10000) - 1)),
    shown as materialized (
      select t.id, t.user_id, t.first_name, t.last_name, t.status, t.sort_name
      from page p cross join lateral (select * from public.nemus_trainees o where o.id = p.id limit 1) t),
    standing as materialized (
      select s.*, private.nemus_chosen_set(s.user_id) as set_id, private.nemus_elapsed(s.user_id) as elapsed from shown s)
    select jsonb_build_object(
      'total', (select count(*) from public.nemus_trainees t
        where t.institution_id = me and t.user_id is not null
        and (longest is null or (t.search_text like longest and t.search_text like all (words)))),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('trainee_id', s.id, 'first_name', s.first_name,
          'last_name', s.last_name, 'status', s.status,
          'set', (select jsonb_build_object('name', r.name, 'version', r.version)
            from public.nemus_requirement_sets r where r.id = s.set_id),
          'elapsed', round(s.elapsed * 100), 'has_sample_hours', private.nemus_has_sample_hours(s.user_id),
          'categories', hours.list) order by s.sort_name, s.id), '[]')
        from standing s cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
            'required_units', n.required_units, 'unit_minutes', n.unit_minutes, 'done_minutes', coalesce(d.minutes, 0),
            'standing', private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed, n.unit_minutes))
            order by n.position, n.category), '[]') as list
          from (select c.category, c.title, c.required_units, c.unit_minutes, c.position from public.nemus_requirement_categories c
              where c.set_id = s.set_id
            union all
            select own.category, '', null, 45, own.position::int
            from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning'])
              with ordinality as own (category, position)
            where s.set_id is null) n
          left join (
            select case when s.set_id is null then m.category else c.category end as counts_for,
              sum(m.minutes)::bigint as minutes
            from private.nemus_minutes_by_source(s.user_id) m
            left join public.nemus_requirement_credits c on c.set_id = s.set_id and c.source = m.source
            group by 1) d on d.counts_for = n.category
        ) hours)));
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
      'institution', (select p.institution_name from public.nemus_profiles p where p.user_id = institution),
      'sections', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'started_on', s.started_on,
          'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
        from public.nemus_logbook_sites s where s.user_id = account
          and (institution is null or s.id in (select e.site_id from entry e))),
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
          'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'site_id', e.site_id,
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
