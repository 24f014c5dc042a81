import type { DeployedConfig } from '@nemus/release/deployed';
import type { Addresses } from '../addresses';
import type { Headers } from '../servers';
import { registryPath, stopListPath } from '@nemus/registry';

/** Headers of the page that say what it may do. What is about https, caching and reports stays with the portal. */
const KEPT = [
  'content-security-policy',
  'integrity-policy',
  'referrer-policy',
  'x-content-type-options',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
];
/** Say nothing about what the page may do; on http they would lead every request astray. */
const LEFT_OUT = new Set(['report-uri', 'report-to', 'upgrade-insecure-requests', 'block-all-mixed-content']);

interface Deployed {
  readonly config: DeployedConfig;
  /** Of the deployed portal. */
  readonly origin: string;
  readonly local: Addresses;
  readonly environment: string;
}

/** The addresses of the deployed portal, each with the one that takes its place here. */
function places({ config, origin, local, environment }: Deployed): (readonly [string, string])[] {
  const socket = (url: string) => new URL(url).origin.replace(/^http/, 'ws');
  const api = config.supabase.url.replace(/\/+$/, '');
  const pairs: (readonly [string, string])[] = [
    [config.registryUrl, `${local.store}/${registryPath(environment)}`],
    ...(config.stops ? [[config.stops.url, `${local.store}/${stopListPath(environment)}`] as const] : []),
    ...(config.telemetryUrl === undefined
      ? []
      : [[config.telemetryUrl, `${local.portal}/functions/v1/area-reports`] as const]),
    [config.storeUrl.replace(/\/*$/, '/'), `${local.store}/`],
    [api, local.portal],
    [socket(api), socket(local.portal)],
    [origin, local.portal],
  ];
  // The longest first: a store may lie inside of the project that is the backend.
  return pairs.toSorted(([a], [b]) => b.length - a.length);
}

/** A policy with the addresses of this machine instead of the portal's; its keywords and hashes stay. */
function localPolicy(policy: string, replaced: readonly (readonly [string, string])[]): string {
  const sourceHere = (source: string) => {
    const place = replaced.find(([from]) => source === from || source.startsWith(from.replace(/\/?$/, '/')));
    return place ? place[1] + source.slice(place[0].length) : source;
  };
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name = '']) => name !== '' && !LEFT_OUT.has(name.toLowerCase()))
    .map(([name, ...sources]) => [name, ...sources.map(sourceHere)].join(' '))
    .join('; ');
}

/**
 * The headers that the deployed page came with, for a page that is served on this machine: the same rules, with the
 * local store and backend in them.
 */
export function localHeaders(deployed: globalThis.Headers, portal: Deployed): Headers {
  const replaced = places(portal);
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = deployed.get(name);
      if (value === null) return [];
      if (name === 'content-security-policy') {
        // Several policies all count: each is a header of its own, which fetch joins with commas.
        return [
          [
            name,
            value
              .split(',')
              .map((policy) => localPolicy(policy, replaced))
              .join(', '),
          ],
        ];
      }
      return [[name, name === 'integrity-policy' ? value.replace(/,?\s*endpoints=\([^)]*\)/, '') : value]];
    }),
  );
}

/**
 * A policy beside the deployed one, of which the stricter counts: whatever the portal's scripts are, they reach the
 * two servers of the smoke test and nothing else of this machine or its network.
 */
export function fence({ store }: Addresses): string {
  const inside = ["'self'", store].join(' ');
  return [
    `default-src ${inside} data: blob: 'unsafe-inline'`,
    `form-action 'self'`,
    `base-uri 'self'`,
    `frame-ancestors 'none'`,
    `worker-src 'none'`,
  ].join('; ');
}
