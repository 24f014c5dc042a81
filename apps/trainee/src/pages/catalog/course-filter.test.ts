import { isFiltered, NO_FILTER, selectionOf } from './course-filter';

it.each([
  [NO_FILTER, false],
  [{ ...NO_FILTER, search: '  ' }, false],
  [{ ...NO_FILTER, search: 'a' }, true],
  [{ ...NO_FILTER, competency: 'methoden_kompetenz' as const }, true],
  [{ ...NO_FILTER, difficulty: 'Experte' as const }, true],
  [{ ...NO_FILTER, dates: { ...NO_FILTER.dates, free: true } }, true],
])('knows whether %o narrows the list', (filter, expected) => expect(isFiltered(filter)).toBe(expected));

it('asks for own courses last', () => {
  expect(selectionOf({ ...NO_FILTER, search: 'angst' })).toEqual({
    search: 'angst',
    competency: null,
    difficulty: null,
    month: null,
    house: null,
    online: false,
    free: false,
    most: null,
    ownLast: true,
  });
});
