/** A file with the hash that its bytes must have. */
export interface EarlyFile {
  readonly url: string;
  /** Subresource Integrity value. */
  readonly integrity: string;
}

/** Files of releases before their container requests them; each address once, whether it arrived or failed. */
export class EarlyFiles {
  readonly #document: Document;
  readonly #requested = new Set<string>();
  readonly #run = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Requests files. Without the same integrity, browsers would throw the early copy away. */
  request(files: readonly EarlyFile[]) {
    for (const file of newOnes(files, this.#requested)) this.#insert(this.#linkTo(file), file);
  }

  /**
   * Requests files one after the other at low priority, and keeps them in the page, for an area that may be opened
   * next. The browser then also prepares scripts: it checks the hash, and compiles a longer one in the background. A
   * browser that refuses such a request (WebKit, under `Integrity-Policy`, for every script) has them in its cache.
   *
   * @returns Whether all of them have arrived, including those requested elsewhere. Never rejects.
   */
  async hold(files: readonly EarlyFile[]): Promise<boolean> {
    for (const file of files) {
      // One by one, so that a more urgent request for a file does not wait for its turn.
      if (newOnes([file], this.#requested).length === 0) continue;
      const link = this.#linkTo(file);
      link.fetchPriority = 'low';
      const isThere = await new Promise<boolean>((resolve) => {
        link.addEventListener('load', () => resolve(true));
        link.addEventListener('error', () => resolve(false));
        this.#insert(link, file);
      });
      if (!isThere && !(await isCached(file))) return false;
    }
    return true;
  }

  /**
   * Runs scripts; other files are ignored. A chunk only registers its modules, which the container finds when it
   * starts. Otherwise entry, exposed module and page would run one after the other, each behind other work of the page.
   * The container requests a lost chunk again, and reports its failure to the user.
   */
  run(files: readonly EarlyFile[]) {
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
    // Done when the bytes have arrived, or are known to be lost.
    element.addEventListener('load', () => element.remove());
    element.addEventListener('error', () => element.remove());
    this.#document.head.append(element);
  }
}

/** Requests a file into the browser's cache. */
async function isCached({ url, integrity }: EarlyFile): Promise<boolean> {
  try {
    const answer = await fetch(url, { integrity, priority: 'low' });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Files whose addresses are new; marks them as known. */
function newOnes(files: readonly EarlyFile[], known: Set<string>): EarlyFile[] {
  return files.filter(({ url }) => !known.has(url) && known.add(url));
}
