/**
 * Where it stands that the store names the versions of the registry at an address: then a start asks for the version
 * alone, and the page's boot script does so early.
 */
export const VERSIONED_KEY = 'nemus.registry.versioned';

/**
 * How the store is asked for the version: nothing of the browser's own cache, and nothing that would need a preflight.
 */
export const VERSION_REQUEST = { method: 'HEAD', cache: 'no-store' } as const;

/**
 * The store's name for a version of the document (ETag); null when it has none, or does not show it to other origins.
 * A proxy that compresses marks it as weak.
 */
export function versionOf({ ok, headers }: Response): string | null {
  const tag = ok ? (headers.get('etag') ?? '').replace(/^W\//, '') : '';
  return tag === '' ? null : tag;
}
