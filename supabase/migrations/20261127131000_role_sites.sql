-- The site of a role: the role holds for hours at that site alone. And a site keeps its name and its days as far as
-- somebody was asked to sign for them.

/* A site's name as names of sites are compared: capitals and the number of spaces make no difference. Empty for none. */
create function private.nemus_site_key(p_name text) returns text
language sql immutable set search_path = '' as $$
  select lower(btrim(regexp_replace(coalesce(p_name, ''), '\s+', ' ', 'g')))
$$;

/*
 * The role in which a person may confirm hours of a category that this trainee spent on that day at that site (an own one
 * of the trainee, null for none named); null for no role. A role that names a site holds for hours at a site of that name
 * alone; p_anywhere leaves that out, for the right words. That the trainee is the institution's, submitting has seen to.
 * Who is both lecturer and leader confirms theory as lecturer.
 */
drop function private.nemus_role_for(uuid, uuid, text, date);
create function private.nemus_role_for(p_confirmer uuid, p_user uuid, p_category text, p_on date, p_site uuid,
  p_anywhere boolean default false) returns text
language sql stable security definer set search_path = '' as $$
  select r.role from public.nemus_confirmer_roles r
  join private.nemus_confirming_roles k on k.role = r.role and k.category = p_category
  where r.confirmer_id = p_confirmer and p_on >= r.valid_from and (r.valid_until is null or p_on <= r.valid_until)
    and (r.trainee_id is null or exists (select from public.nemus_trainees t
      where t.id = r.trainee_id and (t.user_id = p_user or (t.user_id is null
        and lower(t.email) = (select lower(p.email) from public.nemus_profiles p where p.user_id = p_user)))))
    and (p_anywhere or private.nemus_site_key(r.site) = '' or private.nemus_site_key(r.site) = private.nemus_site_key(
      (select s.name from public.nemus_logbook_sites s where s.id = p_site and s.user_id = p_user)))
  order by r.role = 'leader', r.role limit 1
$$;

/*
 * Whether a trainee may name a person for hours of this category on this day at this site: of a linked institution, in a
 * role for it (`nemus_role_for`), and not the trainee in person.
 */
drop function private.nemus_confirms_for(uuid, uuid, text, date);
create function private.nemus_confirms_for(p_user uuid, p_confirmer uuid, p_category text, p_day date, p_site uuid,
  p_anywhere boolean default false) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_user
      where c.id = p_confirmer and c.ended_at is null and c.user_id is distinct from p_user)
    and private.nemus_role_for(p_confirmer, p_user, p_category, p_day, p_site, p_anywhere) is not null;
end $$;
revoke all on function private.nemus_site_key(text), private.nemus_role_for(uuid, uuid, text, date, uuid, boolean),
  private.nemus_confirms_for(uuid, uuid, text, date, uuid, boolean) from public, anon, authenticated, service_role;

/* The entry that a form describes, every field of it checked. Raises 400 invalid_field. */
create or replace function private.nemus_read_entry(p_id uuid, p_fields jsonb, p_is_correction boolean)
returns public.nemus_logbook_entries
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  entry public.nemus_logbook_entries;
  taken bigint;
