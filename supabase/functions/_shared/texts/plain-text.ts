const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F]/gu;
const DASHES = /[\u2010-\u2015\u2043\u2212]/gu;

/**
 * Pasted text in plain characters: digits, letters and spaces of every width as on a keyboard, nothing invisible, a
 * hyphen for every dash. The database's `nemus_plain_text` does the same.
 */
export const plainText = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').trim();

/** A pasted code or number, as {@link plainText}, without the punctuation around it. */
export const plainCode = (text: string): string =>
  plainText(text.slice(0, 300).replaceAll('№', 'Nr ')).replaceAll(/^[\s.,;:]+|[\s.,;:]+$/g, '');
