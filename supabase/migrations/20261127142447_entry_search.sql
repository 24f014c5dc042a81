SET local check_function_bodies = off;

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
  elsif to_jsonb(new) - array['updated_at', 'search_text', 'confirmer_id', 'institution_id', 'decided_by']
      = to_jsonb(old) - array['updated_at', 'search_text', 'confirmer_id', 'institution_id', 'decided_by']
    and (new.confirmer_id is null or new.confirmer_id = old.confirmer_id)
    and (new.institution_id is null or new.institution_id = old.institution_id)
    and (new.decided_by is null or new.decided_by = old.decided_by)
    or new.state = 'submitted' and private.nemus_may_undo(old) then
    return new;
  end if;
  perform private.nemus_refuse(409, 'entry_state', '{"state": "confirmed"}');
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
  step.content := (to_jsonb(new) - array['updated_at', 'search_text'] || jsonb_build_object('names',
    private.nemus_step_names(new, coalesce(new.institution_id, old.institution_id))))::text;
  step.hash := private.nemus_step_hash(step);
  insert into private.nemus_logbook_steps select step.*;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_logbook_week (
  p_monday date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(to_jsonb(e) - array['user_id', 'institution_id', 'decided_by',
        'created_at', 'updated_at', 'search_text'] || jsonb_build_object('site', s.name, 'case_code', k.code, 'confirmer', c.name,
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
          -- `submitted` here: waits for an ended confirmer.
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
$function$;

ALTER TABLE "public"."nemus_logbook_entries"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.nemus_search_text(((note || ' '::text) || COALESCE(confirmed_by, ''::text)))) STORED NOT NULL;
