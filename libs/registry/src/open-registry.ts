import { collisionProblems } from './collisions';
import { parseRegistry, type ParsedRegistry, type Refused, type RefusedRemote } from './parse';
import { laterThan, withSeen, type SignedStamp } from './replay';
import { entryProblem, isTrustEnforced, pinOf, TRUST_PROBLEM_TEXTS } from './signature';
import type { RegisteredRemote } from './registry';
import type { TrustedKey, TrustedKeys } from './signature-schema';

/** What a browser remembers of the last registry that it accepted. */
export interface SeenRegistry {
  readonly revision: number;
  readonly issuedAt: string;
  /** Signed entries, by remote name: the newest of each key. */
  readonly entries: Readonly<Record<string, readonly SignedStamp[]>>;
}

/** A registry with usable entries only. */
export interface OpenedRegistry extends ParsedRegistry {
  /** To remember for the next document. */
  readonly seen: SeenRegistry;
}

/**
 * Opens a registry document as the shell does: parses it, checks environment, expiry and revision, and, when keys are
 * pinned, the signature of every entry. Unusable entries are left out and reported in `refused`; the rest works.
 *
 * With pinned keys the revision of the document itself is not compared: it is not signed, and a forged high one would
 * lock out every later document. The signed serial of each entry is compared instead.
 */
export async function openRegistry(
  text: string,
  options: { environment: string; now: Date; trustedKeys: TrustedKeys; seen: SeenRegistry | null },
): Promise<OpenedRegistry | Refused> {
  const { environment, now, trustedKeys, seen } = options;
  const enforced = isTrustEnforced(trustedKeys);
  const parsed = parseRegistry(text, { environment, now, seen: enforced ? null : seen });
  if (!parsed.ok) return parsed;
  const entries: Record<string, readonly SignedStamp[]> = { ...seen?.entries };
  const refused: RefusedRemote[] = [...parsed.refused];
  const refusals = await Promise.all(
    parsed.registry.remotes.map((remote) => (enforced ? refusalOf(remote, parsed, options) : null)),
  );
  const trusted = parsed.registry.remotes.filter((remote, index) => {
    const message = refusals[index] ?? null;
    if (message !== null) refused.push({ name: remote.name, message });
    else if (remote.signature)
      entries[remote.name] = withSeen(remote.signature, ...memoryOf(remote, seen, trustedKeys));
    return message === null;
  });
  const remotes = withoutCollisions(trusted, refused);
  const { revision, issuedAt } = parsed.registry;
  return { ...parsed, registry: { ...parsed.registry, remotes }, refused, seen: { revision, issuedAt, entries } };
}

async function refusalOf(
  remote: RegisteredRemote,
  parsed: ParsedRegistry,
  { seen, ...trust }: { environment: string; now: Date; trustedKeys: TrustedKeys; seen: SeenRegistry | null },
): Promise<string | null> {
  const problem = await entryProblem(remote, parsed.raw.get(remote.name) ?? {}, trust);
  if (problem) return TRUST_PROBLEM_TEXTS[problem];
  const later = remote.signature && laterThan(remote.signature, ...memoryOf(remote, seen, trust.trustedKeys));
  return later ? `Its entry has serial ${remote.signature?.serial}; serial ${later.serial} was seen before.` : null;
}

/** What was seen of a remote's entry, and the keys that are valid. */
function memoryOf(
  { name }: RegisteredRemote,
  seen: SeenRegistry | null,
  trustedKeys: TrustedKeys,
): [seen: readonly SignedStamp[], pinned: readonly TrustedKey[]] {
  const before = seen && Object.hasOwn(seen.entries, name) ? seen.entries[name] : undefined;
  return [before ?? [], pinOf(trustedKeys, name)?.keys ?? []];
}

/**
 * Leaves out areas whose claims collide with another one. The earlier entry in the document wins (new areas are added
 * at the end). With pinned keys, an area with an unpinned path was already refused.
 */
function withoutCollisions(remotes: readonly RegisteredRemote[], refused: RefusedRemote[]): RegisteredRemote[] {
  const accepted: RegisteredRemote[] = [];
  for (const remote of remotes) {
    const [collision] = collisionProblems(remote, accepted);
    if (collision === undefined) accepted.push(remote);
    else refused.push({ name: remote.name, message: collision });
  }
  return accepted;
}
