/**
 * The address of an override as browsers will ask for it, so that it can be compared as text: lower-case host, no
 * default port, dots of the path resolved. `null` for one that could mean something else to a server, a person or a
 * comparison than to the browser; nobody who serves a build needs such a one.
 */
export function overrideAddress(text: string): string | null {
  // The parser drops tabs and line ends, trims blanks, and reads `\` as `/`: what a person reads is another address.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return null;
  const { protocol, username, password, hostname, pathname, search, hash, href } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const isPlainHost = username === '' && password === '' && !hostname.endsWith('.');
  // Escapes give one file many names; what they stood for in `%2e%2e` the parser has resolved before.
  const isPlainPath = !pathname.includes('%') && !pathname.includes('//') && pathname.endsWith('/');
  // An empty query or fragment leaves its mark in the address alone.
  const hasMore = search !== '' || hash !== '' || /[?#]/.test(href);
  return isWeb && isPlainHost && isPlainPath && !hasMore ? href : null;
}

/** Where an address lies, seen from the release store. */
export type StorePlace =
  /** `path` is that of the folder below the store's root. */
  | { readonly kind: 'inside'; readonly path: string }
  /** On the store's origin and in none of its folders: whoever may write there may not release. */
  | { readonly kind: 'beside' }
  | { readonly kind: 'elsewhere' };

/**
 * Where an address lies, seen from the store. Compared by origin first: what lies on the store's server is never
 * somebody's own machine, however it is spelled.
 *
 * @param address As {@link overrideAddress} has it.
 */
export function storePlace(address: string, storeUrl: string): StorePlace {
  const [url, store] = [new URL(address), new URL(storeUrl)];
  if (url.origin !== store.origin) return { kind: 'elsewhere' };
  const root = store.pathname.replace(/\/*$/, '/');
  return url.pathname.startsWith(root) ? { kind: 'inside', path: url.pathname.slice(root.length) } : { kind: 'beside' };
}
