-- Every step of an entry from its submission on, in a chain of hashes for each trainee: a step that is changed, left out
-- or put in breaks the chain behind it.

create table private.nemus_logbook_steps (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- From 1, without a gap.
  number int not null check (number > 0),
  entry_id uuid not null,
  action text not null check (action in ('submit', 'take_back', 'confirm', 'return', 'hand_over')),
  created_at timestamptz not null,
  -- Null for a link that went to an address.
  actor_id uuid,
  actor_name text not null,
  -- The entry as it was then, as text: what the hash was made of, whatever a later database would write.
  content text not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (user_id, number)
);
alter table private.nemus_logbook_steps enable row level security;
create index nemus_logbook_steps_entry on private.nemus_logbook_steps (entry_id, number);

/* Steps are neither changed nor taken out; they go with their account. */
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

/* The hash of a step: SHA-256 of the hash before it and of all that the step says, one line each. */
create function private.nemus_step_hash(p_step private.nemus_logbook_steps) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(E'\n', p_step.previous_hash, p_step.user_id, p_step.number, p_step.entry_id,
    p_step.action, (extract(epoch from p_step.created_at) * 1000000)::bigint, coalesce(p_step.actor_id::text, ''),
    p_step.actor_name, p_step.content), 'UTF8')), 'hex')
$$;

/*
 * Writes the step that an entry has just gone, by its state before and after. Who goes it is the caller, or the person
 * that `nemus.signer` names for a link without an account, whoever is signed in there.
 */
create function private.nemus_note_step() returns trigger
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
create trigger note_step after update of state on public.nemus_logbook_entries for each row
  when (old.state is distinct from new.state and not (old.state = 'returned' and new.state = 'draft'))
  execute function private.nemus_note_step();

/*
 * The steps of a logbook that do not fit: a number that is missing, a hash that is not that of its step or does not follow
 * the one before, and a confirmed entry that is gone, is confirmed no more, or has another content than at its
 * confirmation. Empty for a sound one; p_user null: of all.
 */
create function private.nemus_check_steps(p_user uuid default null)
returns table (user_id uuid, number int, problem text)
-- Moments are text within a step: everybody writes and reads them in one zone.
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  with chain as (
    select s.*, s as step, lag(s.hash, 1, repeat('0', 64)) over w as hash_before, row_number() over w as place
    from private.nemus_logbook_steps s where s.user_id = coalesce(p_user, s.user_id)
    window w as (partition by s.user_id order by s.number)
  ),
  last_steps as (
    select distinct on (c.user_id, c.entry_id) c.user_id, c.entry_id, c.number, c.action, c.content
    from chain c order by c.user_id, c.entry_id, c.number desc
  )
  select c.user_id, c.number, case when c.number <> c.place then 'missing'
    when c.previous_hash <> c.hash_before then 'unlinked' else 'changed' end
  from chain c
  where c.number <> c.place or c.previous_hash <> c.hash_before or c.hash <> private.nemus_step_hash(c.step)
  union all
  select coalesce(e.user_id, s.user_id), s.number, 'entry'
  from (select l.* from last_steps l where l.action = 'confirm') as s
  full join (select o.* from public.nemus_logbook_entries o
    where o.state = 'confirmed' and not o.is_sample and o.user_id = coalesce(p_user, o.user_id)) as e
    on e.id = s.entry_id and e.user_id = s.user_id
  where e.id is null or s.content is null or exists (
    -- Of columns that there were at the confirmation and still are; the three are emptied when somebody else's account goes.
    select from jsonb_each(s.content::jsonb) as was join jsonb_each(to_jsonb(e)) as is_now on is_now.key = was.key
    where was.value <> is_now.value and (was.key not in ('confirmer_id', 'institution_id', 'decided_by')
      or is_now.value <> 'null'))
$$;
