/** A file with the hash that its bytes must have. */
export interface EarlyFile {
  readonly url: string;
  /** Subresource Integrity value. */
  readonly integrity: string;
}

/** Files of releases before their container asks for them; each address once, whether it arrived or failed. */
export class EarlyFiles {
  readonly #document: Document;
  readonly #requested = new Set<string>();
  readonly #run = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Requests files. Without the same integrity, browsers would throw the early copy away. */
  prepare(files: readonly EarlyFile[]) {
    for (const file of newOnes(files, this.#requested)) {
      const link = this.#document.createElement('link');
      link.rel = 'preload';
      link.as = /\.css(\?|$)/.test(file.url) ? 'style' : 'script';
      link.href = file.url;
      this.#insert(link, file);
    }
  }

  /**
   * Runs scripts; other files are left alone. A chunk only hands over the modules that it has; the container finds them
   * when it starts. Otherwise entry, exposed module and page would run one after the other, each behind what the page
   * is busy with. A chunk that is lost here is asked for by the container, whose answer tells the user.
   */
  prepareScripts(files: readonly EarlyFile[]) {
    const scripts = files.filter(({ url }) => /\.js(\?|$)/.test(url));
    for (const file of newOnes(scripts, this.#run)) {
      const script = this.#document.createElement('script');
      script.async = true;
      script.src = file.url;
      this.#insert(script, file);
    }
  }

  #insert(element: HTMLLinkElement | HTMLScriptElement, { integrity }: EarlyFile) {
    element.crossOrigin = 'anonymous';
    element.integrity = integrity;
    // Its work is done when the bytes are there, or known to be lost.
    element.addEventListener('load', () => element.remove());
    element.addEventListener('error', () => element.remove());
    this.#document.head.append(element);
  }
}

/** Files whose addresses are not known yet; from now on they are. */
function newOnes(files: readonly EarlyFile[], known: Set<string>): EarlyFile[] {
  return files.filter(({ url }) => !known.has(url) && known.add(url));
}
