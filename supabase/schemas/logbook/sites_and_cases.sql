-- Sites, cases and templates of a trainee, and the two reads of the logbook page: possible confirmers, and one week.
-- A site with submitted or confirmed entries keeps its name, and its period keeps covering their days. A site or case
-- named by an entry is not deleted. Limits: 100 sites, 1,000 cases, 50 templates.
-- A case has a random code and an age band, nothing that names a patient.
-- Tables: entries.sql. That an entry's day fits its site and case: nemus_read_entry in changes.sql.

/*
 * Saves a section of employment; without `id` a new one. Once entries there are submitted or confirmed, the name is
 * fixed and the period must cover them. Raises 400 invalid_field, 404 site_not_found, 409 too_many_sites.
 */
create function public.nemus_save_site(p_site jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  called text;
  first_day date;
  last_day date;
  part numeric;
  kind text;
  before text;
  first_signed date;
  last_signed date;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_site) is distinct from 'object';
  wanted := private.nemus_id_field(p_site, 'id', false);
  called := private.nemus_text_field(p_site, 'name', 200, true);
  first_day := private.nemus_day_field(p_site, 'started_on', true);
  last_day := private.nemus_day_field(p_site, 'ended_on', false);
  perform private.nemus_refuse_field('ended_on', 'before_start') where last_day < first_day;
  perform private.nemus_refuse_field('share', 'count', '{"least": 1, "most": 100}')
    where coalesce(p_site ->> 'share', '') !~ '^[0-9]{1,3}(\.[0-9])?$' or (p_site ->> 'share')::numeric not between 1 and 100;
  part := (p_site ->> 'share')::numeric;
  kind := private.nemus_choice_field(p_site, 'setting', array['outpatient', 'inpatient'], false);
  perform private.nemus_lock_logbook(me);
  if wanted is null then
    perform private.nemus_refuse(409, 'too_many_sites', '{"most": 100}')
      where (select count(*) from public.nemus_logbook_sites s where s.user_id = me) >= 100;
    insert into public.nemus_logbook_sites (user_id, name, started_on, ended_on, share, setting)
    values (me, called, first_day, last_day, part, kind) returning id into wanted;
    return wanted;
  end if;
  select s.name, min(e.done_on), max(e.done_on) into before, first_signed, last_signed
  from public.nemus_logbook_sites s
  left join public.nemus_logbook_entries e on e.site_id = s.id and e.user_id = me
    and e.state in ('submitted', 'confirmed') and not e.is_sample
  where s.id = wanted and s.user_id = me group by s.id;
  if first_signed is not null and called <> before then
    perform private.nemus_refuse_field('name', 'site_signed');
  elsif first_signed < first_day then
    perform private.nemus_refuse_field('started_on', 'site_days');
  elsif last_signed > last_day then
    perform private.nemus_refuse_field('ended_on', 'site_days');
  end if;
  update public.nemus_logbook_sites s set name = called, started_on = first_day, ended_on = last_day, share = part,
    is_sample = false, setting = case when p_site ? 'setting' then kind else s.setting end
  where s.id = wanted and s.user_id = me;
  perform private.nemus_refuse(404, 'site_not_found') where not found;
  return wanted;
end $$;

/* Deletes a site that no entry names. Raises 404 site_not_found, 409 site_in_use. */
create function public.nemus_delete_site(p_site uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_logbook(auth.uid());
  perform from public.nemus_logbook_sites s where s.id = p_site and s.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'site_not_found') where not found;
  perform private.nemus_refuse(409, 'site_in_use')
    where exists (select from public.nemus_logbook_entries e where e.site_id = p_site and e.user_id = auth.uid());
  delete from public.nemus_logbook_sites s where s.id = p_site and s.user_id = auth.uid();
end $$;

/*
 * Makes a case with a random code: digit, letter, digit, letter. No words or initials, no signs that look alike.
 * Returns {id, code}. Raises 400 invalid_field, 409 too_many_cases.
 */
