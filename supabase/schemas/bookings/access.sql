-- Policies and grants of bookings. Members with `booking` or `reading` read bookings and participants of their
-- institution; only `booking` books and changes. Trainees read their booked seminars by nemus_booked_seminars.
-- Moving and cancelling run through the service role (nemus_move_booking, nemus_cancel_places). Anything not granted
-- here is closed.

grant select on public.nemus_course_bookings, public.nemus_booking_participants to authenticated, service_role;
grant select on private.nemus_trainee_letters to service_role;

create policy "own bookings are read" on public.nemus_course_bookings for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));

create policy "own participants are read" on public.nemus_booking_participants for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'reading')));

grant execute on function public.nemus_institution_overview(), public.nemus_book_course(uuid,uuid[],date,int),
  public.nemus_booked_seminars(), public.nemus_booking_rules(date), public.nemus_booking_terms(uuid),
  public.nemus_booked_places(uuid,uuid), public.nemus_seats(text,text,integer), public.nemus_free_seat(uuid,uuid),
  public.nemus_assign_seat(uuid,uuid), public.nemus_transfer_seat(uuid,uuid,uuid) to authenticated;

grant execute on function public.nemus_claim_trainee_letters(uuid,uuid,text),
  public.nemus_note_trainee_letter(uuid,boolean), public.nemus_move_booking(uuid,uuid,date),
  public.nemus_cancel_places(uuid,uuid,uuid[]) to service_role;
