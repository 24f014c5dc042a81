import { z } from 'zod';

const text = z.string().max(10_000);

/** A violation of a Content-Security-Policy, as the Reporting API words it. */
const violationSchema = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: text,
    effectiveDirective: text,
    disposition: z.enum(['enforce', 'report']),
    blockedURL: text.nullish(),
    sourceFile: text.nullish(),
  }),
});

/** A script without integrity. */
const integritySchema = z.object({
  type: z.literal('integrity-violation'),
  body: z.object({ documentURL: text, blockedURL: text.nullish(), reportOnly: z.boolean() }),
});

/** The older form, for which a browser has an address in the policy itself. */
const olderSchema = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    disposition: z.enum(['enforce', 'report']).default('enforce'),
    'blocked-uri': text.nullish(),
    'source-file': text.nullish(),
  }),
});

/** What browsers send. Reports of other kinds are ignored, and are no error. */
export const reportsSchema = z.union([
  z.array(z.union([violationSchema, integritySchema, z.object({ type: text })])).max(100),
  olderSchema,
]);

/** A violation as it is counted: nothing in it says whose browser, or which record, it was about. */
export interface PolicyReport {
  readonly directive: string;
  readonly disposition: 'enforce' | 'report';
  readonly page: string;
  readonly blocked: string;
  readonly source: string;
}

/** Most reports that the database takes at once. */
const MOST = 50;

/** What of a body is counted: reports about pages of the portal, without anything personal. */
export function countable(body: z.infer<typeof reportsSchema>, siteUrl: string): PolicyReport[] {
  const portal = new URL(siteUrl).origin;
  return reportsIn(body)
    .flatMap(({ document, directive, disposition, blocked, source }) => {
      const page = pageOf(document, portal);
      const name = /^[a-z-]{1,40}/.exec(directive)?.[0];
      if (page === null || name === undefined) return [];
      return [{ directive: name, disposition, page, blocked: placeOf(blocked), source: placeOf(source) }];
    })
    .slice(0, MOST);
}

interface RawReport {
  readonly document: string;
  readonly directive: string;
  readonly disposition: 'enforce' | 'report';
  readonly blocked: string;
  readonly source: string;
}

function reportsIn(body: z.infer<typeof reportsSchema>): RawReport[] {
  if (!Array.isArray(body)) {
    const report = body['csp-report'];
    return [
      {
        document: report['document-uri'],
        directive: report['effective-directive'] ?? report['violated-directive'] ?? '',
        disposition: report.disposition,
        blocked: report['blocked-uri'] ?? '',
        source: report['source-file'] ?? '',
      },
    ];
  }
  return body.flatMap((report) => {
    if (!('body' in report)) return [];
    if (report.type === 'integrity-violation') {
      const { documentURL: document, blockedURL, reportOnly } = report.body;
      const disposition = reportOnly ? ('report' as const) : ('enforce' as const);
      return [{ document, directive: 'integrity', disposition, blocked: blockedURL ?? '', source: '' }];
    }
    const { documentURL: document, effectiveDirective: directive, disposition, blockedURL, sourceFile } = report.body;
    return [{ document, directive, disposition, blocked: blockedURL ?? '', source: sourceFile ?? '' }];
  });
}

/** The first part of the path of a page of the portal; null for a page of another site. */
function pageOf(address: string, portal: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  // An id, a token or a name stands further behind, and a first part that is none of our words may be one as well.
  const [first = '/'] = /^\/[a-z0-9-]{0,30}(?=\/|$)/.exec(pathname) ?? ['/…'];
  return origin === portal ? first : null;
}

/**
 * Where something came from: a file of a release or of the shell by its path, which we have written; of everything else
 * the origin alone, and of a browser's extension not even that. A word such as `inline` stays.
 */
function placeOf(address: string): string {
  if (/^[a-z-]{0,40}$/.test(address)) return address;
  if (!URL.canParse(address)) return 'unknown';
  const { protocol, origin, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return protocol;
  const isOurs = /\/(releases|assets)\/[\w./-]+\.(js|css|woff2)$/.test(pathname);
  return `${origin}${isOurs ? pathname : ''}`.slice(0, 200);
}
