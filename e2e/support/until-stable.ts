import { isDeepStrictEqual } from 'node:util';
import { expect } from './test';

/** What comes late on a busy machine (another area's buttons, an answer) comes in less. */
const BETWEEN_LOOKS = 500;

/** Looks until two looks in a row see the same: what a test compares with later has to be all there when it begins. */
export async function untilStable<T>(look: () => Promise<T>): Promise<T> {
  let last = await look();
  await expect
    .poll(
      async () => {
        const before = last;
        last = await look();
        return isDeepStrictEqual(before, last);
      },
      { intervals: [BETWEEN_LOOKS], timeout: 30_000, message: 'the page stands still' },
    )
    .toBe(true);
  return last;
}
