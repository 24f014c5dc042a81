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

it('treats one visible character as one', () => {
  expect(charactersOf('e\u0301👩‍⚕️')).toEqual(['e\u0301', '👩‍⚕️']);
});
