import type { AdapterTerm } from '@nemus/contract/adapters';
import type { ProvidedModule, ProvidesDocument, RegisteredRemote } from '@nemus/registry';
import type { ReleaseFiles } from '../release-files';

/** What a release would run in. */
export interface ShellFacts {
  /** Version of the contract. */
  readonly contract: string;
  /** Older majors of it whose areas run through an adapter; none by default. */
  readonly adapters?: readonly AdapterTerm[];
  /** Modules that the shell provides. */
  readonly shared: readonly ProvidedModule[];
  /** The names that areas may use of it; left out when unknown. */
  readonly provides?: ProvidesDocument;
}

/** Everything that a check may read. */
export interface CheckContext {
  readonly files: ReleaseFiles;
  readonly shell: ShellFacts;
  /** Areas of the environment, the checked one included when it is registered already. */
  readonly registered: readonly RegisteredRemote[];
  /** Opens a published release of an area of the environment. Without it, other releases are not compared. */
  readonly open?: (remote: string, version: string) => Promise<ReleaseFiles>;
  /** Names of all shells in use in the environment, including earlier versions. */
  readonly inUse?: readonly ProvidesDocument[];
  /** Finds the names that the portal's database lacks. Without it, the database is not compared. */
  readonly missingInDatabase?: ((names: readonly string[]) => Promise<string[]>) | undefined;
  /** Called with each warning, one sentence per call. */
  readonly hint?: (sentence: string) => void;
  /** A rollback to a release that worked: only what browsers would refuse counts. */
  readonly isWayBack?: boolean;
  /** The current time, which ends adapters; by default the clock's. */
  readonly now?: Date;
}

/** Something that a release must not have. */
export interface Finding {
  /** Name of the check. */
  readonly check: string;
  readonly message: string;
  readonly remedy: string;
}

/** One rule of the gate. */
export interface Check {
  readonly name: string;
  readonly run: (context: CheckContext) => Promise<string[]> | string[];
  readonly remedy: string;
}
