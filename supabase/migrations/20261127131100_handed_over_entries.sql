-- Entries that wait for somebody who cannot sign any more, or has too many: trainees are told, and the institution gives
-- what waits to somebody else who may confirm it. Each time is a step in the chain.

alter table private.nemus_logbook_steps drop constraint nemus_logbook_steps_action_check,
  add constraint nemus_logbook_steps_action_check
    check (action in ('submit', 'take_back', 'confirm', 'return', 'hand_over'));
alter table private.nemus_logbook_actions drop constraint nemus_logbook_actions_action_check,
  add constraint nemus_logbook_actions_action_check check (action in ('read', 'change', 'delete', 'submit', 'take_back',
    'confirm', 'return', 'correct', 'hand_over'));
insert into private.nemus_logbook_actions (state, role, action) values ('submitted', 'institution', 'hand_over');
insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms) values
  ('sign_off_handed_over', 'piw', 'on', 'off', 'never'),
  ('sign_off_stranded', 'piw', 'on', 'on', 'never');

/*
 * Writes the step that an entry has just gone, by its state before and after. Who goes it is the caller, or the person
 * that `nemus.signer` names for a link without an account, whoever is signed in there.
 */
create or replace function private.nemus_note_step() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  signer constant text := nullif(current_setting('nemus.signer', true), '');
  step private.nemus_logbook_steps;
begin
  step.action := case new.state when 'confirmed' then 'confirm' when 'returned' then 'return' when 'draft' then 'take_back'
    else case old.state when 'submitted' then 'hand_over' else 'submit' end end;
  perform private.nemus_lock_logbook(new.user_id);
  select l.number, l.hash into step.number, step.previous_hash from private.nemus_logbook_steps l
  where l.user_id = new.user_id order by l.number desc limit 1;
  step.user_id := new.user_id;
  step.number := coalesce(step.number, 0) + 1;
  step.previous_hash := coalesce(step.previous_hash, repeat('0', 64));
  step.entry_id := new.id;
  step.created_at := clock_timestamp();
  step.actor_id := case when signer is null then auth.uid() end;
  step.actor_name := coalesce(signer,
    case when new.state = 'confirmed' then new.confirmed_by when new.state = 'returned' then new.returned_by end,
    (select nullif(coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), '')
      from public.nemus_profiles p where p.user_id = auth.uid()), coalesce(auth.uid()::text, ''));
  step.content := (to_jsonb(new) - 'updated_at')::text;
  step.hash := private.nemus_step_hash(step);
  insert into private.nemus_logbook_steps select step.*;
  return null;
end $$;
create trigger note_hand_over after update of confirmer_id on public.nemus_logbook_entries for each row
  when (old.state = 'submitted' and new.state = 'submitted' and new.confirmer_id is not null
    and old.confirmer_id is distinct from new.confirmer_id)
  execute function private.nemus_note_step();

/* Who has no account gets a link to what was handed over, as to what was submitted. */
create trigger tell_confirmer_of_hand_over after update of confirmer_id on public.nemus_logbook_entries for each row
  when (old.state = 'submitted' and new.state = 'submitted' and old.confirmer_id is distinct from new.confirmer_id)
  execute function private.nemus_tell_confirmer();

/*
 * What was handed over is news to whom it waits for now, once a day about each trainee, and to the trainee, once for each
 * person and day.
 */
create function private.nemus_news_of_hand_over() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant text := (now() at time zone 'Europe/Berlin')::date;
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c where c.id = new.confirmer_id;
  if person.user_id is not null then
    perform private.nemus_notify(person.user_id, 'sign_off_waiting', 'sign_off_waiting:' || new.user_id || ':' || today,
      jsonb_build_object('trainee', private.nemus_fact(private.nemus_trainee_name(new.user_id, person.institution_id),
        '–')), '/logbook/inbox');
  end if;
  perform private.nemus_notify(new.user_id, 'sign_off_handed_over', 'sign_off_handed_over:' || person.id || ':' || today,
    jsonb_build_object('confirmer', private.nemus_fact(person.name, '–')), '/logbook');
  return null;
end $$;
create trigger tell_news_of_hand_over after update of confirmer_id on public.nemus_logbook_entries for each row
  when (old.state = 'submitted' and new.state = 'submitted' and new.confirmer_id is not null
    and old.confirmer_id is distinct from new.confirmer_id)
  execute function private.nemus_news_of_hand_over();

/* Trainees whose entries wait for somebody who is off the list now, whoever ended it, are told. */
create function private.nemus_news_of_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify(waiting.user_id, 'sign_off_stranded', 'sign_off_stranded:' || new.id || ':' || new.ended_at,
    jsonb_build_object('confirmer', private.nemus_fact(new.name, '–'), 'entries', waiting.entries), '/logbook')
  from (select e.user_id, count(*)::int as entries from public.nemus_logbook_entries e
    where e.confirmer_id = new.id and e.state = 'submitted' group by e.user_id) waiting;
  return null;
end $$;
create trigger tell_news_of_end after update of ended_at on public.nemus_confirmers for each row
  when (old.ended_at is null and new.ended_at is not null) execute function private.nemus_news_of_end();
