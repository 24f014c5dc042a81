import { WORKER_PATH } from '@nemus/start/worker';

/** What browsers with Trusted Types have; others have nothing, and the Content-Security-Policy alone holds there. */
interface PolicyFactory {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string | null }): unknown;
}
declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

/** The parts of the window that the policy needs. */
interface Page {
  readonly trustedTypes?: PolicyFactory | undefined;
  readonly location: { readonly origin: string; readonly href: string };
}

/** The page's one Trusted Types policy. */
export interface ScriptPolicy {
  /** From now on, scripts may also come from below this address; it ends with a slash. */
  allow(prefix: string): void;
}

/**
 * Makes the page's one Trusted Types policy: the default one, which browsers ask about every text that is about to
 * become an address of a script. Files of the page's own `assets/` pass, the page's worker, and what is allowed later. There is no rule
 * for HTML and code, so that texts of either kind are refused, in the shell as in areas (decision record 0052).
 *
 * Call it before anything else: the runtime of the bundler writes addresses of scripts for every chunk.
 */
export function createScriptPolicy({ trustedTypes, location }: Page = window): ScriptPolicy {
  const prefixes = [`${location.origin}/assets/`];
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { href } = new URL(url, location.href);
      // What was looked at is what is loaded: without "..", and absolute.
      const passes = href === `${location.origin}${WORKER_PATH}` || prefixes.some((prefix) => href.startsWith(prefix));
      return passes ? href : null;
    },
  });
  return { allow: (prefix) => prefixes.push(new URL(prefix).href) };
}
