/**
 * Stylesheets of releases. A bundler adds a stylesheet once and never removes it; here it leaves the page with the last
 * mount of its release, and returns with the next one.
 */
export class ReleaseStyles {
  readonly #document: Document;
  readonly #users = new Map<string, number>();
  readonly #detached = new Map<string, HTMLLinkElement[]>();

  constructor(document: Document) {
    this.#document = document;
  }

  /**
   * Restores the stylesheets of a release and keeps them. Returns the function that releases them; calling it twice
   * does nothing.
   *
   * @param base Folder of the release, with a trailing slash.
   */
  keep(base: string): () => void {
    this.#users.set(base, (this.#users.get(base) ?? 0) + 1);
    this.#document.head.append(...(this.#detached.get(base) ?? []));
    this.#detached.delete(base);
    let kept = true;
    return () => {
      if (!kept) return;
      kept = false;
      this.#letGo(base);
    };
  }

  /**
   * Drops the stylesheets of a release that have not arrived in time. The bundler accepts any element for its
   * stylesheet, after two minutes even one that never arrived, and would show the area unstyled.
   */
  giveUp(base: string) {
    const detached = this.#detached.get(base) ?? [];
    for (const link of [...this.#linksOf(base), ...detached].filter(({ sheet }) => sheet === null)) {
      // Makes the bundler stop waiting.
      link.dispatchEvent(new Event('error'));
      link.remove();
    }
    this.#detached.set(
      base,
      detached.filter(({ sheet }) => sheet !== null),
    );
  }

  #linksOf(base: string): HTMLLinkElement[] {
    return [...this.#document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) =>
      link.href.startsWith(base),
    );
  }

  #letGo(base: string) {
    const users = (this.#users.get(base) ?? 1) - 1;
    this.#users.set(base, users);
    if (users > 0) return;
    const links = this.#linksOf(base);
    for (const link of links) link.remove();
    this.#detached.set(base, links);
  }
}
