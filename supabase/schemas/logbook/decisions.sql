-- Confirming and returning entries with an account, up to 200 at once, all or none. By link without an account:
-- sign_off_links.sql. Both end in nemus_decide_entry.
-- Guaranteed: only the named confirmer or a deputy of today decides, in a role for category, day and site
-- (nemus_role_for), about the entry that was shown, never about their own hours, and never for more than 24 hours of a day. A trainee's authorised leader never confirms that trainee's
-- self-experience, and the reverse: neither with both roles on that day, nor after one confirmation in the other role
-- (forbidden_pair).
-- A decision appends a step (steps.sql), updates sums (cohort.sql) and tells the trainee (notifications/events.sql),
-- each by its trigger. Also here: inbox, status, own decisions and history for confirmers.

/*
 * Role in which a person may confirm an entry on its day (nemus_role_day); null for none. A role with a site applies at
 * a site of that name alone, to certificates of those who are at one that day; p_anywhere ignores this, to tell a
 * missing site from a missing role. Lecturer comes before leader for theory.
 * That the trainee is linked is checked at submission, and no day lies after it: hours done while the link and the role
 * held can be confirmed after the link has ended, later ones cannot be submitted (S-13.52). Certificates need the link at
 * the decision (S-13.92).
 */
create function private.nemus_role_for(p_entry public.nemus_logbook_entries, p_confirmer uuid, p_anywhere boolean default false)
returns text
language sql stable security definer set search_path = '' as $$
  select r.role from private.nemus_role_day(p_entry) as day
  join public.nemus_confirmer_roles r on day >= r.valid_from and (r.valid_until is null or day <= r.valid_until)
  join private.nemus_confirming_roles k on k.role = r.role and k.category = p_entry.category
  where r.confirmer_id = p_confirmer
    and (r.trainee_id is null or exists (select from public.nemus_trainees t
      where t.id = r.trainee_id and (t.user_id = p_entry.user_id or (t.user_id is null
        and lower(t.email) = (select lower(p.email) from public.nemus_profiles p where p.user_id = p_entry.user_id)))))
    and (p_anywhere or private.nemus_site_key(r.site) = '' or exists (select from public.nemus_logbook_sites s
      where s.user_id = p_entry.user_id and private.nemus_site_key(s.name) = private.nemus_site_key(r.site)
        and case when p_entry.file_id is null then s.id = p_entry.site_id
          else day >= s.started_on and (s.ended_on is null or day <= s.ended_on) end))
  order by r.role = 'leader', r.role limit 1
$$;

/*
 * Confirms or returns one locked entry as one person. p_same: all lines of that person (nemus_same_person).
 * Raises 409 own_entry, institution_unapproved, role_missing, certificate_unlinked, certificate_unread (the caller does
 * not read its file), forbidden_pair, day_full.
 */
