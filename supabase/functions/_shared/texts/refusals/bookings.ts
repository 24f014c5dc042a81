import { z } from 'zod';
import { says, tells, type Entry } from '../entry.ts';
import { count, name } from '../values.ts';

/** Refusals about bookings. */
export const BOOKINGS = {
  start_in_the_past: says(400, 'Der Beginn darf nicht in der Vergangenheit liegen.'),
  start_too_late: says(400, 'Der Beginn darf höchstens zwei Jahre in der Zukunft liegen.'),
  start_unchanged: says(400, 'Bitte wählen Sie einen anderen ersten Kurstag.'),
  booking_not_found: says(404, 'Diese Buchung wurde nicht gefunden.'),
  booking_over: says(409, 'Diese Buchung ist storniert oder abgeschlossen.'),
  booking_is_sample: says(409, 'Beispielbuchungen können nicht geändert werden.'),
  booking_deadline_passed: tells(
    409,
    'Die Frist für Änderungen dieser Buchung ist abgelaufen.',
    () => z.object({ days: count }),
    ({ days }) => `Die Frist von ${days} Tagen vor dem ersten Kurstag ist abgelaufen.`,
  ),
  booking_has_dates: says(409, 'Bei diesem Kurs wählt jede Person ihren Termin selbst. Einen Beginn gibt es nicht.'),
  seat_expired: says(409, 'Der Kurs dieser Buchung ist vorbei. Der Platz lässt sich nicht mehr weitergeben.'),
  seat_refundable: says(409, 'Dieser Platz lässt sich noch stornieren: Dann kommt zurück, was er gekostet hat.'),
  no_free_seat: says(409, 'Bei dieser Buchung ist kein Platz mehr frei.'),
  place_not_found: says(404, 'Dieser Platz ist schon storniert.'),
  place_date_near: tells(
    409,
    'Der Termin dieser Person ist zu nah.',
    () => z.object({ name, days: count }),
    ({ name: who, days }) =>
      `Der Termin von ${who} beginnt in weniger als ${days} Tagen. Dieser Platz kann nicht mehr storniert werden.`,
  ),
  place_begun: tells(
    409,
    'Diese Person hat den Kurs schon begonnen.',
    () => z.object({ name }),
    (who) => `${who.name} hat den Kurs schon begonnen. Dieser Platz kann nicht mehr storniert werden.`,
  ),
  trainee_left: tells(
    409,
    'Diese Person ist nicht mehr mit Ihnen verbunden.',
    () => z.object({ name }),
    (who) => `${who.name} ist nicht mehr mit Ihnen verbunden. Dieser Platz kann nicht mehr storniert werden.`,
  ),
} as const satisfies Readonly<Record<string, Entry>>;
