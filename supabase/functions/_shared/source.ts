import type { Environment } from './environment.ts';

/** The first four groups of an IPv6 address: what one household or office has, and can change within at will. */
function network(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const first = [...before, ...between, ...after].slice(0, 4);
  return first.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

/**
 * A keyed hash of the caller's network address, for rate limits: equal for equal callers, useless to a reader of the
 * table. Null without a configured header: a caller can forge any header, unless a proxy replaces it or appends to it.
 */
export async function sourceOf(request: Request, environment: Environment): Promise<string | null> {
  const { clientAddressHeader: header, clientAddressProxies: proxies, secretKey } = environment;
  if (header === undefined) return null;
  const hops = (request.headers.get(header) ?? '').split(',').map((hop) => hop.trim());
  const address = hops.at(-proxies) ?? '';
  if (address === '') return null;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await crypto.subtle.importKey('raw', bytes(secretKey), hmac, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`source ${network(address)}`)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
