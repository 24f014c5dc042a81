import { columnsFor } from './useVirtualRows';

it.each([
  [328, 320, 1],
  [655, 320, 1],
  [656, 320, 2],
  [1072, 320, 3],
  [0, 320, 1],
])('fits cards into %i px', (width, cardWidth, columns) => {
  expect(columnsFor(width, cardWidth)).toBe(columns);
});
