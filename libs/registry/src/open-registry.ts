import { collisionProblems } from './collisions';
import { isOlder, parseRegistry, type ParsedRegistry, type Refused, type RefusedRemote } from './parse';
import { entryProblem, isTrustEnforced, pinOf, TRUST_PROBLEM_TEXTS } from './signature';
import type { RegisteredRemote } from './registry';
import type { TrustedKeys } from './signature-schema';

/** What a browser remembers of the registry that it accepted last. */
export interface SeenRegistry {
  readonly revision: number;
  readonly issuedAt: string;
  /** Signed entries, by remote name. */
  readonly entries: Readonly<Record<string, { readonly revision: number; readonly issuedAt: string }>>;
}

/** A registry whose every entry may be used. */
export interface OpenedRegistry extends ParsedRegistry {
  /** To remember for the next document. */
  readonly seen: SeenRegistry;
}

/**
 * Opens a registry document as the shell does: parses it, checks environment, expiry and revision, and, when keys are
 * pinned, the signature of every entry. What may not be used is left out and reported in `refused`; the rest works.
 *
 * With pinned keys the revision of the document itself is not compared: nobody signs it, and a forged high one would
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
  const entries: Record<string, { revision: number; issuedAt: string }> = { ...seen?.entries };
  const refused: RefusedRemote[] = [...parsed.refused];
  const refusals = await Promise.all(
    parsed.registry.remotes.map((remote) => (enforced ? refusalOf(remote, parsed, options) : null)),
  );
  const trusted = parsed.registry.remotes.filter((remote, index) => {
    const message = refusals[index] ?? null;
    if (message !== null) refused.push({ name: remote.name, message });
    else if (remote.signature) entries[remote.name] = stampOf(remote.signature);
    return message === null;
  });
  const remotes = withoutCollisions(trusted, trustedKeys, refused);
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
  const before = seen && Object.hasOwn(seen.entries, remote.name) ? seen.entries[remote.name] : undefined;
  if (before && remote.signature && isOlder(stampOf(remote.signature), before)) {
    return `Its entry has serial ${remote.signature.serial}; serial ${before.revision} was seen before.`;
  }
  return null;
}

function stampOf({ serial, issuedAt }: { serial: number; issuedAt: string }) {
  return { revision: serial, issuedAt };
}

/**
 * Leaves out areas that claim what another one has. An area with pinned paths comes first, then the one that stands
 * earlier in the document (new areas are added at its end), so that a stolen key reaches its own area alone.
 */
function withoutCollisions(
  remotes: readonly RegisteredRemote[],
  trustedKeys: TrustedKeys,
  refused: RefusedRemote[],
): RegisteredRemote[] {
  const isPinned = ({ name }: RegisteredRemote) => pinOf(trustedKeys, name)?.routes !== undefined;
  const accepted: RegisteredRemote[] = [];
  for (const remote of [...remotes].toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)))) {
    const [collision] = collisionProblems(remote, accepted);
    if (collision === undefined) accepted.push(remote);
    else refused.push({ name: remote.name, message: collision });
  }
  return remotes.filter((remote) => accepted.includes(remote));
}
