/**
 * Rules for shortening names. The database has the same rules for the leaderboard (`private.nemus_short_name`); both
 * are tested with `name-cases.ts`.
 */

/** Titles before a name; ambiguous ones need their dot. */
const TITLE =
  /^((prof|dr|ddr|mag|mmag|pd)\.?|((prof|dr|med|rer|nat|phil|psych|habil|univ|jur|theol|ing|priv|doz)\.)+|dipl\.?(-\w+\.?)*)$/i;
/** A word must contain such a character: a letter, a digit, or a picture. */
const SPEAKING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Created on first use. Browsers without it (before 2024) use code points. */
let segmenter: Intl.Segmenter | null | undefined;

/** Latin text, of which every code point is one visible character. */
const LATIN = /^[ -~\u00A0-\u02FF]*$/;

/** Visible characters: a letter with its accent, an emoji of several parts. */
export function charactersOf(text: string): string[] {
  // Loading the segmenter's rules blocks a start for 20 ms, on a slow processor for 90.
  if (LATIN.test(text)) return Array.from(text);
  segmenter ??= 'Segmenter' in Intl ? new Intl.Segmenter('de', { granularity: 'grapheme' }) : null;
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

function words(name: string): string[] {
  return name.trim().split(/\s+/).filter(Boolean);
}

/** The words of a name without leading titles, unless it has nothing else. */
function withoutTitles(name: string): string[] {
  const all = words(name);
  const first = all.findIndex((word) => !TITLE.test(word));
  return first < 0 ? all : all.slice(first);
}

/** The given name for a greeting: `Dr. Ida` is `Ida`. */
export function givenName(firstName: string): string {
  return withoutTitles(firstName).join(' ');
}

/**
 * First characters of the first and the last word, without titles: `Dr. Anna von der Au` is `AA`. An empty name returns
 * a dot.
 */
export function initialsOf(name: string): string {
  const letters = withoutTitles(name).map(initialOf).filter(Boolean);
  const [first = '·'] = letters;
  return letters.length > 1 ? `${first}${letters.at(-1)}` : first;
}

function initialOf(word: string): string {
  const character = charactersOf(word).find((one) => SPEAKING.test(one)) ?? '';
  const upper = character.toLocaleUpperCase('de');
  // Not every font has the capital ß.
  return upper.length === character.length ? upper : character;
}
