import { charactersOf } from '@nemus/ui';

/** Emoji: not in any font of a document. */
const PICTURE = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F/u;

/** The text without characters missing from all document fonts, such as emoji in a name. */
export function printable(text: string): string {
  const written = charactersOf(text.normalize('NFC')).filter((character) => !PICTURE.test(character));
  return written.join('').replaceAll(/\s+/g, ' ').trim();
}
