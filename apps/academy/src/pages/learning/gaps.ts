import { createContext, useContext } from 'react';
import type { DraftGap } from '@nemus/data';

/** Text of a problem at its field. */
const PROBLEMS: Readonly<Record<string, string>> = {
  missing: 'Bitte ausfüllen.',
  too_long: 'Dieser Text ist zu lang.',
  units_differ: 'Die Einheiten der Blöcke ergeben zusammen eine andere Zahl.',
  premium_needs_seminar: 'Ein Premium-Kurs braucht das Seminar, mit dem er verkauft wird.',
  unknown_seminar: 'Dieses Seminar gibt es nicht.',
  seminar_taken: 'Zu diesem Seminar gehört schon ein anderer Kurs.',
  seminar_needed:
    'Das bisherige Seminar wird noch angeboten, oder jemand hat es noch nicht abgeschlossen. Der Kurs bleibt bei ihm.',
  no_open_block: 'Mindestens ein Block muss freigegeben sein.',
  block_needed:
    'Jemand ist angemeldet und noch nicht fertig. Der Block muss freigegeben sein, oder Sie nehmen seine Module heraus.',
  no_modules: 'Ein freigegebener Block braucht Module.',
  several_quizzes: 'Ein Block hat höchstens ein Quiz.',
  quiz_not_last: 'Das Quiz steht nicht am Ende des Blocks.',
  few_questions: 'Ein Quiz braucht mindestens drei Fragen.',
  no_quiz: 'Die Fragen werden nicht gestellt, weil der Block kein Quiz hat.',
  removes_completed: 'Ein Modul, das schon jemand abgeschlossen hat, fällt weg. Abgeschlossene Kurse bleiben es.',
  no_video: 'Das Modul hat kein Video.',
  no_subtitles: 'Das Video hat keine Untertitel.',
  unknown_media: 'Diese Datei gibt es nicht mehr. Bitte laden Sie sie neu hoch.',
  no_alternative: 'Bitte beschreiben Sie, was das Bild zeigt und was darin gesagt wird.',
  options_count: 'Eine Frage braucht zwei bis sechs verschiedene Antworten.',
  no_right_answer: 'Bitte haken Sie an, was richtig ist.',
};

const FIELDS: Readonly<Record<string, string>> = {
  title: 'Titel',
  description: 'Beschreibung',
  learning_goal: 'Lernziel',
  competency: 'Kompetenz',
  units: 'Einheiten',
  estimated_time: 'Dauer',
  difficulty: 'Schwierigkeitsgrad',
  seminar_id: 'Seminar',
  is_open: 'Freigabe',
  blocks: 'Blöcke',
  modules: 'Module',
  questions: 'Fragen',
  text: 'Text',
  minutes: 'Minuten',
  type: 'Art',
  video: 'Video',
  subtitles: 'Untertitel',
  media: 'Datei',
  alternative: 'Text zum Bild',
  caption: 'Bildunterschrift',
  question: 'Frage',
  options: 'Antworten',
  correct: 'Richtige Antworten',
  explanation: 'Erklärung',
};

const PLACES: Readonly<Record<string, string>> = {
  blocks: 'Block',
  modules: 'Modul',
  questions: 'Frage',
  panels: 'Bild',
  documents: 'PDF',
};

/** Text of a problem. */
export const problemText = ({ problem }: DraftGap): string =>
  PROBLEMS[problem] ?? 'Bitte sehen Sie sich dieses Feld noch einmal an.';

/** Where a problem is: "Block 1, Modul 2, Titel". */
export function placeText({ place, field }: DraftGap): string {
  const parts = place.split('/');
  const names = parts.flatMap((part, index) =>
    index % 2 === 0 && part !== '' ? [`${PLACES[part] ?? part} ${parts[index + 1] ?? ''}`] : [],
  );
  return [...(names.length > 0 ? names : ['Kurs']), FIELDS[field] ?? field].join(', ');
}

/** The problems that were found at the last check. */
export const GapsContext = createContext<readonly DraftGap[]>([]);

/** Finds the last check's problems for the fields of a place. */
export function useGaps(place: string): (field: string) => string | undefined {
  const gaps = useContext(GapsContext);
  return (field) => {
    const gap = gaps.find((other) => other.place === place && other.field === field && !other.is_warning);
    return gap && problemText(gap);
  };
}