create function public.nemus_create_case(p_case jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  digits constant text := '2346789';
  letters constant text := 'ACDEFHJKMNPRTUVWXY';
  band text;
  began date;
  fresh text;
  made uuid;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_case) is distinct from 'object';
  band := private.nemus_choice_field(p_case, 'age_band',
    array['0-5', '6-11', '12-17', '18-29', '30-44', '45-64', '65+'], false);
  began := private.nemus_day_field(p_case, 'started_on', false);
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(409, 'too_many_cases', '{"most": 1000}')
    where (select count(*) from public.nemus_logbook_cases c where c.user_id = me) >= 1000;
  loop
    select 'F-' || string_agg(substr(s.signs, 1 + floor(random() * length(s.signs))::int, 1), '' order by s.place) into fresh
    from (values (1, digits), (2, letters), (3, digits), (4, letters)) s (place, signs);
    insert into public.nemus_logbook_cases (user_id, code, age_band, started_on) values (me, fresh, band, began)
    on conflict (user_id, code) do nothing returning id into made;
    exit when made is not null;
  end loop;
  return jsonb_build_object('id', made, 'code', fresh);
end $$;

/* Sets the own label of a case; empty removes it. Raises 400 invalid_field, 404 case_not_found. */
create function public.nemus_label_case(p_case uuid, p_label text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.nemus_logbook_cases c
  set label = coalesce(private.nemus_text_field(jsonb_build_object('label', p_label), 'label', 30, false), ''), is_sample = false
  where c.id = p_case and c.user_id = auth.uid();
  perform private.nemus_refuse(404, 'case_not_found') where not found;
end $$;

/*
 * What the caller's entries add up to by case, in any state: [{case_id, practice, supervision, entries, last_on}],
 * minutes. A confirmed correction counts instead of its entry, an open one not yet.
 */
create function public.nemus_case_hours() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
    select e.case_id, coalesce(sum(e.minutes) filter (where e.category = 'practice'), 0) as practice,
      coalesce(sum(e.minutes) filter (where e.category = 'supervision'), 0) as supervision,
      count(*) as entries, max(e.done_on) as last_on
    from public.nemus_logbook_entries e
    where e.user_id = auth.uid() and e.case_id is not null and (e.corrects is null or e.state = 'confirmed')
      and not exists (select from public.nemus_logbook_entries c
        where c.corrects = e.id and c.user_id = e.user_id and c.state = 'confirmed')
    group by e.case_id) h
$$;

/* Closes a case on a day; reopens it without one. Raises 400 invalid_field, 404 case_not_found. */
create function public.nemus_close_case(p_case uuid, p_closed_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  began date;
begin
  perform private.nemus_lock_logbook(auth.uid());
  select c.started_on into began from public.nemus_logbook_cases c where c.id = p_case and c.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'case_not_found') where not found;
  if p_closed_on < coalesce(began, '2000-01-01') then
    perform private.nemus_refuse_field('closed_on', 'before_start');
  elsif p_closed_on > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse_field('closed_on', 'future');
  end if;
  update public.nemus_logbook_cases c set closed_on = p_closed_on, is_sample = false where c.id = p_case and c.user_id = auth.uid();
end $$;

