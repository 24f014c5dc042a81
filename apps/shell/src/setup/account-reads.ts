import { READ_METHODS } from './read-methods';

/**
 * Reads of an account, which end with it. The service ends a session at once: a read that is still on its way when its
 * reader signs out would be refused, and nobody is there any more for its answer. Changes go on: who pressed "save" and
 * then signed out has saved.
 */
export class AccountReads {
  #signedIn = new AbortController();

  /** `fetch` whose reads are given up by {@link end}. */
  ending(send: typeof fetch): typeof fetch {
    return (input, init = {}) => {
      if (!READ_METHODS.includes(init.method ?? 'GET')) return send(input, init);
      const { signal } = this.#signedIn;
      // A browser from before `AbortSignal.any` reads as it did: nothing but a refusal in the console is at stake.
      const both = init.signal ? (AbortSignal.any?.([init.signal, signal]) ?? init.signal) : signal;
      return send(input, { ...init, signal: both });
    };
  }

  /** Somebody is signed in. */
  begin(): void {
    if (this.#signedIn.signal.aborted) this.#signedIn = new AbortController();
  }

  /** Nobody is any more: also a read that has its token and was about to leave stays here. */
  end(): void {
    this.#signedIn.abort();
  }
}
