import { WORKER_PATH } from '@nemus/start/worker';

/** Provided by browsers with Trusted Types; in others only the Content-Security-Policy protects the page. */
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
 * Makes the page's one Trusted Types policy: the default one, which browsers consult for every string used as a script
 * URL. It allows files of the page's own `assets/`, the page's worker, and what is added later. It has no rule for HTML
 * and code, so both are refused, in the shell as in areas (decision record 0017).
 *
 * Call it first: the bundler's runtime sets script URLs for every chunk.
 */
export function createScriptPolicy({ trustedTypes, location }: Page = window): ScriptPolicy {
  const prefixes = [`${location.origin}/assets/`];
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { href } = new URL(url, location.href);
      // Returns the URL that was checked: absolute and without "..".
      const passes = href === `${location.origin}${WORKER_PATH}` || prefixes.some((prefix) => href.startsWith(prefix));
      return passes ? href : null;
    },
  });
  return { allow: (prefix) => prefixes.push(new URL(prefix).href) };
}
