import type { ReleaseInfo } from '@nemus/contract';
import type { ContractAdapter } from '@nemus/contract/adapters';
import type { ReleaseDocument, TrustedKeys } from '@nemus/registry';
import type { EarlyFiles } from '@nemus/start';
import type { MountLimits } from '@nemus/start/limits';
import type { Clock } from './clock';
import type { ContainerHost } from './container-host';
import type { Fetch } from './documents';
import type { TrustedFiles } from './trusted-files';

/** External dependencies of loading. */
export interface ReleaseLoaderParts {
  /** Root of the release store, absolute, with a trailing slash. */
  readonly storeUrl: string;
  readonly contractVersion: string;
  /** Every port with its members, as listed by areas that use them; null when unknown. */
  readonly portNames: readonly string[] | null;
  /** Older majors of the contract that this shell still runs. */
  readonly adapters: readonly ContractAdapter[];
  /** The current date, which ends adapters. */
  readonly today: () => Date;
  /** Keys that may sign releases; empty: signatures are not required. */
  readonly trustedKeys: () => Promise<TrustedKeys>;
  readonly container: ContainerHost;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits: MountLimits;
  /** Null: nothing is requested before the container requests it. */
  readonly early: EarlyFiles | null;
}

/** A release whose document is the one that the registry points to. */
export interface VerifiedRelease {
  readonly document: ReleaseDocument;
  readonly files: TrustedFiles;
  /** The adapter between this shell's contract and the release's; null when none is needed. */
  readonly adapter: ContractAdapter | null;
}

/** What an area is told about its own release. */
export function infoOf({ document: { declaration, version } }: VerifiedRelease): ReleaseInfo {
  const { name, title, team } = declaration;
  return { remote: name, title, team, version };
}
