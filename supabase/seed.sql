-- Demonstration content: the seminar catalogue and two demo accounts. Safe to run again: what exists is left alone.

insert into public.nemus_courses (id, title, description, competency, duration_hours, difficulty, theory_units,
  practical_units, elearning_units, price_euros, credit_cost, is_premium, zfu_status)
values
  ('c0000000-0000-4000-8000-000000000001', 'Grundlagen der Verhaltenstherapie',
   'Lerntheorien, funktionale Verhaltensanalyse und Therapieplanung. Mit Fallvignetten aus der ambulanten Praxis üben Sie den Weg vom Symptom zum Störungsmodell.',
   'fachliche_kompetenz', 16, 'Anfänger', 12, 4, 0, 120, 60, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000002', 'Neurobiologie psychischer Störungen',
   'Wie Stresssysteme, Schlaf und Gedächtnis psychische Störungen mitbestimmen, und was davon in die Psychoedukation gehört.',
   'fachliche_kompetenz', 16, 'Anfänger', 10, 0, 6, 140, 70, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000003', 'Psychopharmakologie für Psychotherapeut*innen',
   'Wirkprinzipien, Indikationen und Wechselwirkungen der wichtigsten Substanzgruppen. Schwerpunkt auf der Abstimmung mit der ärztlichen Behandlung.',
   'fachliche_kompetenz', 18, 'Fortgeschritten', 14, 0, 4, 180, 90, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000004', 'Entwicklungspsychopathologie des Kindes- und Jugendalters',
   'Risiko- und Schutzfaktoren über die Lebensspanne, altersspezifische Störungsbilder und die Einbindung der Bezugspersonen.',
   'fachliche_kompetenz', 20, 'Fortgeschritten', 16, 4, 0, 220, 110, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000005', 'Therapie chronischer Depression: CBASP',
   'Das Cognitive Behavioral Analysis System of Psychotherapy mit Situationsanalyse, Prägungsgeschichte und diszipliniertem persönlichen Einlassen.',
   'fachliche_kompetenz', 24, 'Experte', 12, 12, 0, 380, 190, true, 'not_required'),
  ('c0000000-0000-4000-8000-000000000006', 'Psychopathologischer Befund nach AMDP',
   'Den Befund sicher erheben und formulieren. Gemeinsame Ratings an Videobeispielen mit anschließendem Abgleich.',
   'diagnostische_kompetenz', 16, 'Anfänger', 8, 8, 0, 130, 65, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000007', 'Erstgespräch und Anamnese',
   'Aufbau, Gesprächsführung und Dokumentation der ersten Sitzungen, von der Auftragsklärung bis zum Konsiliarbericht.',
   'diagnostische_kompetenz', 16, 'Anfänger', 6, 10, 0, 150, 75, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000008', 'Strukturierte Diagnostik mit SKID-5',
   'Durchführung und Auswertung strukturierter Interviews, Umgang mit Komorbidität und Rückmeldung der Ergebnisse.',
   'diagnostische_kompetenz', 20, 'Fortgeschritten', 8, 12, 0, 240, 120, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000009', 'ICD-11 in der psychotherapeutischen Praxis',
   'Was sich gegenüber der ICD-10 ändert: Persönlichkeitsstörungen, Traumafolgestörungen und neue Diagnosen im Überblick.',
   'diagnostische_kompetenz', 16, 'Fortgeschritten', 10, 0, 6, 160, 80, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000010', 'Neuropsychologische Diagnostik bei Erwachsenen',
   'Testauswahl, Durchführung und Gutachtenerstellung bei Aufmerksamkeits-, Gedächtnis- und Exekutivfunktionsstörungen.',
   'diagnostische_kompetenz', 24, 'Experte', 14, 10, 0, 420, 210, true, 'not_required'),
  ('c0000000-0000-4000-8000-000000000011', 'Motivierende Gesprächsführung',
   'Ambivalenz erkennen, Veränderungssprache fördern und Widerstand nutzen. Übungen in Kleingruppen mit Rückmeldung.',
   'methoden_kompetenz', 16, 'Anfänger', 6, 10, 0, 140, 70, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000012', 'Entspannungsverfahren anleiten',
   'Progressive Muskelrelaxation und Autogenes Training in Einzel- und Gruppensettings sicher anleiten.',
   'methoden_kompetenz', 16, 'Anfänger', 4, 10, 2, 120, 60, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000013', 'Kognitive Umstrukturierung',
   'Automatische Gedanken und Grundannahmen herausarbeiten, sokratischen Dialog führen und Verhaltensexperimente planen.',
   'methoden_kompetenz', 20, 'Fortgeschritten', 10, 10, 0, 210, 105, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000014', 'Exposition und Reaktionsverhinderung',
   'Von der Ableitung des Rationals bis zur Durchführung in vivo. Mit Übungen zur therapeutischen Begleitung außerhalb der Praxis.',
   'methoden_kompetenz', 22, 'Fortgeschritten', 8, 14, 0, 260, 130, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000015', 'Schematherapie: Modusarbeit',
   'Innere Anteile erkennen, mit Stühlen und Imagination arbeiten und die begrenzte Nachbeelterung gestalten.',
   'methoden_kompetenz', 24, 'Fortgeschritten', 10, 14, 0, 290, 145, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000016', 'Dialektisch-Behaviorale Therapie: Skillstraining',
   'Achtsamkeit, Stresstoleranz, Emotionsregulation und zwischenmenschliche Fertigkeiten in der Gruppe vermitteln.',
   'methoden_kompetenz', 28, 'Experte', 12, 16, 0, 360, 180, true, 'not_required'),
  ('c0000000-0000-4000-8000-000000000017', 'Traumafokussierte Verfahren im Vergleich',
   'Prolonged Exposure, Cognitive Processing Therapy und EMDR: Indikation, Stabilisierung und Ablauf an Fallbeispielen.',
   'methoden_kompetenz', 28, 'Experte', 14, 14, 0, 400, 200, true, 'not_required'),
  ('c0000000-0000-4000-8000-000000000018', 'Therapeutische Allianz aufbauen',
   'Was eine tragfähige Beziehung ausmacht und wie sie in den ersten Sitzungen entsteht. Übungen mit Schauspielpatient*innen.',
   'beziehungsgestaltung', 16, 'Anfänger', 6, 10, 0, 130, 65, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000019', 'Allianzbrüche erkennen und auflösen',
   'Rückzug und Konfrontation in der Sitzung bemerken, ansprechen und für die Therapie nutzen.',
   'beziehungsgestaltung', 18, 'Fortgeschritten', 8, 10, 0, 230, 115, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000020', 'Kultursensible Psychotherapie',
   'Arbeit mit Sprachmittler*innen, Migrationserfahrungen in der Anamnese und eigene Vorannahmen.',
   'beziehungsgestaltung', 18, 'Fortgeschritten', 10, 4, 4, 180, 90, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000021', 'Arbeit mit Angehörigen und Bezugspersonen',
   'Gespräche zu dritt und zu viert gestalten, Rollen klären und Schweigepflicht wahren.',
   'beziehungsgestaltung', 16, 'Fortgeschritten', 8, 8, 0, 200, 100, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000022', 'Motivorientierte Beziehungsgestaltung',
   'Plananalyse nach Caspar und komplementäres Handeln bei schwierigen Interaktionsmustern.',
   'beziehungsgestaltung', 24, 'Experte', 10, 14, 0, 340, 170, true, 'not_required'),
  ('c0000000-0000-4000-8000-000000000023', 'Selbstfürsorge in der Weiterbildung',
   'Belastungen früh bemerken, Grenzen setzen und Erholung planen. Mit einem persönlichen Vorsorgeplan als Ergebnis.',
   'personale_kompetenz', 16, 'Anfänger', 4, 8, 4, 120, 60, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000024', 'Selbstreflexion und Genogrammarbeit',
   'Die eigene Herkunft als Ressource und als blinden Fleck betrachten. Geschlossene Gruppe.',
   'personale_kompetenz', 16, 'Anfänger', 4, 12, 0, 170, 85, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000025', 'Umgang mit Gegenübertragung',
   'Eigene Reaktionen als Information nutzen, von der Supervision in die Sitzung und zurück.',
   'personale_kompetenz', 18, 'Fortgeschritten', 8, 10, 0, 250, 125, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000026', 'Selbsterfahrung: schwierige Behandlungsverläufe',
   'Eigene Muster in festgefahrenen Behandlungen erkunden. Geschlossene Gruppe über drei Wochenenden.',
   'personale_kompetenz', 28, 'Experte', 4, 24, 0, 420, 210, true, 'not_required'),
  ('c0000000-0000-4000-8000-000000000027', 'Berufsethik und Schweigepflicht',
   'Berufsordnung, Schweigepflicht und Einwilligung an Fällen aus der Praxis, mit klaren Abläufen für den Alltag.',
   'professionelle_haltung', 14, 'Anfänger', 10, 0, 4, 130, 65, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000028', 'Dokumentation und Datenschutz in der Praxis',
   'Was in die Akte gehört, wer sie sehen darf und wie lange sie bleibt. Mit Mustern für die eigene Praxis.',
   'professionelle_haltung', 14, 'Anfänger', 8, 0, 6, 120, 60, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000029', 'Suizidalität einschätzen und handeln',
   'Risikoeinschätzung, Krisenplan und Zusammenarbeit mit der Klinik. Rechtliche Pflichten bei Eigengefährdung.',
   'professionelle_haltung', 18, 'Fortgeschritten', 10, 8, 0, 270, 135, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000030', 'Interprofessionelle Zusammenarbeit',
   'Fallkonferenzen, Konsiliarberichte und Übergaben zwischen Praxis, Klinik und Jugendhilfe gestalten.',
   'professionelle_haltung', 16, 'Fortgeschritten', 8, 4, 4, 160, 80, false, 'not_required'),
  ('c0000000-0000-4000-8000-000000000031', 'Gutachten im Sozial- und Familienrecht',
   'Auftrag, Fragestellung und Aufbau psychologischer Gutachten, Abgrenzung von der Behandlung und Auftreten vor Gericht.',
   'professionelle_haltung', 24, 'Experte', 16, 8, 0, 390, 195, true, 'not_required')

