import type { RequirementGap, RequirementState } from '@nemus/data';
import type { Tone } from '@nemus/ui';

/** Words and colours of the states. */
export const STATE_LABELS: Readonly<Record<RequirementState, { readonly text: string; readonly tone: Tone }>> = {
  draft: { text: 'Entwurf', tone: 'warning' },
  published: { text: 'Zur Wahl', tone: 'success' },
  retired: { text: 'Zurückgezogen', tone: 'neutral' },
};

/** What a set lacks before it can be published. */
export const GAP_TEXTS: Readonly<Record<RequirementGap, string>> = {
  categories: 'Der Satz hat noch keine Kategorie von Stunden.',
  figures: 'Keine Kategorie nennt eine Zahl. So verlangt der Satz nichts.',
  credits: 'Nichts zählt für eine der Kategorien. Bitte geben Sie an, was wofür zählt.',
};
