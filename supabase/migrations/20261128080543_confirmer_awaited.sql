SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer (
  p_name      text,
  p_email     text,
  p_confirmer uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;
