import {
  COMMANDS_FILE,
  commandsDocumentSchema,
  foundEntrySchema,
  MOST_FOUND,
  type CommandsDocument,
  type FoundEntry,
  type Ports,
  type ReleaseInfo,
} from '@nemus/contract';
import { SEARCH_MS } from '@nemus/start/limits';
import { withLimit, type Clock } from './clock';
import { Problem } from './problem';
import type { ReleaseLoader } from './release-loader';
import { infoOf, type VerifiedRelease } from './release-parts';

/** What an area offers in the command palette. */
export type Offer = Pick<CommandsDocument, 'commands' | 'searches'>;

const NOTHING: Offer = { commands: [], searches: [] };

/**
 * What a release offers in the palette: a small file of it, checked like its code. Empty when it has none, or one for a
 * newer shell. Throws when unavailable.
 */
export async function readOffer(releases: ReleaseLoader, release: VerifiedRelease): Promise<Offer> {
  const text = await releases.readText(release, COMMANDS_FILE);
  if (text === null) return NOTHING;
  const parsed = commandsDocumentSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : NOTHING;
}

/** One question to a search module of an area. */
export interface SearchQuestion {
  readonly expose: string;
  readonly query: string;
  readonly signal: AbortSignal;
}

/**
 * Queries a search module. Rejects when it cannot be loaded, fails or takes too long. Surplus results, and those that
 * cannot be shown or lead out of the portal, are dropped.
 */
export async function search(
  parts: {
    readonly releases: ReleaseLoader;
    readonly clock: Clock;
    readonly makePorts: (release: ReleaseInfo) => Ports;
  },
  release: VerifiedRelease,
  { expose, query, signal }: SearchQuestion,
): Promise<readonly FoundEntry[]> {
  const provide = await parts.releases.loadSearch(release, expose);
  const limit = new AbortController();
  // `AbortSignal.any` is younger than the supported browsers.
  const follow = () => limit.abort(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow);
  const answer: unknown = await withLimit(
    parts.clock,
    // In a promise, so that a synchronous throw is a rejection.
    Promise.resolve().then(() => provide(parts.makePorts(infoOf(release)), query, limit.signal)),
    SEARCH_MS,
    () => {
      limit.abort();
      return new Problem('timeout', `${expose} of ${release.files.base} did not answer within ${SEARCH_MS} ms.`);
    },
  );
  if (!Array.isArray(answer)) throw new Problem('execution', `${expose} of ${release.files.base} answered no list.`);
  // Cut before anything is read: an answer may be of any length.
  const first: unknown[] = answer.slice(0, MOST_FOUND);
  return first.flatMap((entry) => {
    const parsed = foundEntrySchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