/* Deletes a case that no entry names. Raises 404 case_not_found, 409 case_in_use. */
create function public.nemus_delete_case(p_case uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_logbook(auth.uid());
  perform from public.nemus_logbook_cases c where c.id = p_case and c.user_id = auth.uid() for update;
  perform private.nemus_refuse(404, 'case_not_found') where not found;
  perform private.nemus_refuse(409, 'case_in_use')
    where exists (select from public.nemus_logbook_entries e where e.case_id = p_case and e.user_id = auth.uid());
  delete from public.nemus_logbook_cases c where c.id = p_case and c.user_id = auth.uid();
end $$;

/*
 * Saves a template under its name, in place of one of that name: {name, sessions, first_on, last_on}.
 * Raises 400 invalid_field, 409 too_many_templates.
 */
create function public.nemus_save_template(p_template jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  called text;
  first_day date;
  last_day date;
  kept jsonb;
  saved uuid;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_template) is distinct from 'object';
  called := private.nemus_text_field(p_template, 'name', 60, true);
  first_day := private.nemus_day_field(p_template, 'first_on', true);
  last_day := private.nemus_day_field(p_template, 'last_on', false);
  perform private.nemus_refuse_field('last_on', 'before_start') where last_day < first_day;
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_template -> 'sessions') is distinct from 'array';
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 60}')
    where jsonb_array_length(p_template -> 'sessions') not between 1 and 60;
  select jsonb_agg(jsonb_build_object('weekday', private.nemus_count_field(s.value, 'weekday', 0, 6), 'category',
    private.nemus_choice_field(s.value, 'category',
      array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true),
    'minutes', private.nemus_count_field(s.value, 'minutes', 1, 1440),
    'case_id', private.nemus_id_field(s.value, 'case_id', false))) into kept
  from jsonb_array_elements(p_template -> 'sessions') s;
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse_field('case_id', 'choice')
    where exists (select from jsonb_array_elements(kept) s where s ->> 'case_id' is not null and not exists (
      select from public.nemus_logbook_cases c where c.id = (s ->> 'case_id')::uuid and c.user_id = me));
  perform private.nemus_refuse(409, 'too_many_templates', '{"most": 50}')
    where (select count(*) from public.nemus_logbook_templates t where t.user_id = me and t.name <> called) >= 50;
  insert into public.nemus_logbook_templates as t (user_id, name, sessions, first_on, last_on)
  values (me, called, kept, first_day, last_day)
  on conflict (user_id, name) do update set sessions = kept, first_on = first_day, last_on = last_day
  returning t.id into saved;
  return saved;
end $$;

/* Deletes an own template, if there is one. Drafts made from it stay. */
create function public.nemus_delete_template(p_template uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.nemus_logbook_templates t where t.id = p_template and t.user_id = auth.uid()
$$;

/*
 * Confirmers that the caller may name, without addresses: [{id, name, institution, has_account, roles: [{role, site,
 * valid_from, valid_until, categories}]}].
 */
create function public.nemus_possible_confirmers() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'institution', coalesce(p.institution_name, ''),
    'has_account', c.user_id is not null, 'roles', r.roles) order by private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_trainees t
  join public.nemus_confirmers c on c.institution_id = t.institution_id and private.nemus_is_confirming(c)
    and c.user_id is distinct from t.user_id
  join public.nemus_profiles p on p.user_id = c.institution_id
  cross join lateral (select jsonb_agg(jsonb_build_object('role', r.role, 'site', r.site, 'valid_from', r.valid_from,
      'valid_until', r.valid_until, 'categories',
      (select jsonb_agg(m.category order by m.category) from private.nemus_confirming_roles m where m.role = r.role))
      order by r.role, r.valid_from, r.id) as roles
    from public.nemus_confirmer_roles r where r.confirmer_id = c.id and (r.trainee_id is null or r.trainee_id = t.id)) r
  where t.user_id = auth.uid() and r.roles is not null and private.nemus_may_have_confirmed(t.institution_id)
$$;

/*
 * Whether a submitted entry waits for a person who left the list or is blocked, or whose role no longer covers it; or, as a
 * certificate, at an institution that the trainee left.
 */
create function private.nemus_is_stranded(p_entry public.nemus_logbook_entries) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_entry.state = 'submitted' and (not exists (select from public.nemus_confirmers c
      where c.id = p_entry.confirmer_id and private.nemus_is_confirming(c))
    or p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry)
    or private.nemus_role_for(p_entry, p_entry.confirmer_id) is null)
$$;

/* Whether the trainee of an entry is linked with the institution that it was submitted to. */
create function private.nemus_is_linked_entry(p_entry public.nemus_logbook_entries) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_trainees t
    where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id)