on conflict (id) do nothing;

-- The e-learning courses: 127 units in all, two of them premium.
insert into public.nemus_learning_courses (id, position, title, description, learning_goal, competency, units,
  estimated_time, difficulty, rating, students, is_premium, seminar_id)
values
  ('course-1', 1, 'Einführung in die Verhaltenstherapie',
   'Von der Lerntheorie zur Fallkonzeption: die Grundlagen, auf denen alle weiteren Kurse aufbauen.',
   'Sie erklären die Grundbegriffe der Verhaltenstherapie und erstellen eine erste funktionale Analyse.',
   'fachliche_kompetenz', 24, '18 Stunden', 'Anfänger', 4.8, 342, false, null),
  ('rechtliche-grundlagen', 2, 'Rechtliche Grundlagen',
   'Das Recht, das Ihren Berufsalltag trägt: von der Schweigepflicht bis zur Unterbringung.',
   'Sie kennen die rechtlichen Grundlagen Ihres Berufs, erkennen typische Konflikte und wissen, wann Sie sich Rat holen.',
   'professionelle_haltung', 20, '15 Stunden', 'Anfänger', 4.7, 218, false, null),
  ('course-3', 3, 'Diagnostik nach ICD-11',
   'Neue Kategorien, neue Denkweise: psychische Störungen nach der elften Revision einordnen.',
   'Sie stellen Diagnosen nach ICD-11 und begründen sie gegenüber Kolleg*innen und Kostenträgern.',
   'diagnostische_kompetenz', 18, '13,5 Stunden', 'Fortgeschritten', 4.6, 187, false, null),
  ('course-4', 4, 'Traumafokussierte Verfahren',
   'Prolonged Exposure, kognitive Verarbeitungstherapie und EMDR mit Sitzungsausschnitten und Kommentaren.',
   'Sie wählen ein traumafokussiertes Verfahren begründet aus und planen Stabilisierung und Exposition.',
   'methoden_kompetenz', 25, '19 Stunden', 'Experte', 4.9, 96, true, 'c0000000-0000-4000-8000-000000000017'),
  ('course-5', 5, 'Die therapeutische Beziehung',
   'Allianz aufbauen, Brüche bemerken, Beziehung als Werkzeug nutzen – mit Übungen für den Alltag.',
   'Sie erkennen Allianzbrüche früh und sprechen sie so an, dass die Therapie davon gewinnt.',
   'beziehungsgestaltung', 16, '12 Stunden', 'Fortgeschritten', 4.8, 264, false, null),
  ('course-6', 6, 'Selbsterfahrung: schwierige Verläufe',
   'Eigene Muster in festgefahrenen Behandlungen erkunden, begleitet durch angeleitete Reflexion.',
   'Sie kennen Ihre eigenen Anteile an schwierigen Verläufen und haben einen Plan, mit ihnen umzugehen.',
   'personale_kompetenz', 24, '18 Stunden', 'Experte', 4.7, 73, true, 'c0000000-0000-4000-8000-000000000026')
