-- Progress and date of each booked place, for the institution that booked it (member roles `booking`, `reading`).
-- Visible: only the enrolment made by that booking, while the trainee is linked. Not visible: the trainee's own
-- purchases, other institutions' bookings, cancelled bookings.

/*
 * Date that counts for an enrolment, as private.nemus_chosen_date; null without a chosen date or for a seminar without
 * dates. A date that ended before the enrolment belongs to an earlier enrolment.
 */
create function private.nemus_place_date(p_enrollment uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select chosen.date
  from public.nemus_course_enrollments e
  join public.nemus_courses c on c.id = e.course_id and c.has_dates
  cross join lateral (select private.nemus_chosen_date(e.user_id, e.course_id) as date) chosen
  where e.id = p_enrollment and (chosen.date ->> 'ends_at')::timestamptz > e.enrolled_at
$$;

/*
 * Places booked by the caller's institution, of one booking, one trainee, or both: [{booking_id, trainee_id,
 * progress_percentage, date}], `date` as private.nemus_place_date. Empty without either.
 */
create function public.nemus_booked_places(p_booking uuid default null, p_trainee uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('booking_id', p.booking_id, 'trainee_id', p.trainee_id,
    'progress_percentage', e.progress_percentage, 'date', private.nemus_place_date(e.id))
    order by p.booking_id, p.trainee_id), '[]')
  from public.nemus_booking_participants p
  join public.nemus_course_bookings b on b.id = p.booking_id
  join public.nemus_trainees t on t.id = p.trainee_id
  join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where (p.booking_id = p_booking or p.trainee_id = p_trainee)
    and (p_booking is null or p.booking_id = p_booking) and (p_trainee is null or p.trainee_id = p_trainee)
    and p.institution_id = (select private.nemus_acts_for('booking', 'reading'))
    and b.institution_id = p.institution_id and t.institution_id = p.institution_id
    and b.status <> 'cancelled' and e.user_id = t.user_id and e.course_id = b.course_id
    and e.enrollment_type = 'institution_booking'
$$;
