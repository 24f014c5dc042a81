/** Which reports of browsers are counted, and which team is notified of a failing release. */
import areaReports from '../area-reports/index.ts';
import { interceptRequests, json, SETTINGS, setEnvironment, type Asked } from './requests.ts';

const PORTAL = SETTINGS.SITE_URL;
const VERSION = '1.2.3-0123abcd';
const alarm = (change: object = {}) => ({
  environment: 'production',
  remote: 'trainee',
  version: VERSION,
  team: 'trainee',
  email: 'team@nemus.example',
  opened_at: '2026-11-22T12:00:00+00:00',
  accounts: 40,
  failed_accounts: 12,
  failure: 'render',
  ...change,
});

let network: ReturnType<typeof interceptRequests> | undefined;
let alarms: object[] = [];
let mail = 202;
let logged: jest.SpyInstance;
beforeEach(() => {
  setEnvironment({ ...SETTINGS, SUPPORT_EMAIL: 'support@nemus.example' });
  alarms = [];
  mail = 202;
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  network = interceptRequests(({ url }: Asked) => {
    if (url.origin === 'https://mail.example') return new Response(null, { status: mail });
    if (url.pathname.endsWith('nemus_claim_date_letters')) return json([]);
    return json(url.pathname.endsWith('nemus_claim_release_alarms') ? alarms : 1);
  });
});
afterEach(() => {
  network?.restore();
  logged.mockRestore();
});

const entry = (name: string, data: object = {}, change: object = {}) => ({
  name,
  remote: 'trainee',
  version: VERSION,
  team: 'trainee',
  data,
  ...change,
});
const READY = entry('area-phase', { phase: 'ready', start: 'page', ms: 1_999.5 });