on conflict (id) do nothing;

insert into public.nemus_learning_blocks (course_id, id, position, title, description, units, is_open)
values
  ('rechtliche-grundlagen', 'block-a', 1, 'Berufsrecht', 'Schweigepflicht, Aufklärung, Dokumentation und Berufsordnung.', 6, true),
  ('rechtliche-grundlagen', 'block-b', 2, 'Zivil-/Strafrecht', 'Behandlungsvertrag, Haftung, Notstand und Aussage vor Gericht.', 6, false),
  ('rechtliche-grundlagen', 'block-c', 3, 'Psychiatrie-/Sozialrecht', 'Unterbringung, Betreuung und die Leistungen der Sozialversicherung.', 4, false),
  ('rechtliche-grundlagen', 'block-d', 4, 'Sonderthemen', 'Fernbehandlung, Minderjährige und Datenschutz in der Praxis.', 4, false),
  ('course-1', 'block-a', 1, 'Lernen und Verhalten', 'Wie Verhalten gelernt wird, und wie Sie es in einer Situation untersuchen.', 10, true),
  ('course-1', 'block-b', 2, 'Behandlung planen', 'Vom gemeinsamen Störungsmodell über Ziele zur Fallkonzeption.', 14, true),
  ('course-3', 'block-a', 1, 'Aufbau und affektive Störungen', 'Wie die ICD-11 geordnet ist, und was bei Depression und bipolaren Störungen gilt.', 7, true),
  ('course-3', 'block-b', 2, 'Trauma, Persönlichkeit, Fälle', 'Zwei Gruppen, in denen sich besonders viel ändert, und Fälle zum Einordnen.', 11, true),
  ('course-4', 'block-a', 1, 'Verstehen und stabilisieren', 'Was eine PTBS aufrechterhält, und was vor der Arbeit an der Erinnerung geklärt sein muss.', 9, true),
  ('course-4', 'block-b', 2, 'Verfahren und Abschluss', 'Prolonged Exposure, CPT und EMDR mit kommentierten Ausschnitten, und das Ende der Behandlung.', 16, true),
  ('course-5', 'block-a', 1, 'Allianz und ihre Brüche', 'Was eine tragfähige Zusammenarbeit ausmacht, und woran Sie merken, dass sie stockt.', 8, true),
  ('course-5', 'block-b', 2, 'Mit Brüchen arbeiten', 'Ansprechen, was zwischen Ihnen geschieht, und eine eigene Sitzung auswerten.', 8, true),
  ('course-6', 'block-a', 1, 'Standort und Muster', 'Eine Bestandsaufnahme, und was schwierige Verläufe bei Ihnen auslösen.', 12, true),
  ('course-6', 'block-b', 2, 'Grenzen und Vorsorge', 'Verantwortung ordnen, Grenzen setzen und einen Plan machen, der hält.', 12, true)
