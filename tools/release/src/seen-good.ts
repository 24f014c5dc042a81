import type { RegisteredRemote, ReleasePointer } from '@nemus/registry';
import type { RemoteFigures } from './figures';
import type { ReleaseStore } from './store/store';

/** What browsers reported about a release; `unknown` without reports. */
export type SeenAs = 'good' | 'bad' | 'unknown';

/** A release is bad when at least half of its accounts and half of its starts failed: a hang counts like an error. */
function seenAs(figures: RemoteFigures | undefined): SeenAs {
  if (!figures || figures.accounts === 0) return 'unknown';
  const { accounts, failedAccounts, starts, failures } = figures;
  return failedAccounts * 2 >= accounts && failures * 2 >= starts ? 'bad' : 'good';
}

/**
 * How browsers saw the releases of an area. Everything is unknown in a store without figures, and when they cannot be
 * read: a way back must not depend on them.
 *
 * @param onNote Gets the reason when the figures cannot be read.
 */
export async function readSeen(
  store: ReleaseStore,
  environment: string,
  remote: string,
  onNote: (note: string) => void = () => undefined,
): Promise<(pointer: ReleasePointer) => SeenAs> {
  let figures: readonly RemoteFigures[] = [];
  try {
    figures = (await store.readFigures?.(environment)) ?? [];
  } catch (error) {
    onNote(`the reports of browsers cannot be read. ${error instanceof Error ? error.message : String(error)}`);
  }
  return ({ version }) => seenAs(figures.find((each) => each.remote === remote && each.version === version));
}

/** The last good release that browsers started; otherwise the first without reports, and never a bad one. */
export function lastSeenGood(
  { lastGood }: RegisteredRemote,
  seen: (pointer: ReleasePointer) => SeenAs,
): ReleasePointer | undefined {
  return lastGood.find((each) => seen(each) === 'good') ?? lastGood.find((each) => seen(each) === 'unknown');
}

/** The entry without last good releases that browsers saw fail: nothing falls back to them. */
export function withoutSeenBad(entry: RegisteredRemote, seen: (pointer: ReleasePointer) => SeenAs): RegisteredRemote {
  return { ...entry, lastGood: entry.lastGood.filter((each) => seen(each) !== 'bad') };
}
