import { z } from 'zod';
import { cases, says, tells, type Entry } from '../entry.ts';
import { count, name } from '../values.ts';

/** Refusals about courses, credits and the catalogue. */
export const COURSES = {
  // Courses and credits
  course_not_found: cases(404, 'Dieser Kurs wird nicht angeboten.', {
    catalogue: 'Dieses Seminar gibt es nicht.',
  }),
  dates_to_follow: says(
    409,
    'Termine folgen: Für diesen Kurs steht noch kein Termin fest. Sobald es einen gibt, kann er gekauft werden.',
  ),
  dates_planned: says(409, 'Für diesen Kurs gibt es inzwischen Termine. Bitte laden Sie die Seite neu.'),
  insufficient_credits: tells(
    409,
    'Nicht genügend Credits',
    () => z.object({ available: count }),
    ({ available }) => `Nicht genügend Credits (${available} verfügbar)`,
  ),
  already_enrolled: tells(
    409,
    'Für diesen Kurs besteht bereits eine Anmeldung.',
    () => z.object({ name }),
    (who) => `${who.name} ist für diesen Kurs bereits angemeldet.`,
  ),

  // Catalogue, for its editors
  zfu_missing: says(409, 'Ohne Angabe zum Fernunterrichtsschutz (ZFU) steht kein bezahltes Seminar im Katalog.'),
  course_changed: says(409, 'Dieses Seminar wurde inzwischen von jemand anderem geändert.'),
  course_sold: says(
    409,
    'Dieses Seminar ist schon verkauft: Einheiten, Kompetenz und die Art der Teilnahme bleiben, wie sie verkauft wurden. Für andere legen Sie bitte ein neues Seminar an.',
  ),
  courses_unchanged: tells(
    409,
    'Nicht alle Seminare lassen sich so ändern. Es wurde keines geändert.',
    () => z.object({ titles: z.array(z.string().nullable()) }),
    ({ titles }) =>
      `Es wurde kein Seminar geändert. Diese haben sich seit der Vorschau geändert: ${titles.map((title) => title ?? 'ein gelöschtes Seminar').join(', ')}.`,
  ),
  course_incomplete: says(409, 'Dem Seminar fehlt noch etwas, bevor es veröffentlicht werden kann.'),
  course_is_draft: says(409, 'Ein Entwurf steht nicht im Katalog.'),
  course_in_use: cases(409, 'Dieser Entwurf hat Termine oder einen E-Learning-Kurs und kann nicht gelöscht werden.', {
    published: 'Ein Seminar, das veröffentlicht war, kann nicht gelöscht werden.',
  }),
} as const satisfies Readonly<Record<string, Entry>>;
