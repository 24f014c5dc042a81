import { READ_METHODS } from './read-methods';

/**
 * Reads of an account, which end with it. The service ends a session at once: a read that is still running at the
 * sign-out would be refused, and its result is no longer needed. Changes continue: a save before the sign-out must be
 * saved.
 */
export class AccountReads {
  #signedIn = new AbortController();

  /** `fetch` whose reads are aborted by {@link end}. */
  ending(send: typeof fetch): typeof fetch {
    return (input, init = {}) => {
      if (!READ_METHODS.includes(init.method ?? 'GET')) return send(input, init);
      const { signal } = this.#signedIn;
      // A browser without `AbortSignal.any` does not abort: it only logs a refusal in the console.
      const both = init.signal ? (AbortSignal.any?.([init.signal, signal]) ?? init.signal) : signal;
      return send(input, { ...init, signal: both });
    };
  }

  /** An account is signed in. */
  begin(): void {
    if (this.#signedIn.signal.aborted) this.#signedIn = new AbortController();
  }

  /** The session has ended: reads that wait for their token are not sent either. */
  end(): void {
    this.#signedIn.abort();
  }
}
