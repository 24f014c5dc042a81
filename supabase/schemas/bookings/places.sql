-- How far each place of a booking is: an institution reads it of the people whom it booked, for that booking alone.

/*
 * The date of a seminar that counts for an enrolment, as private.nemus_chosen_date: null for a seminar without dates, and
 * when none was chosen. What was over before the enrolment began belongs to an earlier one, and is none of this.
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
 * The places that the caller's institution has booked and that somebody linked with it has now: those of one booking, of
 * one trainee, or both: [{booking_id, trainee_id, progress_percentage, date}], `date` as private.nemus_place_date. Only
 * the enrolment that the booking made is read: not what the person bought, not another institution's booking, nothing of
 * a cancelled one, and nothing of whoever is not linked any more. Without a booking and a trainee it is empty.
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
