import type { SeminarGap, SeminarState } from '@nemus/data';
import type { Tone } from '@nemus/ui';

/** Words and colours of the states. */
export const STATE_LABELS: Readonly<Record<SeminarState, { readonly text: string; readonly tone: Tone }>> = {
  draft: { text: 'Entwurf', tone: 'warning' },
  published: { text: 'Im Katalog', tone: 'success' },
  retired: { text: 'Zurückgezogen', tone: 'neutral' },
};

/** What a seminar lacks before it can be published, and how to fix it. */
export const GAP_TEXTS: Readonly<Record<SeminarGap, string>> = {
  description: 'Die Beschreibung fehlt.',
  zfu_status: 'Die Angabe zum Fernunterrichtsschutz (ZFU) fehlt. Ein bezahltes Seminar braucht sie.',
  content:
    'Es gibt nichts, woran man teilnehmen kann: Das Seminar findet an keinen Terminen statt und hat keinen E-Learning-Kurs.',
};
