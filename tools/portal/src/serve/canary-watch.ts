import { figuresReader, openFileStore, watchCanaries } from '@nemus/release';

/** Milliseconds between two looks at the canaries. */
const EVERY = 10_000;

/**
 * Tells the backend which releases the local store names, so that reports of these count, and stops canaries that fail
 * for more accounts than their bound allows, as the database does for a store in a Supabase project.
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
  const watch = watchCanaries({
    store: openFileStore(store),
    environment,
    read: figuresReader({ url: api, key }),
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