$$;

/*
 * An entry for its trainee: with the names of site, case and confirmer, and why it may not be confirmed. A stranded entry is
 * the trainee's to handle. Of those that wait: is_unlinked: the link has ended since, and the person still confirms ·
 * is_paused: the institution may not have anything confirmed now. file: of a certificate {path, file_name, content_type,
 * size_bytes, sha256}.
 */
create function private.nemus_own_entry(p_entry public.nemus_logbook_entries) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_entry) - array['user_id', 'institution_id', 'decided_by', 'created_at', 'updated_at', 'search_text']
    || jsonb_build_object('site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
      'case_code', (select k.code from public.nemus_logbook_cases k where k.id = p_entry.case_id),
      'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
      'corrected_by', (select n.id from public.nemus_logbook_entries n
        where n.corrects = p_entry.id and n.user_id = p_entry.user_id),
      'is_stranded', private.nemus_is_stranded(p_entry),
      'is_unlinked', p_entry.state = 'submitted' and not private.nemus_is_linked_entry(p_entry),
      'is_paused', p_entry.state = 'submitted' and not private.nemus_may_have_confirmed(p_entry.institution_id),
      'file', (select jsonb_build_object('path', f.path, 'file_name', f.file_name, 'content_type', f.content_type,
        'size_bytes', f.size_bytes, 'sha256', f.sha256) from public.nemus_logbook_files f where f.id = p_entry.file_id))
$$;

/* The caller's certificates, the newest first: [entry], as in nemus_own_entry. */
create function public.nemus_logbook_certificates() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.nemus_own_entry(e) order by e.done_on desc, e.created_at desc, e.id), '[]')
  from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.file_id is not null
$$;

/*
 * The caller's entries of the seven days from p_monday, without certificates, as in nemus_own_entry; other weeks with
 * something to do, the 12 latest; the last entry of each category; the templates; and what the chosen set tells apart:
 * {entries, waiting, remembered, templates, attributes: {category: [attribute]}}. `submitted` of a week: stranded.
 */
create function public.nemus_logbook_week(p_monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(private.nemus_own_entry(e) order by e.done_on, e.created_at, e.id), '[]')
      from public.nemus_logbook_entries e
      where e.user_id = auth.uid() and e.done_on between p_monday and p_monday + 6 and e.file_id is null),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('monday', w.monday, 'state', w.state, 'count', w.n)
        order by w.monday desc, w.state), '[]')
      from (select date_trunc('week', o.done_on)::date as monday, o.state, count(*)::int as n
        from (select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state in ('draft', 'returned') and e.file_id is null
          union all
          -- `submitted` here: stranded.
          select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state = 'submitted' and e.file_id is null and private.nemus_is_stranded(e)) o
        where o.done_on not between p_monday and p_monday + 6
        group by 1, 2 order by 1 desc, 2 limit 12) w),
    'remembered', (select coalesce(jsonb_object_agg(g.category, l.said), '{}')
      from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning']) g (category)
      cross join lateral (select jsonb_build_object('competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'confirmer_id', e.confirmer_id, 'minutes', e.minutes, 'setting', e.setting, 'form', e.form,
          'age_group', e.age_group, 'procedure', e.procedure) as said
        from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.category = g.category and not e.is_sample and e.file_id is null
        order by e.done_on desc, e.id limit 1) l),
    'templates', (select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'created_at', 'updated_at']
        order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_logbook_templates t where t.user_id = auth.uid()),
    'attributes', (select coalesce(jsonb_object_agg(w.category, w.attributes), '{}')
      from (select f.category, jsonb_agg(distinct a.key) as attributes from public.nemus_requirement_figures f
        join private.nemus_figure_choices() a on a.is_attribute and to_jsonb(f) ->> a.key is not null
        where f.set_id = private.nemus_chosen_set(auth.uid()) and f.category is not null and f.is_counted group by 1) w))
$$;
