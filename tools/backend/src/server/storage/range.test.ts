import { parseRange } from './range';

test.each([
  ['bytes=0-99', { from: 0, to: 99 }],
  ['bytes=100-', { from: 100, to: null }],
  ['bytes=-5', null],
  ['bytes=9-3', null],
  ['bytes=0-1,4-5', null],
  [null, null],
])('%s', (header, range) => {
  expect(parseRange(header)).toEqual(range);
});
