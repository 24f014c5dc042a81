/** Emoji: not in any font of a document. */
const PICTURE = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F/u;

let segmenter: Intl.Segmenter | null | undefined;

/** Visible characters. Browsers without a segmenter (before 2024) use code points. */
function charactersOf(text: string): string[] {
  segmenter ??= 'Segmenter' in Intl ? new Intl.Segmenter('de', { granularity: 'grapheme' }) : null;
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** The text without characters missing from all document fonts, such as emoji in a name. */
export function printable(text: string): string {
  const written = charactersOf(text.normalize('NFC')).filter((character) => !PICTURE.test(character));
  return written.join('').replaceAll(/\s+/g, ' ').trim();
}
