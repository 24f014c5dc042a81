import { Refusal } from '../refusal';

const ON_THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin of a deployed portal, such as `https://portal.example`. Refuses http, where answers can be forged on the
 * way.
 */
export function portalOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url !== null && url.username === '' && url.password === '' && url.pathname === '/' && url.search + url.hash === '';
  const isBelievable = url?.protocol === 'https:' || (url?.protocol === 'http:' && ON_THIS_MACHINE.has(url.hostname));
  if (isPlain && isBelievable) return url.origin;
  throw new Refusal(
    'portal',
    `"${text}" is no address of a portal.`,
    'Name its origin, such as https://portal.example (http only for a portal on this machine).',
  );
}
