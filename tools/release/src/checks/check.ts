import type { ProvidedModule, RegisteredRemote } from '@nemus/registry';
import type { ReleaseFiles } from '../release-files';

/** What a release would run in. */
export interface ShellFacts {
  /** Version of the contract. */
  readonly contract: string;
  /** Modules that the shell provides. */
  readonly shared: readonly ProvidedModule[];
}

/** Everything that a check may read. */
export interface CheckContext {
  readonly files: ReleaseFiles;
  readonly shell: ShellFacts;
  /** Areas of the environment, the checked one included when it is registered already. */
  readonly registered: readonly RegisteredRemote[];
  /** Opens a published release of an area of the environment. Without it nothing is compared with other releases. */
  readonly open?: (remote: string, version: string) => Promise<ReleaseFiles>;
  /** Told what is no reason to refuse the release, in one sentence. */
  readonly hint?: (sentence: string) => void;
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
