import { readByteRange } from './byte-range';

describe('readByteRange', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-9,20-29', 'whole'],
    ['items=0-9', 'whole'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=20-10', 'unsatisfiable'],
  ])('of 100 bytes takes %s as %j', (header, expected) => {
    expect(readByteRange(header, 100)).toEqual(expected);
  });
});
