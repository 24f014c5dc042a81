/**
 * The address of an override as browsers will request it, so that it can be compared as text: lower-case host, no
 * default port, dots of the path resolved. `null` for an address that a server, a person or a comparison could read
 * differently from the browser; no server of a build needs one.
 */
export function overrideAddress(text: string): string | null {
  // The parser drops tabs and line ends, trims spaces, and reads `\` as `/`: a person would read another address.
  if (/[\s\\\p{Cc}]/u.test(text)) return null;
  const url = parse(text);
  if (!url) return null;
  const { protocol, username, password, hostname, pathname, search, hash, href } = url;
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const isPlainHost = username === '' && password === '' && !hostname.endsWith('.');
  // Escapes give one file many names; the parser has already resolved dots written as `%2e%2e`.
  const isPlainPath = !pathname.includes('%') && !pathname.includes('//') && pathname.endsWith('/');
  // An empty query or fragment shows only in the address.
  const hasMore = search !== '' || hash !== '' || /[?#]/.test(href);
  return isWeb && isPlainHost && isPlainPath && !hasMore ? href : null;
}

/** Where an address is, relative to the release store. */
export type StorePlace =
  /** `path` is the folder below the store's root. */
  | { readonly kind: 'inside'; readonly path: string }
  /** On the store's origin but in none of its folders: the right to write there is no right to release. */
  | { readonly kind: 'beside' }
  | { readonly kind: 'elsewhere' };

/**
 * Where an address is, relative to the store. Origins are compared first: an address on the store's server is never a
 * developer's own machine, however it is spelled.
 *
 * @param address As returned by {@link overrideAddress}.
 */
export function storePlace(address: string, storeUrl: string): StorePlace {
  const [url, store] = [new URL(address), new URL(storeUrl)];
  if (url.origin !== store.origin) return { kind: 'elsewhere' };
  const root = store.pathname.replace(/\/*$/, '/');
  return url.pathname.startsWith(root) ? { kind: 'inside', path: url.pathname.slice(root.length) } : { kind: 'beside' };
}

/** `URL.canParse` is younger than the supported browsers. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
