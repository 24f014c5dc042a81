import { FIGURE_STATUS_LABELS, FIGURE_STATUSES, type RequirementGap, type RequirementState } from '@nemus/data';
import type { Tone } from '@nemus/ui';
import type { UseFormReturn } from 'react-hook-form';
import type { CheckedRequirementForm, RequirementForm } from './requirement-form';

/** Words and colours of the states. */
export const STATE_LABELS: Readonly<Record<RequirementState, { readonly text: string; readonly tone: Tone }>> = {
  draft: { text: 'Entwurf', tone: 'warning' },
  published: { text: 'Zur Wahl', tone: 'success' },
  retired: { text: 'Zurückgezogen', tone: 'neutral' },
};

/** What a set lacks before it can be published. */
export const GAP_TEXTS: Readonly<Record<RequirementGap, string>> = {
  valid_from: 'Es ist nicht angegeben, ab wann der Satz gilt.',
  categories: 'Der Satz hat noch keine Kategorie von Stunden.',
  figures: 'Keine Kategorie nennt eine Zahl. So verlangt der Satz nichts.',
  credits: 'Nichts zählt für eine der Kategorien. Bitte geben Sie an, was wofür zählt.',
};

/** Lengths of a unit. */
export const UNIT_LENGTH_OPTIONS = [
  { value: '45', label: 'UE zu 45 Minuten' },
  { value: '50', label: 'UE zu 50 Minuten' },
  { value: '60', label: 'Stunden' },
];
export const STATUS_OPTIONS = FIGURE_STATUSES.map((value) => ({ value, label: FIGURE_STATUS_LABELS[value] }));

/** The form of a set, for react-hook-form. */
export type FormState = UseFormReturn<RequirementForm, unknown, CheckedRequirementForm>;
