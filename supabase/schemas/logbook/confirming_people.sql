-- The list of confirmers: an institution names them, gives roles and deputies, ends them; the named account accepts or
-- declines. Needs the member role `confirming`, and an approved institution for everything but ending.
-- Guaranteed by nemus_refuse_pair: no person is both authorised leader and self-experience leader of one trainee in
-- overlapping periods, across institutions. nemus_decide_entry (decisions.sql) checks the same at each confirmation.
-- Limits: 500 people per institution, 200 roles and 200 deputies per person. An accepted person's address no longer
-- changes. A name no longer changes after its first confirmation, which papers and steps show.
-- Tables: confirmers.sql. Ending or declining reaches hand_over.sql and sign_off_links.sql by their triggers.

/*
 * All lines, of all institutions, of one person: same line, same account or same address, also by several such links.
 */
create function private.nemus_same_person(p_confirmer uuid, p_account uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive person (id, user_id, email) as (
    select c.id, c.user_id, lower(c.email) from public.nemus_confirmers c
    where c.id = p_confirmer or c.user_id = p_account
      or lower(c.email) = (select lower(u.email) from auth.users u where u.id = p_account)
    union
    select c.id, c.user_id, lower(c.email) from person p join public.nemus_confirmers c
      on c.user_id = p.user_id or lower(c.email) = p.email
      or lower(c.email) = (select lower(u.email) from auth.users u where u.id = p.user_id)
      or c.user_id = (select u.id from auth.users u where u.email = p.email limit 1)
  )
  select p.id from person p
$$;

/* Whether a mailbox is the account's own: its address, or one at which an institution invited it, before a change. */
create function private.nemus_is_own_mailbox(p_user uuid, p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user
      and private.nemus_mailbox(u.email) = private.nemus_mailbox(p_email))
    or exists (select from public.nemus_trainees t where t.user_id = p_user
      and private.nemus_mailbox(t.email) = private.nemus_mailbox(p_email))
$$;

/* Role that the same person must not have for one trainee; null for none. */
create function private.nemus_opposed_role(p_role text) returns text
language sql immutable set search_path = '' as $$
  select case p_role when 'leader' then 'self_experience' when 'self_experience' then 'leader' end
$$;

/* One change of confirmers at a time: two concurrent roles of the forbidden pair cannot both pass. */
create function private.nemus_lock_confirming() returns void
language sql set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('nemus_confirming', 0)) $$;

/*
 * Refuses authorised leader and self-experience leader in one person, for the same trainee in overlapping periods. Same
 * trainee: the same line; one of the roles is for all trainees of that institution; or two institutions list the same
 * account or address. p_any: any line of the person, instead of p_confirmer's own on one side.
 * Raises 409 forbidden_pair, which reveals nothing of another institution's list.
 */
