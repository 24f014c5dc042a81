-- The mail that confirms a booking to the institution that made it.

/* Bookings whose confirmation was handed out. */
create table private.nemus_booking_notices (
  booking_id uuid primary key references public.nemus_course_bookings (id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table private.nemus_booking_notices enable row level security;
revoke all on private.nemus_booking_notices from public;

/*
 * What the confirmation of a booking says, and to whom: {email, institution_name, course_name, start_date, end_date,
 * credits_spent, price_cents, participants: [names]}.
 */
create function private.nemus_booking_letter(p_booking uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', coalesce(nullif(s.billing_email, ''), p.email),
    'institution_name', coalesce(p.institution_name, ''), 'course_name', b.course_name, 'start_date', b.start_date,
    'end_date', b.end_date, 'credits_spent', b.credits_spent, 'price_cents', b.price_cents,
    'participants', (select coalesce(jsonb_agg(t.first_name || ' ' || t.last_name order by t.last_name, t.first_name), '[]')
      from public.nemus_booking_participants places join public.nemus_trainees t on t.id = places.trainee_id
      where places.booking_id = b.id))
  from public.nemus_course_bookings b
  join public.nemus_profiles p on p.user_id = b.institution_id
  join public.nemus_institution_settings s on s.institution_id = b.institution_id
  where b.id = p_booking
$$;
revoke all on function private.nemus_booking_letter(uuid) from public;

/*
 * The letter of one of the caller's own bookings. Answers once per booking, whoever asks first: the mail is sent once.
 * Null afterwards, when the institution wants no notifications, and for a booking that is not new: nobody is mailed
 * about last month.
 */
create function private.nemus_booking_notice(p_booking uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.nemus_booking_notices (booking_id)
  select b.id from public.nemus_course_bookings b
  join public.nemus_institution_settings s on s.institution_id = b.institution_id
  where b.id = p_booking and b.institution_id = auth.uid() and b.origin = 'portal'
    and b.created_at > now() - interval '10 minutes' and s.email_notifications
  on conflict (booking_id) do nothing;
  if not found then
    return null;
  end if;
  return private.nemus_booking_letter(p_booking);
end $$;

create function public.nemus_booking_notice(p_booking uuid) returns jsonb
language sql set search_path = '' as $$ select private.nemus_booking_notice(p_booking) $$;

revoke all on function private.nemus_booking_notice(uuid), public.nemus_booking_notice(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_booking_notice(uuid), public.nemus_booking_notice(uuid) to authenticated;