begin
  entry.id := p_id;
  entry.user_id := me;
  entry.done_on := private.nemus_day_field(p_fields, 'done_on', true);
  if entry.done_on > (now() at time zone 'Europe/Berlin')::date then
    perform private.nemus_refuse_field('done_on', 'future');
  end if;
  entry.category := private.nemus_choice_field(p_fields, 'category',
    array['theory', 'practice', 'supervision', 'self_experience', 'elearning'], true);
  entry.minutes := private.nemus_count_field(p_fields, 'minutes', case when p_is_correction then 0 else 1 end, 1440);
  entry.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], false);
  entry.level := private.nemus_choice_field(p_fields, 'level', array['cognitive', 'action'], entry.competency is not null);
  if entry.competency is null and entry.level is not null then
    perform private.nemus_refuse_field('competency', 'missing');
  end if;
  entry.note := coalesce(private.nemus_text_field(p_fields, 'note', 2000, false), '');
  entry.site_id := private.nemus_id_field(p_fields, 'site_id', false);
  entry.case_id := private.nemus_id_field(p_fields, 'case_id', false);
  entry.confirmer_id := private.nemus_id_field(p_fields, 'confirmer_id', false);
  if entry.site_id is not null then
    perform from public.nemus_logbook_sites s where s.id = entry.site_id and s.user_id = me;
    if not found then
      perform private.nemus_refuse_field('site_id', 'choice');
    end if;
    perform from public.nemus_logbook_sites s where s.id = entry.site_id and entry.done_on >= s.started_on
      and (s.ended_on is null or entry.done_on <= s.ended_on);
    if not found then
      perform private.nemus_refuse_field('site_id', 'site_period');
    end if;
  end if;
  if entry.case_id is not null then
    perform from public.nemus_logbook_cases c where c.id = entry.case_id and c.user_id = me;
    if not found then
      perform private.nemus_refuse_field('case_id', 'choice');
    end if;
    perform from public.nemus_logbook_cases c where c.id = entry.case_id and (c.closed_on is null or entry.done_on <= c.closed_on);
    if not found then
      perform private.nemus_refuse_field('case_id', 'case_closed');
    end if;
  end if;
  if entry.confirmer_id is not null
    and not private.nemus_confirms_for(me, entry.confirmer_id, entry.category, entry.done_on, entry.site_id) then
    perform private.nemus_refuse_field('confirmer_id', case when private.nemus_confirms_for(me, entry.confirmer_id,
      entry.category, entry.done_on, entry.site_id, true) then 'confirmer_site' else 'confirmer' end);
  end if;
  -- What a correction takes the place of is not counted beside it.
  select coalesce(sum(e.minutes), 0) into taken from public.nemus_logbook_entries e
  where e.user_id = me and e.done_on = entry.done_on and e.id <> p_id
    and not exists (select from public.nemus_logbook_entries c where c.corrects = e.id and c.user_id = me);
  if taken + entry.minutes > 1440 then
    perform private.nemus_refuse_field('minutes', 'day_full', jsonb_build_object('left', greatest(1440 - taken, 0)));
  end if;
  return entry;
end $$;

/*
 * Submits own entries to the persons that they name: all of them, or none. Returns how many.
 * Raises 400 too_many_entries, 404 entry_not_found, 409 entry_state, 409 entry_incomplete {of, id, done_on}: `confirmer` without
 * a person, `role` where that person may not confirm it, `site` where she may at another site alone.
 */
