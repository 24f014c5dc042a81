SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_cancel_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.user_id is not null and new.user_id is null and new.accepted_at is not null and new.ended_at is null then
    -- Fires logbook/confirming_people, logbook/hand_over.
    update public.nemus_confirmers c set ended_at = now(), declined_at = now() where c.id = new.id;
    return null;
  end if;
  delete from private.nemus_sign_off_letters l where l.confirmer_id = new.id and l.kind = 'link' and l.sent_at is null;
  delete from private.nemus_sign_off_links l where l.confirmer_id = new.id;
  perform private.nemus_write_link(new.id, w.user_id, true) from (select distinct e.user_id
    from public.nemus_logbook_entries e where e.confirmer_id = new.id and e.state = 'submitted') as w;
  return null;
end $function$;

-- People whose account went before.
update public.nemus_confirmers c set ended_at = now(), declined_at = now() where c.user_id is null and c.accepted_at is not null and c.ended_at is null;