on conflict (course_id, id) do nothing;

-- What a module is called; its text and the questions of a quiz stand in seeds/<course>.sql.
insert into public.nemus_learning_modules (id, course_id, block_id, position, title, duration_minutes, type)
values
  ('rechtliche-grundlagen-aufklaerung', 'rechtliche-grundlagen', 'block-a', 1, 'Aufklärung', 60, 'reading'),
  ('rechtliche-grundlagen-einwilligung', 'rechtliche-grundlagen', 'block-a', 2, 'Einwilligung', 45, 'video'),
  ('rechtliche-grundlagen-schweigepflicht', 'rechtliche-grundlagen', 'block-a', 3, 'Schweigepflicht', 60, 'reading'),
  ('rechtliche-grundlagen-dokumentation', 'rechtliche-grundlagen', 'block-a', 4, 'Dokumentation und Einsicht', 45, 'reading'),
  ('rechtliche-grundlagen-grenzen-der-schweigepflicht', 'rechtliche-grundlagen', 'block-a', 5, 'Grenzen der Schweigepflicht', 30, 'video'),
  ('rechtliche-grundlagen-quiz-berufsrecht', 'rechtliche-grundlagen', 'block-a', 6, 'Quiz: Berufsrecht', 75, 'quiz'),
  ('rechtliche-grundlagen-behandlungsvertrag', 'rechtliche-grundlagen', 'block-b', 7, 'Behandlungsvertrag und Haftung', 90, 'reading'),
  ('rechtliche-grundlagen-notstand', 'rechtliche-grundlagen', 'block-b', 8, 'Notstand und Garantenstellung', 90, 'video'),
  ('rechtliche-grundlagen-aussage-vor-gericht', 'rechtliche-grundlagen', 'block-b', 9, 'Aussage vor Gericht', 90, 'reading'),
  ('rechtliche-grundlagen-fernbehandlung', 'rechtliche-grundlagen', 'block-d', 10, 'Fernbehandlung', 60, 'video'),
  ('rechtliche-grundlagen-minderjaehrige', 'rechtliche-grundlagen', 'block-d', 11, 'Minderjährige behandeln', 60, 'reading'),
  ('rechtliche-grundlagen-datenschutz', 'rechtliche-grundlagen', 'block-d', 12, 'Datenschutz in der Praxis', 60, 'reading'),
  ('course-1-lerntheorien', 'course-1', 'block-a', 1, 'Lerntheorien im Überblick', 90, 'reading'),
  ('course-1-verhaltensanalyse', 'course-1', 'block-a', 2, 'Funktionale Verhaltensanalyse', 120, 'reading'),
  ('course-1-stoerungsmodell', 'course-1', 'block-b', 3, 'Störungsmodell und Psychoedukation', 90, 'reading'),
  ('course-1-therapieziele', 'course-1', 'block-b', 4, 'Therapieziele und Planung', 90, 'reading'),
  ('course-1-fallkonzeption', 'course-1', 'block-b', 5, 'Fallkonzeption', 120, 'reading'),
  ('course-1-quiz', 'course-1', 'block-b', 6, 'Quiz: Verhaltenstherapie', 30, 'quiz'),
  ('course-3-aufbau', 'course-3', 'block-a', 1, 'Aufbau der ICD-11', 60, 'reading'),
  ('course-3-affektive-stoerungen', 'course-3', 'block-a', 2, 'Affektive Störungen', 90, 'reading'),
  ('course-3-traumafolgestoerungen', 'course-3', 'block-b', 3, 'Traumafolgestörungen', 90, 'reading'),
  ('course-3-persoenlichkeitsstoerungen', 'course-3', 'block-b', 4, 'Persönlichkeitsstörungen', 120, 'reading'),
  ('course-3-fallbeispiele', 'course-3', 'block-b', 5, 'Fallbeispiele', 120, 'quiz'),
  ('course-4-grundlagen', 'course-4', 'block-a', 1, 'Trauma verstehen', 90, 'reading'),
  ('course-4-stabilisierung', 'course-4', 'block-a', 2, 'Stabilisierung', 120, 'reading'),
  ('course-4-prolonged-exposure', 'course-4', 'block-b', 3, 'Prolonged Exposure', 150, 'reading'),
  ('course-4-cpt', 'course-4', 'block-b', 4, 'Kognitive Verarbeitungstherapie', 150, 'reading'),
  ('course-4-emdr', 'course-4', 'block-b', 5, 'EMDR', 120, 'reading'),
  ('course-4-abschluss', 'course-4', 'block-b', 6, 'Abschluss und Rückfallvorbeugung', 90, 'reading'),
  ('course-4-quiz', 'course-4', 'block-b', 7, 'Quiz: Traumafokussierte Verfahren', 30, 'quiz'),
  ('course-5-allianz', 'course-5', 'block-a', 1, 'Was eine Allianz ausmacht', 90, 'reading'),
  ('course-5-rueckzug-und-konfrontation', 'course-5', 'block-a', 2, 'Rückzug und Konfrontation', 90, 'reading'),
  ('course-5-ansprechen', 'course-5', 'block-b', 3, 'Brüche ansprechen', 120, 'reading'),
  ('course-5-uebung', 'course-5', 'block-b', 4, 'Übung: eigene Sitzung auswerten', 90, 'reading'),
  ('course-5-quiz', 'course-5', 'block-b', 5, 'Quiz: Die therapeutische Beziehung', 30, 'quiz'),
  ('course-6-ausgangspunkt', 'course-6', 'block-a', 1, 'Wo stehe ich?', 120, 'reading'),
  ('course-6-muster', 'course-6', 'block-a', 2, 'Eigene Muster', 180, 'reading'),
  ('course-6-grenzen', 'course-6', 'block-b', 3, 'Grenzen und Verantwortung', 150, 'reading'),
  ('course-6-plan', 'course-6', 'block-b', 4, 'Mein Plan', 120, 'reading'),
  ('course-6-quiz', 'course-6', 'block-b', 5, 'Quiz: Schwierige Verläufe', 30, 'quiz')