create or replace function private.nemus_submit_entries(p_entries uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  entry public.nemus_logbook_entries;
  submitted int := 0;
begin
  perform private.nemus_require_trainee();
  if coalesce(cardinality(p_entries), 0) not between 1 and 100 then
    perform private.nemus_refuse(400, 'too_many_entries', '{"most": 100}');
  end if;
  for wanted in select distinct w.id from unnest(p_entries) w (id) order by 1 loop
    entry := private.nemus_hold_entry(wanted, 'submit');
    if entry.confirmer_id is null or not private.nemus_confirms_for(me, entry.confirmer_id, entry.category, entry.done_on,
      entry.site_id) then
      perform private.nemus_refuse(409, 'entry_incomplete', jsonb_build_object('of',
        case when entry.confirmer_id is null then 'confirmer' when private.nemus_confirms_for(me, entry.confirmer_id,
          entry.category, entry.done_on, entry.site_id, true) then 'site' else 'role' end,
        'id', entry.id, 'done_on', entry.done_on));
    end if;
    update public.nemus_logbook_entries e set state = 'submitted', submitted_at = now(), revision = e.revision + 1,
      institution_id = (select c.institution_id from public.nemus_confirmers c where c.id = e.confirmer_id),
      decided_by = null, decided_role = null, decided_as_deputy = false, returned_at = null, returned_by = null,
      return_reason = null
    where e.id = wanted;
    submitted := submitted + 1;
  end loop;
  return submitted;
end $$;

/*
 * A draft that takes the place of a confirmed entry once it is confirmed itself. While there is one, that one. Returns its id.
 * Raises 404 entry_not_found, 409 entry_state, 409 entry_corrected where a correction is confirmed: that one can be corrected.
 */
create or replace function private.nemus_correct_entry(p_entry uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  entry public.nemus_logbook_entries;
  correction public.nemus_logbook_entries;
  made uuid;
begin
  entry := private.nemus_hold_entry(p_entry, 'correct');
  select * into correction from public.nemus_logbook_entries e where e.corrects = p_entry and e.user_id = auth.uid();
  if found and correction.state = 'confirmed' then
    perform private.nemus_refuse(409, 'entry_corrected');
  elsif found then
    return correction.id;
  end if;
  insert into public.nemus_logbook_entries (user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
    confirmer_id, corrects, is_sample)
  values (entry.user_id, entry.done_on, entry.category, entry.minutes, entry.competency, entry.level, entry.note, entry.site_id,
    entry.case_id, case when private.nemus_confirms_for(entry.user_id, entry.confirmer_id, entry.category, entry.done_on,
      entry.site_id) then entry.confirmer_id end, entry.id, entry.is_sample)
  returning id into made;
  return made;
end $$;

/*
 * Confirms or returns one entry that is locked, as one person; p_same: all lines that are that person. Raises
 * 409 own_entry, role_missing, forbidden_pair.
 */
create or replace function private.nemus_decide_entry(p_entry public.nemus_logbook_entries, p_person public.nemus_confirmers,
  p_account uuid, p_same uuid[], p_decision text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role constant text := private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, p_entry.done_on,
    p_entry.site_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  if p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
    where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email)) then
    perform private.nemus_refuse(409, 'own_entry');
  end if;
  if p_decision = 'return' then
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  if role is null then
    perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id,
        p_entry.category, p_entry.done_on, p_entry.site_id, true) is null then 'role' else 'site' end));
  end if;
  -- Who leads the training of somebody never confirms that person's self-experience, nor the other way round: neither
  -- with a role for that day nor ever after the other was confirmed once.
  if opposed is not null and (exists (select from public.nemus_logbook_entries e
      where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
        and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
          or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
    or exists (select from unnest(p_same) as s (id)
      join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
      join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
        and p_entry.done_on >= r.valid_from and (r.valid_until is null or p_entry.done_on <= r.valid_until)
      join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
      where t.user_id = p_entry.user_id)) then
    perform private.nemus_refuse(409, 'forbidden_pair');
  end if;
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $$;

/*
 * Saves a section of employment; null as its id makes one. What was submitted or confirmed stays where it was: the name
 * that it was signed with stays, and so do its days. Raises 400 invalid_field, 404 site_not_found.
 */
create or replace function private.nemus_save_site(p_site jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  called text;
  first_day date;
  last_day date;
  part int;
  before text;
  first_signed date;
  last_signed date;
begin
  perform private.nemus_require_trainee();
  if jsonb_typeof(p_site) is distinct from 'object' then
    perform private.nemus_refuse(400, 'invalid_request');
  end if;
  wanted := private.nemus_id_field(p_site, 'id', false);
  called := private.nemus_text_field(p_site, 'name', 200, true);
  first_day := private.nemus_day_field(p_site, 'started_on', true);
  last_day := private.nemus_day_field(p_site, 'ended_on', false);
  if last_day < first_day then
    perform private.nemus_refuse_field('ended_on', 'before_start');
  end if;
  part := private.nemus_count_field(p_site, 'share', 1, 100);
  perform private.nemus_lock_logbook(me);
  if wanted is null then
    if (select count(*) from public.nemus_logbook_sites s where s.user_id = me) >= 100 then
      perform private.nemus_refuse(409, 'too_many_sites', '{"most": 100}');
    end if;
    insert into public.nemus_logbook_sites (user_id, name, started_on, ended_on, share)
    values (me, called, first_day, last_day, part) returning id into wanted;
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
  update public.nemus_logbook_sites s set name = called, started_on = first_day, ended_on = last_day, share = part
  where s.id = wanted and s.user_id = me;
  if not found then
    perform private.nemus_refuse(404, 'site_not_found');
  end if;
  return wanted;
end $$;