/** Sends a body as `navigator.sendBeacon` does: as text, without a preflight. */
const send = (body: unknown, origin: string | null = PORTAL) =>
  areaReports.fetch(
    new Request('https://project.example/functions/v1/area-reports', {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...(origin && { origin }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
const batch = (...entries: unknown[]) => ({ environment: 'production', entries });
const asked = (end: string) => network?.asked.filter(({ url }) => url.href.endsWith(end)).map(({ body }) => body) ?? [];

it('counts starts, failures, errors and reports of an area, in words of our own', async () => {
  const failure = { kind: 'render', next: 'stop', supportId: 'K7QM-2XWD', ms: 3 };
  const thrown = { ...failure, type: 'TypeError', stack: 'expose-app.1f.js:2:3 main.2e.js:1:40' };
  const answer = await send(
    batch(
      READY,
      entry('area-phase', { start: 'again', ms: 90_000 }),
      entry('area-failure', failure),
      entry('area-failure', thrown, { message: 'Kim Lang' }),
      entry('part-failed', { supportId: 'AAAA-2222', part: 'Kim Lang' }),
      entry('uncaught-error', { type: 'TypeError', place: 'expose-app.1f.js:2:3', times: 10, message: 'Kim Lang' }),
      entry('not-found', { page: '/course' }, { remote: 'shell', version: null, message: '/course/kim' }),
      entry('quiz-score-not-saved', { person: 'Kim Lang' }, { message: 'Kim Lang' }),
    ),
  );
  expect(answer.status).toBe(200);
  const owner = { remote: 'trainee', version: VERSION };
  expect(asked('nemus_take_area_reports')).toEqual([
    {
      p_environment: 'production',
      p_source: null,
      p_reports: [
        { ...owner, kind: 'start', name: 'page', detail: '2000' },
        { ...owner, kind: 'start', name: 'again', detail: 'more' },
        { ...owner, kind: 'failure', name: 'render', detail: 'stop', support_id: 'K7QM-2XWD' },
        {
          ...owner,
          kind: 'failure',
          name: 'render',
          detail: 'stop TypeError expose-app.1f.js:2:3 main.2e.js:1:40',
          support_id: 'K7QM-2XWD',
        },
        { ...owner, kind: 'report', name: 'part-failed', detail: '', support_id: 'AAAA-2222' },
        { ...owner, kind: 'error', name: 'uncaught-error', detail: 'TypeError expose-app.1f.js:2:3' },
        { remote: 'shell', version: null, kind: 'report', name: 'not-found', detail: '/course' },
        { ...owner, kind: 'report', name: 'quiz-score-not-saved', detail: '' },
      ],
    },
  ]);
});

it.each([
  ['a step on the way', [entry('area-phase', { phase: 'loading', ms: 3 })]],
  [
    'what was switched off on purpose',
    [entry('area-failure', { kind: 'disabled', next: 'stop', supportId: 'K7QM-2XWD' })],
  ],
  [
    'a stack with a message in it',
    [entry('area-failure', { kind: 'render', next: 'stop', supportId: 'K7QM-2XWD', stack: 'a.js:1:2 Kim Lang' })],
  ],
  ['a failure of a made-up kind', [entry('area-failure', { kind: 'kim', next: 'stop', supportId: 'K7QM-2XWD' })]],
  ['an error in a place that is none', [entry('uncaught-error', { place: 'https://portal.example/kim' })]],
  ['a name that is none', [entry('Kim Lang')]],
  ['a version that is none', [entry('shell-error', {}, { version: '<script>' })]],
  ['what is no entry', ['x', null, 1]],
  ['nothing', []],
])('drops %s, and asks the database nothing', async (_what, entries) => {
  expect((await send(batch(...entries))).status).toBe(200);
  expect(network?.asked).toEqual([]);
});

it('counts the others of a batch', async () => {
  await send(batch(entry('Kim Lang'), READY));
  expect(asked('nemus_take_area_reports')).toMatchObject([{ p_reports: [{ kind: 'start' }] }]);
});

it.each([
  ['another site', 'https://stranger.example'],
  ['no origin', null],
])('counts nothing that a page of %s sends', async (_who, origin) => {
  alarms = [alarm()];
  expect((await send(batch(READY), origin)).status).toBe(200);
  expect(network?.asked).toEqual([]);
});

it.each([
  ['a wrong shape', { hello: 'world' }],
  ['no JSON', '<xml>'],
  ['no environment', { entries: [READY] }],
  ['more than a batch', batch(...Array.from({ length: 51 }, () => READY))],
  ['more than a batch can have', batch({ ...READY, message: 'x'.repeat(20_000) })],
])('refuses %s', async (_what, body) => {
  expect((await send(body)).status).toBe(400);
  expect(network?.asked).toEqual([]);
});

it('tells a team of its failing release, and notes that the mail has left', async () => {
  alarms = [alarm()];
  await send(batch(READY));
  const [sent] = asked('/send');
  expect(sent).toMatchObject({
    to: 'team@nemus.example',
    subject: `Störung: trainee ${VERSION}`,
    text: expect.stringContaining(
      'Gestört bei 12 von 40 Konten\nHäufigste Art: render\nBemerkt: 22.11.2026, 13:00 Uhr',
    ),
  });
  expect(asked('nemus_note_release_alarm')).toEqual([
    { p_environment: 'production', p_remote: 'trainee', p_version: VERSION },
  ]);
});

it('tells the support where a team has no address', async () => {
  alarms = [alarm({ email: null, failure: null })];
  await send(batch(READY));
  expect(asked('/send')).toMatchObject([
    { to: 'support@nemus.example', text: expect.stringContaining('Team „trainee“ keine Adresse hinterlegt') },
  ]);
});

it('goes on when a mail does not leave, and does not note it', async () => {
  alarms = [alarm(), alarm({ remote: 'elearning' })];
  mail = 500;
  expect((await send(batch(READY))).status).toBe(200);
  expect(asked('/send')).toHaveLength(2);
  expect(asked('nemus_note_release_alarm')).toEqual([]);
  expect(logged).toHaveBeenCalledTimes(2);
});

it('notes which request a support id is about, for a search of the log', async () => {
  const noted = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const ids = { supportId: 'K7QM-2XWD', requestId: '19aa6f0cf28b8005a446870ac31c188a' };
  const forged = { ...ids, requestId: '","event":"x' };
  await send(batch(entry('action-error', ids), entry('action-error', forged), READY));
  await send(batch(entry('action-error', ids)), 'https://stranger.example');
  const lines = noted.mock.calls.map(([line]) => JSON.parse(String(line)));
  noted.mockRestore();
  expect(lines).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      event: 'support',
      support_id: ids.supportId,
      request_id: ids.requestId,
      area: 'trainee',
    },
  ]);
});

it('answers a failure with the id under which it is logged: the one of the server in front, or its own', async () => {
  setEnvironment({});
  const fail = async (given: string) => {
    const request = new Request('https://project.example/functions/v1/area-reports?link=secret', {
      method: 'POST',
      headers: { 'x-request-id': given },
    });
    const id = (await areaReports.fetch(request)).headers.get('x-request-id');
    return [id, JSON.parse(String(logged.mock.lastCall?.[0]))] as const;
  };
  const given = '19aa6f0cf28b8005a446870ac31c188a';
  const line = { level: 'error', request_id: given, path: '/functions/v1/area-reports' };
  expect(await fail(given)).toEqual([given, expect.objectContaining(line)]);
  const [own, noted] = await fail('x'.repeat(20));
  expect(own).toMatch(/^[0-9a-f-]{36}$/);
  expect(noted).toMatchObject({ request_id: own, message: expect.stringContaining('not configured') });
});
