import type { LoaderEvent } from '@nemus/loader';

/** How long the user waited for an area. */
export interface AreaStart {
  /** Starting point: the page was opened, the area was opened for the first time in this page, or again. */
  readonly start: 'page' | 'first' | 'again';
  readonly ms: number;
}

/**
 * Measures how long areas take until they are shown. The first one of a page opened with a session is measured from the
 * navigation; after a sign-in, whose typing time is unknown, from its request.
 */
export class AreaStarts {
  readonly #opened = new Set<string>();
  readonly #now: () => number;
  #fromPage: boolean;
  /** When the page was last hidden: a hidden page may be slow. */
  #hiddenAt = -1;

  /** @param hasSession whether the page opened with a session */
  constructor(hasSession: boolean, now: () => number = () => performance.now()) {
    this.#fromPage = hasSession;
    this.#now = now;
    const note = () => {
      if (document.visibilityState === 'hidden') this.#hiddenAt = this.#now();
    };
    note();
    document.addEventListener('visibilitychange', note);
  }

  /** The start that an event completes; null for other events, and for starts in a hidden page. */
  of(event: LoaderEvent): AreaStart | null {
    if (event.name !== 'phase' || event.phase !== 'ready' || event.expose !== './app') return null;
    const isFirst = !this.#opened.has(event.remote);
    const fromPage = this.#fromPage && this.#opened.size === 0;
    this.#opened.add(event.remote);
    const now = this.#now();
    const ms = Math.round(fromPage ? now : event.ms);
    if (document.visibilityState === 'hidden' || this.#hiddenAt >= now - ms) return null;
    return { start: fromPage ? 'page' : isFirst ? 'first' : 'again', ms };
  }
}
