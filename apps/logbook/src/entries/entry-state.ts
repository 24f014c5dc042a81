import type { LogbookEntry } from '@nemus/data';
import { formatDate, type Tone } from '@nemus/ui';

/** State of an entry, in words and with a tone. */
export interface EntryStateWords {
  readonly tone: Tone;
  readonly text: string;
}

/** The state of a local entry. */
export const LOCAL_WORDS: EntryStateWords = { tone: 'warning', text: 'Entwurf (nur auf diesem Gerät)' };

/** The state of an entry on the server. */
export function stateWords(entry: LogbookEntry): EntryStateWords {
  switch (entry.state) {
    case 'draft':
      return { tone: 'neutral', text: 'Gespeichert' };
    case 'submitted':
      return { tone: 'info', text: `Eingereicht am ${formatDate(entry.submitted_at)}` };
    case 'returned':
      return { tone: 'error', text: `Zurückgegeben: ${entry.return_reason ?? ''}` };
    case 'confirmed': {
      const by = entry.confirmed_by === null ? '' : ` von ${entry.confirmed_by}`;
      return { tone: 'success', text: `Bestätigt${by} am ${formatDate(entry.confirmed_at)}` };
    }
  }
}

/** Beside entries whose trainee is no longer linked with the institution. */
export const LEFT_WORDS =
  'Diese Person gehört nicht mehr zur Weiterbildungsstätte. Stunden, die sie vorher eingereicht hat, können Sie noch bestätigen; spätere kommen nicht mehr.';
