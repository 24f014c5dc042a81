SET local check_function_bodies = off;

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

ALTER TABLE "public"."nemus_confirmers"
  ADD COLUMN "address_since" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION private.nemus_date_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.address_since := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_entry_to_confirm (
  p_entry public.nemus_logbook_entries
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_entry.id, 'user_id', p_entry.user_id,
    'trainee', private.nemus_trainee_name(p_entry.user_id, p_entry.institution_id),
    'institution', private.nemus_inviting_name(p_entry.institution_id),
    'week', date_trunc('week', p_entry.done_on::timestamp)::date, 'done_on', p_entry.done_on,
    'category', p_entry.category, 'minutes', p_entry.minutes, 'competency', p_entry.competency, 'level', p_entry.level,
    'note', case when private.nemus_reads_note(p_entry.category, p_entry.note, p_entry.confirmer_id, p_entry.submitted_at)
      then p_entry.note else '' end, 'submitted_at', p_entry.submitted_at,
    'site', (select s.name from public.nemus_logbook_sites s where s.id = p_entry.site_id),
    'case', (select c.code from public.nemus_logbook_cases c where c.id = p_entry.case_id),
    'confirmer_id', p_entry.confirmer_id,
    'confirmer', (select c.name from public.nemus_confirmers c where c.id = p_entry.confirmer_id),
    'corrects', (select jsonb_build_object('done_on', o.done_on, 'category', o.category, 'minutes', o.minutes)
      from public.nemus_logbook_entries o where o.id = p_entry.corrects))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_reads_note (
  p_category     text,
  p_note         text,
  p_confirmer    uuid,
  p_submitted_at timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_category <> 'self_experience' or p_note = '' or exists (select from public.nemus_confirmers c
    where c.id = p_confirmer and c.address_since <= p_submitted_at)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_hand_over_entries (
  p_from uuid,
  p_to   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      and private.nemus_may_act(e, 'hand_over') and (e.category <> 'self_experience' or e.note = '')
      and private.nemus_confirms_for(e.user_id, p_to, e.category, e.done_on, e.site_id)
    order by e.submitted_at, e.id limit 200);
  -- Lock order of nemus_decide_entries: logbooks, people, entries.
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
    -- Decided, taken back or handed over meanwhile, or the role ended.
    continue when entry.state <> 'submitted' or (entry.category = 'self_experience' and entry.note <> '')
      or entry.confirmer_id is distinct from p_from
      or not private.nemus_confirms_for(entry.user_id, p_to, entry.category, entry.done_on, entry.site_id);
    -- Fires logbook/entries.
    update public.nemus_logbook_entries e set confirmer_id = p_to, revision = e.revision + 1 where e.id = entry.id;
    handed_over := handed_over + 1;
  end loop;
  return jsonb_build_object('handed_over', handed_over, 'left', (select count(*) from public.nemus_logbook_entries e
    where e.confirmer_id = p_from and e.state = 'submitted' and e.institution_id = institution));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_inbox (
  p_after jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (select array(select private.nemus_my_confirmers()) as ids),
  for_others as (select array(select d.id from private.nemus_my_deputised() as d (id)
    join public.nemus_confirmers c on c.id = d.id and c.ended_at is null) as ids),
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
$function$;

CREATE OR REPLACE FUNCTION public.nemus_site_package (
  p_trainee uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  institution constant uuid := case when p_trainee is not null then private.nemus_require_member('confirming', 'reading') end;
begin
  return (
    with entry as materialized (select e.* from private.nemus_reported_entries(account, institution) e)
    select jsonb_build_object('format', 'nemus-logbook-1', 'made_at', now(),
      'person', (select btrim(p.first_name || ' ' || p.last_name) from public.nemus_profiles p where p.user_id = account),
      'institution', (select p.institution_name from public.nemus_profiles p where p.user_id = institution),
      'sections', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'started_on', s.started_on,
          'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
        from public.nemus_logbook_sites s where s.user_id = account
          and (institution is null or s.id in (select e.site_id from entry e))),
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
          'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'site_id', e.site_id,
          'note', case when institution is null or e.category <> 'self_experience' then e.note else '' end,
          'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
          'as_deputy', e.decided_as_deputy, 'corrects', e.corrects,
          'counts', e.minutes > 0 and not exists (select from public.nemus_logbook_entries c
            where c.user_id = account and c.corrects = e.id and c.state = 'confirmed'))
          order by e.done_on, e.id), '[]') from entry e),
      'confirmations', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', s.entry_id, 'number', s.number,
          'at', s.created_at, 'by', s.actor_name, 'previous_hash', s.previous_hash, 'hash', s.hash) order by s.number), '[]')
        from private.nemus_logbook_steps s
        where s.user_id = account and s.action = 'confirm' and s.entry_id in (select e.id from entry e))));
end $function$;

CREATE TRIGGER date_address
  BEFORE UPDATE OF email ON public.nemus_confirmers
  FOR EACH ROW
  WHEN ((lower(old.email) <> lower(new.email)))
  EXECUTE FUNCTION private.nemus_date_address();

CREATE POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries"
  FOR SELECT
  TO "authenticated"
  USING
    (((user_id = ( SELECT auth.uid() AS uid)) OR ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((confirmer_id IN ( SELECT
    private.nemus_my_confirmers() AS nemus_my_confirmers)) OR ((decided_by = ( SELECT auth.uid() AS uid)) AND (NOT decided_as_deputy))) AND
    private.nemus_reads_note(category, note, confirmer_id, submitted_at)) OR
    ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((category <> 'self_experience'::text) OR (note = ''::text)) AND ((decided_by = ( SELECT
    auth.uid() AS uid)) OR ((state = 'submitted'::text) AND (confirmer_id IN ( SELECT private.nemus_my_deputised() AS nemus_my_deputised))) OR
    ((institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (user_id IN ( SELECT t.user_id
   FROM public.nemus_trainees t
  WHERE ((t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (t.user_id IS NOT NULL)))))))));

REVOKE ALL ON FUNCTION "private"."nemus_date_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_date_address"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_date_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_reads_note"(text, text, uuid, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_note"(text, text, uuid, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_reads_note"(text, text, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_note"(text, text, uuid, timestamp WITH time zone) TO "postgres";

-- People named before: nothing tells when their address was last changed.
update public.nemus_confirmers c set address_since = c.created_at;
