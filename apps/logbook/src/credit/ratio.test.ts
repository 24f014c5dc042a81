import { supervisionRatio } from './ratio';

it.each([
  [0, 0, { ratio: null, isShort: false, missing: 0 }],
  [400, 100, { ratio: 4, isShort: false, missing: 0 }],
  [401, 100, { ratio: 4.01, isShort: true, missing: 1 }],
  [450, 0, { ratio: null, isShort: true, missing: 113 }],
])('%i treated and %i supervised minutes, where one is demanded for four', (treated, supervised, expected) => {
  expect(supervisionRatio(treated, supervised, 4)).toEqual(expected);
});
