import { z } from 'zod';
import { cases, says, tells, type Entry } from '../entry.ts';
import { count, moment, name } from '../values.ts';

/** Refusals about appointments, attendance and dates that are planned. */
export const DATES = {
  // Appointments
  appointment_not_found: says(404, 'Dieser Termin wurde nicht gefunden.'),
  appointment_over: says(409, 'Dieser Termin kann nicht mehr abgesagt werden.'),
  date_not_found: says(404, 'Diesen Termin gibt es nicht, oder der Kurs ist nicht mehr für Sie gebucht.'),
  date_cancelled: cases(409, 'Dieser Termin wurde abgesagt. Bitte wählen Sie einen anderen.', {
    attendance: 'Dieser Termin wurde abgesagt.',
  }),
  date_closed: says(409, 'Die Frist für diesen Termin ist abgelaufen. Bitte wählen Sie einen anderen.'),
  offer_over: says(409, 'Dieser Platz ist nicht mehr frei. Sie stehen weiter auf der Warteliste.'),
  not_enrolled: tells(
    409,
    'Diese Person hat den Kurs nicht.',
    () => z.object({ name }),
    (who) =>
      `${who.name} hat diesen Kurs nicht. Tragen Sie die Person auf Rechnung ein, schreiben Sie sie kostenlos ein, oder schicken Sie ihr einen Link.`,
  ),
  place_elsewhere: tells(
    409,
    'Diese Person hat schon einen Platz an einem anderen Termin.',
    () => z.object({ name }),
    (who) => `${who.name} hat schon einen Platz an einem anderen Termin. Buchen Sie die Person dort um.`,
  ),
  not_waiting: says(409, 'Diese Person hat inzwischen einen Platz. Bitte sehen Sie sich die Liste noch einmal an.'),
  place_fixed: says(409, 'Die Frist ist abgelaufen: Ihr Platz an diesem Termin steht fest.'),
  seminar_attended: cases(409, 'Sie haben an diesem Kurs bereits teilgenommen.', {
    staff: 'Diese Person hat an diesem Kurs bereits teilgenommen.',
  }),
  appointment_not_over: says(409, 'Nur abgeschlossene Termine können bewertet werden.'),

  // Attendance at dates of a seminar
  date_not_begun: says(409, 'Dieser Termin hat noch nicht begonnen. Anwesenheit wird ab dem Beginn eingetragen.'),
  code_closed: says(409, 'Die Zeit für den Code ist vorbei. Tragen Sie die Anwesenheit bitte in der Liste ein.'),
  part_not_found: says(409, 'Dieser Teil wurde nicht gefunden.'),
  invalid_marks: says(400, 'Die Eintragungen sind unvollständig oder fehlerhaft.'),
  invalid_units: tells(
    400,
    'Bei teilweiser Anwesenheit sind es mindestens 1 UE und weniger, als der Termin hat.',
    () => z.object({ name, most: count }),
    (part) => `${part.name}: Bei teilweiser Anwesenheit sind 1 bis ${part.most} UE möglich.`,
  ),
  no_place: says(409, 'Diese Person hat keinen Platz an diesem Termin.'),
  own_attendance: says(403, 'Die eigene Anwesenheit trägt eine andere Person der Akademie ein.'),
  attendance_changed: tells(
    409,
    'Die Anwesenheit wurde inzwischen von anderer Seite geändert. Bitte sehen Sie sich die Liste noch einmal an.',
    () => z.object({ name }),
    (who) =>
      `Die Anwesenheit von ${who.name} wurde inzwischen von anderer Seite geändert. Bitte sehen Sie sich die Liste noch einmal an.`,
  ),
  too_many_codes: says(
    429,
    'Zu viele falsche Codes. Bitte warten Sie eine Viertelstunde, oder wenden Sie sich an die Kursleitung.',
  ),
  invalid_rating: says(400, 'Bitte vergeben Sie 1 bis 5 Sterne.'),
  feedback_too_long: tells(
    400,
    'Der Kommentar ist zu lang.',
    () => z.object({ most: count }),
    ({ most }) => `Der Kommentar darf höchstens ${most} Zeichen haben.`,
  ),

  // Planning dates
  date_invalid: says(400, 'Diese Angabe ist ungültig.'),
  date_in_the_past: says(400, 'Der Termin darf nicht in der Vergangenheit liegen.'),
  date_too_late: says(400, 'Der Termin darf höchstens drei Jahre in der Zukunft liegen.'),
  date_too_long: says(400, 'Ein Termin darf höchstens 14 Tage dauern.'),
  date_end_before_start: says(400, 'Ein Termin muss nach seinem Beginn enden.'),
  change_until_after_start: tells(
    400,
    'Die Frist muss vor dem Beginn des Termins enden.',
    () => z.object({ starts_at: moment }),
    (date) => `Die Frist muss vor dem Beginn des Termins enden (${date.starts_at} Uhr).`,
  ),
  change_until_in_the_past: says(400, 'Die Frist darf nicht schon abgelaufen sein.'),
  location_missing: says(400, 'Bitte geben Sie den Ort des Termins an.'),
  meeting_link_invalid: says(400, 'Bitte geben Sie den Link zum Termin an; er beginnt mit https://.'),
  capacity_invalid: tells(
    400,
    'Bitte geben Sie an, wie viele Plätze es gibt.',
    () => z.object({ most: count }),
    ({ most }) => `Bitte geben Sie 1 bis ${most} Plätze an.`,
  ),
  capacity_below_places: tells(
    409,
    'Es sind schon mehr Plätze vergeben.',
    () => z.object({ taken: count, starts_at: moment }),
    (date) => `Am ${date.starts_at} Uhr sind schon ${date.taken} Plätze vergeben; weniger sind nicht möglich.`,
  ),
  series_invalid: says(400, 'Diese Serie enthält keinen Termin.'),
  series_too_long: tells(
    400,
    'Diese Serie ist zu lang.',
    () => z.object({ most: count }),
    ({ most }) => `Eine Serie hat höchstens ${most} Termine.`,
  ),
  seminar_without_dates: says(409, 'Dieser Kurs findet nicht an Terminen statt.'),
  seminar_retired: says(409, 'Dieser Kurs ist nicht mehr im Katalog. Für ihn gibt es keine neuen Termine.'),
  date_unchangeable: cases(409, 'Dieser Termin kann nicht mehr geändert werden.', {
    cancelled: 'Dieser Termin ist abgesagt.',
    over: 'Dieser Termin hat schon begonnen und kann nicht mehr geändert werden.',
    parts: 'Bitte ändern Sie die Teile.',
  }),
  attendance_open: says(
    409,
    'Bitte tragen Sie zuerst die Anwesenheit der Teile ein, die schon begonnen haben. Danach können Sie den Termin absagen.',
  ),
  parts_invalid: says(400, 'Diese Angabe ist ungültig.'),
  parts_overlap: says(400, 'Zwei Teile finden zur selben Zeit statt.'),
  parts_too_long: says(400, 'Ein Termin darf höchstens ein Jahr dauern.'),
  parts_needed_invalid: says(400, 'Diese Angabe ist ungültig.'),
  part_begun: says(409, 'Dieser Teil hat schon begonnen.'),
  room_taken: tells(
    409,
    'Dieser Ort ist zu dieser Zeit schon belegt.',
    () => z.object({ name, title: name, starts_at: moment, ends_at: moment }),
    (date) => `„${date.name}“ ist schon belegt: ${date.title}, ${date.starts_at} bis ${date.ends_at} Uhr.`,
  ),
  teacher_busy: tells(
    409,
    'Eine der lehrenden Personen hat zu dieser Zeit schon einen Termin.',
    () => z.object({ name, title: name, starts_at: moment, ends_at: moment }),
    (date) => `${date.name} hat schon einen Termin: ${date.title}, ${date.starts_at} bis ${date.ends_at} Uhr.`,
  ),
  room_invalid: says(
    400,
    'Bitte geben Sie einen Namen mit höchstens 100 und eine Anschrift mit höchstens 190 Zeichen an.',
  ),
  room_exists: says(409, 'Diesen Raum gibt es schon.'),
  room_not_found: says(404, 'Dieser Raum wurde nicht gefunden.'),
  room_closed: tells(
    409,
    'Dieser Raum ist geschlossen und bekommt keine neuen Termine.',
    () => z.object({ name }),
    (room) => `„${room.name}“ ist geschlossen und bekommt keine neuen Termine.`,
  ),
  room_too_small: tells(
    409,
    'In diesem Raum ist nicht genug Platz.',
    () => z.object({ name, most: count }),
    (room) => `In „${room.name}“ ist Platz für ${room.most}. Weniger Plätze oder einen größeren Raum wählen.`,
  ),
  calendar_link_invalid: says(404, 'Dieses Kalenderabo gibt es nicht mehr.'),
  calendar_read_too_often: says(429, 'Dieses Kalenderabo wurde in der letzten Stunde zu oft abgerufen.'),
  teacher_not_found: says(404, 'Diese lehrende Person wurde nicht gefunden.'),
  teacher_inactive: tells(
    409,
    'Eine der lehrenden Personen ist inaktiv.',
    () => z.object({ name }),
    (who) => `${who.name} ist inaktiv und bekommt keine neuen Termine.`,
  ),
  teacher_name_invalid: says(400, 'Bitte geben Sie einen Namen mit höchstens 200 Zeichen an.'),
  teacher_email_invalid: says(400, 'Bitte geben Sie eine gültige E-Mail-Adresse an.'),
  teacher_email_taken: tells(
    409,
    'Diese E-Mail-Adresse ist schon eingetragen.',
    () => z.object({ name }),
    (who) => `Diese E-Mail-Adresse ist schon bei ${who.name} eingetragen.`,
  ),
  reason_missing: says(400, 'Bitte geben Sie einen Grund an. Die Teilnehmer*innen lesen ihn.'),
  reason_too_long: tells(
    400,
    'Der Grund ist zu lang.',
    () => z.object({ most: count }),
    ({ most }) => `Der Grund darf höchstens ${most} Zeichen haben.`,
  ),
} as const satisfies Readonly<Record<string, Entry>>;
