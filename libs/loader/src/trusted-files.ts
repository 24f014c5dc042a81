import type { ReleaseDocument } from '@nemus/registry';

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
  readonly #release: ReleaseDocument;
  readonly #query: string;

  /**
   * @param base Folder of the release, absolute, with a trailing slash.
   * @param attempt Number of the attempt; from 1 on it makes every address a new one.
   */
  constructor(base: string, release: ReleaseDocument, attempt: number) {
    this.base = base;
    this.#release = release;
    this.#query = retryQuery(attempt);
  }

  /** Address of a file in this attempt. */
  urlOf(file: string): string {
    return `${this.base}${file}${this.#query}`;
  }

  /** The hash that an address must have; null when it is no file of this release, and must not be loaded. */
  integrityOf(url: string): string | null {
    const bare = url.replace(/[?#].*$/s, '');
    if (!bare.startsWith(this.base)) return null;
    const file = bare.slice(this.base.length);
    return Object.hasOwn(this.#release.files, file) ? (this.#release.files[file]?.integrity ?? null) : null;
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

/** Query of the addresses of an attempt; the first one has none. The build hands it on to the chunks. */
export function retryQuery(attempt: number): string {
  return attempt === 0 ? '' : `?retry=${attempt}`;
}
