-- Entries of the sample set, as the logbook has them.

/*
 * Confirmed logbook entries of the sample set. With its certificates, appointments and e-learning they make
 * 325 units of theory, 240 of practice and 85 of e-learning (S-11.7).
 */
create or replace function private.nemus_sample_logbook(p_user uuid, p_today date) returns void
language plpgsql security definer set search_path = '' as $$
begin
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
