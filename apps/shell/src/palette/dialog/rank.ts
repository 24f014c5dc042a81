import { searchText, searchWords } from '@nemus/data';

/** A searchable entry. */
export interface Searchable {
  readonly label: string;
  /** Hidden search words. */
  readonly keywords: readonly string[];
}

/**
 * Score of a typed word in a text: 4 if the text begins with it, 3 if a later word does, 1 if it has at least three
 * letters and is found elsewhere, otherwise 0.
 */
function pointsIn(text: string, word: string): number {
  const searched = searchText(text);
  if (searched.startsWith(` ${word}`)) return 4;
  if (searched.includes(` ${word}`)) return 3;
  return word.length >= 3 && searched.includes(word) ? 1 : 0;
}

/** A keyword scores a little less than the visible name. */
const KEYWORD_WEIGHT = 0.5;

/** Score of an entry for the query; 0 when one of its words is missing. */
export function pointsOf({ label, keywords }: Searchable, query: string): number {
  const words = searchWords(query);
  let sum = 0;
  for (const typed of words) {
    const byKeyword = Math.max(0, ...keywords.map((keyword) => pointsIn(keyword, typed)));
    const points = Math.max(pointsIn(label, typed), KEYWORD_WEIGHT * byKeyword);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/**
 * The matching entries, best first. Ties: recently chosen first, then the original order.
 *
 * @param recent ids, most recent first
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
