import { z } from 'zod';
import { cases, says, tells, type Entry } from '../entry.ts';

/** Refusals about learning and its authors. */
export const LEARNING = {
  premium_required: says(403, 'Dieser Kurs muss zuerst gekauft werden.'),
  block_closed: says(409, 'Dieser Block ist noch nicht freigegeben.'),
  learning_draft_not_found: says(404, 'Dieser Kurs wurde nicht gefunden.'),
  title_required: says(422, 'Bitte geben Sie einen Titel mit höchstens 200 Zeichen ein.'),
  draft_changed: says(
    409,
    'Jemand anderes hat diesen Kurs inzwischen gespeichert. Ihre Eingaben stehen noch auf dieser Seite.',
  ),
  draft_too_large: says(413, 'Dieser Kurs hat zu viel Text.'),
  draft_malformed: says(422, 'Dieser Kurs konnte nicht gelesen werden.'),
  draft_incomplete: says(422, 'Dem Kurs fehlt noch etwas. Es wurde nichts veröffentlicht.'),
  learning_course_needed: says(
    409,
    'Zu diesem Kurs gehört ein Seminar, das angeboten wird oder das jemand noch nicht abgeschlossen hat.',
  ),
  media_type_refused: says(422, 'Dateien dieser Art können hier nicht hochgeladen werden.'),
  media_empty: says(422, 'Die Datei ist leer. Es wurde nichts gespeichert.'),
  media_too_large: tells(
    413,
    'Diese Datei ist zu groß.',
    () => z.object({ most_bytes: z.int() }),
    ({ most_bytes }) => `Diese Datei ist zu groß. Erlaubt sind höchstens ${Math.floor(most_bytes / 1_048_576)} MB.`,
  ),
  media_not_found: says(404, 'Diese Datei wurde nicht gefunden.'),
  upload_cut_off: says(422, 'Die Datei ist unvollständig angekommen. Es wurde nichts gespeichert.'),
  upload_heic: says(422, 'Das ist ein Bild im Format HEIC, das Browser nicht zeigen. Bitte speichern Sie es als JPEG.'),
  upload_other_kind: says(422, 'Die Datei ist nicht, was ihr Name sagt. Es wurde nichts gespeichert.'),
  module_not_found: says(404, 'Dieses Modul wurde nicht gefunden.'),
  module_locked: says(409, 'Dieses Modul ist noch nicht freigeschaltet.'),
  quiz_not_found: cases(404, 'Zu diesem Block gibt es kein Quiz.', {
    run: 'Dieser Durchgang wurde nicht gefunden.',
  }),
  question_not_found: says(404, 'Diese Frage oder Antwort gibt es nicht.'),
  quiz_over: says(409, 'Dieser Durchgang ist bereits beendet.'),
  quiz_not_finished: cases(409, 'Bitte schließen Sie zuerst das Quiz ab.', {
    score: 'Dieses Ergebnis passt zu keinem abgeschlossenen Durchgang.',
  }),
} as const satisfies Readonly<Record<string, Entry>>;
