-- Entries that wait for a confirmer who left or has too many: the institution gives them to another confirmer, 200 at a
-- time. Needs the member role `confirming` and an approved institution.
-- Only submitted entries move, without a note on self-experience (the trainee takes such an entry back), and only to a person with a role for category, day and site (nemus_takes_entry in
-- changes.sql). Each move is a step in the chain (steps.sql); a confirmer without an account gets a link
-- (sign_off_links.sql); confirmer and trainee are told.
-- When a confirmer is ended, by either side, or a role no longer covers entries that wait, their trainees are told
-- (nemus_news_of_end, nemus_news_of_role: triggers on nemus_confirmers and nemus_confirmer_roles).

create trigger note_hand_over after update of confirmer_id on public.nemus_logbook_entries for each row
  when (old.state = 'submitted' and new.state = 'submitted' and new.confirmer_id is not null
    and old.confirmer_id is distinct from new.confirmer_id)
  execute function private.nemus_note_step();

/* A confirmer without an account gets a link, as after a submission. */
create trigger tell_confirmer_of_hand_over after update of confirmer_id on public.nemus_logbook_entries for each row
  when (old.state = 'submitted' and new.state = 'submitted' and old.confirmer_id is distinct from new.confirmer_id)
  execute function private.nemus_tell_confirmer();

/*
 * News of a handover: to the new confirmer once a day for each trainee, to the trainee once a day for each confirmer.
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
    jsonb_build_object('confirmer', private.nemus_fact(person.name, '–')),
    private.nemus_logbook_page_of(new.file_id is not null));
  return null;
end $$;
create trigger tell_news_of_hand_over after update of confirmer_id on public.nemus_logbook_entries for each row
  when (old.state = 'submitted' and new.state = 'submitted' and new.confirmer_id is not null
    and old.confirmer_id is distinct from new.confirmer_id)
  execute function private.nemus_news_of_hand_over();

/* Tells trainees whose entries wait for a confirmer that was just ended. */
create function private.nemus_news_of_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify(waiting.user_id, 'sign_off_stranded', 'sign_off_stranded:' || new.id || ':' || new.ended_at,
    jsonb_build_object('confirmer', private.nemus_fact(new.name, '–'), 'entries', waiting.entries), waiting.page)
  from (select e.user_id, count(*)::int as entries, private.nemus_logbook_page_of(bool_and(e.file_id is not null)) as page from public.nemus_logbook_entries e
    where e.confirmer_id = new.id and e.state = 'submitted' group by e.user_id) waiting;
  return null;
end $$;
create trigger tell_news_of_end after update of ended_at on public.nemus_confirmers for each row
  when (old.ended_at is null and new.ended_at is not null) execute function private.nemus_news_of_end();

/* Tells trainees whose entries wait for a person in a role that no longer covers them. */
create function private.nemus_news_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_notify(e.user_id, 'sign_off_stranded', 'sign_off_stranded:' || old.id || ':' || now(),
    jsonb_build_object('confirmer', private.nemus_fact(c.name, '–'), 'entries', count(*)::int),
    private.nemus_logbook_page_of(bool_and(e.file_id is not null)))
  from public.nemus_logbook_entries e
  join public.nemus_confirmers c on c.id = e.confirmer_id and c.ended_at is null
  join private.nemus_confirming_roles k on k.role = old.role and k.category = e.category
  where e.confirmer_id = old.confirmer_id
    and (e.file_id is not null or e.done_on >= old.valid_from and (old.valid_until is null or e.done_on <= old.valid_until))
    and private.nemus_is_stranded(e)
  group by e.user_id, c.name;
  return null;
end $$;
create trigger tell_news_of_role after update or delete on public.nemus_confirmer_roles
  for each row execute function private.nemus_news_of_role();

/*
 * Hands submitted entries of p_from, also an ended person, to p_to: those that p_to may confirm, the 200 oldest.
 * Returns {handed_over, left}; left: still waiting for p_from.
 * Raises 403 institution_required and as nemus_require_approval, 404 confirmer_not_found, 400 invalid_field.
 */
create function public.nemus_hand_over_entries(p_from uuid, p_to uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  institution uuid;
  wanted uuid[];
  owner uuid;
  entry public.nemus_logbook_entries;
  handed_over int := 0;
begin
  perform private.nemus_refuse(403, 'institution_required') where not private.nemus_is_institution();
  institution := private.nemus_require_member('confirming');
  perform private.nemus_require_approval(institution);
  perform private.nemus_refuse(404, 'confirmer_not_found')
    where not exists (select from public.nemus_confirmers c where c.id = p_from and c.institution_id = institution);
  perform private.nemus_refuse_field('to', case when p_to is null then 'missing' else 'choice' end)
    where p_to is null or p_to = p_from;
  wanted := array(select e.id from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution
      and private.nemus_may_act(e, 'hand_over') and (e.category <> 'self_experience' or e.note = '')
      and private.nemus_takes_entry(e, p_to)
    order by e.submitted_at, e.id limit 200);
  -- Lock order of nemus_decide_entries: logbooks, people, entries.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e where e.id = any (wanted)
    order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c
  where c.id = p_to and c.institution_id = institution and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (wanted) order by e.id for update loop
    -- Decided, taken back or handed over meanwhile, or the role ended.
    continue when entry.state <> 'submitted' or (entry.category = 'self_experience' and entry.note <> '')
      or entry.confirmer_id is distinct from p_from
      or not private.nemus_takes_entry(entry, p_to);
    -- Fires logbook/entries.
    update public.nemus_logbook_entries e set confirmer_id = p_to, revision = e.revision + 1 where e.id = entry.id;
    handed_over := handed_over + 1;
  end loop;
  return jsonb_build_object('handed_over', handed_over, 'left', (select count(*) from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution));
end $$;
