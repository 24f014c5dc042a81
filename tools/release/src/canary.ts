import { canaryEntry, pointerTo, type Canary, type CanaryBound, type RegisteredRemote } from '@nemus/registry';
import { changeEntry, readCurrent, requireEntry, type ChangeResult } from './change';
import type { ChangeRequest } from './change-request';
import { openGate, type GateOptions } from './gate';
import { checkSignatures } from './proposals';
import { Refusal } from './refusal';
import { openPublished } from './release-files';
import type { CurrentRegistry } from './store/document';

/** Default percentages of `canary step`. */
export const CANARY_STEPS = [1, 5, 10, 25, 50, 100] as const;

/** A canary stops automatically when it failed for more than 2 % of at least 50 accounts. */
export const DEFAULT_BOUND: CanaryBound = { failureRate: 0.02, minimumAccounts: 50 };

export type CanaryRequest = ChangeRequest &
  GateOptions & {
    readonly version: string;
    readonly percent: number;
    readonly cohorts?: readonly string[];
    readonly bound?: CanaryBound;
    /** Draws the accounts; by default the version, so that the same people do not test every release. */
    readonly salt?: string;
  };

/** Gives a published release to some accounts. It passes the same gate as a promotion. */
export async function setCanary(request: CanaryRequest): Promise<ChangeResult> {
  const { store, remote, version, percent } = request;
  checkSignatures(request);
  const files = await openPublished(store, remote, version);
  const decide = (current: CurrentRegistry) => {
    const before = requireEntry(current, remote);
    if (before.stable.version !== version) return before;
    throw new Refusal(
      'nothing-to-do',
      `${version} is already the stable release of "${remote}".`,
      'Name another version.',
    );
  };
  // Before the gate, whose smoke test takes minutes.
  decide(await readCurrent(store, request.environment));
  const gate = await openGate(files, request);
  return changeEntry(request, async (current) => {
    const before = decide(current);
    const forced = await gate.pass(current);
    const canary: Canary = {
      pointer: pointerTo(files.release, files.digest),
      percent,
      cohorts: [...(request.cohorts ?? [])],
      salt: request.salt ?? version,
      bound: request.bound ?? DEFAULT_BOUND,
    };
    return {
      entry: canaryEntry(before, canary),
      audit: { action: 'canary-set', from: describe(before), to: `${version} for ${percent} %`, forced },
    };
  });
}

/** Widens a canary, by default to the next of {@link CANARY_STEPS}. Users who have it keep it. */
export async function stepCanary(request: ChangeRequest & { readonly percent?: number }): Promise<ChangeResult> {
  return changeEntry(request, (current) => {
    const before = requireEntry(current, request.remote);
    const canary = requireCanary(before);
    if (before.canaryHalted?.version === canary.pointer.version) {
      throw new Refusal(
        'nothing-to-do',
        `The canary of "${before.name}" was stopped: ${before.canaryHalted.reason}`,
        'Release a correction and set a new canary.',
      );
    }
    const percent = request.percent ?? CANARY_STEPS.find((step) => step > canary.percent);
    if (percent === undefined || percent <= canary.percent) {
      throw new Refusal(
        'nothing-to-do',
        `The canary of "${before.name}" has ${canary.percent} % already; a step goes up.`,
        `Promote it ("npx --no-install @nemus/release promote ${before.name} ${canary.pointer.version}"), or set a smaller canary again.`,
      );
    }
    return {
      entry: canaryEntry(before, { ...canary, percent }),
      audit: { action: 'canary-step', from: describe(before), to: `${canary.pointer.version} for ${percent} %` },
    };
  });
}

/** Ends a canary: all users get the stable release again. */
export async function stopCanary(request: ChangeRequest): Promise<ChangeResult> {
  return changeEntry(request, (current) => {
    const before = requireEntry(current, request.remote);
    requireCanary(before);
    return { entry: canaryEntry(before, null), audit: { action: 'canary-stop', from: describe(before), to: null } };
  });
}

function requireCanary({ name, canary }: RegisteredRemote): Canary {
  if (canary) return canary;
  throw new Refusal(
    'nothing-to-do',
    `"${name}" has no canary.`,
    `Set one: "npx --no-install @nemus/release canary set ${name} --percent <number>".`,
  );
}

function describe({ canary }: RegisteredRemote): string | null {
  return canary ? `${canary.pointer.version} for ${canary.percent} %` : null;
}
