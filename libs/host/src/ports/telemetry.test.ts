/** @jest-environment ../../jest.browser.mjs */
import { createTelemetry, ownerByStore, type Telemetry } from './telemetry';

const STORE = 'http://localhost:4210/';
const RELEASE = { remote: 'trainee', title: 'Weiterbildung', team: 'trainee-team', version: '1.0.0-abc' };

let telemetry: Telemetry;
const sent: unknown[] = [];

function open(options: Parameters<typeof createTelemetry>[0] = {}) {
  telemetry = createTelemetry({
    ownerOf: ownerByStore(STORE, { teamOf: (remote) => `${remote}-team`, versionOf: () => null }),
    now: () => new Date('2026-11-01T10:00:00Z'),
    send: (_url, body) => sent.push(JSON.parse(body)),
    ...options,
  });
}

beforeEach(() => {
  sent.length = 0;
});
afterEach(() => telemetry.dispose());

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warn.mockRestore());

it('prints missing addresses in one line, and nothing else', () => {
  open();
  telemetry.portFor(RELEASE).report({ name: 'not-found', message: `/nope\n${'x'.repeat(400)}` });
  telemetry.report({ name: 'part-error', message: '/nope' });
  expect(warn.mock.calls).toEqual([[`Not found: /nope ${'x'.repeat(294)} (trainee)`]]);
});

it('stamps every report with time and owner', () => {
  open();
  telemetry.report({ name: 'not-found', message: '/nope' });
  telemetry.portFor(RELEASE).report({ name: 'part-error', data: { part: 'Kurse' } });
  expect(telemetry.entries()).toEqual([
    {
      name: 'not-found',
      message: '/nope',
      at: '2026-11-01T10:00:00.000Z',
      remote: 'shell',
      version: null,
      team: 'platform',
    },
    {
      name: 'part-error',
      data: { part: 'Kurse' },
      at: '2026-11-01T10:00:00.000Z',
      remote: 'trainee',
      version: '1.0.0-abc',
      team: 'trainee-team',
    },
  ]);
});

it('cannot be made to report for another area', () => {
  open();
  const forged = { name: 'x', remote: 'payments', team: 'payments' };
  telemetry.portFor(RELEASE).report(forged);
  expect(telemetry.entries()[0]).toMatchObject({ remote: 'trainee', team: 'trainee-team' });
});

it('does not grow without end', () => {
  open();
  for (let count = 0; count < 250; count += 1) telemetry.report({ name: String(count) });
  expect(telemetry.entries()).toHaveLength(200);
  expect(telemetry.entries().at(-1)?.name).toBe('249');
});

it('sends batches when an address is configured, and the rest at the end', () => {
  open({ url: 'http://localhost/telemetry' });
  for (let count = 0; count < 21; count += 1) telemetry.report({ name: String(count) });
  expect(sent).toHaveLength(1);
  telemetry.flush();
  expect(sent).toMatchObject([{ entries: expect.any(Array) }, { entries: [{ name: '20' }] }]);
  telemetry.flush();
  expect(sent).toHaveLength(2);
});

it('sends what is counted, and no user input', () => {
  open({ url: 'http://localhost/telemetry', environment: 'staging' });
  telemetry.report({ name: 'not-found', message: '/course/kim@example.org?einladung=geheim' });
  telemetry.report({ name: 'not-found', message: '/Kim-Lang' });
  telemetry
    .portFor(RELEASE)
    .report({ name: 'quiz-score-not-saved', message: 'Kim Lang', data: { person: 'Kim Lang' } });
  telemetry.report({ name: 'area-phase', data: { phase: 'loading', ms: 3 } });
  telemetry.report({ name: 'area-phase', data: { phase: 'ready', start: 'page', ms: 1200, expose: './app' } });
  const stack = `TypeError: Kim\n at App (${STORE}releases/trainee/1.0.0-abc/expose-app.1f.js:2:3)`;
  const error = Object.assign(new TypeError('Kim Lang'), { stack });
  window.dispatchEvent(new ErrorEvent('error', { error, filename: 'http://localhost/assets/a.js', message: 'Kim' }));
  telemetry.flush();
  const shell = { remote: 'shell', version: null, team: 'platform' };
  expect(sent).toEqual([
    {
      environment: 'staging',
      entries: [
        { name: 'not-found', ...shell, data: { page: '/course' } },
        { name: 'not-found', ...shell, data: { page: '/…' } },
        { name: 'quiz-score-not-saved', remote: 'trainee', version: '1.0.0-abc', team: 'trainee-team', data: {} },
        { name: 'area-phase', ...shell, data: { phase: 'ready', start: 'page', ms: 1200 } },
        {
          name: 'uncaught-error',
          remote: 'trainee',
          version: '1.0.0-abc',
          team: 'trainee-team',
          data: { type: 'TypeError', place: 'expose-app.1f.js:2:3', times: 1 },
        },
      ],
    },
  ]);
});

