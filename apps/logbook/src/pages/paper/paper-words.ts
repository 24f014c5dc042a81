import {
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  CONFIRMER_ROLE_LABELS,
  HOUR_CATEGORY_LABELS,
  type PaperEntry,
  type PaperSigner,
} from '@nemus/data';
import { formatDate } from '@nemus/ui';

/** Who confirmed an entry, in which role, for which institution and when. */
export function signatureOf(entry: PaperEntry): string {
  const { confirmed_by: name, confirmed_at: at, role, as_deputy: asDeputy, institution } = entry;
  const how = [role === null ? null : CONFIRMER_ROLE_LABELS[role], asDeputy ? 'in Vertretung' : null].filter(
    (part) => part !== null,
  );
  return `${name}${how.length > 0 ? ` (${how.join(', ')})` : ''}, ${institution ? `${institution}, ` : ''}${formatDate(at)}`;
}

/** The competency of an entry with its level; empty without one. */
export function competencyOf({ competency, level }: PaperEntry): string {
  if (competency === null) return '';
  return level === null
    ? COMPETENCY_LABELS[competency]
    : `${COMPETENCY_LABELS[competency]} (${COMPETENCY_LEVEL_LABELS[level]})`;
}

export const categoryOf = ({ category }: PaperEntry): string => HOUR_CATEGORY_LABELS[category];

/** The name that the person had at the confirmation, if it was another one. */
export const earlierNameOf = ({ trainee }: PaperEntry, holder: string): string =>
  trainee === null || trainee === holder ? '' : `bestätigt für ${trainee}`;

/** Institutions with their addresses, and who confirmed there in which roles. */
export function institutionsOf(signers: readonly PaperSigner[]): readonly { place: string; people: string }[] {
  const places = new Map<string, Set<string>>();
  for (const { name, role, institution, address } of signers) {
    if (institution === null) continue;
    const place = [institution, ...(address ?? '').split('\n')].filter(Boolean).join(', ');
    const people = places.get(place) ?? new Set();
    places.set(place, people.add(role === null ? name : `${name} (${CONFIRMER_ROLE_LABELS[role]})`));
  }
  return [...places].map(([place, people]) => ({ place, people: [...people].join(', ') }));
}

/** Notes on a correction, and on the entry that it replaced. */
export function correctionOf({ corrects, replaced }: PaperEntry, numberOf: (id: string) => number | undefined): string {
  const cited = corrects === null ? undefined : numberOf(corrects);
  return [
    corrects === null ? null : cited === undefined ? 'Berichtigung' : `Berichtigung zu Nr. ${cited}`,
    replaced ? 'durch eine Berichtigung ersetzt, zählt nicht' : null,
  ]
    .filter((part) => part !== null)
    .join('; ');
}
