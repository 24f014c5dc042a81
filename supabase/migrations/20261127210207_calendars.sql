SET local check_function_bodies = off;

CREATE TABLE "private"."nemus_calendars" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "token_hash"   text                     NOT NULL,
  "user_id"      uuid,
  "teacher_id"   uuid,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "reads"        integer                  NOT NULL DEFAULT 0,
  "hour_from"    timestamp with time zone NOT NULL DEFAULT now(),
  "last_read_at" timestamp with time zone,
  CONSTRAINT "nemus_calendars_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_calendars_teacher_id_key" UNIQUE (teacher_id),
  CONSTRAINT "nemus_calendars_token_hash_check" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "nemus_calendars_token_hash_key" UNIQUE (token_hash),
  CONSTRAINT "nemus_calendars_user_id_key" UNIQUE (user_id),
  CONSTRAINT "one_owner" CHECK ((num_nonnulls(user_id, teacher_id) = 1))
);

ALTER TABLE "private"."nemus_calendars"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.nemus_take_calendar (
  p_teacher uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_teacher is not null then
    perform private.nemus_require_staff('teaching');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_calendar:' || coalesce(p_teacher, auth.uid()), 0));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_taught_entries (
  p_user    uuid,
  p_teacher uuid
)
  RETURNS SETOF jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', a.id, 'title', a.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type,
    'format', a.format, 'location', a.location, 'instructor', a.instructor, 'is_sample', a.is_sample,
    'is_own', false, 'status', case when a.cancelled_at is not null then 'cancelled' when not c.is_active and c.published_at is null
      then 'waitlist' else 'confirmed' end, 'sequence', 40000000 + a.sequence, 'changed_at', a.updated_at)
  from public.nemus_appointments a join public.nemus_courses c on c.id = a.course_id
  where a.ends_at > now() - interval '1 year' and a.id in (select d.appointment_id from public.nemus_teachers t
    join public.nemus_appointment_teachers d on d.teacher_id = t.id
    left join auth.users u on u.id = p_user and u.email_confirmed_at is not null
    where t.id = p_teacher or t.user_id = p_user or lower(t.email) = lower(u.email))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_block_account (
  p_user   uuid,
  p_reason text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''));
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_lock_people();
  perform private.nemus_refuse(409, 'own_account') where p_user = auth.uid();
  perform private.nemus_refuse(400, 'note_missing') where char_length(reason) not between 3 and 1000;
  perform private.nemus_refuse(404, 'account_not_found')
    where not exists (select from public.nemus_profiles p where p.user_id = p_user);
  if private.nemus_is_blocked(p_user) then
    return;
  end if;
  -- Fires sessions/fresh_factors.
  insert into private.nemus_blocked_accounts (user_id, reason, blocked_by) values (p_user, reason, auth.uid())
  on conflict (user_id) do update set reason = excluded.reason, blocked_by = excluded.blocked_by, created_at = now();
  -- A pending change of the address ends, too: its links would be valid for an hour.
  update auth.users u set banned_until = now() + interval '100 years', email_change = '', email_change_token_new = '',
    email_change_token_current = '' where u.id = p_user;
  -- Its address may be known to others; unblocking does not bring it back.
  delete from private.nemus_calendars c where c.user_id = p_user;
  -- Their refresh tokens go with them.
  delete from auth.sessions s where s.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_calendar (
  p_teacher uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_teacher is not null then
    perform private.nemus_check_staff('teaching');
  end if;
  return (select jsonb_build_object('created_at', c.created_at, 'last_read_at', c.last_read_at)
    from private.nemus_calendars c
    where c.teacher_id = p_teacher or (p_teacher is null and c.user_id = auth.uid()));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_end_calendar (
  p_teacher uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_take_calendar(p_teacher);
  delete from private.nemus_calendars c
  where c.teacher_id = p_teacher or (p_teacher is null and c.user_id = auth.uid());
  if found and p_teacher is not null then
    perform private.nemus_note_act('end_calendar', 'teachers', p_teacher::text, null, null);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_read_calendar (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  calendar private.nemus_calendars;
begin
  -- Locked, so that an address renewed at this moment no longer answers.
  select * into calendar from private.nemus_calendars c where c.token_hash = private.nemus_token_hash(p_token) for update;
  if not found or private.nemus_is_blocked(calendar.user_id) then
    return null;
  elsif calendar.hour_from <= now() - interval '1 hour' then
    calendar.hour_from := now();
    calendar.reads := 0;
  elsif calendar.reads >= 60 then
    return jsonb_build_object('wait', ceil(extract(epoch from calendar.hour_from + interval '1 hour' - now()))::int);
  end if;
  update private.nemus_calendars c set reads = calendar.reads + 1, hour_from = calendar.hour_from, last_read_at = now()
  where c.id = calendar.id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', calendar.user_id)::text, true),
    set_config('request.jwt.claim.sub', coalesce(calendar.user_id::text, ''), true);
  return jsonb_build_object('name', (select t.name from public.nemus_teachers t where t.id = calendar.teacher_id),
    'entries', coalesce((select jsonb_agg(e.entry order by e.entry ->> 'starts_at', e.entry ->> 'id') from (
      select distinct on (found.entry ->> 'id') found.entry from (
        select 1 as place, jsonb_build_object('id', m.id, 'title', m.title, 'starts_at', m.starts_at, 'ends_at', m.ends_at,
          'type', m.type, 'format', m.format, 'location', m.location, 'instructor', m.instructor,
          'is_sample', m.is_sample, 'is_own', true, 'status', m.status, 'sequence', m.calendar_sequence, 'changed_at', m.updated_at) as entry
        from public.nemus_my_appointments m where m.ends_at > now() - interval '1 year'
        union all select 2, private.nemus_taught_entries(calendar.user_id, calendar.teacher_id)) found
      order by found.entry ->> 'id', found.place) e), '[]'));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_read_calendar"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_renew_calendar (
  p_teacher uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.nemus_take_calendar(p_teacher);
  perform private.nemus_refuse(404, 'teacher_not_found')
    where p_teacher is not null and not exists (select from public.nemus_teachers t where t.id = p_teacher);
  delete from private.nemus_calendars c
  where c.teacher_id = p_teacher or (p_teacher is null and c.user_id = auth.uid());
  insert into private.nemus_calendars (token_hash, user_id, teacher_id)
  values (private.nemus_token_hash(token), case when p_teacher is null then auth.uid() end, p_teacher);
  if p_teacher is not null then
    perform private.nemus_note_act('renew_calendar', 'teachers', p_teacher::text, null, null);
  end if;
  return token;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_teacher_id_fkey" FOREIGN KEY (teacher_id) REFERENCES public.nemus_teachers(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_calendar"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_taught_entries"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_taught_entries"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_taught_entries"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_read_calendar"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_read_calendar"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_read_calendar"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid) TO "postgres";
