SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_decide_entry (
  p_entry    public.nemus_logbook_entries,
  p_person   public.nemus_confirmers,
  p_account  uuid,
  p_same     uuid[],
  p_decision text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role_day constant date := private.nemus_role_day(p_entry);
  role constant text := private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, role_day,
    p_entry.site_id);
  opposed constant text := private.nemus_opposed_role(role);
  trainee_email constant text := (select lower(u.email) from auth.users u where u.id = p_entry.user_id);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or lower(c.email) = trainee_email));
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
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id,
        p_entry.category, role_day, p_entry.site_id, true) is null then 'role' else 'site' end))
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_stranded (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_entry.state = 'submitted' and (not exists (select from public.nemus_confirmers c
      where c.id = p_entry.confirmer_id and c.ended_at is null)
    or p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry)
    or private.nemus_role_for(p_entry.confirmer_id, p_entry.user_id, p_entry.category, private.nemus_role_day(p_entry), p_entry.site_id) is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_reads_entry_file (
  p_entry public.nemus_logbook_entries
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.nemus_logbook_actions a
    where a.state = p_entry.state and a.action = 'read' and a.role = any (private.nemus_logbook_roles(p_entry))
      and case a.role when 'owner' then true when 'institution' then false
        else (p_entry.state = 'confirmed' or private.nemus_is_linked_entry(p_entry)) and (p_entry.category <> 'self_experience'
          or (p_entry.confirmer_id in (select private.nemus_my_confirmers())
            and private.nemus_reads_note(p_entry.category, 'file', p_entry.confirmer_id, p_entry.submitted_at))) end)
$function$;
