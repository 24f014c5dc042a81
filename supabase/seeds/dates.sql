-- Demonstration content: teachers, rooms, dates of seminars, and places at some of them. Safe to run again: existing rows are
-- left alone. It runs after the catalogue and the demo accounts. Like the catalogue it belongs to no account, and none
-- can remove it; times count from the day on which it runs first.

insert into public.nemus_teachers (id, name, email)
values
  ('7e000000-0000-4000-8000-000000000001', 'Dr. Helena Sommer', 'helena.sommer@akademie.example'),
  ('7e000000-0000-4000-8000-000000000002', 'Prof. Dr. Martin Keller', 'martin.keller@akademie.example'),
  ('7e000000-0000-4000-8000-000000000003', 'Dr. Aylin Demir', 'aylin.demir@akademie.example'),
  ('7e000000-0000-4000-8000-000000000004', 'Dr. Jonas Weber', 'jonas.weber@akademie.example'),
  ('7e000000-0000-4000-8000-000000000005', 'Karin Hoffmann', 'karin.hoffmann@akademie.example'),
  ('7e000000-0000-4000-8000-000000000006', 'Prof. Dr. Sabine Lorenz', 'sabine.lorenz@akademie.example')
on conflict do nothing;

-- One seminar of two days has an agenda.
update public.nemus_courses c set agenda = E'Tag 1\n10:00 – 11:30 Aufbau der ICD-11\n11:45 – 13:00 Was sich gegenüber der ICD-10 ändert\n14:00 – 18:00 Fälle in kleinen Gruppen\nTag 2\n10:00 – 13:00 Persönlichkeitsstörungen und Traumafolgen\n14:00 – 18:00 Diagnosen berichten und begründen'
where c.id = 'c0000000-0000-4000-8000-000000000009' and c.agenda = '';

-- Everything the catalogue sells without e-learning takes place at dates.
update public.nemus_courses c set has_dates = true
where not c.has_dates and c.id::text like 'c0000000-0000-4000-8000-%'
  and not exists (select from public.nemus_learning_courses l where l.seminar_id = c.id)
  and not exists (select from public.nemus_appointments a where a.course_id = c.id);

/*
 * `week`: the n-th without a public holiday of any Land, and not at the turn of the year, counted from the first whose
 * Friday is at least five days away. `weekday` 4 is a Friday. `series` are dates that were made together.
 */
