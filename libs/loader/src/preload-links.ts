import type { TrustedFile } from './trusted-files';

/** Requests files before they are needed. Without the same integrity, browsers would throw the early copy away. */
export class PreloadLinks {
  readonly #document: Document;
  readonly #requested = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Requests files that were not requested before. */
  request(files: readonly TrustedFile[]) {
    for (const { url, integrity } of files) {
      if (this.#requested.has(url)) continue;
      this.#requested.add(url);
      const link = this.#document.createElement('link');
      link.rel = 'preload';
      link.as = /\.css(\?|$)/.test(url) ? 'style' : 'script';
      link.crossOrigin = 'anonymous';
      link.integrity = integrity;
      link.href = url;
      // Its work is done when the bytes are there, or known to be lost.
      link.addEventListener('load', () => link.remove());
      link.addEventListener('error', () => link.remove());
      this.#document.head.append(link);
    }
  }
}
