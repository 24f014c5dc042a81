import { createHash } from 'node:crypto';
import { WORKER_PATH } from '@nemus/start/worker';
import { STYLE_MARK } from '@nemus/ui/style-mark';
import type { PageHashes } from './page-hashes';

/** Where the portal's page may get things from, beside its own origin. */
export interface PolicySources {
  /** Root of the release store, with a trailing slash: a bucket's path, not the whole host that others share. */
  readonly store: string;
  /** Address of the registry. */
  readonly registry: string;
  /** Address of the stop list; null where no operator's key is pinned. */
  readonly stops?: string | null;
  /** Base address of the backend; null for a page without one. */
  readonly api: string | null;
  /** Where telemetry is sent; null when it stays in the browser. */
  readonly telemetry?: string | null;
  /** Origins that overrides may point to: code of teams' own machines, for those who take it. */
  readonly overrides?: readonly string[];
  /** Whether the page may register the worker of returning visitors. */
  readonly worker?: boolean;
  /** Origin of the portal, where other files than its own are reached under it; its built files alone are code then. */
  readonly portal?: string | undefined;
  /** Addresses at which pages of development hear of new builds. */
  readonly sockets?: readonly string[] | undefined;
}

/** Name of the endpoint that browsers send violations to, in `Reporting-Endpoints`. */
export const REPORT_GROUP = 'violations';

/** Style elements of the style library: their text is always this one, and the rules come by the CSSOM. */
const FILLED_BY_SCRIPT = `sha256-${createHash('sha256').update(STYLE_MARK).digest('base64')}`;

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * Where the portal's page gets things from: code from the portal and the releases alone. Nothing is evaluated from
 * text, and no inline script and no inline style is let through but those that the build has hashed (decision
 * record 0017).
 */
export function sourceDirectives(sources: PolicySources, hashes: PageHashes): Directives {
  const {
    store,
    registry,
    stops = null,
    api,
    telemetry = null,
    overrides = [],
    worker = false,
    portal,
    sockets = [],
  } = sources;
  const own = portal === undefined ? "'self'" : `${portal}/assets/`;
  const releases = [sourceOf(`${store}releases/`), ...overrides];
  const workerSource = portal === undefined ? "'self'" : `${portal}${WORKER_PATH}`;
  // What is reached under the portal's own origin is let in with it.
  const behind = api !== null && portal !== undefined && new URL(api).origin === portal;
  const other = behind ? null : api;
  const stored = other === null ? [] : [sourceOf(`${other}/storage/v1/`)];
  const reached = [registry, stops, telemetry].flatMap((url) =>
    url === null || new URL(url).origin === portal ? [] : [sourceOf(url)],
  );
  const backend = other === null ? [] : [new URL(other).origin, new URL(other).origin.replace(/^http/, 'ws')];
  return {
    'default-src': ["'none'"],
    'script-src': [own, ...releases, ...quoted(hashes.scriptHashes)],
    'style-src': [own, ...releases, ...quoted([FILLED_BY_SCRIPT, ...hashes.styleHashes])],
    'font-src': [own, ...releases],
    'img-src': ["'self'", ...releases, ...stored, 'data:', 'blob:'],
    'media-src': ["'self'", ...releases, ...stored],
    'connect-src': ["'self'", ...releases, ...new Set([...reached, ...backend, ...sockets])],
    'manifest-src': ["'self'"],
    'worker-src': [worker ? workerSource : "'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
}

/** What would become code has to pass the page's one Trusted Types policy (`libs/loader/src/script-policy.ts`). */
export const TRUSTED_TYPES: Directives = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] };

/** Where browsers report to. */
export interface Reports {
  readonly url: string;
  /** Whether both are reached by https: without, browsers know no endpoint by its name. */
  readonly secure: boolean;
}

/**
 * The text of a policy.
 *
 * @param reports where violations are sent; null to send none.
 */
export function contentSecurityPolicy(directives: Directives, reports: Reports | null): string {
  const reporting = reports && {
    ...(reports.secure ? { 'report-to': [REPORT_GROUP] } : {}),
    // For browsers that do not know the other, which wins where both are known.
    'report-uri': [sourceOf(reports.url)],
  };
  return Object.entries({ ...directives, ...reporting })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

function quoted(hashes: readonly string[]): string[] {
  return [...new Set(hashes)].map((hash) => `'${hash}'`);
}

/** An address as a source: without a query, and without what would end the source or the directive. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}
