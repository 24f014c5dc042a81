import { openFileStore, readCurrent, readFigures, watchCanaries } from '@nemus/release';

/** Milliseconds between two looks at the canaries. */
const EVERY = 10_000;

/**
 * Stops canaries of the local store that fail for more accounts than their bound allows, as the database does for a
 * store in a Supabase project. Costs nothing while there is no canary.
 *
 * @param options `api`: address of the backend, `key`: its secret key.
 * @returns Ends the watch.
 */
export function startCanaryWatch({
  store,
  environment,
  api,
  key,
}: {
  store: string;
  environment: string;
  api: string;
  key: string;
}): () => Promise<void> {
  const ended = new AbortController();
  const releases = openFileStore(store);
  const watch = watchCanaries({
    store: releases,
    environment,
    read: async () => {
      const { registry } = await readCurrent(releases, environment);
      const isNeeded = registry.remotes.some(({ canary }) => canary !== undefined);
      return isNeeded ? readFigures({ url: api, key }, environment) : [];
    },
    everyMs: EVERY,
    signal: ended.signal,
    onHalt: ({ remote, version, reason }) =>
      process.stdout.write(`  Stopped the canary ${version} of ${remote}: ${reason}.\n`),
    onError: (error) =>
      process.stderr.write(
        `  The canaries were not judged: ${error instanceof Error ? error.message : String(error)}\n`,
      ),
  });
  return () => {
    ended.abort();
    return watch;
  };
}
