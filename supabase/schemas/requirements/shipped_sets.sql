-- Sets that staff can check and publish: drafts with figures from public sources, as read on 26 November 2026. Each
-- figure has its source and status; what no source names is empty. Nothing is counted for e-learning: no source does.
insert into public.nemus_requirement_sets (id, family_id, name, chamber, field, procedure, version, valid_from, source)
select ('5e7a0000-0000-4000-8000-0000000001' || s.key)::uuid, ('5e7a0000-0000-4000-8000-0000000002' || s.key)::uuid, s.name,
  s.chamber, s.field, s.procedure, s.version, s.valid_from::date, s.source
from (values
  ('01', 'Weiterbildung Erwachsene, Verhaltenstherapie (ambulanter Teil)', 'Psychotherapeutenkammer Hessen', 'Erwachsene',
    'Verhaltenstherapie', 'WBO 2023', '2023-01-01', 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Theorie insgesamt, Einzelsupervision und stationärer Teil: nicht gefunden. Die Dauer einer Einheit ist nicht genannt; gerechnet wird mit 45 Minuten.'),
  ('02', 'Neuropsychologische Psychotherapie', 'Psychotherapeutenkammer Hessen', 'Neuropsychologische Psychotherapie', null,
    'WBO 07/2022', '2023-01-01', 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Fälle und Behandlungsstunden: nicht gefunden.'),
  ('03', 'Weiterbildung Erwachsene, Verhaltenstherapie (ambulanter Teil)', 'Landespsychotherapeutenkammer Rheinland-Pfalz',
    'Erwachsene', 'Verhaltenstherapie', 'WBO', null, 'Angaben eines Instituts zur Weiterbildungsordnung, gelesen am 26.11.2026. Datum, Theorie und Selbsterfahrung insgesamt: nicht gefunden. Die Dauer einer Einheit ist nicht genannt; gerechnet wird mit 45 Minuten.'),
  ('04', 'Frühere Ausbildung, Psychologische Psychotherapie (PsychTh-APrV)', '', 'Erwachsene', null, '1998', '1999-01-01',
    'PsychTh-APrV vom 18.12.1998, aufgehoben zum 01.09.2020, mit Übergang; gelesen am 26.11.2026.'),
  ('05', 'Frühere Ausbildung, Kinder- und Jugendlichenpsychotherapie (KJPsychTh-APrV)', '', 'Kinder und Jugendliche', null, '1998',
    '1999-01-01', 'Angaben von Instituten zur KJPsychTh-APrV vom 18.12.1998, gelesen am 26.11.2026.'),
  ('06', 'Schweiz, Weiterbildung in Psychotherapie', '', null, null, 'AkkredV-PsyG, Stand 15.12.2020', '2020-12-15',
    'Angaben eines Verbands zu AkkredV-PsyG Art. 2 Abs. 1 Bst. a und Anhang 1, gelesen am 26.11.2026. Eine Einheit sind nach zwei Verbänden 45 Minuten.'),
  ('07', 'Österreich, Fachspezifikum nach bisherigem Recht', '', null, null, 'PThG 1990', null,
    'PThG 1990 § 6 (aufgehoben, im Übergang weiter anzuwenden), gelesen am 26.11.2026.'),
  ('08', 'Österreich, dritter Ausbildungsabschnitt', '', null, null, 'PTh-AAQV 2024', '2026-10-01',
    'Angaben von Fachgesellschaften zur PTh-AAQV 2024, Anlage 5, gelesen am 26.11.2026.')
) as s (key, name, chamber, field, procedure, version, valid_from, source);

insert into public.nemus_requirement_categories (set_id, category, title, required_units, position, unit_minutes, status, source)
select ('5e7a0000-0000-4000-8000-0000000001' || c.key)::uuid, c.category, c.title, c.required_units,
  array_position(private.nemus_requirement_keys('category'), c.category), c.unit_minutes, c.status,
  case c.source when '' then '' else 'https://' || c.source end
from (values
  ('01', 'theory', '', null, 45, null, ''), ('01', 'practice', 'Behandlung', null, 60, null, ''),
  ('01', 'supervision', '', 150, 45, 'unconfirmed', 'gap-ffm.de/index.php/2025-05-04-15-50-29/uebersicht-der-weiterbildungsteile'),
  ('01', 'self_experience', '', null, 60, null, ''),
  ('02', 'theory', '', 500, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'), ('02', 'practice', 'Behandlung', null, 60, null, ''),
  ('02', 'supervision', '', 100, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'),
  ('02', 'self_experience', '', 100, 60, 'unconfirmed', 'win-badhomburg.de/wb/psychotherapeuten'),
  ('03', 'theory', '', null, 45, null, ''), ('03', 'practice', 'Behandlung', null, 60, null, ''),
  ('03', 'supervision', '', 150, 45, 'unconfirmed', 'kapp.gmbh/weiterbildung/ambulante-taetigkeit-supervision'),
  ('03', 'self_experience', '', null, 45, null, ''),
  ('04', 'theory', '', 600, 60, 'law', 'gesetze-im-internet.de/psychth-aprv/__3.html'),
  ('04', 'practice', 'Praktische Tätigkeit und Behandlung', null, 60, null, ''),
  ('04', 'supervision', '', 150, 60, 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 'self_experience', '', 120, 60, 'law', 'gesetze-im-internet.de/psychth-aprv/__5.html'),
  ('05', 'theory', '', 600, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('05', 'practice', 'Praktische Tätigkeit und Behandlung', null, 60, null, ''),
  ('05', 'supervision', '', 150, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('05', 'self_experience', '', 120, 60, 'unconfirmed', 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'),
  ('06', 'theory', 'Wissen und Können', 500, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'practice', 'Eigene psychotherapeutische Tätigkeit', 500, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'supervision', '', 150, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('06', 'self_experience', '', 100, 45, 'unconfirmed', 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'),
  ('07', 'theory', '', 300, 60, 'law', '360.lexisnexis.at/d/L-10010620-P6?origin=lk'), ('07', 'practice', '', null, 60, null, ''),
  ('07', 'supervision', '', null, 60, null, ''),
  ('07', 'self_experience', 'Lehrtherapie, Lehranalyse, Selbsterfahrung', 200, 60, 'law', '360.lexisnexis.at/d/L-10010620-P6?origin=lk'),
  ('08', 'theory', '', 400, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'practice', 'Behandlung mit Dokumentation', 1000, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'supervision', 'Lehrsupervision', 200, 60, 'unconfirmed', 'kvta.at/?p=571'),
  ('08', 'self_experience', '', 200, 60, 'unconfirmed', 'kvta.at/?p=571')
) as c (key, category, title, required_units, unit_minutes, status, source);

insert into public.nemus_requirement_credits (set_id, source, category)
select s.id, c.source, c.category
from public.nemus_requirement_sets s, (values ('seminar_theory', 'theory'), ('seminar_practice', 'practice'),
  ('appointment', 'theory'), ('appointment_supervision', 'supervision'), ('certificate', 'theory'),
  ('certificate_supervision', 'supervision'), ('entry_theory', 'theory'), ('entry_practice', 'practice'),
  ('entry_supervision', 'supervision'), ('entry_self_experience', 'self_experience')) as c (source, category)
where s.id::text like '5e7a0000-0000-4000-8000-0000000001%';

-- Attributes: category, setting, form, procedure (the set's own), service. `shown`: the portal has no data for it.
insert into public.nemus_requirement_figures (set_id, position, part_of, title, unit, unit_minutes, least, most, category,
  setting, form, procedure, service, is_counted, condition, status, source)
select ('5e7a0000-0000-4000-8000-0000000001' || f.key)::uuid, f.position, f.part_of, f.title, f.unit, f.unit_minutes, f.least,
  f.most, f.category, f.setting, f.form, case when f.in_procedure then 'Verhaltenstherapie' end, f.service, not f.is_shown,
  f.condition, f.status, 'https://' || coalesce(f.source, case f.key
    when '01' then 'gap-ffm.de/index.php/2025-05-04-15-50-29/uebersicht-der-weiterbildungsteile'
    when '02' then 'win-badhomburg.de/wb/psychotherapeuten'
    when '03' then 'kapp.gmbh/weiterbildung/ambulante-taetigkeit-supervision'
    when '04' then 'buzer.de/s1.htm?a=2-5&ag=3737'
    when '05' then 'zi-mannheim.de/en/karriere/zpp/training-child-adolescent-psychotherapy/ausbildung-kjp.html'
    when '06' then 'psychotherapie.ch/wsp/de/weiterbildung-und-fortbildung/umfang-der-psychotherapie-weiterbildung/'
    when '07' then '360.lexisnexis.at/d/L-10010620-P6?origin=lk' else 'kvta.at/?p=571' end)
from (values
  ('01', 1, null, 'Weiterbildung insgesamt', 'months', 60, 60, null, null, null, null, false, null, false, 'in Vollzeit', 'unconfirmed', null),
  ('01', 2, 1, 'Ambulante Tätigkeit', 'months', 60, 24, 36, null, 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('01', 3, null, 'Dokumentierte (Erst-)Untersuchungen', 'entries', 60, 60, null, 'practice', null, null, false, 'first_interview', false, '', 'unconfirmed', null),
  ('01', 4, null, 'Behandlungsfälle', 'cases', 60, 40, null, 'practice', null, null, false, null, false, 'Einzelkontakt, unter Supervision; Kombination mit Gruppe oder Mehrpersonensetting möglich', 'unconfirmed', null),
  ('01', 5, 4, 'Behandlung im Verfahren', 'hours', 60, 600, null, 'practice', null, null, true, null, false, 'Kurz- und Langzeittherapie', 'unconfirmed', null),
  ('01', 6, 4, 'Therapien mit Bezugspersonen', 'cases', 60, 5, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('01', 7, 4, 'Akutbehandlungen', 'entries', 60, 5, null, 'practice', null, null, false, 'acute_treatment', false, '', 'unconfirmed', null),
  ('01', 8, null, 'Gruppenpsychotherapie', 'hours', 60, 200, null, 'practice', null, 'group', false, null, false, '', 'unconfirmed', null),
  ('01', 9, 8, 'Gruppenpsychotherapie im Verfahren', 'hours', 60, 120, null, 'practice', null, 'group', true, null, false, '60 Doppelstunden', 'unconfirmed', null),
  ('01', 10, 9, 'Davon supervidiert', 'hours', 60, 40, null, null, null, null, false, null, true, '20 Doppelstunden', 'unconfirmed', null),
  ('01', 11, null, 'Theorie im Verfahren', 'hours', 45, 350, null, 'theory', null, null, true, null, false, '', 'unconfirmed', null),
  ('01', 12, 11, 'Davon zur Gruppenpsychotherapie', 'hours', 45, 48, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('01', 13, null, 'Selbsterfahrung im ambulanten Teil', 'hours', 60, null, 60, 'self_experience', 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('01', 14, null, 'Ausführliche Falldokumentationen', 'entries', 60, 3, null, 'practice', null, null, false, 'report', false, 'für die Prüfung', 'unconfirmed', null),
  ('02', 1, null, 'Weiterbildung insgesamt', 'months', 60, 60, null, null, null, null, false, null, false, '', 'unconfirmed', null),
  ('02', 2, 1, 'Ambulante Tätigkeit', 'months', 60, 24, null, null, 'outpatient', null, false, null, false, '', 'unconfirmed', null),
  ('02', 3, 1, '(Teil-)stationäre Tätigkeit', 'months', 60, 12, null, null, 'inpatient', null, false, null, false, '', 'unconfirmed', null),
  ('02', 4, 1, 'Multidisziplinäre Tätigkeit', 'months', 60, 12, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('02', 5, null, 'Neuropsychologische Theorie', 'hours', 60, 350, null, null, null, null, false, null, true, 'Teil der Theorie', 'unconfirmed', null),
  ('03', 1, null, 'Stationäre Tätigkeit', 'months', 60, 24, null, null, 'inpatient', null, false, null, false, '', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 2, null, 'Ambulante Tätigkeit', 'months', 60, 24, null, null, 'outpatient', null, false, null, false, '', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 3, null, 'Tätigkeit nach Wahl', 'months', 60, 12, null, null, null, null, false, null, true, 'institutionell, ambulant oder stationär', 'unconfirmed', 'kapp.gmbh/weiterbildung'),
  ('03', 4, null, 'Behandlungsfälle', 'cases', 60, 40, null, 'practice', null, null, false, null, false, '', 'unconfirmed', null),
  ('03', 5, null, 'Erstkontakte', 'entries', 60, 60, null, 'practice', null, null, false, 'first_interview', false, '', 'unconfirmed', null),
  ('03', 6, null, 'Akutbehandlungen', 'entries', 60, 5, null, 'practice', null, null, false, 'acute_treatment', false, '', 'unconfirmed', null),
  ('03', 7, null, 'Vertiefung: Behandlungen von 5 bis 25 Stunden', 'cases', 60, 20, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('03', 8, null, 'Vertiefung: Behandlungen ab 30 Stunden', 'cases', 60, 5, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('03', 9, null, 'Einzelsupervision', 'hours', 45, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision; Gruppen bis 6 Personen', 'unconfirmed', null),
  ('03', 10, null, 'Verhältnis von Behandlung zu Supervision', 'ratio', 60, 4, 8, null, null, null, false, null, false, 'gelockert mit wachsender Kompetenz', 'unconfirmed', null),
  ('03', 11, null, 'Dokumentierte Fälle', 'entries', 60, 3, null, 'practice', null, null, false, 'report', false, 'für die Prüfung', 'unconfirmed', null),
  ('04', 1, null, 'Ausbildung insgesamt', 'hours', 60, 4200, null, null, null, null, false, null, false, '§ 1 Abs. 3', 'law', 'jusmeum.de/gesetz/psychth-aprv/DritterAbschnitt-%C2%A718'),
  ('04', 2, null, 'Dauer', 'months', 60, 36, null, null, null, null, false, null, true, 'in Vollzeit; 5 Jahre in Teilzeit; Abschluss bis 01.09.2032, in Härtefällen bis 31.08.2035', 'chamber', 'ptk-bayern.de/ptk/web.nsf/id/pa_bisherige_ausbildung.html'),
  ('04', 3, 1, 'Praktische Tätigkeit', 'hours', 60, 1800, null, 'practice', 'inpatient', null, false, null, false, '§ 2 Abs. 2; Abschnitte von mindestens 3 Monaten', 'law', null),
  ('04', 4, 3, 'Psychiatrische Klinik', 'hours', 60, 1200, null, null, null, null, false, null, true, 'mindestens 30 Patienten, 4 mit Familie oder sozialem Umfeld (§ 2 Abs. 3)', 'law', null),
  ('04', 5, 3, 'Psychotherapie oder Psychosomatik', 'hours', 60, 600, null, null, null, null, false, null, true, '', 'law', null),
  ('04', 6, null, 'Theorie: Grundkenntnisse', 'hours', 60, 200, null, null, null, null, false, null, true, 'Vorlesungen höchstens ein Drittel der Theorie (§ 3)', 'unconfirmed', 'haip-ausbildung.de/ausbildungen/psychologische-psychotherapie-verhaltenstherapie/curriculum.html'),
  ('04', 7, null, 'Theorie: vertiefte Ausbildung', 'hours', 60, 400, null, null, null, null, false, null, true, '', 'unconfirmed', 'haip-ausbildung.de/ausbildungen/psychologische-psychotherapie-verhaltenstherapie/curriculum.html'),
  ('04', 8, 1, 'Behandlung unter Supervision', 'hours', 60, 600, null, 'practice', 'outpatient', null, false, null, false, '§ 4', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 9, 8, 'Patientenbehandlungen', 'cases', 60, 6, null, 'practice', 'outpatient', null, false, null, false, '', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 10, null, 'Einzelsupervision', 'hours', 60, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', 'ap-bodensee.de/Ausbildung/Praktische-Ausbildung/praktische-ausbildung.html'),
  ('04', 11, 1, 'Freie Spitze', 'hours', 60, 930, null, null, null, null, false, null, true, 'Rest bis 4.200 Stunden', 'unconfirmed', 'dgvt-akademie.de/psychologische-psychotherapie/bausteine/'),
  ('05', 1, null, 'Ausbildung insgesamt', 'hours', 60, 4200, null, null, null, null, false, null, false, '', 'unconfirmed', null),
  ('05', 2, 1, 'Praktische Tätigkeit, § 2 Abs. 2 Nr. 1', 'hours', 60, 1200, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('05', 3, 1, 'Praktische Tätigkeit, § 2 Abs. 2 Nr. 2', 'hours', 60, 600, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('05', 4, 1, 'Behandlung unter Supervision', 'hours', 60, 600, null, 'practice', 'outpatient', null, false, null, false, '§ 4; mit Bezugspersonen', 'unconfirmed', null),
  ('05', 5, 4, 'Behandlungen', 'cases', 60, 6, null, 'practice', 'outpatient', null, false, null, false, '', 'unconfirmed', 'systemisches-institut-tuebingen.de/en/approbation/praktische-ausbildung-und-supervision-1'),
  ('05', 6, null, 'Einzelsupervision', 'hours', 60, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', 'zkpr.uni-bremen.de/noki/struktur-und-inhalt-der-ausbildung/'),
  ('05', 7, null, 'Patienten im Klinikjahr', 'cases', 60, 30, null, null, null, null, false, null, true, '', 'unconfirmed', 'psychologie.uni-frankfurt.de/53517972/Inhalte_der_Ausbildung'),
  ('06', 1, null, 'Klinische Praxis', 'months', 60, 24, null, null, null, null, false, null, false, 'bei 100 %', 'unconfirmed', null),
  ('06', 2, 1, 'Psychotherapeutisch-psychiatrische Versorgung', 'months', 60, 12, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('06', 3, null, 'Fälle', 'cases', 60, 10, null, 'practice', null, null, false, null, false, 'abgeschlossen, supervidiert, evaluiert und dokumentiert', 'unconfirmed', null),
  ('06', 4, null, 'Einzelsupervision', 'hours', 45, 50, null, 'supervision', null, 'individual', false, null, false, 'Teil der Supervision', 'unconfirmed', null),
  ('06', 5, null, 'Selbsterfahrung einzeln', 'hours', 45, 50, null, 'self_experience', null, 'individual', false, null, false, 'Teil der Selbsterfahrung', 'unconfirmed', null),
  ('06', 6, null, 'Weitere Supervision oder Selbsterfahrung', 'hours', 45, 50, null, null, null, null, false, null, true, 'je nach Ausrichtung', 'unconfirmed', null),
  ('06', 7, null, 'Dauer', 'months', 60, 24, 72, null, null, null, false, null, true, '2 bis 6 Jahre, in Teilzeit länger (PsyG Art. 6)', 'law', 'droit-bilingue.ch/de-fr/9/93/935.81-6-9.html'),
  ('07', 1, null, 'Theorie: Persönlichkeitsentwicklung', 'hours', 60, 60, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 2, null, 'Theorie: Methodik und Technik', 'hours', 60, 100, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 3, null, 'Theorie: Persönlichkeits- und Interaktionstheorien', 'hours', 60, 50, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 4, null, 'Theorie: Fachliteratur', 'hours', 60, 40, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 5, null, 'Theorie: Schwerpunkt', 'hours', 60, 50, null, null, null, null, false, null, true, 'Teil der Theorie', 'law', null),
  ('07', 6, null, 'Praxis insgesamt', 'hours', 60, 1600, null, null, null, null, false, null, true, 'mit Lehrtherapie, Supervision und Schwerpunkt', 'law', null),
  ('07', 7, 6, 'Praxis: Schwerpunkt', 'hours', 60, 100, null, null, null, null, false, null, true, '', 'law', null),
  ('07', 8, 6, 'Praktikum', 'hours', 60, 550, null, null, null, null, false, null, true, 'mit 30 Stunden Supervision', 'unconfirmed', 'bestmed.at/contents/305'),
  ('07', 9, 6, 'Eigene psychotherapeutische Tätigkeit', 'hours', 60, 600, null, null, null, null, false, null, true, 'mit 120 Stunden Supervision', 'unconfirmed', 'bestmed.at/contents/305'),
  ('08', 1, null, 'Dritter Abschnitt insgesamt', 'hours', 60, 2050, null, null, null, null, false, null, false, '82 ECTS', 'unconfirmed', null),
  ('08', 2, null, 'Verhältnis von Behandlung zu Lehrsupervision', 'ratio', 60, 4, 5, null, null, null, false, null, false, '1:5 in institutioneller Versorgung, 1:4 in freier Praxis', 'unconfirmed', null),
  ('08', 3, 1, 'Individueller Schwerpunkt', 'hours', 60, 100, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('08', 4, 1, 'Vorbereitung auf die Approbationsprüfung', 'hours', 60, 150, null, null, null, null, false, null, true, '', 'unconfirmed', null),
  ('08', 5, null, 'Tätigkeit in der institutionellen Versorgung', 'hours', 60, 300, null, null, null, null, false, null, true, '300, 400, dann 500 Stunden, stufenweise ab 01.10.2028', 'unconfirmed', 'somes.at/decree/BGBLA_2024_II_292')
) as f (key, position, part_of, title, unit, unit_minutes, least, most, category, setting, form, in_procedure, service, is_shown,
  condition, status, source);
