import { NAME_CASES } from './name-cases';
import { charactersOf, givenName, initialsOf } from './names';

it.each(NAME_CASES)('%s %s has the initials %s', (first, last, initials) => {
  expect(initialsOf(`${first} ${last}`)).toBe(initials);
});

it.each([
  ['', '·'],
  ['  ', '·'],
  ['- (!)', '·'],
  ['ida groß', 'IG'],
  ['ß', 'ß'],
  ['„Nord“ Ambulanz e.V.', 'NE'],
  ['mira@nemus.example', 'M'],
])('%p has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it.each([
  ['Ida', 'Ida'],
  [' Dr. med. Ida  Maria ', 'Ida Maria'],
  ['Dr.', 'Dr.'],
  ['Med', 'Med'],
  ['', ''],
])('%p is greeted as %p', (first, greeted) => expect(givenName(first)).toBe(greeted));

it('does not need the segmenter for Latin text, and splits it in the same way', () => {
  const segmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });
  const codes = Array.from({ length: 0x2ff - 0x1f }, (_, index) => index + 0x20);
  const latin = codes.filter((code) => code < 0x7f || code > 0x9f).map((code) => String.fromCodePoint(code));
  const text = latin.join('');
  const create = jest.spyOn(Intl, 'Segmenter');
  expect(charactersOf(text)).toEqual(latin);
  expect(create).not.toHaveBeenCalled();
  create.mockRestore();
  expect(Array.from(segmenter.segment(text), ({ segment }) => segment)).toEqual(latin);
});

it('treats one visible character as one', () => {
  expect(charactersOf('e\u0301👩‍⚕️')).toEqual(['e\u0301', '👩‍⚕️']);
});