on conflict (id) do nothing;

-- A seller to show on invoices, while nobody has filled in a real one.
update private.nemus_settings set value = jsonb_set(value, '{seller}', '{
  "name": "Nemus Weiterbildung GmbH (Muster)", "street": "Musterstraße 1", "postal_code": "10115", "city": "Berlin",
  "country": "Deutschland", "email": "rechnung@nemus.example", "tax_number": "00/000/00000", "vat_id": "DE000000000"
}')
where key = 'invoicing' and value #>> '{seller,name}' = '[Name des Betreibers]';

-- Demo accounts, password "nemus-demo-2026". The hash is bcrypt of it (cost 10).
insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
  recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change, phone_change_token,
  reauthentication_token, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select account.id, 'authenticated', 'authenticated', account.email,
  '$2a$10$P7ZpqmF5dJbNtQNUCycjSuMjpfvo4p5eRHlLKrPlaCeY9XLXBAEPS', now(), '', '', '', '', '', '', '', '',
  '{"provider": "email", "providers": ["email"]}', account.metadata, now() - interval '90 days', now()
from (values
  ('d0000000-0000-4000-8000-000000000001'::uuid, 'demo.piw@nemus.example',
   '{"user_type": "piw", "first_name": "Miriam", "last_name": "Albrecht"}'::jsonb),
  ('d0000000-0000-4000-8000-000000000002'::uuid, 'demo.institution@nemus.example',
   '{"user_type": "institution", "first_name": "Thomas", "last_name": "Brandt", "institution_name": "Weiterbildungsstätte am Stadtpark"}'::jsonb),
  -- Has no right by itself: the local portal makes it an operator of its releases, a hosted project does not.
  ('d0000000-0000-4000-8000-000000000003'::uuid, 'demo.betrieb@nemus.example',
   '{"user_type": "piw", "first_name": "Jana", "last_name": "Vogt"}'::jsonb),
  ('d0000000-0000-4000-8000-000000000004'::uuid, 'demo.akademie@nemus.example',
   '{"user_type": "piw", "first_name": "Katrin", "last_name": "Lehmann"}'::jsonb)
) as account (id, email, metadata)
where not exists (select from auth.users u where u.email = account.email);

