import { digestOf, openRegistry, openStopList, readAccepted, unchangedSpan, type TrustedKeys } from '@nemus/registry';
import type { KeyStore } from '../browser/storage';
import { createKeyRing } from '../config/key-ring';
import { createRegistrySource } from '../registry/registry-source';
import { NO_STOPS } from './samples';

const URL_ = 'http://store.test/registry/local.json';
/** A registry without areas. */
export const DOCUMENT = {
  schema: 1,
  environment: 'local',
  revision: 7,
  issuedAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-12-01T00:00:00Z',
  remotes: [],
};

/** The store's answer to one request. */
export type Answer = Response | Error | Promise<Response>;
/** A document, or another body in its place. */
export const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/**
 * A registry source whose store gives these answers, one after the other.
 *
 * @param stored The browser's storage; the source writes there.
 */
export function registryOf(
  answers: Answer[],
  stored = new Map<string, string>(),
  now: string | (() => number) = '2026-11-10T00:00:00Z',
  trustedKeys: TrustedKeys = {},
  open: typeof openRegistry = openRegistry,
) {
  const reports: string[] = [];
  const storage: KeyStore = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
  const send = jest.fn((_url: unknown, _init?: RequestInit) => {
    const next = answers.shift();
    if (!next) throw new Error('The test gave no further answer.');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  const source = createRegistrySource({
    config: { registryUrl: URL_, environment: 'local' },
    keys: createKeyRing({ trustedKeys }),
    stops: NO_STOPS,
    telemetry: { report: ({ name }) => reports.push(name) },
    reader: () => Promise.resolve({ digestOf, openRegistry: open, openStopList, readAccepted, unchangedSpan }),
    fetch: send,
    storage,
    now: () => new Date(typeof now === 'string' ? now : now()),
  });
  return { source, stored, reports, send };
}