create function private.nemus_decide_entry(p_entry public.nemus_logbook_entries, p_person public.nemus_confirmers,
  p_account uuid, p_same uuid[], p_decision text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  role_day constant date := private.nemus_role_day(p_entry);
  role constant text := private.nemus_role_for(p_entry, p_entry.confirmer_id);
  opposed constant text := private.nemus_opposed_role(role);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or private.nemus_is_own_mailbox(p_entry.user_id, c.email)));
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  -- Entries that wait can still be returned.
  perform private.nemus_refuse(409, 'institution_unapproved')
    where not private.nemus_may_have_confirmed(p_person.institution_id);
  perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry, p_entry.confirmer_id, true) is null
        then 'role' else 'site' end))
    where role is null;
  perform private.nemus_refuse(409, 'certificate_unlinked')
    where p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry);
  perform private.nemus_refuse(409, 'certificate_unread')
    where p_entry.file_id is not null and (p_account is null or not private.nemus_reads_entry_file(p_entry));
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  perform private.nemus_refuse(409, 'forbidden_pair')
    where opposed is not null and (exists (select from public.nemus_logbook_entries e
        where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
          and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
            or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
      or exists (select from unnest(p_same) as s (id)
        join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
        join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
          and role_day >= r.valid_from and (r.valid_until is null or role_day <= r.valid_until)
        join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
        where t.user_id = p_entry.user_id));
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $$;

/* Since when an entry is as people who confirm read it: its submission, or a later change of the trainee's name. */
create function private.nemus_shown_since(p_entry public.nemus_logbook_entries) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(p_entry.submitted_at, (select p.updated_at from public.nemus_profiles p where p.user_id = p_entry.user_id))
$$;

/* Refuses an entry that is not as it was shown. Raises 409 entry_resubmitted. */
create function private.nemus_require_seen(p_entry public.nemus_logbook_entries, p_ids uuid[], p_seen timestamptz[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.nemus_refuse(409, 'entry_resubmitted')
    where private.nemus_shown_since(p_entry) <> p_seen[array_position(p_ids, p_entry.id)];
end $$;

/* Checks a decision and returns the reason to store. Raises 400 invalid_request, invalid_field, too_many_entries. */
create function private.nemus_read_decision(p_ids uuid[], p_decision text, p_reason text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where p_decision is null or p_decision not in ('confirm', 'return') or coalesce(cardinality(p_ids), 0) = 0
      or array_position(p_ids, null) is not null;
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}') where cardinality(p_ids) > 200;
  return private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 1000, p_decision = 'return');
end $$;

/*
 * Confirms or returns entries, all or none, as the named confirmer or a deputy of today; returns how many. p_decision:
 * confirm or return. p_reason: shown to the trainee, required for a return. p_seen: `submitted_at` of each entry as the
 * caller saw it, in the order of p_ids; null: not compared.
 * Raises 400 invalid_request, invalid_field, too_many_entries, 404 entry_not_found, 409 entry_state if decided already,
 * entry_resubmitted, own_entry, institution_unapproved, role_missing, certificate_unlinked, certificate_unread,
 * forbidden_pair, day_full.
 */
create function public.nemus_decide_entries(p_ids uuid[], p_decision text, p_reason text default null,
  p_seen timestamptz[] default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  owner uuid;
  entry public.nemus_logbook_entries;
  person public.nemus_confirmers;
  -- The person that `same` belongs to.
  known uuid;
  same uuid[];
  decided int := 0;
begin
  -- Lock order: logbooks, people, entries, each by id. Two concurrent decisions never deadlock.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read') order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c where c.user_id = auth.uid() or c.id in (
    select e.confirmer_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read')) order by c.id for share;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (p_ids) order by e.id for update loop
    perform private.nemus_require_action(entry, p_decision);
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    select c.* into person from public.nemus_confirmers c
    where c.id = entry.confirmer_id and c.user_id = auth.uid() and c.ended_at is null;
    if not found then
      select c.* into person from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
      where d.confirmer_id = entry.confirmer_id
        and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
      limit 1;
    end if;
    perform private.nemus_refuse(404, 'entry_not_found') where person.id is null;
    if person.id is distinct from known then
      known := person.id;
      same := array(select private.nemus_same_person(person.id, auth.uid()));
    end if;
    perform private.nemus_decide_entry(entry, person, auth.uid(), same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  return decided;
end $$;

/*
 * Undoes own confirmations of the last ten minutes, all or none: the entries wait again. Returns how many.
 * Raises 400 too_many_entries, 404 entry_not_found, 409 confirmation_used (nemus_may_undo), day_full.
 */
create function public.nemus_undo_confirmations(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  owners constant uuid[] := array(select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.decided_by = auth.uid() order by e.user_id);
  entry public.nemus_logbook_entries;
  undone int := 0;
begin
  perform private.nemus_refuse(400, 'too_many_entries', '{"most": 200}')
    where coalesce(cardinality(p_ids), 0) not between 1 and 200;
  perform private.nemus_lock_logbook(o.id) from unnest(owners) o (id);
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.decided_by = auth.uid() and e.state = 'confirmed' order by e.id for update loop
    perform private.nemus_refuse(409, 'confirmation_used') where not private.nemus_may_undo(entry);
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'submitted', confirmed_at = null, confirmed_by = null,
      decided_by = null, decided_role = null, decided_as_deputy = false
    where e.id = entry.id;
    undone := undone + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found') where undone <> (select count(distinct i) from unnest(p_ids) as i);
  -- What a correction replaced counts again, if its day still has room.
  perform private.nemus_require_room(o, array['confirmed']) from public.nemus_logbook_entries c
  join public.nemus_logbook_entries o on o.id = c.corrects and o.user_id = c.user_id and o.state = 'confirmed'
  where c.id = any (p_ids);
  -- Nor may its file prove another entry of the category by now.
  perform private.nemus_refuse(409, 'confirmation_used') from public.nemus_logbook_entries c
  join public.nemus_logbook_entries o on o.id = c.corrects and o.user_id = c.user_id and o.file_id is not null
  where c.id = any (p_ids) and exists (select from public.nemus_logbook_entries d
    where d.user_id = o.user_id and d.file_sha256 = o.file_sha256 and d.category = o.category and d.id not in (o.id, c.id)
      and not exists (select from public.nemus_logbook_entries n
        where n.corrects = d.id and n.user_id = d.user_id and n.state = 'confirmed'));
  perform private.nemus_sum_logbook(o.id) from unnest(owners) o (id);
  return undone;
end $$;

/* Name of a trainee for confirmers: of the account, otherwise from the institution's list. */
create function private.nemus_trainee_name(p_user uuid, p_institution uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.nemus_profiles p where p.user_id = p_user),
    (select nullif(btrim(t.first_name || ' ' || t.last_name), '') from public.nemus_trainees t
      where t.institution_id = p_institution and t.user_id = p_user), '')
$$;

/*
 * Whether the named confirmer reads the note. Notes on self-experience stay between the trainee and the person to whom
 * they were sent: no institution, no deputy, no address set after the submission (S-13).
 */
create function private.nemus_reads_note(p_category text, p_note text, p_confirmer uuid, p_submitted_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_category <> 'self_experience' or p_note = '' or exists (select from public.nemus_confirmers c
    where c.id = p_confirmer and c.address_since <= p_submitted_at)
$$;

/*
 * An entry for confirmers: {id, user_id, trainee, institution, week, done_on, category, minutes, competency, level,
 * note, site, case, submitted_at, confirmer_id, is_imported, is_linked, attributes, confirmer,
 * corrects {done_on, category, minutes}, certificate}. week: its Monday. is_linked: the trainee still belongs to the
 * institution. submitted_at: nemus_shown_since, which a decision names. certificate: null, or {issuer, started_on,
 * is_before_training, file {path, file_name, content_type, size_bytes, sha256}}; file: null for those who do not read it.
 */
create function private.nemus_entry_to_confirm(p_entry public.nemus_logbook_entries) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p_entry.id, 'user_id', p_entry.user_id,
    'trainee', private.nemus_trainee_name(p_entry.user_id, p_entry.institution_id),
    'institution', private.nemus_inviting_name(p_entry.institution_id),
    'week', date_trunc('week', p_entry.done_on::timestamp)::date, 'done_on', p_entry.done_on,
    'category', p_entry.category, 'minutes', p_entry.minutes, 'competency', p_entry.competency, 'level', p_entry.level,
    'note', case when private.nemus_reads_note(p_entry.category, p_entry.note, p_entry.confirmer_id, p_entry.submitted_at)
      then p_entry.note else '' end, 'submitted_at', private.nemus_shown_since(p_entry),
    'site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
    'case', (select c.code from public.nemus_logbook_cases c where c.id = p_entry.case_id),
    'confirmer_id', p_entry.confirmer_id, 'is_imported', p_entry.is_imported,
    'is_linked', private.nemus_is_linked_entry(p_entry),
    'attributes', private.nemus_entry_attributes(p_entry),
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'certificate', (select jsonb_build_object('issuer', case when p_entry.category <> 'self_experience'
          or private.nemus_reads_entry_file(p_entry) then p_entry.issuer else '' end, 'started_on', p_entry.started_on,
        'is_before_training', coalesce(p_entry.done_on < (select i.started_on from public.nemus_training_info i
          where i.user_id = p_entry.user_id), false),
        'file', case when private.nemus_reads_entry_file(p_entry) then jsonb_build_object('path', f.path,
          'file_name', f.file_name, 'content_type', f.content_type, 'size_bytes', f.size_bytes,
          'sha256', f.sha256) end)
      from public.nemus_logbook_files f where f.id = p_entry.file_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
$$;

/*
 * Entries that wait for the caller, also as deputy, by trainee and day, 100 per page: {entries, next}. Entries as in
 * nemus_entry_to_confirm, with as_deputy. p_after: `next` of the previous page, {user_id, done_on, id}.
 */
create function public.nemus_sign_off_inbox(p_after jsonb default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with mine as (select array(select private.nemus_my_confirmers()) as ids),
  for_others as (select array(select private.nemus_my_deputised()) as ids),
  page as (
    select e as entry, e.user_id, e.done_on, e.id, not e.confirmer_id = any (mine.ids) as as_deputy
    from mine, for_others, public.nemus_logbook_entries e
    where e.confirmer_id = any (mine.ids || for_others.ids) and e.state = 'submitted' and e.user_id <> auth.uid()
      and (p_after is null or (e.user_id, e.done_on, e.id) > ((p_after ->> 'user_id')::uuid,
        (p_after ->> 'done_on')::date, (p_after ->> 'id')::uuid))
    order by e.user_id, e.done_on, e.id limit 101),
  numbered as (select p.*, row_number() over (order by p.user_id, p.done_on, p.id) as place from page p)
  select jsonb_build_object(
    'entries', coalesce(jsonb_agg(private.nemus_entry_to_confirm(n.entry)
      || jsonb_build_object('as_deputy', n.as_deputy)
      || case when n.as_deputy and (n.entry).category = 'self_experience' then '{"note": ""}' else '{}'::jsonb end order by n.place) filter (where n.place <= 100), '[]'),
    'next', case when count(*) > 100 then (select jsonb_build_object('user_id', l.user_id, 'done_on', l.done_on, 'id', l.id)
      from numbered l where l.place = 100) end)
  from numbered n
$$;

/*
 * What the caller has confirmed or returned, the latest first: {entries, total}, p_size of them from page p_page on.
 * Includes what was decided by link before the person had the account. Entries as in nemus_entry_to_confirm, without
 * the note, with state, decided_at, as_deputy and may_undo. Every word of p_search is in the trainee's name.
 */
create function public.nemus_my_decisions(p_search text default '', p_page int default 1, p_size int default 50)
returns jsonb
language sql stable security definer set search_path = '' as $$
  with mine as (
    select e as entry, coalesce(e.confirmed_at, e.returned_at) as decided_at, e.id
    from public.nemus_logbook_entries e
    where e.state in ('confirmed', 'returned') and e.user_id <> auth.uid()
      and (e.decided_by = auth.uid() or (e.decided_by is null and e.confirmer_id in (select private.nemus_my_confirmers())
        and private.nemus_decided_here(e.confirmer_id, null, coalesce(e.confirmed_at, e.returned_at), e.is_sample)))
      and private.nemus_search_text(private.nemus_trainee_name(e.user_id, e.institution_id))
        like all (private.nemus_search_patterns(coalesce(p_search, '')))),
  page as (select m.* from mine m order by m.decided_at desc, m.id
    limit least(greatest(p_size, 1), 500) offset (greatest(p_page, 1) - 1) * least(greatest(p_size, 1), 500))
  select jsonb_build_object('total', (select count(*) from mine),
    'entries', coalesce((select jsonb_agg(private.nemus_entry_to_confirm(p.entry) - 'note' || jsonb_build_object(
        'state', (p.entry).state, 'decided_at', p.decided_at, 'as_deputy', (p.entry).decided_as_deputy,
        'may_undo', private.nemus_may_undo(p.entry))
      order by p.decided_at desc, p.id) from page p), '[]'))
$$;

/*
 * Summary for the caller as confirmer: {open, only, mails, people [{confirmer_id, institution, name, deputies [{id,
 * deputy_id, name, valid_from, valid_until}], possible_deputies [{id, name}]}], invitations [{confirmer_id, institution,
 * name, roles}], deputies [{name, institution, valid_until}]}. people: accepted ones, with their present and coming
 * deputies. deputies: confirmers with the caller as deputy today. open: counted up to 1,000. only: nemus_only_confirms.
 * mails: `none`, `immediate`, `daily`, `weekly`.
 */
create function public.nemus_sign_off_status() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'open', (select count(*) from (select 1 from public.nemus_logbook_entries e
      where e.confirmer_id = any (array(select private.nemus_my_confirmers() union select private.nemus_my_deputised()))
        and e.state = 'submitted' and e.user_id <> auth.uid() limit 1000) as counted),
    'only', private.nemus_only_confirms(auth.uid()), 'mails', private.nemus_confirming_mails(auth.uid()),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
            'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from, d.id), '[]')
          from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
          where d.confirmer_id = c.id and d.valid_until >= (now() at time zone 'Europe/Berlin')::date),
        'possible_deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
            order by private.nemus_sort_key(o.name), o.id), '[]')
          from public.nemus_confirmers o where o.institution_id = c.institution_id and o.id <> c.id
            and o.user_id is not null and o.ended_at is null)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where c.user_id = auth.uid() and c.ended_at is null),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'roles', (select coalesce(jsonb_agg(distinct r.role), '[]') from public.nemus_confirmer_roles r
          where r.confirmer_id = c.id)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where lower(c.email) = private.nemus_confirmed_address()
        and private.nemus_is_invited(c.email) and c.user_id is null and c.ended_at is null
        and private.nemus_may_have_confirmed(c.institution_id)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'valid_until', d.valid_until,
        'institution', private.nemus_inviting_name(n.institution_id)) order by d.valid_until, d.id), '[]')
      from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and private.nemus_is_confirming(n)
      where (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until))
$$;

/*
 * Steps of an entry in order, for every reader of the entry: [{number, action, at, name, as_deputy, reason}]. reason of a
 * return: for the trainee and the account that wrote it, as it may speak of a note.
 * Raises 404 entry_not_found.
 */
create function public.nemus_sign_off_history(p_entry uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.nemus_logbook_entries;
begin
  select * into entry from public.nemus_logbook_entries e where e.id = p_entry;
  perform private.nemus_refuse(404, 'entry_not_found')
    where entry.id is null or not private.nemus_may_act(entry, 'read');
  return (select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'action', s.action, 'at', s.created_at,
      'name', s.actor_name, 'as_deputy', s.action in ('confirm', 'return')
        and coalesce((s.content::jsonb ->> 'decided_as_deputy')::boolean, false),
      'reason', case when s.action = 'return' and auth.uid() in (s.user_id, s.actor_id) then s.content::jsonb ->> 'return_reason' end) order by s.number), '[]')
    from private.nemus_logbook_steps s where s.entry_id = p_entry and s.user_id = entry.user_id);
end $$;
