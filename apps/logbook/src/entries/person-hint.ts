/** Signs that a text identifies a person. A hint for the author, never a refusal: it may be wrong both ways. */

const BIRTH = /(?:\bgeb(?:\.|oren|urtsdatum)?|\*)\s*(?:am\s*)?:?\s*\d/iu;
const FULL_DATE = /\b(?:0?[1-9]|[12]\d|3[01])\s?[./-]\s?(?:0?[1-9]|1[0-2])\s?[./-]\s?(\d{4}|\d{2})\b/gu;
/** "Frau Sommer", "Hr. K.", "Patientin Lena". */
const TITLED =
  /\b(?:Herrn?|Frau|Hr\.?|Fr\.|Familie|Pat(?:\.|ient(?:in)?)|Klient(?:in)?|Kind|Mutter|Vater)\s+(?:Dr\.\s+)?\p{Lu}(?:\p{Ll}+|\.)/gu;
/** Two words that begin with capitals and look like first and last name. */
const PAIR = /(?<![\p{L}-])(\p{Lu}\p{Ll}{2,})(?=\s+(\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}+)?)(?![\p{L}-]))/gu;
const CONTACT = /[^\s@]+@[^\s@]+\.[^\s@]+|(?:\+49|\b0)[\d\s/()-]{7,}\d/u;

/** Common words before a capital that is not a name. */
const NO_NAMES = new Set(
  `Herr Herrn Frau Der Die Das Ein Eine Erste Erstes Zweite Dritte Letzte Heute Morgen Gestern Nach Vor Mit Ohne Bei Zur Zum Im Am Und Oder Auch Neue
  Theorie Praxis Gruppe Einzel Seminar Sitzung Supervision Intervision Therapie Kognitive Kognitiver Sokratischer Systemische Systemischer
  Analytische Tiefenpsychologische Spezielle Allgemeine Klinische Psychische Soziale Neue Lange Kurze Gute Viele Thema Fall
  Behandlung Diagnostik Kinder Jugendliche Erwachsene Eltern Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag
  Januar Februar April Juni Juli August September Oktober November Dezember`.split(/\s+/),
);
/** Endings of nouns of the trade that no last name has in these notes. */
const NOUN =
  /(?:ung|heit|keit|tion|therapie|analyse|gruppe|sitzung|arbeit|gespräch|training|modell|technik|verfahren|störung|skala|test|protokoll|theorie|praxis|seminar|dialog|woche|stunde|phase|plan|klinik|ambulanz|station)(?:en|n|s|e)?$/iu;

const EARLIEST = 1_900;

/** Whether a date of a text lies so far back that it is rather a birth than a session. */
function isBirth(year: string, thisYear: number): boolean {
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) > thisYear % 100 ? EARLIEST : 2_000);
  return full >= EARLIEST && full <= thisYear - 2;
}

/** What a text seems to reveal about a person; null for nothing. */
export function personHint(text: string, thisYear = new Date().getFullYear()): 'name' | 'birth' | 'contact' | null {
  if (CONTACT.test(text)) return 'contact';
  if (BIRTH.test(text)) return 'birth';
  if ([...text.matchAll(FULL_DATE)].some(([, year = '']) => isBirth(year, thisYear))) return 'birth';
  if (text.match(TITLED) !== null) return 'name';
  const pairs = [...text.matchAll(PAIR)].some(
    ([, first = '', last = '']) =>
      !NO_NAMES.has(first) && !NO_NAMES.has(last) && !NOUN.test(first) && !NOUN.test(last.split('-').at(-1) ?? last),
  );
  return pairs ? 'name' : null;
}

/** The hint in words. */
export const HINT_WORDS = {
  name: 'Sieht das nach einem Namen aus? Bitte schreiben Sie hier nichts, woran man jemanden erkennt; dafür gibt es den Fall-Code.',
  birth: 'Sieht das nach einem Geburtsdatum aus? Bitte schreiben Sie hier nichts, woran man jemanden erkennt.',
  contact:
    'Sieht das nach einer Adresse oder Telefonnummer aus? Bitte schreiben Sie hier nichts, woran man jemanden erkennt.',
} as const;