it('sends nothing without an address', () => {
  open();
  for (let count = 0; count < 50; count += 1) telemetry.report({ name: 'x' });
  telemetry.flush();
  expect(sent).toEqual([]);
});

describe('uncaught errors', () => {
  it.each([
    [
      'the script that threw',
      `${STORE}releases/payments/2.1.0-def/main.js`,
      new Error('boom'),
      { remote: 'payments', version: '2.1.0-def', team: 'payments-team' },
    ],
    [
      'the stack, when a shared module threw for an area',
      'http://localhost:4200/assets/react.js',
      Object.assign(new Error('boom'), {
        stack: `Error: boom\n at render (http://localhost:4200/assets/react.js:1:1)\n at App (${STORE}releases/trainee/1.0.0-abc/app.js:2:3)`,
      }),
      { remote: 'trainee', version: '1.0.0-abc', team: 'trainee-team' },
    ],
    ['the shell, for its own scripts', 'http://localhost:4200/assets/main.js', new Error('boom'), { remote: 'shell' }],
  ])('belong to %s', (_name, filename, error, owner) => {
    open();
    window.dispatchEvent(new ErrorEvent('error', { filename, error, message: 'boom' }));
    expect(telemetry.entries()).toEqual([
      expect.objectContaining({ name: 'uncaught-error', message: 'boom', ...owner }),
    ]);
  });

  it('belong to the page that is shown when no script is known', () => {
    const trainee = { remote: 'trainee', version: '1.0.0-abc', team: 'trainee-team' };
    open({ shownIn: () => trainee });
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'text' }));
    expect(telemetry.entries()).toMatchObject([{ message: 'text', data: { ownerBy: 'page' }, ...trainee }]);
    const filename = 'http://localhost:4200/assets/main.js';
    window.dispatchEvent(new ErrorEvent('error', { filename, message: 'boom' }));
    expect(telemetry.entries()[1]).toMatchObject({ message: 'boom', remote: 'shell' });
  });

  it('are counted when they come over and over', () => {
    open();
    for (let count = 0; count < 150; count += 1) {
      window.dispatchEvent(new ErrorEvent('error', { error: new Error('boom'), message: 'boom' }));
    }
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('another'), message: 'another' }));
    expect(telemetry.entries().map(({ message, data }) => [message, data?.['times']])).toEqual([
      ['boom', 1],
      ['boom', 10],
      ['boom', 100],
      ['another', 1],
    ]);
  });

  it('include rejections', () => {
    open();
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'text' }));
    expect(telemetry.entries()).toMatchObject([{ name: 'unhandled-rejection', message: 'text', remote: 'shell' }]);
  });
});

it.each([
  ['http://localhost:4210/registry/local.json', null],
  ['http://localhost:42101/releases/a/b/c.js', null],
  ['https://elsewhere.example/releases/a/1/c.js', null],
  ['http://localhost:4210/releases/a/1.0.0-x/c.js', { remote: 'a', version: '1.0.0-x', team: null }],
  ['http://localhost:4210/releases/a/by-content/c.js', { remote: 'a', version: '2.0.0-y', team: null }],
])('%s', (address, owner) => {
  open();
  expect(ownerByStore(STORE, { teamOf: () => null, versionOf: () => '2.0.0-y' })(address)).toEqual(owner);
});
