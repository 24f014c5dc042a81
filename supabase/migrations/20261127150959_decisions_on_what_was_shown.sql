SET local check_function_bodies = off;

DROP FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text);

DROP FUNCTION "public"."nemus_decide_entries"(uuid[], text, text);

CREATE OR REPLACE FUNCTION private.nemus_require_seen (
  p_entry public.nemus_logbook_entries,
  p_ids   uuid[],
  p_seen  timestamp with time zone[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse(409, 'entry_resubmitted')
    where p_entry.submitted_at <> p_seen[array_position(p_ids, p_entry.id)];
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_by_link (
  p_token    text,
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  link private.nemus_sign_off_links;
  person public.nemus_confirmers;
  entry public.nemus_logbook_entries;
  same uuid[];
  decided int := 0;
  still_open int;
begin
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token);
  perform private.nemus_refuse(404, 'sign_off_link_invalid') where not found;
  -- Lock order of nemus_decide_entries; the link after the person.
  perform private.nemus_lock_logbook(link.user_id);
  select * into person from public.nemus_confirmers c where c.id = link.confirmer_id for share;
  select * into link from private.nemus_sign_off_links k where k.token_hash = private.nemus_token_hash(p_token) for update;
  perform private.nemus_refuse(404, 'sign_off_link_invalid')
    where link.confirmer_id is null or link.used_at is not null or link.expires_at <= now()
      or not private.nemus_gets_links(person.id);
  -- A signed-in account plays no role here, except that it never decides about its own hours.
  perform private.nemus_refuse(409, 'own_entry') where link.user_id = auth.uid();
  perform set_config('nemus.signer', person.name, true);
  same := array(select private.nemus_same_person(person.id, null));
  for entry in select e.* from public.nemus_logbook_entries e
    where e.id = any (p_ids) and e.user_id = link.user_id and e.confirmer_id = person.id and e.state <> 'draft'
    order by e.id for update
  loop
    perform private.nemus_refuse(409, 'entry_state', jsonb_build_object('state', entry.state))
      where entry.state <> 'submitted';
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    perform private.nemus_decide_entry(entry, person, null, same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  update private.nemus_sign_off_links k set used_at = now()
  where k.confirmer_id = link.confirmer_id and k.user_id = link.user_id;
  select count(*)::int into still_open from public.nemus_logbook_entries e
  where e.confirmer_id = person.id and e.state = 'submitted' and e.user_id = link.user_id;
  if still_open > 0 then
    perform private.nemus_write_link(person.id, link.user_id, true);
  end if;
  return jsonb_build_object('decided', decided, 'open', still_open);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.nemus_decide_entries (
  p_ids      uuid[],
  p_decision text,
  p_reason   text                       DEFAULT NULL::text,
  p_seen     timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.nemus_read_decision(p_ids, p_decision, p_reason);
  owner uuid;
  entry public.nemus_logbook_entries;
  person public.nemus_confirmers;
  -- The person that `same` belongs to.
  known uuid;
  same uuid[];
  decided int := 0;
begin
  -- Lock order: logbooks, people, entries, each by id. Two concurrent decisions never deadlock.
  for owner in select distinct e.user_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read') order by e.user_id loop
    perform private.nemus_lock_logbook(owner);
  end loop;
  perform from public.nemus_confirmers c where c.user_id = auth.uid() or c.id in (
    select e.confirmer_id from public.nemus_logbook_entries e
    where e.id = any (p_ids) and private.nemus_may_act(e, 'read')) order by c.id for share;
  for entry in select e.* from public.nemus_logbook_entries e where e.id = any (p_ids) order by e.id for update loop
    perform private.nemus_require_action(entry, p_decision);
    perform private.nemus_require_seen(entry, p_ids, p_seen);
    select c.* into person from public.nemus_confirmers c
    where c.id = entry.confirmer_id and c.user_id = auth.uid() and c.ended_at is null;
    if not found then
      select c.* into person from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
      where d.confirmer_id = entry.confirmer_id
        and (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until
      limit 1;
    end if;
    perform private.nemus_refuse(404, 'entry_not_found') where person.id is null;
    if person.id is distinct from known then
      known := person.id;
      same := array(select private.nemus_same_person(person.id, auth.uid()));
    end if;
    perform private.nemus_decide_entry(entry, person, auth.uid(), same, p_decision, reason);
    decided := decided + 1;
  end loop;
  perform private.nemus_refuse(404, 'entry_not_found')
    where decided <> (select count(distinct i) from unnest(p_ids) as i);
  return decided;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."nemus_require_seen"(public.nemus_logbook_entries, uuid[], timestamp WITH time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_require_seen"(public.nemus_logbook_entries, uuid[], timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_require_seen"(public.nemus_logbook_entries, uuid[], timestamp WITH time zone[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_by_link"(text, uuid[], text, text, timestamp WITH time zone[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_decide_entries"(uuid[], text, text, timestamp WITH time zone[]) TO "postgres";
