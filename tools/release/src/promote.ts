import { canonicalJson, pointerTo, promotedEntry, rolledBackEntry, type RegisteredRemote } from '@nemus/registry';
import { changeEntry, DAY, requireEntry, VALID_FOR_DAYS, type ChangeResult } from './change';
import type { ChangeRequest } from './change-request';
import { openGate, type GateOptions } from './gate';
import { checkSignatures } from './proposals';
import { Refusal } from './refusal';
import { openPublished } from './release-files';
import { lastSeenGood, readSeen, withoutSeenBad } from './seen-good';
import type { CurrentRegistry } from './store/document';

export type PromoteRequest = ChangeRequest & GateOptions & { readonly version: string };

/**
 * Makes a published release the stable one, after every check of the gate on the bytes in the store. The previous
 * release becomes the first of the last good ones, unless browsers saw it fail. Promoting the stable release changes
 * nothing, except that it renews a registry that is about to expire.
 */
export async function promoteRelease(request: PromoteRequest): Promise<ChangeResult> {
  const { store, environment, remote, version } = request;
  checkSignatures(request);
  const files = await openPublished(store, remote, version);
  const pointer = pointerTo(files.release, files.digest);
  const gate = once(() => openGate(files, request));
  return changeEntry({ ...request, environment }, async (current, before) => {
    const promoted = promotedEntry(before, files.release.declaration, pointer);
    const isNew = before !== null && before.stable.version !== version;
    const entry = isNew
      ? withoutSeenBad(promoted, await readSeen(store, environment, remote, request.onNote))
      : promoted;
    if (before && sameClaims(before, entry) && !needsRenewal(request, current, before)) return null;
    const forced = await (await gate()).pass(current);
    return { entry, audit: { action: 'promote', from: before?.stable.version ?? null, to: version, forced } };
  });
}

export type RollbackRequest = ChangeRequest & GateOptions & { readonly version?: string };

/**
 * Rolls back to the last release that browsers saw work, or any published version. It checks only what browsers would
 * refuse: a new budget must not block it.
 */
export async function rollbackRelease(request: RollbackRequest): Promise<ChangeResult> {
  const { store, remote } = request;
  checkSignatures(request);
  return changeEntry(request, async (current) => {
    const before = requireEntry(current, remote);
    const seen = await readSeen(store, request.environment, remote, request.onNote);
    const version = request.version ?? lastSeenGood(before, seen)?.version;
    if (version === undefined) {
      throw new Refusal(
        'nothing-to-do',
        `"${remote}" has no earlier release that worked.`,
        `Name a version ("--to <version>"), or switch the area off: "npx --no-install @nemus/release disable ${remote} --reason <German sentence>".`,
      );
    }
    if (version === before.stable.version) {
      throw new Refusal('nothing-to-do', `${version} is the stable release of "${remote}".`, 'Name another version.');
    }
    const files = await openPublished(store, remote, version);
    const forced = await (await openGate(files, request, true)).pass(current);
    return {
      entry: withoutSeenBad(
        rolledBackEntry(before, files.release.declaration, pointerTo(files.release, files.digest)),
        seen,
      ),
      audit: { action: 'rollback', from: before.stable.version, to: version, forced },
    };
  });
}

/**
 * Signs an entry again before it expires; nothing else changes.
 *
 * @param withinDays Changes nothing while registry and signature are valid for at least as many days.
 */
export async function renewEntry(request: ChangeRequest, withinDays = Infinity): Promise<ChangeResult> {
  return changeEntry(request, (current, _entry, end) => {
    const before = requireEntry(current, request.remote);
    const until = before.signature?.expiresAt ?? current.registry.expiresAt;
    const first = Math.min(new Date(until).getTime(), new Date(current.registry.expiresAt).getTime());
    if (first - Date.now() >= withinDays * DAY) return null;
    return { entry: before, audit: { action: 'renew', from: until, to: end.toISOString() } };
  });
}

/** A lazy value, computed once. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= compute());
}

/** Whether two entries have the same content for an area, regardless of their signers. */
function sameClaims(before: RegisteredRemote, entry: RegisteredRemote): boolean {
  const claims = (remote: RegisteredRemote) => canonicalJson({ ...remote, signature: undefined });
  return claims(before) === claims(entry);
}

/** Half of the validity has passed, or the entry is not signed by the given key. */
function needsRenewal(request: ChangeRequest, current: CurrentRegistry, before: RegisteredRemote): boolean {
  const validFor = (request.validForDays ?? VALID_FOR_DAYS) * DAY;
  const half = Date.now() + validFor / 2;
  if (new Date(current.registry.expiresAt).getTime() < half) return true;
  if (!request.signer) return false;
  const { signature } = before;
  return signature?.keyId !== request.signer.keyId || new Date(signature.expiresAt).getTime() < half;
}
