import type { Stage } from './backend';
import { collectMeasures, type Measures } from './measures';
import { createUser } from './user';

/** Bounds of one run: it is a measurement of this machine, not an attack on another. */
const MOST_USERS = 64;
const LONGEST_MS = 120_000;

/** What a crowd did. */
export interface CrowdResult extends Measures {
  readonly users: number;
  readonly visits: number;
  readonly seconds: number;
}

/**
 * Lets users visit at the same time, each one visit after the other without a pause.
 *
 * @param visits of all users together
 */
export async function runCrowd(stage: Stage, users: number, visits: number): Promise<CrowdResult> {
  if (users > MOST_USERS) throw new Error(`At most ${MOST_USERS} users.`);
  for (const address of [stage.apiUrl, stage.mailUrl, stage.checkoutUrl]) {
    if (!['localhost', '127.0.0.1'].includes(new URL(address).hostname)) throw new Error(`${address} is not local.`);
  }
  const crowd: Awaited<ReturnType<typeof createUser>>[] = [];
  for (let number = 0; number < users; number += 1) crowd.push(await createUser(stage));
  const measures = collectMeasures();
  const started = performance.now();
  let begun = 0;
  let done = 0;
  await Promise.all(
    crowd.map(async (user) => {
      while (begun < visits && user.left() > 0 && performance.now() - started < LONGEST_MS) {
        begun += 1;
        // A failed visit is counted by its step; the others go on.
        await user.visit(measures.measure).then(
          () => (done += 1),
          () => undefined,
        );
      }
    }),
  );
  return { ...measures, users, visits: done, seconds: (performance.now() - started) / 1000 };
}