create function private.nemus_refuse_pair(p_confirmer uuid, p_any boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_confirming();
  perform private.nemus_refuse(409, 'forbidden_pair', '{"field": "role"}')
    where exists (
      with held as (
        select r.* from private.nemus_same_person(p_confirmer, null) as p (id)
        join public.nemus_confirmers c on c.id = p.id and c.ended_at is null
        join public.nemus_confirmer_roles r on r.confirmer_id = p.id
        where r.role in ('leader', 'self_experience'))
      select from held a join held b on b.role = private.nemus_opposed_role(a.role)
        and daterange(a.valid_from, a.valid_until, '[]') && daterange(b.valid_from, b.valid_until, '[]')
      where (p_any or a.confirmer_id = p_confirmer) and ((a.institution_id = b.institution_id
          and (a.trainee_id is null or b.trainee_id is null or a.trainee_id = b.trainee_id))
        or exists (select from public.nemus_trainees t join public.nemus_trainees o
            on o.user_id = t.user_id or lower(o.email) = lower(t.email)
          where t.institution_id = a.institution_id and t.id = coalesce(a.trainee_id, t.id)
            and o.institution_id = b.institution_id and o.id = coalesce(b.trainee_id, o.id))));
end $$;

create function private.nemus_check_pair() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'nemus_confirmer_roles' then
    if new.role in ('leader', 'self_experience') then
      perform private.nemus_refuse_pair(new.confirmer_id, false);
    end if;
  elsif new.ended_at is null then
    perform private.nemus_refuse_pair(new.id, new.user_id is not null);
  end if;
  return null;
end $$;
create trigger check_pair after insert or update on public.nemus_confirmer_roles
  for each row execute function private.nemus_check_pair();

-- Accepting, or a new address, can make two lines the same person.
create trigger check_pair after insert or update of user_id, email, ended_at on public.nemus_confirmers
  for each row execute function private.nemus_check_pair();

/* Requires a caller who may name confirmers. Raises 403 institution_required, and as nemus_require_approval. */
create function private.nemus_begin_naming() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  perform private.nemus_require_approval(private.nemus_require_member('confirming'));
  perform private.nemus_lock_confirming();
end $$;

/* A person on the caller's list, locked. Raises 404 confirmer_not_found, also for an ended one. */
create function private.nemus_own_confirmer(p_confirmer uuid) returns public.nemus_confirmers
language plpgsql security definer set search_path = '' as $$
declare
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null for update;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  return person;
end $$;

create trigger printable_names before insert or update of name on public.nemus_confirmers
  for each row execute function private.nemus_check_names('name');

/*
 * Adds (p_confirmer null) or changes a confirmer; returns the id. The address of an accepted person does not change, nor
 * the name of a person who has confirmed.
 * Raises 403 institution_required, address_unconfirmed, approval_required, 404 confirmer_not_found, 400 invalid_field,
 * 409 confirmer_email_taken, confirmer_accepted, confirmer_confirmed, confirmer_awaited (entries wait whose trainees left:
 * they chose this person, and no other reads them), forbidden_pair, 400 too_many_confirmers.
 */
create function public.nemus_save_confirmer(p_name text, p_email text, p_confirmer uuid default null) returns uuid
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
  mailbox := lower(private.nemus_mail_address(private.nemus_text_field(fields, 'email', 255, true)) collate "C");
  perform private.nemus_refuse_field('email', 'email')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$';
  select c.name into other from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(mailbox) and c.ended_at is null
    and c.id is distinct from p_confirmer;
  perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_confirmer is null then
    if (select count(*) from public.nemus_confirmers c where c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null) >= 500
    then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 500}');
    end if;
    -- Fires logbook/confirmers.
    insert into public.nemus_confirmers (institution_id, name, email) values (private.nemus_acts_for('confirming'), called, mailbox)
    returning * into person;
    return person.id;
  end if;
  person := private.nemus_own_confirmer(p_confirmer);
  perform private.nemus_refuse(409, 'confirmer_accepted', '{"field": "email"}')
    where person.user_id is not null and lower(person.email) <> mailbox;
  -- The row is locked here, and shared by a decision until it is stored.
  perform private.nemus_refuse(409, 'confirmer_confirmed', '{"field": "name"}')
    where person.name <> called and exists (select from public.nemus_logbook_entries e
      where e.state = 'confirmed' and ((e.confirmer_id = person.id and not e.decided_as_deputy)
        or (e.decided_by = person.user_id and e.institution_id = person.institution_id)));
  perform private.nemus_refuse(409, 'confirmer_awaited', '{"field": "email"}')
    where lower(person.email) <> mailbox and exists (select from public.nemus_logbook_entries e
      where e.confirmer_id = person.id and e.state = 'submitted' and not private.nemus_is_linked_entry(e));
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set name = called, email = mailbox, is_sample = false where c.id = person.id;
  return person.id;
end $$;

/*
 * Takes a person off the caller's list immediately. Confirmations stay valid; repeating is no error. Returns how many
 * entries still wait for that person: trainees take them back, or the institution hands them over. Raises 404
 * confirmer_not_found.
 */
