import { isByContent, type ReleaseDocument } from '@nemus/registry';

/** A file of a release with the address it is loaded from. */
export interface TrustedFile {
  readonly url: string;
  readonly integrity: string;
}

/**
 * Addresses and hashes of one release. The hash of an address is looked up without its query, since a further attempt
 * adds one.
 */
export class TrustedFiles {
  /** Folder of the release, with a trailing slash. */
  readonly base: string;
  /**
   * Folder of the files that the area's releases share, with a trailing slash; null when every file comes from the
   * release's own folder.
   */
  readonly root: string | null;
  readonly #release: ReleaseDocument;
  readonly #query: string;

  /**
   * @param base Folder of the release, absolute, with a trailing slash.
   * @param attempt Number of the attempt; from 1 on, every address is new and in the release's own folder, which a
   * wrong shared copy does not affect.
   * @param root Folder of the area in the store, absolute, with a trailing slash; null when nothing is shared.
   */
  constructor(base: string, release: ReleaseDocument, attempt: number, root: string | null = null) {
    this.base = base;
    this.root = attempt === 0 ? root : null;
    this.#release = release;
    this.#query = retryQuery(attempt);
  }

  /** Address of a file in this attempt. */
  urlOf(file: string): string {
    if (this.root !== null && isByContent(file)) return `${this.root}${file}`;
    return `${this.base}${file}${this.#query}`;
  }

  /** The hash required for an address; null when it is not a file of this release, and must not be loaded. */
  integrityOf(url: string): string | null {
    const file = this.#fileAt(url.replace(/[?#].*$/s, ''));
    if (file === null || !Object.hasOwn(this.#release.files, file)) return null;
    return this.#release.files[file]?.integrity ?? null;
  }

  /** Whether an address is that of a shared copy. */
  isShared(url: string): boolean {
    return this.root !== null && url.startsWith(this.root) && !url.startsWith(this.base);
  }

  /** Address of the release's own copy of a file, for a store that lost the shared one. */
  ownCopyOf({ url, integrity }: TrustedFile): TrustedFile {
    return { url: this.isShared(url) ? `${this.base}${this.#fileAt(url) ?? ''}` : url, integrity };
  }

  /** The name of the file at an address, whether or not the release has it. */
  #fileAt(address: string): string | null {
    if (address.startsWith(this.base)) return address.slice(this.base.length);
    if (this.root === null || !address.startsWith(this.root)) return null;
    const file = address.slice(this.root.length);
    return isByContent(file) ? file : null;
  }

  /** Files that the first screen of an exposed module needs, entry first. */
  firstFiles(expose: string): TrustedFile[] {
    const files = expose === './app' ? this.#release.preload : (this.#release.slotPreload[expose] ?? []);
    return files.flatMap((file) => {
      const url = this.urlOf(file);
      const integrity = this.integrityOf(url);
      return integrity === null ? [] : [{ url, integrity }];
    });
  }

  /** Stylesheets of the release. */
  styles(): TrustedFile[] {
    return Object.entries(this.#release.files)
      .filter(([file]) => file.endsWith('.css'))
      .map(([file, { integrity }]) => ({ url: this.urlOf(file), integrity }));
  }
}

/** Query of the addresses of an attempt; empty for the first one. The build passes it on to the chunks. */
export function retryQuery(attempt: number): string {
  return attempt === 0 ? '' : `?retry=${attempt}`;
}

/** The file at an address with its hash; empty for other files. */
export function trustedFile(files: TrustedFiles, url: string): TrustedFile[] {
  const integrity = files.integrityOf(url);
  return integrity === null ? [] : [{ url, integrity }];
}
