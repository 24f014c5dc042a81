import { isDeepStrictEqual } from 'node:util';
import { expect } from './test';

/** Late content on a busy machine (another area's buttons, an answer) arrives in less. */
const BETWEEN_LOOKS = 500;

/** Repeats a check until two results in a row are equal: the baseline of a test must be complete. */
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
