SET local check_function_bodies = off;

ALTER TABLE "private"."nemus_sign_off_letters"
  DROP CONSTRAINT "nemus_sign_off_letters_asked_as_check";

ALTER TABLE "public"."nemus_notification_choices"
  ADD COLUMN "pace" text;

CREATE OR REPLACE FUNCTION private.nemus_confirming_mails (
  p_user uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.nemus_wants(p_user, 'sign_off_waiting', 'mail') then 'none' else coalesce((select c.pace
    from public.nemus_notification_choices c
    where c.user_id = p_user and c.kind = 'sign_off_waiting' and c.channel = 'mail'), 'weekly') end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_give_sample_set()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- A person who is named to confirm, and invited by no institution, is no trainee.
  if exists (select from private.nemus_settings s where s.key = 'sample_data' and s.value = 'true')
    and not (new.user_type = 'piw' and exists (select from public.nemus_confirmers c
        where lower(c.email) = lower(new.email) and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id))
      and not exists (select from public.nemus_trainees t where lower(t.email) = lower(new.email))) then
    perform private.nemus_create_sample_set(new.user_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_only_confirms (
  p_user uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (exists (select from public.nemus_confirmers c where c.user_id = p_user and c.ended_at is null)
      or exists (select from public.nemus_confirmers c
        where lower(c.email) = (select lower(u.email) from auth.users u where u.id = p_user and u.email_confirmed_at is not null)
          and c.user_id is null and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id)))
    and exists (select from public.nemus_profiles p where p.user_id = p_user and p.user_type = 'piw')
    and not exists (select from public.nemus_members m where m.user_id = p_user)
    and not exists (select from public.nemus_staff s where s.user_id = p_user)
    and not exists (select from public.nemus_trainees t where t.user_id = p_user)
    and not exists (select from public.nemus_requirement_choices c where c.user_id = p_user)
    and not exists (select from public.nemus_training_info i where i.user_id = p_user and (i.field is not null or i.started_on is not null))
    and not exists (select from public.nemus_logbook_entries e where e.user_id = p_user and not e.is_sample)
    and not exists (select from public.nemus_course_enrollments e where e.user_id = p_user)
    and not exists (select from public.nemus_orders o where o.user_id = p_user)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_confirmer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.confirmer_id is not null then
    perform private.nemus_write_news(new.confirmer_id);
    perform private.nemus_write_link(new.confirmer_id, new.user_id, old.state = 'submitted');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_news (
  p_confirmer uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Fires notifications/events.
  insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week, due_at, asked_as)
  select 'reminder', c.id, c.user_id, date_trunc('week', now() at time zone 'Europe/Berlin')::date,
    case m.pace when 'daily' then ((now() at time zone 'Europe/Berlin')::date + 1 + time '06:00') at time zone 'Europe/Berlin'
      else greatest(now(), (select max(l.sent_at) + interval '1 hour' from private.nemus_sign_off_letters l
        where l.account_id = c.user_id)) end, 'account'
  from public.nemus_confirmers c cross join lateral (select private.nemus_confirming_mails(c.user_id) as pace) m
  where c.id = p_confirmer and c.user_id is not null and c.ended_at is null and m.pace in ('immediate', 'daily')
    and private.nemus_may_have_confirmed(c.institution_id)
    and not exists (select from private.nemus_sign_off_letters l
      where l.account_id = c.user_id and l.asked_as = 'account' and l.sent_at is null and l.attempts < 5)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_confirming (
  p_confirmer uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_lock_confirming();
  -- Fires logbook/sign_off_links.
  update public.nemus_confirmers c set user_id = auth.uid(), accepted_at = coalesce(c.accepted_at, now()), is_sample = c.is_sample and c.user_id is not null
  where c.id = p_confirmer and c.ended_at is null
    and (c.user_id = auth.uid() or (c.user_id is null and private.nemus_is_invited(c.email)
      and private.nemus_may_have_confirmed(c.institution_id)));
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform public.nemus_remove_sample_data() where private.nemus_only_confirms(auth.uid());
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_choose_confirming_mails (
  p_pace text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_refuse_field('pace', 'choice')
    where p_pace is null or p_pace not in ('none', 'immediate', 'daily', 'weekly');
  insert into public.nemus_notification_choices (user_id, kind, channel, wanted, pace)
  values (auth.uid(), 'sign_off_waiting', 'mail', p_pace <> 'none', nullif(p_pace, 'none'))
  on conflict (user_id, kind, channel) do update set wanted = excluded.wanted, pace = excluded.pace;
  -- A mail that is queued for the old pace is no longer wanted.
  delete from private.nemus_sign_off_letters l
  where l.account_id = auth.uid() and l.asked_as = 'account' and l.sent_at is null;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_choose_confirming_mails"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_claim_sign_off_letters()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter private.nemus_sign_off_letters;
  person public.nemus_confirmers;
  found_open record;
  token text;
  recipient text;
  answer jsonb := jsonb_build_array();
begin
  for letter in
    select l.* from private.nemus_sign_off_letters l
    where l.sent_at is null and l.due_at <= now() and l.attempts < 5
      and (l.claimed_at is null or l.claimed_at < now() - interval '5 minutes')
    order by l.due_at limit 100 for update skip locked
  loop
  begin
    select c.* into person from public.nemus_confirmers c where c.id = letter.confirmer_id;
    select count(*)::int as entries, count(distinct e.user_id)::int as trainees,
      (array_agg(distinct date_trunc('week', e.done_on::timestamp)::date
        order by date_trunc('week', e.done_on::timestamp)::date desc))[1:12] as weeks
    into found_open from public.nemus_logbook_entries e
    where e.state = 'submitted' and case letter.kind
      when 'link' then e.confirmer_id = person.id and e.user_id = letter.user_id
      else e.confirmer_id in (select c.id from public.nemus_confirmers c
        where c.user_id = letter.account_id and c.ended_at is null) end;
    if found_open.entries = 0 or (letter.kind = 'link' and not private.nemus_gets_links(person.id))
      or (letter.kind = 'reminder' and not private.nemus_wants(letter.account_id, 'sign_off_waiting', 'mail')) then
      delete from private.nemus_sign_off_letters l where l.id = letter.id;
      continue;
    end if;
    if letter.kind = 'link' and 30 <= (select count(*) from private.nemus_sign_off_letters l
      join public.nemus_confirmers c on c.id = l.confirmer_id and c.institution_id = person.institution_id
      where l.sent_to = lower(person.email) and l.kind = 'link' and l.sent_at > now() - interval '1 day') then
      update private.nemus_sign_off_letters l set due_at = now() + interval '1 hour' where l.id = letter.id;
      continue;
    end if;
    token := null;
    if letter.kind = 'link' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_sign_off_links (confirmer_id, user_id, token_hash, expires_at)
      values (person.id, letter.user_id, private.nemus_token_hash(token), now() + interval '14 days')
      on conflict (confirmer_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null;
    end if;
    recipient := case letter.kind when 'link' then person.email
      else (select p.email from public.nemus_profiles p where p.user_id = letter.account_id) end;
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1, sent_to = lower(recipient)
    where l.id = letter.id;
    answer := answer || jsonb_build_object('letter_id', letter.id, 'kind', letter.kind, 'token', token,
      'expires_at', case when token is not null then now() + interval '14 days' end,
      'email', recipient, 'name', person.name,
      'institution', case when token is not null then private.nemus_inviting_name(person.institution_id) end,
      'trainee', case when token is not null then private.nemus_trainee_name(letter.user_id, person.institution_id) end,
      'trainees', found_open.trainees, 'entries', found_open.entries, 'weeks', to_jsonb(found_open.weeks));
  exception when others then
    update private.nemus_sign_off_letters l set claimed_at = now(), attempts = l.attempts + 1 where l.id = letter.id;
    perform public.nemus_note_outcome('send-sign-off-letters', letter.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_end_deputy (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('confirming') end;
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  delete from public.nemus_confirmer_deputies d
  where d.id = p_id and (d.institution_id = institution or d.confirmer_id in (select private.nemus_my_confirmers()))
    and d.valid_from >= today;
  if found then
    return;
  end if;
  update public.nemus_confirmer_deputies d set valid_until = least(d.valid_until, today - 1)
  where d.id = p_id and (d.institution_id = institution or d.confirmer_id in (select private.nemus_my_confirmers()));
  perform private.nemus_refuse(404, 'deputy_not_found') where not found;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_first_steps()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'closed', exists (select from public.nemus_closed_first_steps c where c.user_id = p.user_id),
    'only_confirms', private.nemus_only_confirms(p.user_id),
    'steps', coalesce(case p.user_type when 'piw' then private.nemus_trainee_first_steps(p.user_id)
      else private.nemus_institution_first_steps(
        private.nemus_acting_institution(p.user_id, variadic '{}'::text[]), p.user_id) end, '[]'))
  from public.nemus_profiles p where p.user_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.nemus_save_deputy (
  p_confirmer   uuid,
  p_deputy      uuid,
  p_valid_from  date,
  p_valid_until date
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved uuid;
  person public.nemus_confirmers;
  deputy public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c
  where c.id = p_confirmer and c.user_id = auth.uid() and c.ended_at is null for update;
  if found then
    perform private.nemus_refuse(409, 'institution_unapproved') where not private.nemus_may_have_confirmed(person.institution_id);
  else
    perform private.nemus_begin_naming();
    person := private.nemus_own_confirmer(p_confirmer);
  end if;
  perform private.nemus_refuse_field('deputy', case when p_deputy is null then 'missing' else 'choice' end)
    where p_deputy is null or p_deputy = p_confirmer;
  -- A link decides for its recipient alone, so a deputy needs an account.
  select * into deputy from public.nemus_confirmers c
  where c.id = p_deputy and c.institution_id = person.institution_id and c.ended_at is null for share;
  perform private.nemus_refuse(404, 'confirmer_not_found') where not found;
  perform private.nemus_refuse(409, 'deputy_without_account', '{"field": "deputy"}') where deputy.user_id is null;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, false);
  perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}')
    where (select count(*) from public.nemus_confirmer_deputies d where d.confirmer_id = p_confirmer) >= 200;
  insert into public.nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
  values (person.institution_id, p_confirmer, p_deputy, p_valid_from, p_valid_until) returning id into saved;
  return saved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_letters (
  p_confirmer uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_institution constant boolean := private.nemus_is_institution();
  trainees constant uuid[] := private.nemus_waiting_trainees(p_confirmer, 'confirming', 'reading');
  person public.nemus_confirmers;
begin
  select * into person from public.nemus_confirmers c where c.id = p_confirmer and c.ended_at is null;
  perform private.nemus_refuse(404, 'confirmer_not_found') where person.id is null or trainees is null;
  return jsonb_build_object('state', case when person.user_id is null then 'invited' else 'account' end,
    'open', (select count(*) from public.nemus_logbook_entries e where e.confirmer_id = person.id
      and e.state = 'submitted' and e.user_id = any (trainees)),
    'again_at', (select min(coalesce(private.nemus_next_request(person, t), '-infinity')) from unnest(trainees) as t
      having min(coalesce(private.nemus_next_request(person, t), '-infinity')) > now()),
    'letters', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind,
        'state', case when s.sent_at is not null then 'sent' when s.attempts >= 5 then 'failed' else 'queued' end,
        'at', coalesce(s.sent_at, s.due_at), 'asked_as', nullif(s.asked_as, 'account'),
        'trainee', case when is_institution and s.user_id is not null
          then private.nemus_trainee_name(s.user_id, person.institution_id) end,
        'email', case when is_institution and s.sent_at is not null and s.kind = 'link' then s.sent_to end)
      order by coalesce(s.sent_at, s.due_at) desc, s.id), '[]')
      from (select l.* from private.nemus_sign_off_letters l
        where l.confirmer_id = person.id and (l.user_id = any (trainees) or l.account_id = person.user_id)
        order by coalesce(l.sent_at, l.due_at) desc, l.id limit 50) as s));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_sign_off_status()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'open', (select count(*) from (select 1 from public.nemus_logbook_entries e
      where e.confirmer_id = any (array(select private.nemus_my_confirmers() union select private.nemus_my_deputised()))
        and e.state = 'submitted' and e.user_id <> auth.uid() limit 1000) as counted),
    'only', private.nemus_only_confirms(auth.uid()), 'mails', private.nemus_confirming_mails(auth.uid()),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'deputy_id', d.deputy_id, 'name', o.name,
            'valid_from', d.valid_from, 'valid_until', d.valid_until) order by d.valid_from, d.id), '[]')
          from public.nemus_confirmer_deputies d join public.nemus_confirmers o on o.id = d.deputy_id
          where d.confirmer_id = c.id and d.valid_until >= (now() at time zone 'Europe/Berlin')::date),
        'possible_deputies', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
            order by private.nemus_sort_key(o.name), o.id), '[]')
          from public.nemus_confirmers o where o.institution_id = c.institution_id and o.id <> c.id
            and o.user_id is not null and o.ended_at is null)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where c.user_id = auth.uid() and c.ended_at is null),
    'invitations', (select coalesce(jsonb_agg(jsonb_build_object('confirmer_id', c.id, 'name', c.name,
        'institution', private.nemus_inviting_name(c.institution_id),
        'roles', (select coalesce(jsonb_agg(distinct r.role), '[]') from public.nemus_confirmer_roles r
          where r.confirmer_id = c.id)) order by c.created_at, c.id), '[]')
      from public.nemus_confirmers c where lower(c.email) = private.nemus_confirmed_address()
        and private.nemus_is_invited(c.email) and c.user_id is null and c.ended_at is null
        and private.nemus_may_have_confirmed(c.institution_id)),
    'deputies', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'valid_until', d.valid_until,
        'institution', private.nemus_inviting_name(n.institution_id)) order by d.valid_until, d.id), '[]')
      from public.nemus_confirmer_deputies d
      join public.nemus_confirmers c on c.id = d.deputy_id and c.user_id = auth.uid() and c.ended_at is null
      join public.nemus_confirmers n on n.id = d.confirmer_id and n.ended_at is null
      where (now() at time zone 'Europe/Berlin')::date between d.valid_from and d.valid_until))
$function$;

ALTER TABLE "private"."nemus_sign_off_letters"
  ADD CONSTRAINT "nemus_sign_off_letters_asked_as_check" CHECK ((asked_as = ANY (ARRAY['trainee'::text, 'institution'::text, 'account'::text])));

ALTER TABLE "public"."nemus_notification_choices"
  ADD CONSTRAINT "nemus_notification_choices_pace_check" CHECK ((pace = ANY (ARRAY['immediate'::text, 'daily'::text, 'weekly'::text])));

REVOKE ALL ON FUNCTION "private"."nemus_confirming_mails"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_confirming_mails"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_confirming_mails"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_only_confirms"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_only_confirms"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_only_confirms"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_news"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_news"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_news"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_confirming_mails"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_choose_confirming_mails"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_choose_confirming_mails"(text) TO "postgres";
