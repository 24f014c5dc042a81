import { localOperator, openFileStore, renewStops } from '@nemus/release';

/** Milliseconds between two looks at the stop list: a portal that runs for days must not let it expire. */
const EVERY = 6 * 3_600_000;

/**
 * Keeps the local store's stop list current, signed with an operator's key of this machine: the first start makes both.
 *
 * @returns Ends it.
 */
export async function keepStopsCurrent({
  store,
  dataDir,
  environment,
}: {
  store: string;
  dataDir: string;
  environment: string;
}): Promise<() => Promise<void>> {
  const operator = await localOperator(dataDir);
  const renew = () =>
    renewStops({
      store: openFileStore(store),
      environment,
      who: 'npm start',
      why: 'local portal',
      ...operator,
      unlessFresh: true,
    });
  await renew();
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = renew().catch((error: unknown) =>
      process.stderr.write(
        `  The stop list was not renewed: ${error instanceof Error ? error.message : String(error)}\n`,
      ),
    );
  }, EVERY);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
