-- People who confirm, the logbook and the cohort of an institution: seen by who has to do with confirming and who reads,
-- changed by who has to do with confirming. Who decides on an entry is a person, as before.

drop policy "own deputies are read" on public.nemus_confirmer_deputies;
create policy "own deputies are read" on public.nemus_confirmer_deputies for select to authenticated
  using (institution_id = (select private.nemus_acts_for('confirming', 'reading'))
    or confirmer_id in (select private.nemus_my_confirmers()) or deputy_id in (select private.nemus_my_confirmers()));
drop policy "own roles of confirming are read" on public.nemus_confirmer_roles;
create policy "own roles of confirming are read" on public.nemus_confirmer_roles for select to authenticated
  using (institution_id = (select private.nemus_acts_for('confirming', 'reading'))
    or confirmer_id in (select private.nemus_my_confirmers()));
drop policy "own people who confirm are read" on public.nemus_confirmers;
create policy "own people who confirm are read" on public.nemus_confirmers for select to authenticated
  using (institution_id = (select private.nemus_acts_for('confirming', 'reading')) or user_id = (select auth.uid()));

drop policy "entries are read by those whom they concern" on public.nemus_logbook_entries;
create policy "entries are read by those whom they concern" on public.nemus_logbook_entries for select to authenticated
  using (user_id = (select auth.uid())
    or (state in ('submitted', 'returned', 'confirmed') and (
      confirmer_id in (select private.nemus_my_confirmers()) or decided_by = (select auth.uid())
      or (state = 'submitted' and confirmer_id in (select private.nemus_my_deputised()))
      or (institution_id = (select private.nemus_acts_for('confirming', 'reading')) and user_id in (select t.user_id from public.nemus_trainees t
        where t.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and t.user_id is not null)))));

/* Which of those roles the caller has for an entry; none for somebody else's draft, whoever is named in it. */
create or replace function private.nemus_logbook_roles(p_entry public.nemus_logbook_entries) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when p_entry.user_id = auth.uid() then 'owner' end,
    case when p_entry.confirmer_id in (select private.nemus_my_confirmers()) or p_entry.decided_by = auth.uid()
      then 'confirmer' end,
    case when p_entry.confirmer_id in (select private.nemus_my_deputised()) then 'deputy' end,
    case when p_entry.institution_id = private.nemus_acts_for('confirming', 'reading') and exists (select from public.nemus_trainees t
      where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id) then 'institution' end], null)
$$;

/* Makes sure that the caller may name people who confirm. Raises 403 institution_required, and as nemus_require_approval. */
create or replace function private.nemus_begin_naming() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'institution_required');
  end if;
  perform private.nemus_require_approval(private.nemus_require_member('confirming'));
  perform private.nemus_lock_confirming();
end $$;

/*
 * The list of the caller's institution: [{id, name, email, state, declined_at, open, roles, deputies}], by name; state one
 * of `account`, `invited`, `declined`; who was taken off the list is not in it, who declined within the last 90 days is.
 * roles [{id, role, site, trainee_id, trainee_name, valid_from, valid_until}], deputies [{id, deputy_id, name, valid_from,
 * valid_until}], both without what is over since a year.
 */
create or replace function private.nemus_confirming_people() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email,
    'state', case when c.declined_at is not null then 'declined' when c.user_id is not null then 'account' else 'invited'
      end,
    'declined_at', c.declined_at,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = c.id and e.state = 'submitted'),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'role', r.role, 'site', r.site,
        'trainee_id', r.trainee_id, 'trainee_name', t.first_name || ' ' || t.last_name, 'valid_from', r.valid_from,
        'valid_until', r.valid_until) order by r.valid_from desc, r.role, r.id), '[]')
      from public.nemus_confirmer_roles r left join public.nemus_trainees t on t.id = r.trainee_id
      where r.confirmer_id = c.id and (r.valid_until is null or r.valid_until > current_date - 365)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
        'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from desc, d.id), '[]')
      from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
      where d.confirmer_id = c.id and d.valid_until > current_date - 365)
    ) order by c.declined_at is not null, lower(c.name), c.id), '[]')
  from public.nemus_confirmers c
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or c.declined_at > now() - interval '90 days')
$$;

/* A person of the caller's list, locked. Raises 404 confirmer_not_found, also for one who was taken off it. */
create or replace function private.nemus_own_confirmer(p_confirmer uuid) returns public.nemus_confirmers
language plpgsql security definer set search_path = '' as $$
declare
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null for update;
  if not found then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
  return person;
end $$;

/*
 * Names a person who may confirm, or changes one; p_confirmer null adds. The address of somebody who has accepted stays.
 * Returns the id. Raises 403 institution_required, address_unconfirmed and approval_required, 404 confirmer_not_found,
 * 400 invalid_field, 409 confirmer_email_taken, confirmer_accepted, forbidden_pair, 400 too_many_confirmers.
 */
