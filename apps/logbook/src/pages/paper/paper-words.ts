import {
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  CONFIRMER_ROLE_LABELS,
  HOUR_CATEGORY_LABELS,
  type PaperEntry,
} from '@nemus/data';
import { formatDate } from '@nemus/ui';

/** Who confirmed an entry, in which role and when. */
export function signatureOf({ confirmed_by: name, confirmed_at: at, role, as_deputy: asDeputy }: PaperEntry): string {
  const how = [role === null ? null : CONFIRMER_ROLE_LABELS[role], asDeputy ? 'in Vertretung' : null].filter(
    (part) => part !== null,
  );
  return `${name}${how.length > 0 ? ` (${how.join(', ')})` : ''}, ${formatDate(at)}`;
}

/** The competency of an entry with its level; empty without one. */
export function competencyOf({ competency, level }: PaperEntry): string {
  if (competency === null) return '';
  return level === null
    ? COMPETENCY_LABELS[competency]
    : `${COMPETENCY_LABELS[competency]} (${COMPETENCY_LEVEL_LABELS[level]})`;
}

export const categoryOf = ({ category }: PaperEntry): string => HOUR_CATEGORY_LABELS[category];

/** Notes on a correction, and on the entry that it replaced. */
export function correctionOf({ corrects, replaced }: PaperEntry, numberOf: (id: string) => number | undefined): string {
  const cited = corrects === null ? undefined : numberOf(corrects);
  return [
    corrects === null ? null : cited === undefined ? 'Korrektur' : `Korrektur zu Nr. ${cited}`,
    replaced ? 'durch eine Korrektur ersetzt, zählt nicht' : null,
  ]
    .filter((part) => part !== null)
    .join('; ');
}
