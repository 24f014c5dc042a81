import { ENTRY_ATTRIBUTE_VALUES, lettersOf, type EntryAttribute } from '@nemus/data';

/** Words of other logbooks for values of {@link ENTRY_ATTRIBUTE_VALUES}, as letters only; the first that matches counts. */
const WORDS: Readonly<Record<EntryAttribute, readonly (readonly [string, RegExp])[]>> = {
  setting: [
    ['inpatient', /stationae?r|tagesklini/],
    ['outpatient', /ambulant/],
  ],
  form: [
    ['group', /gruppe/],
    ['individual', /einzel/],
  ],
  age_group: [
    ['children', /kind|jugend|^ki?ju?$|minderjae?hrig/],
    ['adults', /erwachsen|^er?w?$/],
  ],
  procedure: [
    ['Tiefenpsychologisch fundierte Psychotherapie', /^tf?p$|tiefenpsych/],
    ['Analytische Psychotherapie', /^ap$|analytisch|psychoanaly/],
    ['Verhaltenstherapie', /^k?vt$|verhalten/],
    ['Systemische Therapie', /^st$|systemisch/],
  ],
  service: [
    ['first_interview', /erst(?:gesprae?ch|kontakt|interview)|untersuchung|anamnese/],
    ['acute_treatment', /akut/],
    ['report', /dokumentation|bericht|falldarstellung/],
  ],
};

/** The value that a word of another program suggests; null for others. The person sees it and can change it. */
export function readAttribute(name: EntryAttribute, cell: string): string | null {
  const letters = lettersOf(cell);
  const same = Object.entries(ENTRY_ATTRIBUTE_VALUES[name]).find(([, label]) => lettersOf(label) === letters);
  return same?.[0] ?? WORDS[name].find(([, pattern]) => pattern.test(letters))?.[0] ?? null;
}
