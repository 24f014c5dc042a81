/*
 * The database has the same rules: `nemus_plain_form`, `nemus_search_form` and `nemus_search_text` of
 * `supabase/schemas/foundation/foundation.sql`. `search-cases.json` tests both.
 */

/** Apostrophes, and characters that are not visible. */
const IGNORED = /\p{Cf}|\p{Variation_Selector}|\u034F|['\u0060\u00B4\u02B9-\u02C1\u02C8\u2018-\u201B\u2032\uFF07]/gu;
const DASHES = /[-\u2010-\u2015\u2043\u2212]/g;
/** Spaces, punctuation and symbols. */
const SEPARATORS = /[\s\u0020-\u002F\u003A-\u0060\u007B-\u00BF\u00D7\u00F7\u02B0-\u02FF\u2000-\u2BFF\u3000-\u303F]+/g;
/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  ə: 'a',
};

function plainForm(text: string, dash: '' | ' '): string {
  return text
    .replace(IGNORED, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[ßæœþđðøłıħŧŋςə]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(DASHES, dash)
    .replace(SEPARATORS, ' ')
    .trim();
}

/**
 * A search, or the text it is compared with, without case, accents, apostrophes and punctuation. `ae`, `oe` and `ue`
 * become `a`, `o` and `u`, so that Müller, Mueller and Muller are one.
 */
const searchForm = (text: string): string => plainForm(text, ' ').replaceAll(/([aou])e/g, '$1');

/** The letters of a text as a search compares them, `E-Mail-Adresse` as `emailadresse`; umlauts without their dots. */
export const lettersOf = (text: string): string => plainForm(text, '').replaceAll(/[^a-z]/g, '');

/** The words of a search, in the form that search texts have. Signs alone become `#`, which no search text has. */
export function searchWords(search: string): readonly string[] {
  const words = searchForm(search).split(' ').filter(Boolean);
  return words.length === 0 && search.trim() !== '' ? ['#'] : words;
}

/**
 * What a list searches of a row: its text in the form of a search, then as written where that differs, so that "ela"
 * finds Michaela, and "elearning" E-Learning. Every word follows a space.
 */
export function searchText(text: string): string {
  const form = searchForm(text);
  const plain = plainForm(text, '');
  return form === plain ? ` ${form}` : ` ${form} ${plain}`;
}

/** Whether a text has every word of a search. Lists that are searched while typing keep the `searchText` of their rows. */
export function isFound(text: string, search: string): boolean {
  const searched = searchText(text);
  return searchWords(search).every((word) => searched.includes(word));
}
