/**
 * The store's name for a version of the document (ETag); null when it has none, or does not show it to other origins.
 * A proxy that compresses marks it as weak.
 */
export function versionOf({ ok, headers }: Response): string | null {
  const tag = ok ? (headers.get('etag') ?? '').replace(/^W\//, '') : '';
  return tag === '' ? null : tag;
}
