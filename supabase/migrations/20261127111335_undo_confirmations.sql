SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_logbook_steps"
  DROP CONSTRAINT "nemus_logbook_steps_action_check";

CREATE OR REPLACE FUNCTION private.nemus_keep_confirmed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.is_sample or not exists (select from public.nemus_profiles p where p.user_id = old.user_id)
      or exists (select from private.nemus_deleted_accounts d where d.user_id = old.user_id) then
      return old;
    end if;
  elsif to_jsonb(new) - array['updated_at', 'confirmer_id', 'institution_id', 'decided_by']
      = to_jsonb(old) - array['updated_at', 'confirmer_id', 'institution_id', 'decided_by']
    and (new.confirmer_id is null or new.confirmer_id = old.confirmer_id)
    and (new.institution_id is null or new.institution_id = old.institution_id)
    and (new.decided_by is null or new.decided_by = old.decided_by)
    or new.state = 'submitted' and private.nemus_may_undo(old) then
    return new;
  end if;
  perform private.nemus_refuse(409, 'entry_state', '{"state": "confirmed"}');
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_may_undo (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'confirmed' and not p_entry.is_sample and coalesce(p_entry.decided_by = auth.uid(), false)
    and p_entry.confirmed_at > now() - interval '10 minutes'
    and not exists (select from private.nemus_logbook_papers p
      where p.user_id = p_entry.user_id and p.created_at >= p_entry.confirmed_at)
    and not exists (select from public.nemus_logbook_entries c where c.corrects = p_entry.id and c.user_id = p_entry.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_entry()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.state = 'confirmed' then
    perform private.nemus_notify(new.user_id, 'sign_off_undone',
      'sign_off_undone:' || coalesce(old.confirmer_id::text, '') || ':' || extract(epoch from now()),
      jsonb_build_object('confirmer', private.nemus_fact(old.confirmed_by, '–')), '/logbook');
  elsif new.state = 'submitted' then
    perform private.nemus_notify(c.user_id, 'sign_off_waiting',
      'sign_off_waiting:' || new.user_id || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('trainee', private.nemus_fact(private.nemus_trainee_name(new.user_id, c.institution_id), '–')),
      '/logbook/inbox')
    from public.nemus_confirmers c where c.id = new.confirmer_id and c.user_id is not null and c.ended_at is null;
  elsif old.state = 'submitted' and new.state in ('confirmed', 'returned') then
    perform private.nemus_notify(new.user_id, 'sign_off_' || new.state,
      'sign_off_' || new.state || ':' || coalesce(new.confirmer_id::text, '') || ':' || extract(epoch from now()),
      jsonb_build_object('confirmer', private.nemus_fact(coalesce(new.confirmed_by, new.returned_by), '–')), '/logbook');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_step()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
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
  step.content := (to_jsonb(new) - 'updated_at' || jsonb_build_object('names',
    private.nemus_step_names(new, coalesce(new.institution_id, old.institution_id))))::text;
  step.hash := private.nemus_step_hash(step);
  insert into private.nemus_logbook_steps select step.*;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_my_decisions (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1,
  p_size   integer DEFAULT 50
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (
    select e as entry, coalesce(e.confirmed_at, e.returned_at) as decided_at, e.id
    from public.nemus_logbook_entries e
    where e.state in ('confirmed', 'returned') and e.user_id <> auth.uid()
      and (e.decided_by = auth.uid() or (e.decided_by is null and e.confirmer_id in (select private.nemus_my_confirmers())))
      and private.nemus_search_text(private.nemus_trainee_name(e.user_id, e.institution_id))
        like all (private.nemus_search_patterns(coalesce(p_search, '')))),
  page as (select m.* from mine m order by m.decided_at desc, m.id
    limit least(greatest(p_size, 1), 500) offset (greatest(p_page, 1) - 1) * least(greatest(p_size, 1), 500))
  select jsonb_build_object('total', (select count(*) from mine),
    'entries', coalesce((select jsonb_agg(private.nemus_entry_to_confirm(p.entry) - 'note' || jsonb_build_object(
        'state', (p.entry).state, 'decided_at', p.decided_at, 'as_deputy', (p.entry).decided_as_deputy,
        'may_undo', private.nemus_may_undo(p.entry))
      order by p.decided_at desc, p.id) from page p), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_undo_confirmations (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  -- What a correction replaced counts again.
  perform private.nemus_sum_logbook(o.id) from unnest(owners) o (id);
  return undone;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_undo_confirmations"(uuid[]) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_logbook_steps"
  ADD CONSTRAINT "nemus_logbook_steps_action_check"
    CHECK ((action = ANY (ARRAY['submit'::text, 'take_back'::text, 'confirm'::text, 'undo'::text, 'return'::text, 'hand_over'::text])));

REVOKE ALL ON FUNCTION "private"."nemus_may_undo"(public.nemus_logbook_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_may_undo"(public.nemus_logbook_entries) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_may_undo"(public.nemus_logbook_entries) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_undo_confirmations"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_undo_confirmations"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_undo_confirmations"(uuid[]) TO "postgres";

INSERT INTO private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter)
VALUES ('sign_off_undone', 'piw', 'on', 'on', 'never', false);