create or replace function private.nemus_save_confirmer(p_confirmer uuid, p_name text, p_email text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := jsonb_build_object('name', p_name, 'email', p_email);
  called text;
  mailbox text;
  other text;
  person public.nemus_confirmers;
begin
  perform private.nemus_begin_naming();
  called := regexp_replace(private.nemus_text_field(fields, 'name', 200, true), '\s+', ' ', 'g');
  mailbox := lower(private.nemus_text_field(fields, 'email', 255, true) collate "C");
  if mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then
    perform private.nemus_refuse_field('email', 'email');
  end if;
  select c.name into other from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(mailbox) and c.ended_at is null
    and c.id is distinct from p_confirmer;
  if found then
    perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', other));
  end if;
  if p_confirmer is null then
    if (select count(*) from public.nemus_confirmers c where c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null) >= 500
    then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 500}');
    end if;
    insert into public.nemus_confirmers (institution_id, name, email) values (private.nemus_acts_for('confirming'), called, mailbox)
    returning * into person;
    return person.id;
  end if;
  person := private.nemus_own_confirmer(p_confirmer);
  if person.user_id is not null and lower(person.email) <> mailbox then
    perform private.nemus_refuse(409, 'confirmer_accepted', '{"field": "email"}');
  end if;
  update public.nemus_confirmers c set name = called, email = mailbox where c.id = person.id;
  return person.id;
end $$;

/*
 * Gives a person of the caller's list a role, or changes one; p_role_id null adds. p_trainee null: for all trainees of the
 * institution. Returns the id. Raises 403 as nemus_begin_naming, 404 confirmer_not_found, confirmer_role_not_found,
 * trainee_not_found, 400 invalid_field, 409 forbidden_pair, 400 too_many_confirmers.
 */
create or replace function private.nemus_save_confirmer_role(p_confirmer uuid, p_role text, p_valid_from date, p_valid_until date,
  p_site text, p_trainee uuid, p_role_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  place constant text := coalesce(private.nemus_text_field(jsonb_build_object('site', p_site), 'site', 200, false), '');
  saved uuid;
begin
  perform private.nemus_begin_naming();
  perform private.nemus_own_confirmer(p_confirmer);
  if p_role is null or p_role not in ('leader', 'supervision', 'self_experience', 'lecturer') then
    perform private.nemus_refuse_field('role', 'choice');
  end if;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, true);
  if p_trainee is not null and not exists (select from public.nemus_trainees t
    where t.id = p_trainee and t.institution_id = private.nemus_acts_for('confirming')) then
    perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person", "field": "trainee"}');
  end if;
  if p_role_id is null then
    if (select count(*) from public.nemus_confirmer_roles r where r.confirmer_id = p_confirmer) >= 200 then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}');
    end if;
    insert into public.nemus_confirmer_roles (confirmer_id, institution_id, role, site, trainee_id, valid_from, valid_until)
    values (p_confirmer, private.nemus_acts_for('confirming'), p_role, place, p_trainee, p_valid_from, p_valid_until) returning id into saved;
    return saved;
  end if;
  update public.nemus_confirmer_roles r set role = p_role, site = place, trainee_id = p_trainee,
    valid_from = p_valid_from, valid_until = p_valid_until
  where r.id = p_role_id and r.confirmer_id = p_confirmer and r.institution_id = private.nemus_acts_for('confirming') returning r.id into saved;
  if saved is null then
    perform private.nemus_refuse(404, 'confirmer_role_not_found');
  end if;
  return saved;
end $$;

/*
 * Says who stands in for a person of the caller's list, from a day until another. Returns the id. Raises 403 as
 * nemus_begin_naming, 404 confirmer_not_found, 400 invalid_field, 409 deputy_without_account, 400 too_many_confirmers.
 */
create or replace function private.nemus_save_deputy(p_confirmer uuid, p_deputy uuid, p_valid_from date, p_valid_until date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  perform private.nemus_begin_naming();
  perform private.nemus_own_confirmer(p_confirmer);
  if p_deputy is null or p_deputy = p_confirmer then
    perform private.nemus_refuse_field('deputy', case when p_deputy is null then 'missing' else 'choice' end);
  end if;
  -- A link is for whom it was sent to alone.
  if (private.nemus_own_confirmer(p_deputy)).user_id is null then
    perform private.nemus_refuse(409, 'deputy_without_account', '{"field": "deputy"}');
  end if;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, false);
  if (select count(*) from public.nemus_confirmer_deputies d where d.confirmer_id = p_confirmer) >= 200 then
    perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}');
  end if;
  insert into public.nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
  values (private.nemus_acts_for('confirming'), p_confirmer, p_deputy, p_valid_from, p_valid_until) returning id into saved;
  return saved;
end $$;

/*
 * Takes a person off the caller's list, at once; what she confirmed stays confirmed. Ending what has ended already is no
 * error. Returns how many entries wait for her still, which their trainees take back. Raises 404 confirmer_not_found.
 */
