import type { LogbookEntry } from '@nemus/data';
import { formatDate, type Tone } from '@nemus/ui';

/** How an entry stands, in words, and in which colour these help. */
export interface EntryStateWords {
  readonly tone: Tone;
  readonly text: string;
}

/** The state of an entry that is on this device alone. */
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
