SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_code_digest (
  p_appointment uuid,
  p_code        text
)
  RETURNS bytea
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select sha256(convert_to(p_appointment || ' ' || private.nemus_code_signs(p_code, 6), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_code_signs (
  p_text   text,
  p_length integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select regexp_replace(translate(coalesce(
      (regexp_match(words, '(?:^|[^0-9A-Z])([0-9A-Z]{' || p_length || '})(?![0-9A-Z])'))[1],
      case p_length when 16 then
        (regexp_match(words, '(?:^|[^0-9A-Z])((?:[0-9A-Z]{4}[^0-9A-Z]{1,3}){3}[0-9A-Z]{4})(?![0-9A-Z])'))[1] end,
      words), 'OIL', '011'), '[^0-9A-Z]', '', 'g')
  from (select regexp_replace(upper(translate(private.nemus_plain_code(p_text),
      'АВЕЗІКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABE3IKMHOPCTYXABEZHIKMNOPTYX')),
    '^(?:.*[:#](?=(?:[^0-9A-Z]*[0-9A-Z]){' || p_length || '}))?(?:[^0-9A-Z]*'
    || '(?:ZERTIFIKAT|BESCHEINIGUNG|NACHWEIS|CODE|NUMMER|NUMBER|NR|NO|ID)[^0-9A-Z]+)*', '') as words) as pasted
$function$;

CREATE OR REPLACE FUNCTION private.nemus_enter_phone_code (
  p_user uuid,
  p_code text,
  p_now  timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  phone public.nemus_phones;
  code private.nemus_phone_codes;
begin
  perform from public.nemus_profiles p where p.user_id = p_user for update;
  select * into phone from public.nemus_phones p where p.user_id = p_user and p.checked_at is null;
  update private.nemus_phone_codes c set attempts = c.attempts + 1
  where c.phone_id = phone.id and c.attempts < 5 and c.expires_at > p_now returning * into code;
  if not found then
    return jsonb_build_object('state', 'expired');
  end if;
  if code.code_hash <> private.nemus_token_hash(phone.id || ':' || regexp_replace(private.nemus_plain_code(p_code), '[ -]', '', 'g')) then
    return jsonb_build_object('state', case when code.attempts < 5 then 'wrong' else 'expired' end,
      'left', 5 - code.attempts);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_phone ' || phone.number, 0));
  if 3 <= (select count(*) from public.nemus_phones p
    where p.number = phone.number and p.checked_at is not null and p.user_id <> p_user) then
    return jsonb_build_object('state', 'crowded');
  end if;
  delete from private.nemus_phone_codes c where c.phone_id = phone.id;
  -- A code SMS whose confirmation was lost would be sent again.
  update public.nemus_sms s set state = 'dropped', reason = 'ended'
  where s.phone_id = phone.id and s.kind = 'phone_code' and s.state = 'waiting';
  -- SMS waiting for the old number go to the new one.
  update public.nemus_sms s set phone_id = phone.id
  where s.user_id = p_user and s.state = 'waiting' and s.kind <> 'phone_code';
  update public.nemus_phones p set number = null, ended_at = p_now
  where p.user_id = p_user and p.ended_at is null and p.checked_at is not null;
  update public.nemus_phones p set checked_at = p_now where p.id = phone.id;
  return jsonb_build_object('state', 'checked');
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_found_orders (
  p_search text
)
  RETURNS SETOF public.nemus_orders
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  plain constant text := private.nemus_plain_code(p_search);
  found_id constant uuid := substring(plain from '(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}')::uuid;
  paid constant text := substring(plain from '\m(?:cs|pi)_[\w-]+');
  billed constant text := coalesce(upper(replace(substring(plain from '(?i)\mNE ?- ?[0-9]{4} ?- ?[0-9]{6}\M'), ' ', '')),
    plain);
begin
  if paid like 'cs\_%' then
    return query select o.* from public.nemus_orders o where o.checkout_session_id = paid;
  elsif paid is not null then
    return query select o.* from public.nemus_orders o where o.payment_id = paid;
  elsif found_id is not null then
    return query select o.* from public.nemus_orders o where o.id = found_id;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- A cancellation leads to the order of the invoice it cancels.
    return query select o.* from public.nemus_orders o where o.id = any (array(
      select substring(t.reference from 7)::uuid from public.nemus_invoices i
      join public.nemus_invoices sent on sent.id = coalesce(i.cancels_id, i.id)
      join public.nemus_transactions t on t.id = sent.transaction_id
      where i.number = billed and not i.is_sample and t.reference like 'order:%'));
  else
    -- `offset 0` keeps the plan per account: orders come from the index, the table is never read whole.
    return query select o.* from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.* from public.nemus_orders x where x.user_id = p.user_id offset 0) o;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_plain_code (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select btrim(regexp_replace(regexp_replace(normalize(replace(left(coalesce(p_text, ''), 300), '№', 'Nr '), nfkc),
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
    '[\u2010-\u2015\u2043\u2212]', '-', 'g'), E' \t\r\n.,;:')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_recovery_hash (
  p_user uuid,
  p_code text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to(p_user || ' ' || private.nemus_code_signs(p_code, 16), 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_verify_certificate (
  p_number text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('status', case when asked.number is null then 'unknown'
      when r.number is not null then 'revoked' when l.number is not null then 'genuine' when c.id is null then 'unknown'
      when c.is_sample then 'sample' else 'genuine' end,
    'number', coalesce(c.number, l.number, r.number), 'revoked_at', r.created_at,
    'certificate', case when c.id is not null then jsonb_build_object('kind', c.kind,
      -- Older certificates of accounts without a name have the address.
      'holder', case when c.holder like '%@%' then private.nemus_document_text('no_name') else c.holder end,
        'title', c.title, 'issuer', c.issuer, 'issuer_address', c.issuer_address, 'units', c.units,
        'issued_on', c.issued_on, 'session', c.session - 'instructor')
      when l.number is not null then jsonb_build_object('kind', 'logbook', 'holder', l.holder, 'title', '',
        'issuer', private.nemus_document_text('issuer'), 'issuer_address', '', 'units',
        private.nemus_whole_units(l.minutes), 'issued_on', (l.created_at at time zone 'Europe/Berlin')::date,
        'session', null) end,
    'renamed', exists (select from public.nemus_name_requests n
      where n.user_id = coalesce(c.user_id, l.user_id) and n.state = 'accepted'
        and n.decided_at > coalesce(c.created_at, l.created_at)),
    'logbook', case when l.number is not null then jsonb_build_object('sums', l.sums, 'entries', l.entries,
      'signers', l.signers, 'step', l.step_number, 'hash', l.step_hash,
      'newer', exists (select from private.nemus_logbook_steps s where s.user_id = l.user_id and s.action = 'confirm'
        and s.number > coalesce(l.step_number, 0))) end)
  from (
    select case when char_length(signs) = 16
      then concat_ws('-', substr(signs, 1, 4), substr(signs, 5, 4), substr(signs, 9, 4), substr(signs, 13, 4)) end
      as number
    from private.nemus_code_signs(p_number, 16) as signs
  ) asked
  left join public.nemus_certificates c on c.number = asked.number and private.nemus_is_drawn_number(c.number)
  left join private.nemus_logbook_papers l on l.number = asked.number
  left join private.nemus_certificate_revocations r on r.number = asked.number
$function$;

REVOKE ALL ON FUNCTION "private"."nemus_code_signs"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_code_signs"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_code_signs"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_plain_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_plain_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_plain_code"(text) TO "postgres";
