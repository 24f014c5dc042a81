-- The chain of a logbook: one step for each submission, take-back, confirmation, its undoing, return and handover. A
-- changed, removed or inserted step breaks the chain behind it.
-- Appended by nemus_note_step, a trigger on nemus_logbook_entries (here for `state`, in hand_over.sql for
-- `confirmer_id`). Hashed by nemus_step_hash: SHA-256 over previous hash, trainee, number, entry, action, time, actor
-- and the whole entry with its names (nemus_step_names) as JSON text.
-- Checked by nemus_check_steps; the operator runs it by nemus_check_logbook, also against heads that were signed and
-- kept outside the database (`npm run check-logbook -w @nemus/portal`).
-- Exception: steps go with their account. Drafts and a returned entry that becomes a draft again leave no step.

create table private.nemus_logbook_steps (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- From 1, without a gap.
  number int not null check (number > 0),
  entry_id uuid not null,
  action text not null check (action in ('submit', 'take_back', 'confirm', 'undo', 'return', 'hand_over')),
  created_at timestamptz not null,
  -- Null for a decision by link.
  actor_id uuid,
  actor_name text not null,
  -- The entry at that moment, as the hashed text: a later database might write the same JSON differently.
  content text not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (user_id, number)
);
alter table private.nemus_logbook_steps enable row level security;
create index nemus_logbook_steps_entry on private.nemus_logbook_steps (entry_id, number);

/* No step is changed or removed, except with its account. Raises 405 append_only. */
create function private.nemus_keep_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and (not exists (select from public.nemus_profiles p where p.user_id = old.user_id)
    or exists (select from private.nemus_deleted_accounts d where d.user_id = old.user_id)) then
    return old;
  end if;
  raise exception using errcode = 'PT405', message = 'append_only', hint = 'append_only', table = tg_table_name;
end $$;
create trigger keep_rows before update or delete on private.nemus_logbook_steps
  for each row execute function private.nemus_keep_steps();

/* SHA-256 of the format and the fields of a step, each behind its length in bytes: no two steps share one text. */
create function private.nemus_step_hash(p_step private.nemus_logbook_steps) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(string_agg(octet_length(f.value) || ':' || f.value, '' order by f.place), 'UTF8')), 'hex')
  from unnest(array['nemus-step-2', p_step.previous_hash, p_step.user_id::text, p_step.number::text, p_step.entry_id::text,
    p_step.action, (extract(epoch from p_step.created_at) * 1000000)::bigint::text, coalesce(p_step.actor_id::text, ''),
    p_step.actor_name, p_step.content]) with ordinality as f (value, place)
$$;

/*
 * Names of a step as they are now: {trainee, confirmer, role, as_deputy, institution, address}. Confirmer: the person
 * who decided, otherwise the named one.
 */
create function private.nemus_step_names(p_entry public.nemus_logbook_entries, p_institution uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('trainee', private.nemus_trainee_name(p_entry.user_id, p_institution),
    'confirmer', case p_entry.state when 'confirmed' then p_entry.confirmed_by when 'returned' then p_entry.returned_by
      else (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id) end,
    'role', case when p_entry.state in ('confirmed', 'returned') then p_entry.decided_role
      else private.nemus_role_for(p_entry, p_entry.confirmer_id) end,
    'as_deputy', p_entry.state in ('confirmed', 'returned') and p_entry.decided_as_deputy,
    'institution', private.nemus_inviting_name(p_institution),
    'address', (select s.institution_address from public.nemus_institution_settings s where s.institution_id = p_institution))
$$;

/*
 * Appends the step for a change of an entry, named by its state before and after. Actor: the caller, or for a link the
 * name in the setting `nemus.signer`, even if another account is signed in there.
 */
create function private.nemus_note_step() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  signer constant text := nullif(current_setting('nemus.signer', true), '');
  step private.nemus_logbook_steps;
begin
  step.action := case new.state when 'confirmed' then 'confirm' when 'returned' then 'return' when 'draft' then 'take_back'
    else case old.state when 'submitted' then 'hand_over' when 'confirmed' then 'undo' else 'submit' end end;
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
  step.content := (to_jsonb(new) - array['updated_at', 'search_text'] || jsonb_build_object('names',
    private.nemus_step_names(new, coalesce(new.institution_id, old.institution_id))))::text;
  step.hash := private.nemus_step_hash(step);
  insert into private.nemus_logbook_steps select step.*;
  return null;
end $$;
create trigger note_step after update of state on public.nemus_logbook_entries for each row
  when (old.state is distinct from new.state and not (old.state = 'returned' and new.state = 'draft'))
  execute function private.nemus_note_step();

/*
 * Findings in a logbook: `missing` (a gap in the numbers), `unlinked` (does not follow the previous hash), `changed`
 * (hash does not fit the step), `entry` (a confirmed entry is gone, no longer confirmed, or differs from its
 * confirmation). Empty: sound. p_user null: all logbooks. Sample entries certify nothing and are not compared.
 */
create function private.nemus_check_steps(p_user uuid default null)
returns table (user_id uuid, number int, problem text)
-- Times within a step are text: written and read in one zone.
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  with chain as (
    select s.*, s as step, lag(s.hash, 1, repeat('0', 64)) over w as hash_before, lag(s.number, 1, 0) over w as number_before
    from private.nemus_logbook_steps s where s.user_id = coalesce(p_user, s.user_id)
    window w as (partition by s.user_id order by s.number)
  ),
  last_steps as (
    select distinct on (c.user_id, c.entry_id) c.user_id, c.entry_id, c.number, c.action, c.content
    from chain c order by c.user_id, c.entry_id, c.number desc
  )
  select c.user_id, c.number, case when c.number <> c.number_before + 1 then 'missing'
    when c.previous_hash <> c.hash_before then 'unlinked' else 'changed' end
  from chain c
  where c.number <> c.number_before + 1 or c.previous_hash <> c.hash_before or c.hash <> private.nemus_step_hash(c.step)
  union all
  select coalesce(e.user_id, s.user_id), s.number, 'entry'
  from (select l.* from last_steps l where l.action = 'confirm'
    and not (l.content::jsonb ->> 'is_sample')::boolean) as s
  full join (select o.* from public.nemus_logbook_entries o
    where o.state = 'confirmed' and not o.is_sample and o.user_id = coalesce(p_user, o.user_id)) as e
    on e.id = s.entry_id and e.user_id = s.user_id
  where e.id is null or s.content is null or exists (
    -- Only columns of both moments. These three may be emptied when another account is deleted.
    select from jsonb_each(s.content::jsonb) as was join jsonb_each(to_jsonb(e)) as is_now on is_now.key = was.key
    where was.value <> is_now.value and (was.key not in ('confirmer_id', 'institution_id', 'decided_by')
      or is_now.value <> 'null'))
$$;