revoke all on function private.nemus_news_of_hand_over(), private.nemus_news_of_end()
  from public, anon, authenticated, service_role;

/*
 * Gives what waits for somebody of the caller's institution, also somebody who was taken off the list, to another person of
 * the list: those entries that this one may confirm (nemus_confirms_for), the 200 oldest at a time. Returns {handed_over,
 * left}; left are those that wait for the first one still. Raises 403 institution_required and as nemus_require_approval,
 * 404 confirmer_not_found, 400 invalid_field.
 */
create function private.nemus_hand_over_entries(p_from uuid, p_to uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  institution uuid;
  wanted uuid[];
  owner uuid;
  entry public.nemus_logbook_entries;
  handed_over int := 0;
begin
  if not private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'institution_required');
  end if;
  institution := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(institution);
  if not exists (select from public.nemus_confirmers c where c.id = p_from and c.institution_id = institution) then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
  if p_to is null or p_to = p_from then
    perform private.nemus_refuse_field('to', case when p_to is null then 'missing' else 'choice' end);
  end if;
  wanted := array(select e.id from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution
      and private.nemus_may_act(e, 'hand_over')
      and private.nemus_confirms_for(e.user_id, p_to, e.category, e.done_on, e.site_id)
    order by e.submitted_at, e.id limit 200);
  -- In the order of nemus_decide_entries: logbooks, then people, then entries.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e where e.id = any (wanted)
    order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c
  where c.id = p_to and c.institution_id = institution and c.ended_at is null for share;
  if not found then
    perform private.nemus_refuse(404, 'confirmer_not_found');
  end if;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (wanted) order by e.id for update loop
    -- Somebody decided, or took it back, or handed it over meanwhile; or the role ended.
    continue when entry.state <> 'submitted' or entry.confirmer_id is distinct from p_from
      or not private.nemus_confirms_for(entry.user_id, p_to, entry.category, entry.done_on, entry.site_id);
    update public.nemus_logbook_entries e set confirmer_id = p_to, revision = e.revision + 1 where e.id = entry.id;
    handed_over := handed_over + 1;
  end loop;
  return jsonb_build_object('handed_over', handed_over, 'left', (select count(*) from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution));
end $$;

create function public.nemus_hand_over_entries(p_from uuid, p_to uuid) returns jsonb
language sql set search_path = '' as $$ select private.nemus_hand_over_entries(p_from, p_to) $$;
revoke all on function private.nemus_hand_over_entries(uuid, uuid), public.nemus_hand_over_entries(uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_hand_over_entries(uuid, uuid), public.nemus_hand_over_entries(uuid, uuid)
  to authenticated;

/*
 * The caller's entries of seven days from p_monday with the names of what they point at, other weeks in which something
 * waits for the caller, and what the last entry of each category said. Returns {entries, waiting, remembered}. What waits
 * for somebody who confirms no more waits for the caller: `is_stranded` of an entry, state `submitted` of a week.
 */
create or replace function private.nemus_logbook_week(p_monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(to_jsonb(e) - array['user_id', 'institution_id', 'decided_by',
        'created_at', 'updated_at'] || jsonb_build_object('site', s.name, 'case_code', k.code, 'confirmer', c.name,
        'corrected_by', n.id,
        'is_stranded', e.state = 'submitted' and (c.id is null or c.ended_at is not null))
        order by e.done_on, e.created_at, e.id), '[]')
      from public.nemus_logbook_entries e
      left join public.nemus_logbook_sites s on s.id = e.site_id
      left join public.nemus_logbook_cases k on k.id = e.case_id
      left join public.nemus_confirmers c on c.id = e.confirmer_id
      left join public.nemus_logbook_entries n on n.corrects = e.id and n.user_id = e.user_id
      where e.user_id = auth.uid() and e.done_on between p_monday and p_monday + 6),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('monday', w.monday, 'state', w.state, 'count', w.n)
        order by w.monday desc, w.state), '[]')
      from (select date_trunc('week', o.done_on)::date as monday, o.state, count(*)::int as n
        from (select e.done_on, e.state from public.nemus_logbook_entries e
          where e.user_id = auth.uid() and e.state in ('draft', 'returned')
          union all
          -- `submitted` here: what waits for somebody who confirms no more.
          select e.done_on, e.state from public.nemus_logbook_entries e
          left join public.nemus_confirmers c on c.id = e.confirmer_id
          where e.user_id = auth.uid() and e.state = 'submitted' and (c.id is null or c.ended_at is not null)) o
        where o.done_on not between p_monday and p_monday + 6
        group by 1, 2 order by 1 desc, 2 limit 12) w),
    'remembered', (select coalesce(jsonb_object_agg(g.category, l.said), '{}')
      from unnest(array['theory', 'practice', 'supervision', 'self_experience', 'elearning']) g (category)
      cross join lateral (select jsonb_build_object('competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'confirmer_id', e.confirmer_id, 'minutes', e.minutes) as said
        from public.nemus_logbook_entries e where e.user_id = auth.uid() and e.category = g.category and not e.is_sample
        order by e.done_on desc, e.id limit 1) l))
$$;