-- Hosted projects have a column more, which sign-in filters by.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
    where email in ('demo.piw@nemus.example', 'demo.institution@nemus.example', 'demo.betrieb@nemus.example',
      'demo.akademie@nemus.example');
  end if;
end $$;

insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
select gen_random_uuid(), 'email', u.id::text, u.id,
  jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), now(), now(), now()
from auth.users u
where u.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example', 'demo.betrieb@nemus.example',
  'demo.akademie@nemus.example')
on conflict (provider, provider_id) do nothing;

select private.nemus_create_demo_account(u.id)
from auth.users u where u.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example');

-- Whoever runs the training here may do all of it.
insert into public.nemus_staff (user_id, role)
select p.user_id, staff.role
from auth.users u join public.nemus_profiles p on p.user_id = u.id
cross join unnest(array['catalogue', 'teaching', 'orders', 'people']) as staff (role)
where u.email = 'demo.akademie@nemus.example'
on conflict (user_id, role) do nothing;

-- The trainee: three running courses, two completed ones, two not begun.
insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage, enrolled_at)
select u.id, c.id, 'direct_purchase', e.status, e.progress, now() - e.age
from auth.users u
cross join (values
  ('Grundlagen der Verhaltenstherapie', 'completed', 100, interval '84 days'),
  ('Erstgespräch und Anamnese', 'completed', 100, interval '70 days'),
  ('Kognitive Umstrukturierung', 'in_progress', 65, interval '41 days'),
  ('Therapeutische Allianz aufbauen', 'in_progress', 40, interval '27 days'),
  ('Berufsethik und Schweigepflicht', 'in_progress', 15, interval '12 days'),
  ('Selbstfürsorge in der Weiterbildung', 'not_started', 0, interval '6 days'),
  ('ICD-11 in der psychotherapeutischen Praxis', 'not_started', 0, interval '2 days')
) as e (title, status, progress, age)
join public.nemus_courses c on c.title = e.title
where u.email = 'demo.piw@nemus.example'
on conflict (user_id, course_id) do nothing;

