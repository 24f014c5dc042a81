import { actionText, subjectText } from './audit-labels';

it.each([
  ['create_draft', 'learning_drafts', 'Begonnen: Entwurf eines E-Learning-Kurses'],
  ['discard_draft', 'learning_drafts', 'Verworfen: Entwurf eines E-Learning-Kurses'],
  ['publish', 'learning_courses', 'Veröffentlicht: E-Learning-Kurs'],
  ['insert', 'learning_media', 'Angelegt: Datei eines E-Learning-Kurses'],
  ['revoke_certificate', 'certificates', 'Widerrufen: Zertifikat'],
  ['update', 'requirement_categories', 'Geändert: Stunden von Anforderungen'],
  ['update', 'name_requests', 'Geändert: Antrag auf einen anderen Namen'],
  ['update', 'product_taxes', 'Geändert: Besteuerung'],
  ['update', 'country_taxes', 'Geändert: Besteuerung eines Landes'],
  ['show_attendance_code', 'appointments', 'Code gezeigt: Termin'],
])('describes %s of %s in words', (action, subject, words) => {
  expect(`${actionText(action)}: ${subjectText(subject)}`).toBe(words);
});
