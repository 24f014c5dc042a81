SET local check_function_bodies = off;

DROP FUNCTION "private"."nemus_claim_receipt"(uuid);

DROP FUNCTION "private"."nemus_limit_withdrawals"(text, text);

CREATE OR REPLACE FUNCTION private.nemus_claim_receipt (
  p_key    uuid,
  p_source text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select count(*) from private.nemus_withdrawals w where w.receipt_claimed_at > now() - interval '1 hour') >= 100
    or (select count(*) filter (where o.receipt_claimed_at > now() - interval '1 hour') >= 5 or count(*) >= 10
      from private.nemus_withdrawals w
        join private.nemus_withdrawals o on private.nemus_mailbox(o.email) = private.nemus_mailbox(w.email) and o.id <> w.id
      where w.declaration_key = p_key and o.receipt_claimed_at > now() - interval '1 day')
    or (select count(*) filter (where s.created_at > now() - interval '1 hour') > 10 or count(*) > 30
      from private.nemus_withdrawal_sources s where s.source = p_source and s.created_at > now() - interval '1 day') then
    return false;
  end if;
  update private.nemus_withdrawals w set receipt_claimed_at = now(), receipt_attempts = w.receipt_attempts + 1
  where w.declaration_key = p_key and w.receipt_sent_at is null and w.receipt_attempts < 5
    and (w.receipt_claimed_at is null or w.receipt_claimed_at < now() - interval '5 minutes');
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_limit_withdrawals (
  p_source text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_forget_withdrawal_sources();
  perform private.nemus_refuse(429, 'too_many_withdrawals') where (select count(*)
    from private.nemus_withdrawal_sources s where s.source = p_source and s.created_at > now() - interval '1 hour') >= 100;
  if p_source is not null then
    insert into private.nemus_withdrawal_sources (source) values (p_source);
  end if;
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
      (select p.user_id from public.nemus_profiles p where lower(p.email) = lower(p_email)
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

CREATE OR REPLACE FUNCTION public.nemus_save_entry (
  p_entry jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  known int;
  present public.nemus_logbook_entries;
  given public.nemus_logbook_entries;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_entry) is distinct from 'object';
  wanted := private.nemus_id_field(p_entry, 'id', true);
  if p_entry ->> 'revision' is not null then
    known := private.nemus_count_field(p_entry, 'revision', 1, 999999999);
  end if;
  perform private.nemus_lock_logbook(me);
  select * into present from public.nemus_logbook_entries e where e.id = wanted and e.user_id = me for update;
  if not found then
    select * into present from public.nemus_logbook_entries e where e.id = wanted;
    if found then
      perform private.nemus_require_action(present, 'change');
    elsif known is not null then
      perform private.nemus_refuse(404, 'entry_not_found');
    end if;
  end if;
  if present.id is not null and present.state <> 'returned' and private.nemus_is_same_entry(present, p_entry) then
    return jsonb_build_object('id', present.id, 'revision', present.revision, 'state', present.state);
  end if;
  if present.id is not null then
    perform private.nemus_require_action(present, 'change');
    perform private.nemus_refuse(409, 'entry_changed', jsonb_build_object('revision', present.revision))
      where known is distinct from present.revision;
  end if;
  given := private.nemus_read_entry(wanted, p_entry, present.corrects is not null);
  if present.id is null then
    perform private.nemus_refuse(409, 'logbook_full', '{"most": 20000}')
      where (select count(*) from public.nemus_logbook_entries e where e.user_id = me) >= 20000;
    -- Fires logbook/cohort.
    insert into public.nemus_logbook_entries (id, user_id, done_on, category, minutes, competency, level, note, site_id, case_id,
      confirmer_id)
    values (given.id, me, given.done_on, given.category, given.minutes, given.competency, given.level, given.note,
      given.site_id, given.case_id, given.confirmer_id);
    return jsonb_build_object('id', wanted, 'revision', 1, 'state', 'draft');
  end if;
  -- The reason of the return stays readable until the next submission. The decision itself is cleared.
  -- Fires logbook/cohort, logbook/entries, logbook/hand_over, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set done_on = given.done_on, category = given.category, minutes = given.minutes,
    competency = given.competency, level = given.level, note = given.note, site_id = given.site_id,
    case_id = given.case_id, confirmer_id = given.confirmer_id, state = 'draft', revision = e.revision + 1,
    institution_id = null, submitted_at = null, decided_by = null, decided_role = null, decided_as_deputy = false
  where e.id = wanted;
  return jsonb_build_object('id', wanted, 'revision', present.revision + 1, 'state', 'draft');
end $function$;

REVOKE ALL ON FUNCTION "private"."nemus_claim_receipt"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_claim_receipt"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_claim_receipt"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_limit_withdrawals"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_limit_withdrawals"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_limit_withdrawals"(text) TO "postgres";
