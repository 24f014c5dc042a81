import { portalConfigSchema } from '@nemus/host/config/config';
import { z } from 'zod';
import { contentSecurityPolicy, REPORT_GROUP, sourceDirectives, TRUSTED_TYPES } from './content-security-policy';
import type { PageHashes } from './page-hashes';

const { storeUrl, registryUrl, stops, supabase, telemetryUrl, overrideOrigins, worker } = portalConfigSchema.shape;

/**
 * What the headers take from `/config.json`, as the shell reads it. Other shells of the tests have less; what an
 * operator deploys is read whole (`deployedSites`).
 */
const addressesSchema = z.object({
  storeUrl,
  registryUrl,
  stops,
  telemetryUrl,
  overrideOrigins,
  worker,
  supabase: supabase.pick({ url: true }).optional(),
});

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

export interface HeaderOptions {
  /** What `/config.json` answers. */
  readonly config: unknown;
  readonly hashes: PageHashes;
  /**
   * Whether scripts without integrity, and texts that become code past the page's policy, are refused, or only
   * reported: the first step of a roll-out.
   */
  readonly scripts: 'enforce' | 'report';
  /** Served by https, as everywhere but on one machine. */
  readonly secure: boolean;
  /**
   * Origin of the portal, where it also serves the backend: code then comes from the portal's built files alone, never
   * from uploads.
   */
  readonly portal?: string | undefined;
  /** Addresses at which development pages are notified of new builds. */
  readonly sockets?: readonly string[] | undefined;
}

/** Where https is: for two years nothing else, in subdomains as well. */
export const HTTPS_ALONE: Headers = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' };

/** Sent with every answer of the shell's origin. */
export function commonHeaders({ secure }: Pick<HeaderOptions, 'secure'>): Headers {
  return {
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    // The payment provider's page is a separate tab that this page opened: it keeps a handle to send it to its URL.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(secure ? HTTPS_ALONE : {}),
  };
}

/** Sent with everything but pages, such as a picture that is opened directly. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Headers of the page's worker, which loads under the policy of its own script. It has no address of the configuration:
 * browsers keep a worker's headers for as long as its bytes stay the same, and a moved store would be out of reach. The
 * page's policy decides what a page may load, even if a worker answers.
 */
export function workerHeaders({ secure }: Pick<HeaderOptions, 'secure'>): Headers {
  return { 'Content-Security-Policy': `default-src 'none'; connect-src 'self' https:${secure ? '' : ' http:'}` };
}

/**
 * Headers of the page, for the server of this folder and for an operator's (`npm run deploy-config -w @nemus/portal`). Every
 * address comes from the page's own configuration, so that the two cannot differ.
 */
export function pageHeaders({ config, hashes, scripts, secure, portal, sockets }: HeaderOptions): Headers {
  const addresses = addressesSchema.parse(config);
  const api = addresses.supabase?.url ?? null;
  const reports = api === null ? null : { url: `${api}/functions/v1/policy-reports`, secure };
  const sources = {
    store: addresses.storeUrl,
    registry: addresses.registryUrl,
    stops: addresses.stops?.url,
    api,
    telemetry: addresses.telemetryUrl,
    overrides: addresses.overrideOrigins,
    worker: addresses.worker,
    portal,
    sockets,
  };
  const endpoints = reports?.secure ? `, endpoints=(${REPORT_GROUP})` : '';
  const directives = sourceDirectives(sources, hashes);
  const integrity = `blocked-destinations=(script)${endpoints}`;
  return {
    ...commonHeaders({ secure }),
    ...(scripts === 'enforce'
      ? {
          'Content-Security-Policy': contentSecurityPolicy({ ...directives, ...TRUSTED_TYPES }, reports),
          'Integrity-Policy': integrity,
        }
      : {
          'Content-Security-Policy': contentSecurityPolicy(directives, reports),
          'Content-Security-Policy-Report-Only': contentSecurityPolicy(TRUSTED_TYPES, reports),
          'Integrity-Policy-Report-Only': integrity,
        }),
    ...(reports?.secure ? { 'Reporting-Endpoints': `${REPORT_GROUP}="${reports.url}"` } : {}),
  };
}