create function public.nemus_end_confirmer(p_confirmer uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
begin
  -- Fires logbook/hand_over, logbook/sign_off_links.
  update public.nemus_confirmers c set ended_at = coalesce(c.ended_at, now())
  where c.id = p_confirmer and c.institution_id = institution;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  return (select count(*)::int from public.nemus_logbook_entries e
    where e.confirmer_id = p_confirmer and e.state = 'submitted');
end $$;

/* Refuses an impossible period, and a first day more than ten years ago. Raises 400 invalid_field. */
create function private.nemus_refuse_period(p_from date, p_until date, p_is_open boolean) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.nemus_refuse_field('valid_from', case when p_from is null then 'missing' else 'date' end)
    where p_from is null or not private.nemus_is_day(p_from);
  perform private.nemus_refuse_field('valid_from', 'too_early', jsonb_build_object('earliest', o.earliest))
  from (select ((now() at time zone 'Europe/Berlin')::date - interval '10 years')::date as earliest) o where p_from < o.earliest;
  perform private.nemus_refuse_field('valid_until', 'missing') where p_until is null and not p_is_open;
  perform private.nemus_refuse_field('valid_until', 'date') where not private.nemus_is_day(p_until);
  perform private.nemus_refuse_field('valid_until', 'before_start') where p_until < p_from;
end $$;

/*
 * Adds (p_role_id null) or changes a role. p_trainee null: all trainees of the institution. Returns the id.
 * Raises 403 as nemus_begin_naming, 404 confirmer_not_found, confirmer_role_not_found, trainee_not_found, 400
 * invalid_field, 409 forbidden_pair, role_overlaps (same role of the person for the same trainees and site on the same
 * days), 400 too_many_confirmers.
 */
create function public.nemus_save_confirmer_role(p_confirmer uuid, p_role text, p_valid_from date,
  p_valid_until date default null, p_site text default '', p_trainee uuid default null, p_role_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  place constant text := coalesce(private.nemus_text_field(jsonb_build_object('site', p_site), 'site', 200, false), '');
  saved uuid;
  other public.nemus_confirmer_roles;
begin
  perform private.nemus_begin_naming();
  perform private.nemus_own_confirmer(p_confirmer);
  perform private.nemus_refuse_field('role', 'choice')
    where p_role is null or p_role not in ('leader', 'supervision', 'self_experience', 'lecturer');
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, true);
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person", "field": "trainee"}')
    where p_trainee is not null and not exists (select from public.nemus_trainees t
      where t.id = p_trainee and t.institution_id = private.nemus_acts_for('confirming'));
  select * into other from public.nemus_confirmer_roles r
  where r.confirmer_id = p_confirmer and r.role = p_role and r.id is distinct from p_role_id
    and (r.trainee_id is null or p_trainee is null or r.trainee_id = p_trainee)
    and (private.nemus_site_key(r.site) in ('', private.nemus_site_key(place)) or private.nemus_site_key(place) = '')
    and daterange(r.valid_from, r.valid_until, '[]') && daterange(p_valid_from, p_valid_until, '[]')
  order by r.valid_from, r.id limit 1;
  perform private.nemus_refuse(409, 'role_overlaps', jsonb_strip_nulls(jsonb_build_object('field', 'valid_from',
      'from', other.valid_from, 'until', other.valid_until)))
    where found;
  if p_role_id is null then
    perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
      where (select count(*) from public.nemus_confirmer_roles r where r.confirmer_id = p_confirmer) >= 200;
    insert into public.nemus_confirmer_roles (confirmer_id, institution_id, role, site, trainee_id, valid_from, valid_until)
    values (p_confirmer, private.nemus_acts_for('confirming'), p_role, place, p_trainee, p_valid_from, p_valid_until) returning id into saved;
    return saved;
  end if;
  -- Fires logbook/hand_over.
  update public.nemus_confirmer_roles r set role = p_role, site = place, trainee_id = p_trainee,
    valid_from = p_valid_from, valid_until = p_valid_until
  where r.id = p_role_id and r.confirmer_id = p_confirmer and r.institution_id = private.nemus_acts_for('confirming') returning r.id into saved;
  perform private.nemus_refuse(404, 'confirmer_role_not_found') where saved is null;
  return saved;
end $$;

/*
 * Names a person and gives the role, both or neither; returns the person's id. An address that is on the list already
 * gets the role, if one of the two names contains the other ("Dr. Ada Lehr", "Ada Lehr"); two people with one mailbox are
 * refused. Raises as nemus_save_confirmer and nemus_save_confirmer_role.
 */
create function public.nemus_name_confirmer(p_name text, p_email text, p_role text, p_valid_from date,
  p_valid_until date default null, p_site text default '', p_trainee uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  called text;
begin
  perform private.nemus_begin_naming();
  select c.id, c.name into person, called from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(private.nemus_mail_address(p_email)) and c.ended_at is null;
  perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', called))
  from (select private.nemus_plain_form(called, ' ') || ' ', private.nemus_plain_form(p_name, ' ') || ' ') n (known, given)
  where strpos(n.known, n.given) = 0 and strpos(n.given, n.known) = 0;
  person := coalesce(person, public.nemus_save_confirmer(p_name, p_email));
  perform public.nemus_save_confirmer_role(person, p_role, p_valid_from, p_valid_until, p_site, p_trainee);
  return person;
end $$;

/*
 * Ends a role: today is its last day; a future one is deleted. Hours from before can still be confirmed in it. Raises
 * 404 confirmer_role_not_found.
 */
create function public.nemus_end_confirmer_role(p_role_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires logbook/hand_over.
  delete from public.nemus_confirmer_roles r
  where r.id = p_role_id and r.institution_id = institution and r.valid_from > today;
  if found then
    return;
  end if;
  -- Fires logbook/hand_over.
  update public.nemus_confirmer_roles r set valid_until = least(r.valid_until, today)
  where r.id = p_role_id and r.institution_id = institution;
  perform private.nemus_refuse(404, 'confirmer_role_not_found') where not found;
end $$;

/*
 * Adds a deputy for a period; returns the id. For the institution, and for the person itself while the institution is
 * approved.
 * Raises 403 as nemus_begin_naming, 404 confirmer_not_found, 400 invalid_field, 409 institution_unapproved,
 * deputy_without_account, 400 too_many_confirmers.
 */
create function public.nemus_save_deputy(p_confirmer uuid, p_deputy uuid, p_valid_from date, p_valid_until date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
  person public.nemus_confirmers;
  deputy public.nemus_confirmers;
begin
  -- Before any row: two people who appoint each other would otherwise wait for each other.
  perform private.nemus_lock_confirming();
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.user_id = auth.uid() and c.ended_at is null for update;
  if found then
    perform private.nemus_refuse(409, 'institution_unapproved') where not private.nemus_may_have_confirmed(person.institution_id);
  else
    perform private.nemus_begin_naming();
    person := private.nemus_own_confirmer(p_confirmer);
  end if;
  perform private.nemus_refuse_field('deputy', case when p_deputy is null then 'missing' else 'choice' end)
    where p_deputy is null or p_deputy = p_confirmer;
  -- A link decides for its recipient alone, so a deputy needs an account.
  select * into deputy from public.nemus_confirmers c
  where c.id = p_deputy and c.institution_id = person.institution_id and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform private.nemus_refuse(409, 'deputy_without_account', '{"field": "deputy"}') where deputy.user_id is null;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, false);
  perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
    where (select count(*) from public.nemus_confirmer_deputies d where d.confirmer_id = p_confirmer) >= 200;
  insert into public.nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
  values (person.institution_id, p_confirmer, p_deputy, p_valid_from, p_valid_until) returning id into saved;
  return saved;
end $$;

/*
 * Ends a deputy immediately: yesterday was the last day. For the institution and the person itself. Raises 404
 * deputy_not_found.
 */
create function public.nemus_end_deputy(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- A person ends its own deputy without a right of the institution.
  institution constant uuid := case when private.nemus_is_institution() and not exists (
      select from public.nemus_confirmer_deputies d where d.id = p_id and d.confirmer_id in (select private.nemus_my_confirmers()))
    then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  delete from public.nemus_confirmer_deputies d
  where d.id = p_id and (d.institution_id = institution or d.confirmer_id in (select private.nemus_my_confirmers()))
    and d.valid_from >= today;
  if found then
    return;
  end if;
  update public.nemus_confirmer_deputies d set valid_until = least(d.valid_until, today - 1)
  where d.id = p_id and (d.institution_id = institution or d.confirmer_id in (select private.nemus_my_confirmers()));
  perform private.nemus_refuse(404, 'deputy_not_found') where not found;
end $$;

/*
 * Whether an account only confirms: named or invited on a list, and without anything of a trainee. Sample rows do not
 * count. An institution, or a person with a link, requirements, training data, own entries or courses, does more.
 */
create function private.nemus_only_confirms(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (exists (select from public.nemus_confirmers c where c.user_id = p_user and c.ended_at is null)
      or exists (select from public.nemus_confirmers c
        where lower(c.email) = (select lower(u.email) from auth.users u where u.id = p_user and u.email_confirmed_at is not null)
          and c.user_id is null and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id)))
    and exists (select from public.nemus_profiles p where p.user_id = p_user and p.user_type = 'piw')
    and not exists (select from public.nemus_members m where m.user_id = p_user)
    and not exists (select from public.nemus_staff s where s.user_id = p_user)
    and not exists (select from public.nemus_trainees t where t.user_id = p_user)
    and not exists (select from public.nemus_requirement_choices c where c.user_id = p_user)
    and not exists (select from public.nemus_training_info i where i.user_id = p_user and (i.field is not null or i.started_on is not null))
    and not exists (select from public.nemus_logbook_entries e where e.user_id = p_user and not e.is_sample)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = p_user)
    and not exists (select from public.nemus_orders o where o.user_id = p_user)
$$;

/* The same of the caller's own account, as a column that a read of the profile may name. False for others. */
create function public.nemus_only_confirms(p_profile public.nemus_profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_profile.user_id = auth.uid() and private.nemus_only_confirms(auth.uid())
$$;

/*
 * Accepts an invitation to confirm, with the account of the named, confirmed address. An account that only confirms
 * loses its sample set, which shows a trainee. Repeating is no error.
 * Raises 404 confirmer_not_found, 409 forbidden_pair.
 */
create function public.nemus_accept_confirming(p_confirmer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_lock_confirming();
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set user_id = auth.uid(), accepted_at = coalesce(c.accepted_at, now()), is_sample = c.is_sample and c.user_id is not null
  where c.id = p_confirmer and c.ended_at is null
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)
      and private.nemus_may_have_confirmed(c.institution_id)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform public.nemus_remove_sample_data() where private.nemus_only_confirms(auth.uid());
end $$;

/*
 * Declines an invitation to confirm, or gives confirming up, with the account of the named address. The person leaves
 * the list; the institution sees `declined`. Repeating is no error. Raises 404 confirmer_not_found.
 */
create function public.nemus_decline_confirming(p_confirmer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires logbook/confirmers, logbook/hand_over, logbook/sign_off_links.
  update public.nemus_confirmers c
  set ended_at = coalesce(c.ended_at, now()), declined_at = coalesce(c.declined_at, now())
  where c.id = p_confirmer and (c.ended_at is null or c.declined_at is not null)
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
end $$;

/*
 * Confirmers of the caller's institution by name: [{id, name, email, state, is_sample, declined_at, open, roles,
 * deputies}].
 * `state`: account, invited, declined (for 90 days). Ended people are left out. roles [{id, role, site, trainee_id,
 * trainee_name, valid_from, valid_until}], deputies [{id, deputy_id, name, valid_from, valid_until}], both without
 * those that ended more than a year ago.
 */
create function public.nemus_confirming_people() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email,
    'state', case when c.declined_at is not null then 'declined' when c.user_id is not null then 'account' else 'invited'
      end,
    'declined_at', c.declined_at, 'is_sample', c.is_sample,
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
    ) order by c.declined_at is not null, private.nemus_sort_key(c.name), c.id), '[]')
  from public.nemus_confirmers c
  where c.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and (c.ended_at is null or c.declined_at > now() - interval '90 days')
$$;
