/** @jest-environment ../../jest.browser.mjs */
import { createDataClient } from '@nemus/data';
import type { LoaderEvent } from '@nemus/loader';
import {
  createReleaseHealth,
  healthSender,
  keepaliveReports,
  type ReleaseHealth,
  type ReleaseReport,
} from './release-health';

const BASE = { remote: 'alpha', team: 'alpha', version: '1.0.0-00000000', source: 'stable', expose: './app' } as const;
const phase = (name: 'loading' | 'mounting' | 'ready' | 'closed', ms: number, change: Partial<LoaderEvent> = {}) =>
  ({ ...BASE, name: 'phase', phase: name, ms, ...change }) as LoaderEvent;
const failure = (kind: 'execution' | 'network' | 'disabled', next: 'retry' | 'next-release' | 'stop' = 'stop') =>
  ({ ...BASE, name: 'failure', kind, message: 'x', supportId: 'AAAA-BBBB', next, ms: 5 }) as const;

let sent: (readonly ReleaseReport[])[];
let lost: unknown[];
let health: ReleaseHealth;

/** A page of this browser. */
const openPage = () =>
  createReleaseHealth({
    store: localStorage,
    send: (reports) => Promise.resolve(void sent.push(reports)),
    onLost: (error) => lost.push(error),
  });

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  lost = [];
  localStorage.clear();
  health = openPage();
});
afterEach(() => {
  health.dispose();
  jest.useRealTimers();
});

it('reports starts and failures in one request, later', () => {
  health.note(phase('mounting', 80));
  health.note(phase('ready', 100));
  health.note(failure('execution', 'next-release'));
  expect(sent).toEqual([]);
  jest.runAllTimers();
  expect(sent).toEqual([
    [
      { remote: 'alpha', version: BASE.version, outcome: 'ready', load_ms: 80, mount_ms: 20 },
      { remote: 'alpha', version: BASE.version, outcome: 'failed', failure: 'execution' },
    ],
  ]);
});

it('leaves out failures that are unrelated to the release', () => {
  health.note(failure('network'));
  health.note(failure('disabled'));
  health.note(failure('execution', 'retry'));
  health.note({ ...failure('execution'), version: null });
  health.note({ ...failure('execution'), source: 'override' });
  health.note(phase('ready', 10, { expose: './balance' }));
  jest.runAllTimers();
  expect(sent).toEqual([]);
});

it('sends no more than a request may carry', () => {
  for (let count = 0; count < 25; count += 1) health.note(phase('ready', 10));
  expect(sent.map(({ length }) => length)).toEqual([20]);
  jest.runAllTimers();
  expect(sent.map(({ length }) => length)).toEqual([20, 5]);
});

it('sends when the page is left, and forgets with the account', () => {
  health.note(phase('ready', 10));
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toHaveLength(1);
  health.note(phase('ready', 10));
  health.clear();
  jest.runAllTimers();
  expect(sent).toHaveLength(1);
});

it('sends nothing without data, and nothing early when a page becomes visible again', () => {
  health.flush();
  health.note(phase('ready', 10));
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toEqual([]);
});

it('lets other requests end with the page', async () => {
  const send = jest.fn<ReturnType<typeof fetch>, Parameters<typeof fetch>>(() => Promise.resolve(new Response()));
  await keepaliveReports(send)('http://backend.test/rest/v1/rpc/nemus_other', { method: 'POST' });
  expect(send.mock.calls[0]?.[1]).toEqual({ method: 'POST' });
});

it('sends as the account in a keepalive request, and reports a failure', async () => {
  const requests: [string, RequestInit | undefined][] = [];
  const report = (status: number) => {
    const client = createDataClient({
      url: 'http://backend.test',
      publishableKey: 'key',
      accessToken: () => Promise.resolve('token'),
      fetch: keepaliveReports((input, init) => {
        requests.push([String(input), init]);
        return Promise.resolve(new Response(null, { status }));
      }),
    });
    const send = healthSender(() => Promise.resolve(client), 'local');
    return send([{ remote: 'alpha', version: BASE.version, outcome: 'ready' }]);
  };
  await report(204);
  expect(requests[0]?.[0]).toBe('http://backend.test/rest/v1/rpc/nemus_report_release');
  expect(JSON.parse(String(requests[0]?.[1]?.body))).toEqual({
    p_environment: 'local',
    p_reports: [{ remote: 'alpha', version: BASE.version, outcome: 'ready' }],
  });
  expect(requests[0]?.[1]?.keepalive).toBe(true);
  expect(new Headers(requests[0]?.[1]?.headers).get('authorization')).toBe('Bearer token');
  await expect(report(503)).rejects.toThrow('503');
});

describe('a release that freezes its page', () => {
  const never = { remote: 'alpha', version: BASE.version, outcome: 'failed', failure: 'never-ready' };

  it('is reported by the next page, once', () => {
    health.note(phase('loading', 10));
    // From here on the page runs nothing.
    jest.advanceTimersByTime(90_000);
    sent = [];
    const next = openPage();
    next.note(phase('loading', 5, { remote: 'beta' }));
    next.note(phase('ready', 9, { remote: 'beta' }));
    next.flush();
    expect(sent.flat()).toContainEqual(never);
    next.dispose();
    sent = [];
    const later = openPage();
    later.note(phase('loading', 5));
    later.flush();
    expect(sent).toEqual([]);
    later.dispose();
  });

  it('is reported a minute later if the next page comes at once', () => {
    health.note(phase('loading', 10));
    const next = openPage();
    next.note(phase('loading', 5, { remote: 'beta' }));
    next.note(phase('ready', 9, { remote: 'beta' }));
    next.flush();
    expect(sent.flat()).not.toContainEqual(never);
    jest.advanceTimersByTime(70_000);
    expect(sent.flat()).toContainEqual(never);
    next.dispose();
  });

  it('is reported when it froze before its mount, and not when its code has run', () => {
    const ahead = (step: 'begun' | 'ended', remote: string) =>
      health.note({ ...BASE, remote, source: null, name: 'ahead', phase: step, ms: 0 });
    ahead('begun', 'alpha');
    ahead('begun', 'gamma');
    ahead('ended', 'gamma');
    jest.advanceTimersByTime(90_000);
    const next = openPage();
    next.note(phase('loading', 5, { remote: 'beta' }));
    next.flush();
    expect(sent.flat()).toEqual([never]);
    next.dispose();
  });

  it.each([
    ['became ready', () => health.note(phase('ready', 30))],
    ['failed with a card', () => health.note(failure('execution'))],
    ['was left while loading', () => health.note(phase('closed', 30))],
    [
      'was hidden, as before a tab is closed',
      () => {
        jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
        jest.restoreAllMocks();
      },
    ],
  ])('is not meant if the start %s', (_, end) => {
    health.note(phase('loading', 10));
    end();
    jest.advanceTimersByTime(90_000);
    const next = openPage();
    next.note(phase('loading', 5));
    next.flush();
    expect(sent.flat()).not.toContainEqual(never);
    next.dispose();
  });
});