-- Its two completed seminars have certificates, in the place of two of the sample set: the figures of S-11.7 stay.
delete from public.nemus_certificates c using auth.users u
where u.email = 'demo.piw@nemus.example' and c.user_id = u.id and c.number in ('NZ-1041', 'NZ-1187');
insert into public.nemus_certificates (user_id, number, title, issuer, competency, units, issued_on, is_sample)
select u.id, sample.number, c.title, sample.issuer, c.competency, 16, current_date - sample.age, true
from auth.users u
cross join (values
  ('NZ-2041', 'Grundlagen der Verhaltenstherapie', 'Akademie für Verhaltenstherapie Berlin', 66),
  ('NZ-2187', 'Erstgespräch und Anamnese', 'Ambulanz am Stadtpark', 49)
) as sample (number, title, issuer, age)
join public.nemus_courses c on c.title = sample.title
where u.email = 'demo.piw@nemus.example'
on conflict (user_id, number) do nothing;

-- The institution: 500 credits, two seminars paid with them, a yearly subscription.
insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, created_at)
select u.id, 'grant', 500, 'demo-' || u.id, now() - interval '60 days'
from auth.users u where u.email = 'demo.institution@nemus.example'
on conflict (kind, source_id) do nothing;

insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, enrolled_at)
select u.id, c.id, 'institution_credits', now() - interval '30 days'
from auth.users u
join public.nemus_courses c on c.title in ('Suizidalität einschätzen und handeln', 'Dokumentation und Datenschutz in der Praxis')
where u.email = 'demo.institution@nemus.example'
  and not exists (select from public.nemus_course_enrollments e where e.user_id = u.id and e.course_id = c.id);

insert into public.nemus_subscriptions (institution_id, tier, status, current_period_end)
-- It renews a year after the purchase that the sample set lists, 330 days ago.
select u.id, 'yearly', 'active', now() - interval '330 days' + interval '1 year'
from auth.users u where u.email = 'demo.institution@nemus.example'
on conflict (institution_id) do nothing;

-- Whom invoices of the demo accounts go to.
insert into public.nemus_billing_addresses (user_id, recipient, street, postal_code, city)
select u.id, coalesce(p.institution_name, p.first_name || ' ' || p.last_name), d.street, '10115', 'Berlin'
from (values ('demo.piw@nemus.example', 'Lindenallee 12'), ('demo.institution@nemus.example', 'Parkstraße 8'))
  as d (email, street)
join auth.users u on u.email = d.email
join public.nemus_profiles p on p.user_id = u.id
on conflict (user_id) do nothing;

-- Nobody is mailed about what the seed has bought.
delete from private.nemus_purchase_letters l using public.nemus_transactions t, auth.users u
where t.id = l.transaction_id and u.id = t.user_id
  and u.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example');
