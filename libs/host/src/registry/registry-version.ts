/**
 * The store's version tag of the document (ETag); null without one, or when it is hidden from other origins. A
 * compressing proxy marks it as weak.
 */
export function versionOf({ ok, headers }: Response): string | null {
  const tag = ok ? (headers.get('etag') ?? '').replace(/^W\//, '') : '';
  return tag === '' ? null : tag;
}
