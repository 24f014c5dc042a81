import { z } from 'zod';
import { Refusal } from '../refusal';

/** A place in a bucket, and who keeps it. */
export interface S3Address {
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  /** Address of the server; none for Amazon's own. */
  readonly endpoint?: string;
  readonly region?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const PROTOCOL = 's3://';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Names of folders that mean the same in every address: no dots alone, nothing to be escaped. */
const SEGMENT = /^(?!\.{1,2}$)[\w.-]+$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a store is named by its place in a bucket. */
export function isS3Address(named: string): boolean {
  return named.startsWith(PROTOCOL);
}

/**
 * Reads `s3://bucket/folder?endpoint=https://…&region=…`. Missing parts come from the environment: `NEMUS_S3_ENDPOINT`,
 * and the variables of Amazon's own tools (`AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_REGION`).
 *
 * @throws {@link Refusal} with what is wrong. The address itself is not repeated: it may contain a key by mistake.
 */
export function parseS3Address(named: string, env: Variables): S3Address {
  const url = URL.canParse(named) ? new URL(named) : null;
  if (!url || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') {
    throw refused('The address of the bucket cannot be read, or has a login in it.');
  }
  if (!BUCKET.test(url.hostname)) throw refused(`"${url.hostname}" is no name of a bucket.`);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (!segments.every((segment) => SEGMENT.test(segment))) {
    throw refused('The folder in the bucket may have letters, digits, dots, hyphens and underscores alone.');
  }
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'endpoint' && name !== 'region');
  if (unknown.length > 0) throw refused('The address knows "endpoint" and "region", and nothing else behind "?".');
  const asked = [env['NEMUS_S3_ENDPOINT'], env['AWS_ENDPOINT_URL_S3'], env['AWS_ENDPOINT_URL']];
  const endpoint = [url.searchParams.get('endpoint'), ...asked].find((value) => value);
  const region = [url.searchParams.get('region'), env['AWS_REGION'], env['AWS_DEFAULT_REGION']].find((value) => value);
  return {
    bucket: url.hostname,
    prefix: segments.map((segment) => `${segment}/`).join(''),
    ...(endpoint ? { endpoint: checkedEndpoint(endpoint) } : {}),
    ...(region ? { region } : {}),
  };
}

/** The address as people and other processes read it; it holds no secret. */
export function s3Location({ bucket, prefix, endpoint, region }: S3Address): string {
  const query = new URLSearchParams({ ...(endpoint ? { endpoint } : {}), ...(region ? { region } : {}) });
  const place = `${PROTOCOL}${bucket}/${prefix}`.replace(/\/$/, '');
  return query.size > 0 ? `${place}?${decodeURIComponent(query.toString())}` : place;
}

/** Whether Amazon's own servers are meant, which take the bucket as a part of their name. */
export function isAmazon({ endpoint }: S3Address): boolean {
  return endpoint === undefined || /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname);
}

function checkedEndpoint(value: string): string {
  if (!z.url({ protocol: /^https?$/ }).safeParse(value).success) throw refused('The endpoint is no address.');
  const url = new URL(value);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw refused('The endpoint may have no login, nothing behind "?" and nothing behind "#".');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw refused(`The endpoint ${url.origin} is not encrypted: anyone on the way could read a session's token.`);
  }
  return url.href.replace(/\/$/, '');
}

function refused(summary: string): Refusal {
  return new Refusal(
    'store',
    summary,
    'Write it as s3://bucket/folder, for servers other than Amazon\'s as "s3://bucket/folder?endpoint=https://…" (or NEMUS_S3_ENDPOINT).',
  );
}
