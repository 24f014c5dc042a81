SET local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."nemus_learning_bar"(text, text) FROM "authenticated";

DROP POLICY "texts are read by those who may learn" ON "public"."nemus_learning_contents";

DROP POLICY "media are listed for those who may learn" ON "public"."nemus_learning_module_media";

CREATE OR REPLACE FUNCTION private.nemus_check_enrollment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  payer uuid;
begin
  -- Triggers run before policies. Enrolling another account is refused by the policy, and reveals nothing here.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  -- Locks first: of two concurrent calls, the second sees the enrolment or order of the first. A member who is being
  -- removed enrols before, and loses the place, or not at all.
  payer := private.nemus_enrolment_payer(new.user_id);
  perform from public.nemus_members m where m.institution_id = payer and m.user_id = new.user_id for share;
  payer := private.nemus_enrolment_payer(new.user_id);
  perform private.nemus_lock_course(new.course_id);
  perform private.nemus_lock_credits(payer, 0);
  if not private.nemus_is_offered(new.course_id) then
    perform private.nemus_refuse(404, 'course_not_found');
  end if;
  if exists (select from public.nemus_course_enrollments e
    where e.user_id = new.user_id and e.course_id = new.course_id) then
    perform private.nemus_refuse(409, 'already_enrolled');
  end if;
  perform private.nemus_refuse_waiting(new.course_id, new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_own_places()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place public.nemus_course_enrollments;
begin
  -- An institution that is being deleted gets nothing back.
  if not exists (select from public.nemus_profiles p where p.user_id = old.institution_id)
    or exists (select from private.nemus_deleted_accounts d where d.user_id = old.institution_id) then
    return null;
  end if;
  for place in select e.* from public.nemus_course_enrollments e
    where e.user_id = old.user_id and e.enrollment_type = 'institution_credits' and e.status <> 'completed'
      and private.nemus_is_paid_by(e.id, old.institution_id)
    order by e.course_id
  loop
    perform private.nemus_lock_course(place.course_id);
    perform private.nemus_lock_credits(old.institution_id, 0);
    if private.nemus_is_begun(place)
      or private.nemus_place_until(place.id) < (now() at time zone 'Europe/Berlin')::date then
      -- Fires certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e where e.id = place.id;
    else
      perform public.nemus_refund_enrollment(place.id);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_is_begun (
  e public.nemus_course_enrollments
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select e.status <> 'not_started' or exists (
      select from public.nemus_learning_courses c where c.seminar_id = e.course_id and (
        exists (select from public.nemus_block_positions b where b.user_id = e.user_id and b.course_id = c.id)
        or exists (select from public.nemus_quiz_runs r where r.user_id = e.user_id and r.course_id = c.id)
        or exists (select from public.nemus_module_progress m join public.nemus_learning_modules l on l.id = m.module_id
          where m.user_id = e.user_id and l.course_id = c.id)))
    or exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = e.user_id and a.course_id = e.course_id and p.status in ('confirmed', 'completed')
        and p.attendance is distinct from 'absent' and a.starts_at <= now() and a.cancelled_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_paid_by (
  p_enrolment   uuid,
  p_institution uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_credit_entries k where k.kind = 'spend' and k.source_id = p_enrolment::text
    and k.institution_id = p_institution)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_place_bar (
  p_place public.nemus_booking_participants
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when e.id is null then null
    when e.user_id is distinct from t.user_id then 'trainee_left'
    when private.nemus_is_begun(e) then 'place_begun'
    when private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date then 'place_date_near' end
  from public.nemus_trainees t
  left join public.nemus_course_enrollments e on e.id = p_place.enrollment_id
  where t.id = p_place.trainee_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_reads_block (
  p_course text,
  p_block  text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_learning_bar(p_course, p_block) is null and (not c.is_premium or exists (
    select from public.nemus_block_positions b where b.user_id = auth.uid() and b.course_id = c.id))
  from public.nemus_learning_courses c where c.id = p_course
$function$;

CREATE OR REPLACE FUNCTION private.nemus_seats_of (
  p_institution uuid
)
  RETURNS TABLE (
    booking_id  uuid,
    trainee_id  uuid,
    number      integer,
    name        text,
    course_id   uuid,
    course_name text,
    has_dates   boolean,
    start_date  date,
    state       text,
    places      integer,
    own         boolean,
    bought_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select b.id, t.id, 0, btrim(t.first_name || ' ' || t.last_name), b.course_id, b.course_name, b.has_dates, b.start_date,
    case when bar.code = 'trainee_left' then 'left' when e.status = 'completed' then 'completed'
      when bar.code = 'place_begun' then 'started' else 'unused' end, 1, false, b.created_at
  from public.nemus_course_bookings b
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  cross join lateral (select private.nemus_place_bar(p) as code) bar
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, n, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'free', 1, false, b.created_at
  from public.nemus_course_bookings b, generate_series(1, b.free_places) n
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, 0, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'cancelled', b.participants, false,
    b.created_at
  from public.nemus_course_bookings b
  where b.institution_id = p_institution and b.status = 'cancelled' and b.origin = 'portal'
  union all
  select null, null, 0, case when e.user_id <> p_institution then private.nemus_member_name(e.user_id) end, e.course_id, c.title, c.has_dates, null,
    case when e.status = 'completed' then 'completed' when private.nemus_is_begun(e) then 'started' else 'unused' end,
    1, true, e.enrolled_at
  from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
  where (e.user_id = p_institution and e.enrollment_type in ('institution_credits', 'direct_purchase'))
    or e.id in (select k.source_id::uuid from public.nemus_credit_entries k where k.institution_id = p_institution
      and k.kind = 'spend' and k.source_id ~ '^[0-9a-f-]{36}$')
$function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_membership (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  invitation constant public.nemus_member_invitations := private.nemus_take_member_invitation(p_token);
  me constant uuid := auth.uid();
  is_member constant boolean := exists (select from public.nemus_members m
    where m.institution_id = invitation.institution_id and m.user_id = me);
begin
  if invitation.accepted_at is null or not is_member then
    perform private.nemus_require_open_member(invitation);
    if is_member then
      perform private.nemus_refuse(409, 'already_member');
    end if;
    update public.nemus_member_invitations i set accepted_at = now() where i.id = invitation.id;
    -- Fires institutions/members, sessions/fresh_factors.
    insert into public.nemus_members (institution_id, user_id, roles, chosen_at)
    values (invitation.institution_id, me, invitation.roles, clock_timestamp());
    -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
    delete from public.nemus_members m
    where m.institution_id = me and m.user_id = me and private.nemus_is_unused(me);
    perform private.nemus_notify_members(invitation.institution_id, array['administration'], 'member_joined',
      'member_joined:' || invitation.id, jsonb_build_object('name', (select
        coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
        from public.nemus_profiles p where p.user_id = me)), '/members');
  end if;
  return jsonb_build_object('institution_id', invitation.institution_id,
    'institution_name', private.nemus_inviting_name(invitation.institution_id), 'roles', to_jsonb(invitation.roles));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_delete_account()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  case terms ->> 'blocked_by'
    when 'institution_has_members' then perform private.nemus_refuse(409, 'institution_has_members');
    when 'last_administrator' then perform private.nemus_refuse(409, 'last_administrator');
    when 'subscription_running' then perform private.nemus_refuse(409, 'subscription_running');
    when 'purchase_waiting' then perform private.nemus_refuse(409, 'purchase_waiting');
    when 'last_staff' then perform private.nemus_refuse(409, 'last_staff');
    else
  end case;
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_leave_membership (
  p_institution uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  named constant text := private.nemus_member_name(me);
begin
  perform private.nemus_lock_members(p_institution);
  -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = p_institution and m.user_id = me;
  if found then
    perform private.nemus_notify_members(p_institution, array['administration'], 'member_left',
      'member_left:' || p_institution || ':' || gen_random_uuid(), jsonb_build_object('name', named), '/members');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_open_module (
  p_module text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.nemus_block_positions (user_id, course_id, block_id, step)
  select auth.uid(), m.course_id, m.block_id, 'opened' from public.nemus_learning_modules m
  where m.id = p_module and private.nemus_learning_bar(m.course_id, m.block_id) is null on conflict do nothing;
  return coalesce((select private.nemus_reads_block(m.course_id, m.block_id)
    from public.nemus_learning_modules m where m.id = p_module), false);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_open_module"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_remove_member (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_begin_member_change();
begin
  if p_user = institution and p_user <> auth.uid() then
    perform private.nemus_refuse(409, 'founder_stays');
  end if;
  -- Fires bookings/seats, institutions/members, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = institution and m.user_id = p_user;
  if found and p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_removed', 'member_removed:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution)));
  end if;
end $function$;

CREATE TRIGGER end_own_places
  AFTER DELETE ON public.nemus_members
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_end_own_places();

CREATE POLICY "texts are read by those who may learn" ON "public"."nemus_learning_contents"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT
   FROM public.nemus_learning_modules m
  WHERE ((m.id = nemus_learning_contents.module_id) AND private.nemus_reads_block(m.course_id, m.block_id)))));

CREATE POLICY "media are listed for those who may learn" ON "public"."nemus_learning_module_media"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT
   FROM public.nemus_learning_modules m
  WHERE ((m.id = nemus_learning_module_media.module_id) AND private.nemus_reads_block(m.course_id, m.block_id)))));

REVOKE ALL ON FUNCTION "private"."nemus_end_own_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_own_places"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_own_places"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_begun"(public.nemus_course_enrollments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_begun"(public.nemus_course_enrollments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_begun"(public.nemus_course_enrollments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_paid_by"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_paid_by"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_paid_by"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_reads_block"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_block"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_reads_block"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_reads_block"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_open_module"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_open_module"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_open_module"(text) TO "postgres";