create or replace function private.nemus_end_confirmer(p_confirmer uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
begin
  update public.nemus_confirmers c set ended_at = coalesce(c.ended_at, now())
  where c.id = p_confirmer and c.institution_id = institution;
  if not found then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
  return (select count(*)::int from public.nemus_logbook_entries e
    where e.confirmer_id = p_confirmer and e.state = 'submitted');
end $$;

/*
 * Ends a role: today is its last day, and one that has not begun goes. What was done in it before can still be confirmed.
 * Raises 404 confirmer_role_not_found.
 */
create or replace function private.nemus_end_confirmer_role(p_role_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  delete from public.nemus_confirmer_roles r
  where r.id = p_role_id and r.institution_id = institution and r.valid_from > today;
  if found then
    return;
  end if;
  update public.nemus_confirmer_roles r set valid_until = least(r.valid_until, today)
  where r.id = p_role_id and r.institution_id = institution;
  if not found then
    perform private.nemus_refuse(404, 'confirmer_role_not_found');
  end if;
end $$;

/* Ends standing in at once: yesterday was its last day. Raises 404 deputy_not_found. */
create or replace function private.nemus_end_deputy(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  delete from public.nemus_confirmer_deputies d
  where d.id = p_id and d.institution_id = institution and d.valid_from >= today;
  if found then
    return;
  end if;
  update public.nemus_confirmer_deputies d set valid_until = least(d.valid_until, today - 1)
  where d.id = p_id and d.institution_id = institution;
  if not found then
    perform private.nemus_refuse(404, 'deputy_not_found');
  end if;
end $$;

/*
 * What waits for whom at the caller's institution: [{confirmer_id, name, state, open, trainees, oldest_submitted_at,
 * reminded_at}], who has most first; state one of `account`, `invited`, `ended`; of those taken off the list, who is still
 * waited for. reminded_at is the last mail.
 */
create or replace function private.nemus_sign_off_workload() returns jsonb
language sql stable security definer set search_path = '' as $$
  with waiting as (
    select e.confirmer_id, count(*)::int as open, count(distinct e.user_id)::int as trainees,
      min(e.submitted_at) as oldest
    from public.nemus_logbook_entries e
    where e.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and e.state = 'submitted' group by e.confirmer_id)
  select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
    'state', case when c.ended_at is not null then 'ended' when c.user_id is not null then 'account' else 'invited' end,
    'open', coalesce(w.open, 0), 'trainees', coalesce(w.trainees, 0), 'oldest_submitted_at', w.oldest,
    'reminded_at', greatest(
      (select max(l.sent_at) from private.nemus_sign_off_letters l where l.confirmer_id = c.id),
      (select max(l.sent_at) from private.nemus_sign_off_letters l where l.account_id = c.user_id)))
    order by coalesce(w.open, 0) desc, lower(c.name), c.id), '[]')
  from public.nemus_confirmers c left join waiting w on w.confirmer_id = c.id
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or w.open > 0)
$$;

/*
 * Linked trainees of the calling institution by their name, twenty-five at a time, with their categories: {total, rows:
 * [{trainee_id, first_name, last_name, status, set, elapsed, categories: [{category, title, required_units, done_minutes,
 * standing}]}]}. Each word of p_search stands in name or address. `set`: name and version, null where none was chosen;
 * `elapsed`: percent of the time that has passed. Raises 403 institution_required.
 */
create or replace function private.nemus_cohort(p_search text, p_page int) returns jsonb
-- Planned for these words: one plan for all of them could use no index for any.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  me uuid;
  words constant text[] := array(select '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from regexp_split_to_table(left(lower(btrim(coalesce(p_search, ''))), 200), '\s+') w where w <> '');
  -- An index finds this one; the others are looked for among its hits.
  longest constant text := (select w from unnest(words) w order by char_length(w) desc limit 1);
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
          'elapsed', round(s.elapsed * 100), 'categories', hours.list) order by s.sort_name, s.id), '[]')
        from standing s cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'title', n.title,
            'required_units', n.required_units, 'done_minutes', coalesce(d.minutes, 0),
            'standing', private.nemus_standing(coalesce(d.minutes, 0), n.required_units, s.elapsed))
            order by n.position, n.category), '[]') as list
          from (select c.category, c.title, c.required_units, c.position from public.nemus_requirement_categories c
              where c.set_id = s.set_id
            union all
            select own.category, '', null, own.position::int
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

/*
 * Hours that count by section of employment, year and category: [{site_id, name, started_on, ended_on, share, year,
 * category, minutes, entries}] of the caller, or of a linked trainee of the calling institution with what was confirmed for
 * it. `site_id` is null for entries without a site. Raises 403 piw_required, 404 trainee_not_found.
 */
create or replace function private.nemus_section_report(p_trainee uuid) returns jsonb
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
 * Everything that somebody who changes the site takes along: {format, made_at, person, institution, sections, entries,
 * confirmations} of the caller, or of a linked trainee of the calling institution with what was confirmed for it. Entries
 * name neither a case nor an address; a confirmation has its place in the chain of hashes.
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create or replace function private.nemus_site_package(p_trainee uuid) returns jsonb
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
          'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'site_id', e.site_id, 'note', e.note,
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
