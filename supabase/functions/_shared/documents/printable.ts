/** Emoji: not in any font of a document. */
const PICTURE = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F/u;

let segmenter: Intl.Segmenter | null | undefined;

/** Visible characters. Browsers without a segmenter (before 2024) use code points. */
function charactersOf(text: string): string[] {
  segmenter ??= 'Segmenter' in Intl ? new Intl.Segmenter('de', { granularity: 'grapheme' }) : null;
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** Letters that only look different: full width, ligatures, and those of formulas. */
const LOOK_ALIKE = /[\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu;

/**
 * The text as documents print it: letters composed with their accents, one kind of hyphen, apostrophe and space, without
 * invisible characters and without emoji, which no document font has.
 */
export function printable(text: string): string {
  const plain = text
    .replaceAll(LOOK_ALIKE, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .replaceAll(/[\u2010\u2011\u2043]/g, '-')
    .replaceAll(/[\u02BC\u2032\u02B9]/g, '’');
  const written = charactersOf(plain).filter((character) => !PICTURE.test(character));
  return written
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
}
