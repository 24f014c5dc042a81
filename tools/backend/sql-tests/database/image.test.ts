import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { imagePath } from './image';

const KIND = `nemus-image-test-${process.pid}-`;
const of = (now: string, ...madeOf: readonly string[]) => imagePath(KIND, madeOf, new Date(now));

it('an image is of its day, here and where the database counts, and of what it was made of', () => {
  const noon = of('2026-11-24T12:00:00Z', 'a');
  expect(of('2026-11-24T22:59:59Z', 'a')).toBe(noon);
  expect(of('2026-11-24T12:00:00Z', 'b')).not.toBe(noon);
  const afterMidnight = of('2026-11-24T23:00:00Z', 'a');
  expect(afterMidnight).not.toBe(noon);
  expect(of('2026-11-25T00:00:00Z', 'a')).not.toBe(afterMidnight);
});

it('images of other days go', () => {
  const image = of('2026-11-24T12:00:00Z');
  try {
    writeFileSync(image, '');
    utimesSync(image, new Date('2026-11-24T12:00:00Z'), new Date('2026-11-24T12:00:00Z'));
    of('2026-11-25T11:59:00Z');
    expect(existsSync(image)).toBe(true);
    of('2026-11-25T12:01:00Z');
    expect(existsSync(image)).toBe(false);
  } finally {
    rmSync(image, { force: true });
  }
});
