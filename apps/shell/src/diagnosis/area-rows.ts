import {
  chooseRelease,
  switchedOff,
  type Account,
  type MissingNames,
  type RegisteredRemote,
  type RegistryDocument,
  type StopList,
  type SwitchedOff,
} from '@nemus/registry';
import type { AreaPhase, AreaSource, RemoteStatus } from '@nemus/loader';

/** One area as in this browser. */
export interface AreaRow {
  readonly name: string;
  readonly title: string;
  readonly team: string;
  readonly version: string | null;
  /** Contract range of the version; null while unknown. */
  readonly contract: string | null;
  /** What this portal lacks and the last failed version uses, with that version; null otherwise. */
  readonly missing: { readonly version: string | null; readonly names: readonly MissingNames[] } | null;
  readonly source: AreaSource | null;
  readonly phase: AreaPhase | 'unopened' | 'disabled';
  /** Why it is closed for all accounts, even while an override shows it in this browser. */
  readonly off: SwitchedOff | null;
  readonly loadMs: number | null;
  readonly mountMs: number | null;
}

/**
 * @param account Determines the release of an area that was not opened yet.
 * @param stops What operators have stopped.
 */
export function areaRows(
  registry: RegistryDocument,
  statuses: Readonly<Record<string, RemoteStatus>>,
  account: Account,
  overridden: (remote: string) => boolean,
  stops: StopList | null,
): AreaRow[] {
  return registry.remotes.map((remote) => {
    const { name, title, team } = remote;
    const shown = Object.hasOwn(statuses, name) ? statuses[name] : undefined;
    const isOpen = shown !== undefined && shown.phase !== 'closed';
    const state =
      !isOpen && overridden(name) ? OVERRIDDEN : shown?.version ? openedArea(shown) : unopenedArea(remote, account);
    const off = switchedOff(registry, stops, name);
    // An override is not a release, even if its version equals one.
    const contract = state.source === 'override' ? null : contractOf(remote, state.version);
    const missing = shown ? missingIn(shown) : null;
    return { name, title, team, ...state, contract, missing, off };
  });
}

function contractOf({ stable, canary, lastGood }: RegisteredRemote, version: string | null): string | null {
  const pointers = [stable, ...(canary ? [canary.pointer] : []), ...lastGood];
  return pointers.find((pointer) => pointer.version === version)?.contract ?? null;
}

function missingIn({ lastFailure }: RemoteStatus): AreaRow['missing'] {
  return lastFailure?.missing ? { version: lastFailure.version, names: lastFailure.missing } : null;
}

/** Its version is known once it is opened. */
const OVERRIDDEN = {
  version: null,
  source: 'override',
  phase: 'unopened',
  loadMs: null,
  mountMs: null,
} as const;

function openedArea({ version, source, phase, loadMs, mountMs }: RemoteStatus) {
  return { version, source, phase, loadMs, mountMs };
}

function unopenedArea(remote: RegisteredRemote, account: Account) {
  const chosen = chooseRelease(remote, account);
  return {
    version: chosen?.pointer.version ?? null,
    source: chosen?.channel ?? null,
    phase: remote.enabled ? ('unopened' as const) : ('disabled' as const),
    loadMs: null,
    mountMs: null,
  };
}