with today as (select (now() at time zone 'Europe/Berlin')::date as day), holidays as (
  select h.day from today cross join lateral
    generate_series(extract(year from today.day)::int - 1, extract(year from today.day)::int + 2) y
  cross join lateral (select f.day from private.nemus_holidays(y) f
    union all select make_date(y, 12, n) from generate_series(24, 31) n) h
), weeks as (
  select monday, (row_number() over (order by monday) - 1 - count(*) filter (where monday + 4 < day + 5) over ())::int as week
  from today cross join lateral (select date_trunc('week', day)::date + 7 * n as monday from generate_series(-20, 60) n) m
  where not exists (select from holidays h where h.day between monday and monday + 6)
), planned as (
  select format('da000000-0000-4000-8000-%s', lpad(p.key, 12, '0'))::uuid as id,
    format('c0000000-0000-4000-8000-0000000000%s', p.course)::uuid as course_id,
    format('7e000000-0000-4000-8000-00000000000%s', p.teacher)::uuid as teacher_id,
    w.monday + p.weekday as first_day, p.*
  from (select v.*, 4 as weekday from (values
    -- The first one is full: the next account that chooses it starts its waiting list.
    ('01', '09', 4, 1, 1, '10:00'::time, '18:00'::time, 'Präsenz', 'Akademie für Verhaltenstherapie, Raum 2.04, Berlin',
      10, 8, null::text, null::int, ''),
    ('02', '09', 4, 5, 1, '10:00', '18:00', 'Online', '', 10, 20, null, null, ''),
    ('03', '23', 5, 2, 1, '09:00', '16:30', 'Präsenz', 'Ambulanz am Stadtpark, Gruppenraum', 12, 12, null, 7, ''),
    ('04', '23', 5, 6, 1, '09:00', '16:30', 'Online', '', 12, 14, null, null, ''),
    ('05', '08', 1, 3, 2, '09:00', '16:30', 'Präsenz', 'Ambulanz am Stadtpark, Seminarraum 1', 20, 14, null, 14,
      'Bitte bringen Sie ein eigenes Gerät für die Auswertung mit.'),
    -- In three parts, on Fridays of three weeks.
    ('06', '08', 1, 10, 0, '14:00', '20:00', 'Präsenz', 'Akademie für Verhaltenstherapie, Raum 2.04, Berlin', 20, 14,
      null, 14, 'Drei Freitage. Bitte bringen Sie ein eigenes Gerät für die Auswertung mit.'),
    ('07', '20', 3, 4, 1, '09:30', '17:00', 'Blended', 'Akademie für Verhaltenstherapie, Raum 1.12, Berlin, und online',
      14, 16, null, 7, 'Der zweite Tag findet am Bildschirm statt.'),
    ('08', '21', 6, 2, 1, '09:00', '17:00', 'Präsenz', 'Ambulanz am Stadtpark, Seminarraum 1', 16, 15,
      '5e000000-0000-4000-8000-000000000001', null, ''),
    ('09', '21', 6, 6, 1, '09:00', '17:00', 'Präsenz', 'Ambulanz am Stadtpark, Seminarraum 1', 16, 15,
      '5e000000-0000-4000-8000-000000000001', null, ''),
    ('10', '21', 6, 10, 1, '09:00', '17:00', 'Präsenz', 'Ambulanz am Stadtpark, Seminarraum 1', 16, 15,
      '5e000000-0000-4000-8000-000000000001', null, ''),
    ('11', '25', 2, 7, 2, '09:00', '15:30', 'Präsenz', 'Ambulanz am Stadtpark, Gruppenraum', 18, 12, null, 7, ''),
    -- Past: attendance is still to be ticked.
    ('12', '21', 6, -2, 1, '09:00', '17:00', 'Präsenz', 'Ambulanz am Stadtpark, Seminarraum 1', 16, 15, null, null, '')
  ) as v (key, course, teacher, week, further_days, begins, ends, format, location, units, capacity, series, notice,
    description)
    union all
    /*
     * Two dates of every other seminar, from a Monday on, in eight units a day. A teacher has one seminar a week and a
     * room of their own, so that none collide.
     */
    select n || right(c.id::text, 2), right(c.id::text, 2), 1 + c.place % 6, 2 + c.place / 6 * 2 + (n - 1) * 9,
      (c.theory_units + c.practical_units + 7) / 8 - 1, '09:00', '16:30',
      case when (c.place + n) % 3 = 0 then 'Online' else 'Präsenz' end,
      case when (c.place + n) % 3 = 0 then '' else format('Akademie für Verhaltenstherapie, Raum 3.0%s, Berlin', 1 + c.place % 6) end,
      c.theory_units + c.practical_units, 12 + c.place % 3 * 4, null, 7, '', 0
    from (select o.*, row_number() over (order by o.id)::int - 1 as place from public.nemus_courses o
      where o.has_dates and o.id::text like 'c0000000-0000-4000-8000-%' and right(o.id::text, 2) not in ('08', '09', '20', '21', '23', '25')) c,
      generate_series(1, 2) n
  ) as p
  join weeks w on w.week = p.week
), made as (
  insert into public.nemus_appointments (id, course_id, series_id, title, description, starts_at, ends_at, change_until,
    type, format, location, competency, units, capacity, parts, parts_needed)
  select p.id, p.course_id, p.series::uuid, c.title, p.description,
    (p.first_day + p.begins) at time zone 'Europe/Berlin',
    coalesce((block.parts #>> '{-1,ends_at}')::timestamptz,
      (p.first_day + p.further_days + p.ends) at time zone 'Europe/Berlin'),
    (p.first_day - p.notice + time '18:00') at time zone 'Europe/Berlin',
    'Seminar', p.format, p.location, c.competency, p.units, p.capacity, block.parts, case when block.parts is not null then 2 end
  from planned p join public.nemus_courses c on c.id = p.course_id and c.has_dates
  cross join lateral (select jsonb_agg(jsonb_build_object('id', case n when 0 then p.id else md5(p.id || ' ' || n)::uuid end,
      'title', ('{Grundlagen,Verfahren,Auswertung}'::text[])[n + 1], 'units', ('{7,7,6}'::int[])[n + 1],
      'starts_at', (w.monday + p.weekday + p.begins) at time zone 'Europe/Berlin',
      'ends_at', (w.monday + p.weekday + p.ends) at time zone 'Europe/Berlin') order by n) as parts
    from generate_series(0, 2) n join weeks w on w.week = p.week + n where p.key = '06') block
  on conflict (id) do nothing
  returning id, format, instructor
), taught as (
  insert into public.nemus_appointment_teachers (appointment_id, teacher_id)
  select m.id, t.id from made m join planned p on p.id = m.id join public.nemus_teachers t on t.id = p.teacher_id
  on conflict do nothing
)
insert into public.nemus_appointment_links (appointment_id, meeting_url)
select m.id, 'https://meet.example/seminar-' || right(m.id::text, 2) from made m where m.format in ('Online', 'Blended')
on conflict do nothing;

insert into public.nemus_rooms (id, name, address, capacity)
values
  ('70000000-0000-4000-8000-000000000001', 'Akademie für Verhaltenstherapie, Raum 2.04', 'Berlin', 16),
  ('70000000-0000-4000-8000-000000000002', 'Ambulanz am Stadtpark, Seminarraum 1', '', 20),
  ('70000000-0000-4000-8000-000000000003', 'Ambulanz am Stadtpark, Gruppenraum', '', 14)
on conflict do nothing;
update public.nemus_appointments a set room_id = r.id from public.nemus_rooms r
where a.room_id is null and a.course_id is not null and a.cancelled_at is null and a.ends_at > now()
  and private.nemus_room(a.format, a.location) = private.nemus_room('', r.place);

select private.nemus_name_teachers(a.id) from public.nemus_appointments a
where a.instructor = '' and a.id in (select d.appointment_id from public.nemus_appointment_teachers d
  where d.teacher_id::text like '7e000000-0000-4000-8000-%');

-- Invented participants. They have no password, so they cannot sign in, and no sample set.
do $$
declare
  before constant jsonb := (select s.value from private.nemus_settings s where s.key = 'sample_data');
begin
  update private.nemus_settings set value = 'false' where key = 'sample_data';
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
    recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change, phone_change_token,
    reauthentication_token, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  select format('d1000000-0000-4000-8000-0000000000%s', person.key)::uuid, 'authenticated', 'authenticated', person.email,
    '', now(), '', '', '', '', '', '', '', '', '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('user_type', 'piw', 'first_name', person.first_name, 'last_name', person.last_name),
    now() - interval '80 days', now()
  from (values
    ('01', 'Amelie', 'Brunner', 'amelie.brunner@teilnahme.example'),
    ('02', 'Cem', 'Aydın', 'cem.aydin@teilnahme.example'),
    ('03', 'Franziska', 'Ebert', 'franziska.ebert@teilnahme.example'),
    ('04', 'Hannes', 'Lindner', 'hannes.lindner@teilnahme.example'),
    ('05', 'Joana', 'Ferreira', 'joana.ferreira@teilnahme.example'),
    ('06', 'Konstantin', 'Roth', 'konstantin.roth@teilnahme.example'),
    ('07', 'Leyla', 'Haddad', 'leyla.haddad@teilnahme.example'),
    ('08', 'Ole', 'Petersen', 'ole.petersen@teilnahme.example')
  ) as person (key, first_name, last_name, email)
  where not exists (select from auth.users u where u.email = person.email);
  update private.nemus_settings set value = before where key = 'sample_data';
end $$;

/*
 * Who is enrolled in what for which date, and takes its places in this order. The first date is full with the invented
 * people: Miriam Albrecht waits for it, has a place at a later one, and has one date of another seminar still to choose.
 */
do $$
declare
  place record;
begin
  for place in
    select u.user_id, a.id as appointment_id, a.course_id
    from (
      select 1 as line, u.id, chosen.date from (values
        ('01', '01'), ('02', '01'), ('03', '01'), ('04', '01'), ('05', '01'), ('06', '01'), ('07', '01'), ('08', '01'),
        ('01', '12'), ('02', '12'), ('03', '12'), ('04', '12'), ('05', '12'), ('06', '08'), ('07', '08'), ('08', '08'),
        ('01', '03'), ('03', '03'), ('05', '03'), ('07', '03'), ('02', '04'), ('04', '05'), ('06', '05'), ('08', '05'),
        ('01', '05'), ('03', '07'), ('05', '07'), ('02', '11'), ('07', '11')
      ) as chosen (person, date)
      join auth.users u on u.id = format('d1000000-0000-4000-8000-0000000000%s', chosen.person)::uuid
      union all
      select 2, u.id, chosen.date from (values
        ('demo.betrieb@nemus.example', '12'), ('demo.piw@nemus.example', '01'), ('demo.piw@nemus.example', '02'),
        ('demo.piw@nemus.example', '113'), ('demo.piw@nemus.example', '118'), ('demo.piw@nemus.example', '127')
      ) as chosen (email, date)
      join auth.users u on u.email = chosen.email
    ) chosen
    join public.nemus_profiles u on u.user_id = chosen.id
    join public.nemus_appointments a on a.id = format('da000000-0000-4000-8000-%s', lpad(chosen.date, 12, '0'))::uuid
    where not exists (select from public.nemus_appointment_participations p
      where p.appointment_id = a.id and p.user_id = u.user_id)
    order by chosen.line, chosen.date, u.user_id
  loop
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, enrolled_at)
    values (place.user_id, place.course_id, 'direct_purchase', now() - interval '30 days')
    on conflict (user_id, course_id) do nothing;
    insert into public.nemus_appointment_participations (appointment_id, user_id)
    values (place.appointment_id, place.user_id);
  end loop;
end $$;

-- Two seminars that the institution has paid with its credits; before they had dates they could not be bought.
insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, enrolled_at)
select u.id, c.id, 'institution_credits', now() - interval '30 days'
from auth.users u
join public.nemus_courses c on c.title in ('Suizidalität einschätzen und handeln', 'Dokumentation und Datenschutz in der Praxis')
where u.email = 'demo.institution@nemus.example'
  and not exists (select from public.nemus_course_enrollments e where e.user_id = u.id and e.course_id = c.id);

-- The seed's purchases trigger no mails.
delete from private.nemus_purchase_letters l using public.nemus_transactions t, auth.users u
where t.id = l.transaction_id and u.id = t.user_id
  and u.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example');
