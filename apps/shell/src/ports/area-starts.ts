import type { LoaderEvent } from '@nemus/loader';

/** How long somebody waited for an area. */
export interface AreaStart {
  /** Since when: the page was opened, the area was opened for the first time in this page, or again. */
  readonly start: 'page' | 'first' | 'again';
  readonly ms: number;
}

/**
 * Measures how long areas take until they are shown. The first one of a page that opened with a session counts from the
 * navigation itself; after a sign-in nobody knows how long somebody typed, and the area counts from the request for it.
 */
export class AreaStarts {
  readonly #opened = new Set<string>();
  readonly #now: () => number;
  #fromPage: boolean;
  /** When the page was hidden for the last time: what nobody watches may take its time. */
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

  /** The start that an event completes; null for every other event, and for what was started unseen. */
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
