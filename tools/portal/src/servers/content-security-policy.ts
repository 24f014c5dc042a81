/** Where the portal's page may get things from, beside its own origin. */
export interface PolicySources {
  /** Origin of the release store: scripts, styles, fonts and pictures of the areas. */
  readonly store: string;
  /** Origin of the backend: data and stored pictures. */
  readonly api: string;
  /** Origins that overrides may point to: code of teams' own machines, for those who take it. */
  readonly overrides?: readonly string[];
  /** Hashes of the page's inline scripts, such as `sha256-…`. */
  readonly scriptHashes: readonly string[];
}

/**
 * The Content-Security-Policy of the portal: code comes from the portal and the release store alone, nothing is
 * evaluated from text, and no inline script runs but the ones that the build has hashed. Inline styles are allowed,
 * since the style library writes its rules into style elements.
 */
export function contentSecurityPolicy({ store, api, overrides = [], scriptHashes }: PolicySources): string {
  const releases = [store, ...overrides];
  const websocket = api.replace(/^http/, 'ws');
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...releases, ...scriptHashes.map((hash) => `'${hash}'`)],
    'style-src': ["'self'", ...releases, "'unsafe-inline'"],
    'font-src': ["'self'", ...releases],
    'img-src': ["'self'", ...releases, api, 'data:', 'blob:'],
    'media-src': ["'self'", ...releases, api],
    'connect-src': ["'self'", ...releases, api, websocket],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
