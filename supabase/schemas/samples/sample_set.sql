-- The sample set that new accounts get with the setting `sample_data` (S-11.1), by a trigger on profiles. Sample rows
-- behave like any other; all are marked `is_sample` (bookings: origin `sample`), and the account can remove them
-- (samples/sample_data.sql, decision record 0056).
-- Exception: personal details (birth date, address, phone, training) and purchases are written for demo accounts only
-- (nemus_create_demo_account, called by seeds/accounts.sql).

/* Time of day (Europe/Berlin) p_days after today. */
create function private.nemus_day_at(p_days int, p_clock time) returns timestamptz
language sql stable set search_path = '' as $$
  select ((now() at time zone 'Europe/Berlin')::date + p_days + p_clock) at time zone 'Europe/Berlin'
$$;

/*
 * Confirmed logbook entries. With the sample certificates, appointments and e-learning they total 325 units of theory,
 * 240 of practice, 85 of e-learning (S-11.7).
 */
create function private.nemus_sample_logbook(p_user uuid, p_today date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires logbook/cohort.
  insert into public.nemus_logbook_entries (user_id, category, competency, note, minutes, done_on, state, confirmed_by,
    confirmed_at, is_sample)
  select p_user, sample.category, sample.competency,
    sample.title || case when sample.parts > 1 then ', Teil ' || part else '' end, sample.units * 45,
    p_today - sample.age - 30 * (sample.parts - part), 'confirmed', 'Dr. Helena Sommer',
    private.nemus_day_at(3 - sample.age - 30 * (sample.parts - part), '18:00'), true
  from (values
    ('theory', 'fachliche_kompetenz', 'Curriculum Störungslehre', 7, 8, 62),
    ('theory', 'diagnostische_kompetenz', 'Curriculum Diagnostik', 4, 8, 55),
    ('theory', 'methoden_kompetenz', 'Curriculum Behandlungsmethoden', 7, 9, 33),
    ('theory', 'beziehungsgestaltung', 'Curriculum Therapeutische Beziehung', 6, 9, 41),
    ('theory', 'personale_kompetenz', 'Selbsterfahrung in der Gruppe', 4, 8, 27),
    ('theory', 'professionelle_haltung', 'Curriculum Berufsethik', 2, 9, 76),
    ('elearning', 'diagnostische_kompetenz', 'Onlinekurs Testdiagnostik', 1, 15, 230),
    ('elearning', 'beziehungsgestaltung', 'Onlinekurs Gesprächsführung', 2, 15, 190),
    ('elearning', 'personale_kompetenz', 'Onlinekurs Selbstreflexion', 1, 16, 150),
    ('practice', null, 'Behandlungsstunden unter Supervision', 14, 17, 20)
  ) as sample (category, competency, title, parts, units, age)
  cross join lateral generate_series(1, sample.parts) as part;
end $$;

create function private.nemus_sample_record(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  insert into public.nemus_competency_targets (user_id, competency, modules_total, next_module, is_sample)
  select p_user, sample.*, true
  from (values
    ('fachliche_kompetenz', 12, 'Therapie chronischer Depression'),
    ('diagnostische_kompetenz', 10, 'Strukturierte Diagnostik mit SKID-5'),
    ('methoden_kompetenz', 20, 'Exposition und Reaktionsverhinderung'),
    ('beziehungsgestaltung', 10, 'Allianzbrüche erkennen und auflösen'),
    ('personale_kompetenz', 9, 'Umgang mit Gegenübertragung'),
    ('professionelle_haltung', 10, 'Suizidalität einschätzen und handeln')) as sample
  on conflict do nothing;

  perform private.nemus_sample_logbook(p_user, today);

  -- Titles differ from those in the catalogue, so that a bought course is not completed already.
  -- Fires certificates/certificates, notifications/events.
  insert into public.nemus_certificates (user_id, number, title, issuer, competency, units, issued_on,
    is_sample)
  select p_user, sample.number, sample.title, sample.issuer, sample.competency, sample.units, today - sample.age, true
  from (values
    ('NZ-1041', 'Lerntheorien und Verhaltensanalyse', 'Akademie für Verhaltenstherapie Berlin',
      'fachliche_kompetenz', 16, 410),
    ('NZ-1187', 'Anamnese und Befunderhebung', 'Ambulanz am Stadtpark', 'diagnostische_kompetenz', 16, 265),
    ('NZ-1302', 'Gesprächsführung in Krisen', 'Akademie für Verhaltenstherapie Berlin',
      'methoden_kompetenz', 16, 140),
    ('NZ-1415', 'Patientenrechte und Aufklärung', 'Psychotherapeutenkammer Berlin',
      'professionelle_haltung', 14, 48)) as sample (number, title, issuer, competency, units, age);

  -- Modules in order of the courses; the progress of a course follows from them.
  -- Fires learning/learning.
  insert into public.nemus_module_progress (user_id, module_id, completed_at, is_sample)
  select p_user, m.id, now() - (sample.age - m.position) * interval '1 day', true
  from (values ('course-1', 99, 120), ('course-3', 3, 40), ('course-5', 1, 15)) as sample (course_id, modules, age)
  join public.nemus_learning_modules m on m.course_id = sample.course_id and m.position <= sample.modules
  order by m.course_id, m.position
  on conflict do nothing;
end $$;

create function private.nemus_sample_appointments(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sample record;
  appointment uuid;
begin
  -- `others`: places taken outside the portal.
  for sample in
    select * from (values
      ('Fallsupervision in der Gruppe', 'Supervision', 'Online', 'Videokonferenz', 'Dr. Helena Sommer',
        'beziehungsgestaltung', 3, '17:00'::time, '18:30'::time, 2, 5, 8, 'confirmed', null::int, null::text,
        'https://meet.example/fallsupervision',
        'Bringen Sie einen Fall mit, in dem Sie gerade nicht weiterkommen. Bitte vorab anonymisieren.'),
      ('Exposition und Reaktionsverhinderung', 'Seminar', 'Präsenz', 'Akademie für Verhaltenstherapie, Raum 2.04, Berlin',
        'Prof. Dr. Martin Keller', 'methoden_kompetenz', 9, '09:00', '17:00', 8, 17, 20, 'confirmed', null, null, null,
        'Von der Ableitung des Rationals bis zur Begleitung in vivo, mit Übungen in Dreiergruppen.'),
      ('Sprechstunde Weiterbildung', 'Sprechstunde', 'Online', 'Videokonferenz', 'Julia Neumann', null,
        16, '12:30', '13:00', 0, 3, 6, 'confirmed', null, null, 'https://meet.example/sprechstunde',
        'Fragen zu Logbuch, Anrechnung und Prüfungsanmeldung.'),
      ('Schematherapie: Modusarbeit', 'Workshop', 'Blended', 'Ambulanz am Stadtpark, Gruppenraum, und online',
        'Dr. Aylin Demir', 'methoden_kompetenz', 24, '10:00', '16:00', 6, 14, 14, 'waitlist', 2, null,
        'https://meet.example/modusarbeit', 'Vormittags vor Ort, nachmittags in Kleingruppen am Bildschirm.'),
      ('ICD-11 für die Praxis', 'Webinar', 'Online', 'Videokonferenz', 'Dr. Jonas Weber', 'diagnostische_kompetenz',
        52, '18:00', '19:30', 2, 86, 150, 'confirmed', null, null, 'https://meet.example/icd-11',
        'Was sich bei Persönlichkeitsstörungen und Traumafolgen ändert.'),
      ('Suizidalität einschätzen und handeln', 'Seminar', 'Präsenz', 'Ambulanz am Stadtpark, Seminarraum 1',
        'Prof. Dr. Sabine Lorenz', 'professionelle_haltung', 160, '09:00', '16:30', 8, 11, 18, 'confirmed', null, null,
        null, 'Risikoeinschätzung, Krisenplan und Zusammenarbeit mit der Klinik.'),
      ('Motivierende Gesprächsführung', 'Workshop', 'Präsenz', 'Akademie für Verhaltenstherapie, Raum 1.12, Berlin',
        'Dr. Aylin Demir', 'methoden_kompetenz', -13, '09:00', '17:00', 8, 15, 16, 'completed', null, null, null,
        'Ambivalenz erkennen und Veränderungssprache fördern.'),
      ('Gruppensupervision Depression', 'Supervision', 'Online', 'Videokonferenz', 'Dr. Helena Sommer',
        'fachliche_kompetenz', -34, '17:00', '18:30', 2, 6, 8, 'completed', null,
        'Sehr hilfreich, vor allem die Arbeit am Erklärungsmodell.', null,
        'Schwierige Verläufe bei rezidivierender Depression.'),
      ('Entspannungsverfahren anleiten', 'Seminar', 'Präsenz', 'Ambulanz am Stadtpark, Gruppenraum',
        'Karin Hoffmann', 'methoden_kompetenz', -58, '10:00', '17:00', 8, 12, 15, 'cancelled', null, null, null,
        'Progressive Muskelrelaxation und Autogenes Training.')
    ) as s (title, type, format, location, instructor, competency, days, begins, ends, units, others, capacity, status,
      waitlist_position, feedback, meeting_url, description)
  loop
    insert into public.nemus_appointments (title, description, starts_at, ends_at, type, format, location, instructor,
      competency, units, capacity, participants_taken, is_sample)
    values (sample.title, sample.description, private.nemus_day_at(sample.days, sample.begins),
      private.nemus_day_at(sample.days, sample.ends), sample.type, sample.format, sample.location, sample.instructor,
      sample.competency, sample.units, sample.capacity,
      sample.others + case when sample.status = 'completed' then 1 else 0 end, true)
    returning id into appointment;
    if sample.meeting_url is not null then
      insert into public.nemus_appointment_links (appointment_id, meeting_url)
      values (appointment, sample.meeting_url || '-' || left(appointment::text, 8));
    end if;
    -- Fires dates/appointments, dates/attendance.
    insert into public.nemus_appointment_participations (appointment_id, user_id, status, waitlist_position,
      cancelled_at, rating, feedback, rated_at)
    values (appointment, p_user, sample.status, sample.waitlist_position,
      case when sample.status = 'cancelled' then private.nemus_day_at(sample.days - 6, '11:20') end,
      case when sample.feedback is not null then 5 end, sample.feedback,
      case when sample.feedback is not null then private.nemus_day_at(sample.days + 1, '08:15') end);
  end loop;
end $$;

create function private.nemus_sample_institution(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  sample record;
  booking uuid;
begin
  -- Fires trainees/trainees.
  insert into public.nemus_trainees (institution_id, first_name, last_name, email, phone, registered_on, status,
    completed_hours, competencies, is_sample)
  select p_user, s.first_name, s.last_name, s.email, s.phone, today - s.age, s.status, s.hours, s.competencies, true
  from (values
    ('Anna', 'Schmidt', 'anna.schmidt@praxis.example', '+49 170 5551201', 520, 'active', 425,
      array['fachliche_kompetenz', 'diagnostische_kompetenz', 'methoden_kompetenz']),
    ('Michael', 'Weber', 'michael.weber@praxis.example', '+49 171 5551202', 455, 'active', 310,
      array['fachliche_kompetenz', 'beziehungsgestaltung']),
    ('Sarah', 'Yilmaz', 'sarah.yilmaz@praxis.example', '+49 172 5551203', 390, 'active', 265,
      array['diagnostische_kompetenz', 'methoden_kompetenz']),
    ('Lukas', 'Hartmann', 'lukas.hartmann@praxis.example', '+49 173 5551204', 240, 'active', 180,
      array['fachliche_kompetenz']),
    ('Fatima', 'El-Amin', 'fatima.el-amin@praxis.example', '+49 174 5551205', 205, 'active', 150,
      array['beziehungsgestaltung', 'professionelle_haltung']),
    ('Jonas', 'Krüger', 'jonas.krueger@praxis.example', '+49 175 5551206', 700, 'inactive', 590,
      array['fachliche_kompetenz', 'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung']),
    ('Elena', 'Petrova', 'elena.petrova@praxis.example', '+49 176 5551207', 95, 'active', 60,
      array['personale_kompetenz']),
    ('Daniel', 'Schuster', 'daniel.schuster@praxis.example', '+49 177 5551208', 610, 'inactive', 120, array[]::text[])
  ) as s (first_name, last_name, email, phone, age, status, hours, competencies);

  for sample in
    select * from (values
      ('Schematherapie: Modusarbeit', 21, 23, 3, 12, 'confirmed', 29000, 24, 0,
        array['anna.schmidt', 'michael.weber', 'sarah.yilmaz']),
      ('Exposition und Reaktionsverhinderung', 40, 42, 2, 10, 'open', 26000, 22, 0,
        array['lukas.hartmann', 'fatima.el-amin']),
      ('Suizidalität einschätzen und handeln', -5, 12, 4, 15, 'confirmed', 27000, 18, 35,
        array['anna.schmidt', 'lukas.hartmann', 'fatima.el-amin', 'elena.petrova']),
      ('Psychopathologischer Befund nach AMDP', -95, -94, 3, 12, 'completed', 13000, 16, 100,
        array['anna.schmidt', 'michael.weber', 'jonas.krueger']),
      ('Grundlagen der Verhaltenstherapie', -210, -208, 2, 20, 'completed', 12000, 16, 92,
        array['sarah.yilmaz', 'daniel.schuster'])
    ) as s (name, first_day, last_day, participants, places, status, price_cents, hours, completion, people)
  loop
    insert into public.nemus_course_bookings (institution_id, course_name, start_date, end_date, participants,
      max_participants, status, price_cents, total_hours, completion_rate, origin)
    values (p_user, sample.name, today + sample.first_day, today + sample.last_day, sample.participants, sample.places,
      sample.status, sample.price_cents * sample.participants, sample.hours, sample.completion, 'sample')
    returning id into booking;
    insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id)
    select booking, t.id, p_user from public.nemus_trainees t
    where t.institution_id = p_user and split_part(t.email, '@', 1) = any (sample.people);
  end loop;
end $$;

create function private.nemus_sample_purchases(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sample record;
  bought public.nemus_transactions;
begin
  for sample in
    select s.*, row_number() over (order by s.age desc) as line from (values
      (330, 'subscription', 'Jahresabonnement', 299000, 'completed', 'card', null::int, null::int, 'yearly'),
      (210, 'course', 'Grundlagen der Verhaltenstherapie', 24000, 'completed', 'card', 2, null, null),
      (160, 'credits', '200 Credits', 40000, 'completed', 'card', null, 200, null),
      (98, 'course', 'Psychopathologischer Befund nach AMDP', 39000, 'completed', 'invoice', 3, null, null),
      (61, 'credits', '100 Credits', 20000, 'failed', 'card', null, 100, null),
      (60, 'credits', '100 Credits', 20000, 'completed', 'card', null, 100, null),
      (24, 'course', 'Suizidalität einschätzen und handeln', 108000, 'completed', 'invoice', 4, null, null),
      (4, 'course', 'Schematherapie: Modusarbeit', 87000, 'pending', 'invoice', 3, null, null)
    ) as s (age, type, item, cents, status, method, participants, credits, period)
    order by s.age desc
  loop
    -- Fires courses/catalogue, orders/letters.
    insert into public.nemus_transactions (user_id, reference, type, item_name, occurred_at, amount_cents, status,
      payment_method, participants, credits_amount, billing_period)
    values (p_user, format('sample:%s:%s', p_user, sample.line), sample.type, sample.item,
      private.nemus_day_at(-sample.age, '10:30'), sample.cents, sample.status, sample.method, sample.participants,
      sample.credits, sample.period)
    returning * into bought;
    if sample.status = 'completed' then
      perform private.nemus_issue_invoice(bought, coalesce(sample.credits, sample.participants, 1),
        private.nemus_invoice_unit(sample.type, sample.participants), null,
        format('MUSTER-%s-%s', extract(year from bought.occurred_at at time zone 'Europe/Berlin'),
          lpad(sample.line::text, 4, '0')));
    end if;
  end loop;
end $$;

/* Invented personal and institution details, for demo accounts only. Existing values stay. */
create function private.nemus_sample_details(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires figures/training_records.
  update public.nemus_personal_data d set phone = '+49 30 23125 118', street = 'Lindenallee 12',
    postal_code = '10115', city = 'Berlin', birth_date = '1992-04-17'
  where d.user_id = p_user and d.street = '' and d.birth_date is null;
  update public.nemus_training_info i set field = 'Erwachsene', procedure = 'Verhaltenstherapie',
    chamber = 'Psychotherapeutenkammer Berlin', training_site = 'Ambulanz am Stadtpark',
    supervisor_name = 'Dr. Helena Sommer', started_on = today - 1430, expected_end_on = today - 1430 + 1826
  where i.user_id = p_user and i.field is null and i.chamber = '';
  -- Fires institutions/settings.
  update public.nemus_institution_settings s set institution_address = E'Parkstraße 8\n10115 Berlin',
    institution_phone = '+49 30 23125 0', institution_website = 'https://www.weiterbildung.example',
    institution_description = 'Ambulante Weiterbildungsstätte für Verhaltenstherapie mit Erwachsenen.'
  where s.institution_id = p_user and s.institution_address = '';
end $$;

/* Gives an account the sample set of its type. */
create function private.nemus_create_sample_set(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.nemus_profiles p where p.user_id = p_user and p.user_type = 'institution') then
    perform private.nemus_sample_institution(p_user);
  else
    perform private.nemus_sample_record(p_user);
    perform private.nemus_sample_appointments(p_user);
  end if;
end $$;

/* Gives a demo account the sample set, unless the sign-up did, plus invented details and purchases. */
create function private.nemus_create_demo_account(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.nemus_appointment_participations p where p.user_id = p_user)
    and not exists (select from public.nemus_trainees t where t.institution_id = p_user) then
    perform private.nemus_create_sample_set(p_user);
  end if;
  perform private.nemus_sample_details(p_user);
  insert into private.nemus_first_visits (user_id, created_at) values (p_user, now() - interval '90 days')
  on conflict do nothing;
  if exists (select from public.nemus_profiles p where p.user_id = p_user and p.user_type = 'institution')
    and not exists (select from public.nemus_transactions t where t.user_id = p_user and t.is_sample) then
    perform private.nemus_sample_purchases(p_user);
  end if;
end $$;

create function private.nemus_give_sample_set() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A person who is named to confirm, and invited by no institution, is no trainee.
  if exists (select from private.nemus_settings s where s.key = 'sample_data' and s.value = 'true')
    and not (new.user_type = 'piw' and exists (select from public.nemus_confirmers c
        where lower(c.email) = lower(new.email) and c.ended_at is null and private.nemus_may_have_confirmed(c.institution_id))
      and not exists (select from public.nemus_trainees t where lower(t.email) = lower(new.email))) then
    perform private.nemus_create_sample_set(new.user_id);
  end if;
  return new;
end $$;

-- Triggers of an event run in alphabetical order: after open_balance, open_record and open_settings.
create trigger sample_set after insert on public.nemus_profiles
  for each row execute function private.nemus_give_sample_set();
