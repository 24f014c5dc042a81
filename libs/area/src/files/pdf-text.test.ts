import { wrapText } from '../../../../supabase/functions/_shared/documents/wrap-text';

/** Every character is one point wide. */
const font = { widthOfTextAtSize: (text: string, size: number) => text.length * size };

it.each([
  ['eins zwei drei', 9, ['eins zwei', 'drei']],
  ['Donaudampfschiff fährt', 5, ['Donaudampfschiff', 'fährt']],
  ['  eins \n zwei  ', 20, ['eins zwei']],
  ['', 10, []],
])('breaks "%s" at %i', (text, width, lines) => expect(wrapText(text, font, 1, width)).toEqual(lines));
