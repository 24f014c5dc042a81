import type { ProvidedModule } from '@nemus/registry';

/** A module of a container, and how far its bytes are trusted. */
export interface ContainerRequest {
  /** Global of the container; unique per release. */
  readonly container: string;
  /** Address of the container's script in this attempt; a new address makes a new container. */
  readonly entryUrl: string;
  /**
   * Folder of the files that the container shares with other releases of its area; null: all files are next to its
   * script.
   */
  readonly root: string | null;
  /** Exposed module, such as `./app`. */
  readonly expose: string;
  /** The hash required for an address, null for what must not be loaded. */
  readonly integrityOf: (url: string) => string | null;
  /** Time limit of the container's script in milliseconds. */
  readonly timeoutMs: number;
}

/** Loads modules of containers. Hides all of Module Federation. */
export interface ContainerHost {
  /** The module's exports. Throws a {@link ContainerError}. */
  load(request: ContainerRequest): Promise<unknown>;
  /**
   * Which of these exports a shared module does not have, determined from the module itself. Empty for a module that is
   * only loaded after a click, or that cannot be loaded now: loading the area meets the same failure.
   */
  missing(module: string, names: readonly string[]): Promise<readonly string[]>;
  /** What the shell provides to remotes. */
  provided(): readonly ProvidedModule[];
}

/**
 * How loading failed, as far as the browser reveals: `script` and `chunk` may be a lost connection, a missing file or a
 * refused hash.
 */
export type ContainerErrorKind = 'script' | 'chunk' | 'timeout' | 'untrusted' | 'contract' | 'execution';

export class ContainerError extends Error {
  override readonly name = 'ContainerError';
  readonly kind: ContainerErrorKind;
  /** The file that could not be loaded, when the browser names it. */
  readonly url: string | null;

  constructor(kind: ContainerErrorKind, message: string, options: { cause?: unknown; url?: string | null } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.url = options.url ?? null;
  }
}
