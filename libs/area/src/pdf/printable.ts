import { charactersOf } from '@nemus/ui';

/** A picture: no font of a document has it. */
const PICTURE = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F/u;

/** The text without what no font of a document can write; a name with an emoji in it stays a name. */
export function printable(text: string): string {
  const written = charactersOf(text.normalize('NFC')).filter((character) => !PICTURE.test(character));
  return written.join('').replaceAll(/\s+/g, ' ').trim();
}
