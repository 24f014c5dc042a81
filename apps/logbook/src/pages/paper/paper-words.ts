import {
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  CONFIRMER_ROLE_LABELS,
  formatMinutes,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  type LogbookPaper,
  type PaperEntry,
  type PaperSigner,
} from '@nemus/data';
import { formatCount, formatDate } from '@nemus/ui';

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
  !trainee || trainee === holder ? '' : `bestätigt für ${trainee}`;

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

/** A certificate from elsewhere as a line of the attended courses: what, from whom, who confirmed it, and its file. */
export function certificateLine(entry: PaperEntry): {
  readonly title: string;
  readonly done_on: string;
  readonly category: PaperEntry['category'];
  readonly minutes: number;
} {
  const { note, done_on, category, minutes, certificate } = entry;
  const title = [
    note,
    `ausgestellt von ${certificate?.issuer ?? ''}`,
    certificate?.started_on ? `ab ${formatDate(certificate.started_on)}` : null,
    correctionOf(entry, () => undefined),
    `bestätigt: ${signatureOf(entry)}`,
    `Prüfsumme der Datei: ${certificate?.sha256 ?? ''}`,
  ];
  return { title: title.filter(Boolean).join(' · '), done_on, category, minutes };
}

/** A list in one line, in the words of the number's check: its rows, and the sums of those that count. */
export function listOf(
  name: string,
  rows: readonly (Pick<PaperEntry, 'category' | 'minutes'> & { readonly replaced?: boolean })[],
): string {
  const sums = HOUR_CATEGORIES.flatMap((category) => {
    const counted = rows.filter((row) => row.category === category && row.replaced !== true);
    const minutes = counted.reduce((total, row) => total + row.minutes, 0);
    return counted.length === 0 ? [] : [`${HOUR_CATEGORY_LABELS[category]} ${formatMinutes(minutes)}`];
  });
  return `${name}: ${[formatCount(rows.length, 'Zeile', 'Zeilen'), ...sums].join(', ')}`;
}

/** The facts at the head: person, chamber, field and period; the same lines for every set. */
export function factsOf(paper: LogbookPaper): readonly (readonly [string, string])[] {
  const { person, requirement_set: set, entries } = paper;
  const [first, last] = [entries[0]?.done_on, entries.at(-1)?.done_on];
  const [begun, end] = [person?.started_on, person?.expected_end_on];
  return [
    ['Person', paper.holder],
    ['Geboren am', person?.birth_date ? formatDate(person.birth_date) : ''],
    ['Kammer', person?.chamber || set?.chamber || ''],
    ['Gebiet', person?.field ?? ''],
    ['Verfahren', person?.procedure ?? ''],
    ['Weiterbildung', begun ? `seit ${formatDate(begun)}${end ? `, voraussichtlich bis ${formatDate(end)}` : ''}` : ''],
    ['Zeitraum', first && last ? `Einträge vom ${formatDate(first)} bis ${formatDate(last)}` : ''],
    [
      'Anforderungen',
      set === null ? 'nicht gewählt' : [set.name, set.chamber, `Version ${set.version}`].filter(Boolean).join(', '),
    ],
  ].map(([term = '', value = '']) => [term, value === '' ? 'nicht angegeben' : value]);
}

/** How many entries, and how many certificates from elsewhere, which the list of entries does not number. */
function countOf(rows: readonly PaperEntry[]): string {
  const certificates = rows.filter(({ certificate }) => certificate !== null).length;
  const hours = rows.length - certificates;
  return [
    hours === 0 ? '' : formatCount(hours, 'Eintrag', 'Einträge'),
    certificates === 0 ? '' : formatCount(certificates, 'Zertifikat', 'Zertifikate'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Entries that count, added up by what they name, in alphabetical order; entries that name nothing are the last. */
export function totalsBy(
  entries: readonly PaperEntry[],
  nameOf: (entry: PaperEntry) => string | null,
  without: string,
): readonly (readonly [string, string])[] {
  const sums = new Map<string, PaperEntry[]>();
  for (const entry of entries) {
    if (entry.replaced) continue;
    const key = nameOf(entry) ?? '';
    const rows = sums.get(key);
    if (rows === undefined) sums.set(key, [entry]);
    else rows.push(entry);
  }
  return [...sums]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'de'))
    .map(([name, rows]) => [
      name === '' ? without : name,
      `${formatMinutes(rows.reduce((total, { minutes }) => total + minutes, 0))} (${countOf(rows)})`,
    ]);
}

/** Everyone who confirmed, with role and institution, what was confirmed, and from when to when. */
export function signaturesOf(entries: readonly PaperEntry[]): readonly (readonly [string, string])[] {
  const signed = new Map<string, PaperEntry[]>();
  for (const entry of entries) {
    const role = entry.role === null ? '' : ` (${CONFIRMER_ROLE_LABELS[entry.role]})`;
    const name = `${entry.confirmed_by}${role}${entry.institution ? `, ${entry.institution}` : ''}`;
    signed.set(name, [...(signed.get(name) ?? []), entry]);
  }
  return [...signed].map(([name, own]) => {
    const days = own.map(({ confirmed_at: at }) => at).toSorted();
    const span = [days[0], days.at(-1)].map((day) => formatDate(day ?? ''));
    const when = span[0] === span[1] ? `am ${span[0]}` : `vom ${span[0]} bis ${span[1]}`;
    return [name, `${countOf(own)}, im Portal bestätigt ${when}`];
  });
}
