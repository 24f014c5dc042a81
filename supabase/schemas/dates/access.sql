-- Rights on dates, places and teachers. Anything not granted here is closed.
-- An account reads its own participations and the appointments it takes part in. The meeting link is only for a
-- confirmed place with its enrolment. Teachers are read by staff with the role `teaching`, rooms
-- through nemus_staff_rooms. No client writes a row: places change through
-- nemus_choose_date and nemus_cancel_appointment, dates and attendance through the staff functions, which check the
-- role themselves. Open dates of a seminar come from nemus_seminar_dates, which bypasses these policies on purpose.

grant select on public.nemus_appointments, public.nemus_appointment_participations, public.nemus_appointment_links,
  public.nemus_my_appointments to authenticated;
grant select, insert, update, delete on public.nemus_appointments, public.nemus_appointment_links,
  public.nemus_teachers, public.nemus_appointment_teachers, public.nemus_rooms to service_role;
grant select, insert on public.nemus_appointment_participations to service_role;
grant select on private.nemus_date_letters to service_role;
grant select (id, name, email, is_active) on public.nemus_teachers to authenticated;
grant select on public.nemus_date_interests, public.nemus_date_choices to authenticated;

create policy "own interest in dates is read" on public.nemus_date_interests for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own choices are read" on public.nemus_date_choices for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own participations are read" on public.nemus_appointment_participations for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own appointments are read" on public.nemus_appointments for select to authenticated
  using (private.nemus_participation(id) is not null);

create policy "links of confirmed appointments are read" on public.nemus_appointment_links for select to authenticated
  using (private.nemus_keeps_place(appointment_id));

create policy "people who teach are read by those who plan" on public.nemus_teachers for select to authenticated
  using ((select private.nemus_is_staff('teaching')));

grant execute on function private.nemus_participation(uuid), private.nemus_keeps_place(uuid), private.nemus_has_paper(uuid),
  private.nemus_leave_until(public.nemus_appointments,public.nemus_appointment_participations), public.nemus_cancel_appointment(uuid),
  public.nemus_rate_appointment(uuid,integer,text), public.nemus_seminar_dates(uuid),
  public.nemus_save_teacher(text,text,boolean,uuid), public.nemus_preview_dates(jsonb,uuid),
  public.nemus_create_dates(jsonb), public.nemus_change_date(uuid,jsonb,boolean),
  public.nemus_move_date(uuid,jsonb,boolean), public.nemus_cancel_date(uuid,text,boolean),
  public.nemus_teaching_dates(timestamp with time zone,timestamp with time zone,uuid,uuid,boolean,integer,integer,text,uuid,text),
  public.nemus_teaching_date(uuid), public.nemus_teaching_seminars(text,uuid), public.nemus_choose_date(uuid), public.nemus_accept_place(uuid),
  public.nemus_booking_dates(uuid), public.nemus_date_participants(uuid), public.nemus_mark_attendance(uuid,jsonb,uuid), public.nemus_plan_parts(uuid,jsonb,integer),
  public.nemus_show_attendance_code(uuid), public.nemus_enter_attendance_code(text),
  public.nemus_preview_move(uuid,jsonb,boolean), public.nemus_catalogue_dates(), public.nemus_ask_for_dates(uuid,boolean),
  public.nemus_choose_before_buying(uuid,uuid), public.nemus_message_participants(uuid,uuid[],text,uuid),
  public.nemus_rebook_participants(uuid,uuid,uuid[]), public.nemus_prefer_waiting(uuid,uuid,text),
  public.nemus_remove_waiting(uuid,uuid,text), public.nemus_enter_person(uuid,text,text,text), public.nemus_calendar(uuid,uuid),
  public.nemus_renew_calendar(uuid,uuid), public.nemus_end_calendar(uuid,uuid), public.nemus_staff_rooms(),
  public.nemus_save_room(text,text,integer,boolean,uuid) to authenticated;

grant execute on function public.nemus_claim_date_letters(uuid[],uuid), public.nemus_note_date_letter(uuid,boolean), public.nemus_read_calendar(text),
  private.nemus_room(text,text) to service_role;
