import type { TrustedFile } from './trusted-files';

/**
 * Runs chunks of a container before it asks for them. A chunk only hands over the modules that it has; the container
 * finds them when it starts. Otherwise entry, exposed module and page would run one after the other, each behind what
 * the page is busy with.
 *
 * A chunk that is lost here is asked for by the container, whose answer tells the user.
 */
export class ChunkScripts {
  readonly #document: Document;
  readonly #run = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Runs scripts that were not run before; other files are left alone. */
  run(files: readonly TrustedFile[]) {
    for (const { url, integrity } of files) {
      if (this.#run.has(url) || !/\.js(\?|$)/.test(url)) continue;
      this.#run.add(url);
      const script = this.#document.createElement('script');
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.integrity = integrity;
      script.src = url;
      script.addEventListener('load', () => script.remove());
      script.addEventListener('error', () => script.remove());
      this.#document.head.append(script);
    }
  }
}
