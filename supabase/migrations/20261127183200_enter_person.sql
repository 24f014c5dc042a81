SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_course_enrollments"
  DROP CONSTRAINT "nemus_course_enrollments_enrollment_type_check";

CREATE OR REPLACE FUNCTION public.nemus_enter_person (
  p_date   uuid,
  p_email  text,
  p_way    text,
  p_reason text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_date);
  date public.nemus_appointments;
  person uuid;
  reason text;
  facts jsonb;
  is_enrolled boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse_field('way', 'choice') where coalesce(p_way, '') not in ('place', 'free', 'link');
  if p_way = 'free' then
    perform private.nemus_require_staff('orders');
    reason := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
  end if;
  select p.user_id into person from public.nemus_profiles p join auth.users u on u.id = p.user_id
  where lower(p.email) = lower(private.nemus_mail_address(p_email)) and p.user_type = 'piw' and u.email_confirmed_at is not null
    and not private.nemus_is_blocked(p.user_id);
  perform private.nemus_refuse(404, 'account_not_found', '{"field": "email"}') where person is null;
  facts := jsonb_build_object('name', private.nemus_holder(person));
  -- Locks as in nemus_choose_date: the enrolment first.
  if p_way = 'free' then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    select person, course, 'academy' where course is not null on conflict (user_id, course_id) do nothing;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where not found and course is not null;
  else
    perform from public.nemus_course_enrollments e where e.user_id = person and e.course_id = course for key share;
    is_enrolled := found;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where is_enrolled and p_way = 'link';
    perform private.nemus_refuse(409, 'not_enrolled', facts) where not is_enrolled and p_way = 'place' and course is not null;
  end if;
  perform private.nemus_take_dates(p_date, false);
  select * into date from public.nemus_appointments a where a.id = p_date;
  if p_way = 'link' then
    perform private.nemus_check_buyable(course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(date) <= now();
    insert into public.nemus_date_choices (user_id, course_id, date_id) values (person, course, p_date)
    on conflict (user_id, course_id) do update set date_id = excluded.date_id, created_at = now();
    perform private.nemus_notify(person, 'purchase_offered', 'purchase_offered:' || p_date || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('title', private.nemus_fact(date.title, '–'), 'starts_at', date.starts_at,
        'until', private.nemus_change_deadline(date)), '/seminar-catalog?kurs=' || course);
  else
    perform private.nemus_refuse(409, 'seminar_attended', '{"of": "staff"}') where private.nemus_has_attended(person, course);
    perform private.nemus_refuse(409, 'place_elsewhere', facts) where exists (
      select from private.nemus_held_dates(person, course) held where held.status = 'confirmed' and held.appointment_id <> p_date);
    if not exists (select from private.nemus_held_dates(person, course) held where held.appointment_id = p_date) then
      perform private.nemus_place_at(person, date);
    end if;
    if p_way = 'free' then
      perform private.nemus_notify(person, 'enrolled', 'enrolled:' || e.id, jsonb_build_object('title', private.nemus_fact(c.title, '–')),
        '/appointments')
      from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
      where e.user_id = person and e.course_id = course;
    end if;
  end if;
  perform private.nemus_note_act('enter_' || p_way, 'appointment_participations', p_date || ':' || person, null,
    jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return facts || (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = person and p_way <> 'link');
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."nemus_course_enrollments"
  ADD CONSTRAINT "nemus_course_enrollments_enrollment_type_check"
    CHECK ((enrollment_type = ANY (ARRAY['institution_credits'::text, 'direct_purchase'::text, 'institution_booking'::text, 'academy'::text])));

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_person"(uuid, text, text, text) TO "postgres";

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  ('enrolled', 'piw', 'on', 'always', 'never', false),
  ('purchase_offered', 'piw', 'on', 'always', 'never', false);
