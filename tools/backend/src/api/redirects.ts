const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A pattern of `additional_redirect_urls` as expression: `*` and `?` stop at dots and slashes, `**` does not.
 *
 * @see https://supabase.com/docs/guides/auth/redirect-urls
 */
function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}

function parseAddress(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/**
 * Where a mail's link leads in the end: the requested address when it belongs to the site or is on the list, the site
 * itself otherwise. Nobody can have our mails lead to a page of theirs.
 */
export function allowedRedirect(requested: string | null, siteUrl: string, patterns: readonly string[]): string {
  if (!requested) return siteUrl;
  const wanted = parseAddress(requested);
  const site = parseAddress(siteUrl);
  if (!wanted || !['http:', 'https:'].includes(wanted.protocol)) return siteUrl;
  const sameHost = site !== null && wanted.protocol === site.protocol && wanted.hostname === site.hostname;
  if (sameHost && (wanted.port === site.port || LOOPBACK.has(wanted.hostname))) return requested;
  const withoutFragment = requested.split('#')[0] ?? '';
  return patterns.some((pattern) => patternOf(pattern).test(withoutFragment)) ? requested : siteUrl;
}
