SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_add_trainee (
  p_first_name text,
  p_last_name  text,
  p_email      text,
  p_phone      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trainee public.nemus_trainees;
begin
  -- Fires trainees/trainees.
  insert into public.nemus_trainees (institution_id, first_name, last_name, email, phone)
  values (private.nemus_acts_for('booking'), btrim(p_first_name), btrim(p_last_name), lower(private.nemus_mail_address(p_email)), coalesce(p_phone, ''))
  on conflict (institution_id, lower(email)) do nothing returning * into trainee;
  if trainee.id is null then
    perform private.nemus_refuse_listed(private.nemus_mail_address(p_email));
  end if;
  return private.nemus_send_invitation(trainee);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_canonical_form()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  field text;
  given text;
begin
  foreach field in array tg_argv loop
    given := to_jsonb(new) ->> field;
    new := jsonb_populate_record(new, jsonb_build_object(field, case
      when field like '%phone' then private.nemus_phone_number(given)
      when field = 'vat_id' then regexp_replace(upper(private.nemus_plain_code(given)), '[^A-Z0-9]', '', 'g')
      else private.nemus_mail_address(given) end));
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_invited (
  p_email text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(lower(private.nemus_mail_address(p_email) collate "C") = private.nemus_confirmed_address(), false)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_mail_address (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  select coalesce(split_part(plain, '@', 1) || '@' || (
      select string_agg(case when label ~ '[^\x01-\x7f]' then 'xn--' || private.nemus_punycode(label) else label end,
        '.' order by place)
      from regexp_split_to_table(lower(substring(plain from '^[^@]+@([^@]+)$')), '\.') with ordinality as l (label, place)),
    plain)
  from (select regexp_replace(replace(private.nemus_plain_text(p_text), '。', '.'), '^mailto:', '', 'i')) as given (plain)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_mailbox (
  p_email text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select lower(regexp_replace(private.nemus_mail_address(p_email), '\+[^@]*@', '@'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_phone_number (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  select regexp_replace(phone, case when char_length(replace(phone, '(', '')) <> char_length(replace(phone, ')', '')) then '\)' else '^$' end, '')
  from (select btrim(regexp_replace(regexp_replace(regexp_replace(translate(regexp_replace(regexp_replace(
    private.nemus_plain_text(p_text), '^tel[.:]*\s*', '', 'i'),
    '^((?:\+|00)\d{1,3})[\s-]*[([]\s*0\s*[)\]][\s-]*', '\1 '), '[]', '()'),
    '[\s·•]+', ' ', 'g'), '^\(\+(\d+)\)', '+\1'), '^\(', ''))) as given (phone)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_plain_code (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(private.nemus_plain_text(p_text), E' \t\r\n.,;:')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_plain_text (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(regexp_replace(regexp_replace(normalize(replace(left(coalesce(p_text, ''), 300), '№', 'Nr '), nfkc),
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
    '[\u2010-\u2015\u2043\u2212]', '-', 'g'), E' \t\r\n')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_punycode (
  p_label text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  signs constant int[] := array(select ascii(s.sign)
    from regexp_split_to_table(p_label, '') with ordinality as s (sign, place) order by s.place);
  coded text := regexp_replace(p_label, '[^\x01-\x7f]', '', 'g');
  basic constant int := char_length(coded);
  handled int := basic;
  next int := 128;
  delta int := 0;
  bias int := 72;
  smallest int;
  point int;
  rest int;
  digit int;
  place int;
begin
  coded := coded || case when basic > 0 then '-' else '' end;
  while handled < cardinality(signs) loop
    smallest := (select min(s) from unnest(signs) s where s >= next);
    delta := delta + (smallest - next) * (handled + 1);
    next := smallest;
    foreach point in array signs loop
      delta := delta + (point < next)::int;
      continue when point <> next;
      rest := delta;
      place := 36;
      loop
        digit := least(greatest(place - bias, 1), 26);
        exit when rest < digit;
        coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', digit + (rest - digit) % (36 - digit) + 1, 1);
        rest := (rest - digit) / (36 - digit);
        place := place + 36;
      end loop;
      coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
      delta := delta / case when handled = basic then 700 else 2 end;
      delta := delta + delta / (handled + 1);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next := next + 1;
  end loop;
  return coded;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_sample_details (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires figures/training_records.
  update public.nemus_personal_data d set phone = '+49 30 23125 118', street = 'Lindenallee 12',
    postal_code = '10115', city = 'Berlin', birth_date = '1992-04-17'
  where d.user_id = p_user and d.street = '' and d.birth_date is null;
  update public.nemus_training_info i set field = 'Erwachsene', procedure = 'Verhaltenstherapie',
    chamber = 'Psychotherapeutenkammer Berlin', training_site = 'Ambulanz am Stadtpark',
    supervisor_name = 'Dr. Helena Sommer', started_on = today - 640, expected_end_on = today - 640 + 1826
  where i.user_id = p_user and i.field is null and i.chamber = '';
  -- Fires institutions/settings.
  update public.nemus_institution_settings s set institution_address = E'Parkstraße 8\n10115 Berlin',
    institution_phone = '+49 30 23125 0', institution_website = 'https://www.weiterbildung.example',
    institution_description = 'Ambulante Weiterbildungsstätte für Verhaltenstherapie mit Erwachsenen.'
  where s.institution_id = p_user and s.institution_address = '';
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_invite_member (
  p_email text,
  p_roles text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  roles constant text[] := private.nemus_read_roles(p_roles);
  address constant text := lower(private.nemus_mail_address(coalesce(p_email, '')) collate "C");
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_require_approval(institution);
  perform private.nemus_refuse(409, 'already_member')
    where exists (select from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = institution and lower(p.email collate "C") = address);
  perform private.nemus_refuse(409, 'too_many_members', '{"most": 100}')
    where (select count(*) from public.nemus_members m where m.institution_id = institution)
      + (select count(*) from public.nemus_member_invitations i where i.institution_id = institution and i.is_open
          and i.expires_at > now() and lower(i.email) <> address) >= 100;
  return private.nemus_send_member_invitation(institution, address, roles);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_record_withdrawal (
  p_key      uuid,
  p_name     text,
  p_email    text,
  p_contract text,
  p_message  text,
  p_source   text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  declared private.nemus_withdrawals;
  already boolean;
begin
  -- Serialised: limits count all earlier declarations, and the next call sees the claim.
  perform pg_advisory_xact_lock(hashtextextended('nemus_withdrawals', 0));
  select * into declared from private.nemus_withdrawals w where w.declaration_key = p_key;
  already := found;
  if not already then
    perform private.nemus_limit_withdrawals(p_source);
    insert into private.nemus_withdrawals (declaration_key, reference, name, email, contract, message, user_id)
    values (p_key,
      'W-' || to_char(now() at time zone 'Europe/Berlin', 'YYYYMMDD') || '-'
        || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
      p_name, p_email, p_contract, p_message,
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(private.nemus_mail_address(p_email))
        order by p.created_at limit 1))
    returning * into declared;
  elsif (declared.name, declared.email, declared.contract, declared.message)
    is distinct from (p_name, p_email, p_contract, p_message) then
    perform private.nemus_refuse(409, 'withdrawal_differs');
  end if;
  return jsonb_build_object('reference', declared.reference, 'received_at', declared.received_at,
    'name', declared.name, 'email', declared.email, 'contract', declared.contract, 'message', declared.message,
    'receipt_sent', declared.receipt_sent_at is not null, 'claimed', private.nemus_claim_receipt(p_key, p_source),
    'is_new', not already);
end $function$;

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
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set name = called, email = mailbox where c.id = person.id;
  return person.id;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_teacher (
  p_name      text,
  p_email     text    DEFAULT NULL::text,
  p_is_active boolean DEFAULT true,
  p_teacher   uuid    DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  called constant text := regexp_replace(btrim(coalesce(p_name, '')), '\s+', ' ', 'g');
  mailbox constant text := nullif(private.nemus_mail_address(p_email), '');
  other text;
  saved uuid;
begin
  perform private.nemus_require_staff('teaching');
  perform pg_advisory_xact_lock(hashtextextended('nemus_teachers', 0));
  perform private.nemus_refuse(400, 'teacher_name_invalid', '{"field": "name"}')
    where char_length(called) not between 1 and 200 or called ~ '[[:cntrl:]]';
  perform private.nemus_refuse(400, 'teacher_email_invalid', '{"field": "email"}')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(mailbox) > 255;
  select t.name into other from public.nemus_teachers t
  where lower(t.email) = lower(mailbox) and t.id is distinct from p_teacher;
  perform private.nemus_refuse(409, 'teacher_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_teacher is null then
    -- Fires dates/teacher_tables.
    insert into public.nemus_teachers (name, email, is_active) values (called, mailbox, coalesce(p_is_active, true))
    returning id into saved;
    return saved;
  end if;
  -- Fires dates/teacher_tables.
  update public.nemus_teachers t set name = called, email = mailbox, is_active = coalesce(p_is_active, t.is_active)
  where t.id = p_teacher returning t.id into saved;
  perform private.nemus_refuse(404, 'teacher_not_found', '{"field": "teacher_ids"}') where saved is null;
  perform private.nemus_name_teachers(a.id)
  from public.nemus_appointments a join public.nemus_appointment_teachers d on d.appointment_id = a.id
  where d.teacher_id = saved and a.starts_at > now() and a.cancelled_at is null;
  return saved;
end $function$;

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON private.nemus_team_addresses
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_confirmers
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF institution_phone, billing_email, vat_id ON public.nemus_institution_settings
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('institution_phone', 'billing_email', 'vat_id');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_invitations
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_member_invitations
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF phone ON public.nemus_personal_data
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('phone');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email ON public.nemus_teachers
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email');

CREATE TRIGGER canonical_form
  BEFORE INSERT OR UPDATE OF email, phone ON public.nemus_trainees
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_canonical_form('email', 'phone');

REVOKE ALL ON FUNCTION "private"."nemus_canonical_form"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_canonical_form"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_canonical_form"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_mail_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_mail_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_mail_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_mail_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_phone_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_phone_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_phone_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_plain_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_plain_text"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_plain_text"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_plain_text"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_punycode"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_punycode"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_punycode"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_punycode"(text) TO "service_role";

REINDEX INDEX private.nemus_withdrawals_mailbox;

-- Existing addresses. No trigger fires: it is the same mailbox as before. A person whom a list has in both forms stays
-- twice: only the list's owner knows which row is right.
do $$
declare
  place record;
  given record;
begin
  for place in select * from (values ('public.nemus_trainees', 'email'), ('public.nemus_invitations', 'email'),
    ('public.nemus_member_invitations', 'email'), ('public.nemus_confirmers', 'email'), ('public.nemus_teachers', 'email'),
    ('public.nemus_institution_settings', 'billing_email'), ('private.nemus_team_addresses', 'email')) as p (t, c)
  loop
    execute format('alter table %s disable trigger user', place.t);
    for given in execute format(
      'select t.ctid as at, t.%1$I as email from %2$s t where t.%1$I <> private.nemus_mail_address(t.%1$I)', place.c, place.t)
    loop
      begin
        execute format('update %s set %I = private.nemus_mail_address($1) where ctid = $2', place.t, place.c)
        using given.email, given.at;
      exception when unique_violation then
        null;
      end;
    end loop;
    execute format('alter table %s enable trigger user', place.t);
  end loop;
end $$;
