/** An entry as it is searched. */
export interface Searchable {
  readonly label: string;
  /** Words that it is found by and that nobody sees. */
  readonly keywords: readonly string[];
}

/**
 * Two spellings of a text, in lower case and without accents: "Müller" is found by "mueller", "muller" and "müller".
 * Letters that are none stand between words.
 */
export function spellings(text: string): readonly [string, string] {
  const lower = text.toLocaleLowerCase('de').normalize('NFC').replaceAll('ß', 'ss');
  const long = lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return [bare(long), bare(lower)];
}

const bare = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Points for one typed word in one text: 4 where the text begins with it, 3 where a word of it does, 1 somewhere inside
 * from three letters on, and 0 where it is not.
 */
function pointsIn(text: string, typed: string): number {
  let best = 0;
  for (const spelling of spellings(text)) {
    for (const word of spellings(typed)) {
      const points = spelling.startsWith(word)
        ? 4
        : spelling.includes(` ${word}`)
          ? 3
          : word.length >= 3 && spelling.includes(word)
            ? 1
            : 0;
      best = Math.max(best, points);
    }
  }
  return best;
}

/** A keyword counts a little less than the name that people see. */
const KEYWORD_WEIGHT = 0.5;

/** How well an entry fits what was typed; 0 when one of the typed words is nowhere in it. */
export function pointsOf({ label, keywords }: Searchable, query: string): number {
  let sum = 0;
  for (const typed of query.split(/\s+/).filter((word) => spellings(word)[0] !== '')) {
    const byKeyword = Math.max(0, ...keywords.map((keyword) => pointsIn(keyword, typed)));
    const points = Math.max(pointsIn(label, typed), KEYWORD_WEIGHT * byKeyword);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/**
 * The entries that fit, the best first. With the same points the one that was chosen last comes first, then the order
 * in which they came.
 *
 * @param recent ids, the last chosen first
 */
export function ranked<T extends Searchable & { readonly id: string }>(
  entries: readonly T[],
  query: string,
  recent: readonly string[],
): T[] {
  const age = ({ id }: T) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return entries
    .map((entry) => ({ entry, points: pointsOf(entry, query) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || age(a.entry) - age(b.entry))
    .map(({ entry }) => entry);
}
