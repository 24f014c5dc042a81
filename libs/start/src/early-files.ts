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
    for (const file of newOnes(files, this.#requested)) this.#insert(this.#linkTo(file), file);
  }

  /**
   * Requests files one after the other and behind everything else, and keeps them in the page: for an area that may be
   * opened in a moment. What a browser does with a script before it runs is done then as well: its hash is checked, and
   * a longer one is compiled beside the page.
   *
   * @returns Whether all of them are there; what is asked for already by somebody else counts. Never rejects.
   */
  async hold(files: readonly EarlyFile[]): Promise<boolean> {
    for (const file of files) {
      // One by one: what is asked for meanwhile by somebody who waits for it does not wait for its turn.
      if (newOnes([file], this.#requested).length === 0) continue;
      const link = this.#linkTo(file);
      link.fetchPriority = 'low';
      const isThere = await new Promise<boolean>((resolve) => {
        link.addEventListener('load', () => resolve(true));
        link.addEventListener('error', () => resolve(false));
        this.#insert(link, file);
      });
      if (!isThere) return false;
    }
    return true;
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

  #linkTo({ url }: EarlyFile): HTMLLinkElement {
    const link = this.#document.createElement('link');
    link.rel = 'preload';
    link.as = /\.css(\?|$)/.test(url) ? 'style' : 'script';
    link.href = url;
    return link;
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
