/** What monitoring is told, and that its alerts name metrics that exist. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

const TOKEN = 'a-token-of-at-least-twenty';
const REGISTRY = 'https://store.example/registry/production.json';
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const FIGURES = {
  queues: [{ queue: 'dates', waiting: 2, failed: 1, oldest_seconds: 60 }],
  jobs: [{ job: 'nemus-send-sms', late_seconds: 0 }],
  refunds: { owed: 1, cents: 4900, held: 0, oldest_seconds: 30 },
  set_aside: 0,
  reports: [
    { environment: 'production', remote: 'trainee', version: '1.0.0-abcdef01', kind: 'start', name: 'page' },
    { environment: 'production', remote: 'trainee', version: '1.0.0-abcdef01', kind: 'failure', name: 'http' },
    { environment: 'production', remote: 'shell', version: '', kind: 'error', name: 'uncaught-error' },
  ].map((report) => ({ ...report, detail: report.kind === 'start' ? '500' : '', times: 7 })),
  signatures: [{ environment: 'staging', remote: 'shell', expires_at: soon(60) }],
};
const STORE = {
  registry: { environment: 'production', remotes: [{ name: 'trainee', signature: { expiresAt: soon(60) } }] },
  stops: { environment: 'production', expiresAt: soon(6) },
};
let figures: typeof FIGURES | null;
let store: typeof STORE | null;
let network: ReturnType<typeof interceptRequests>;

beforeEach(() => {
  [figures, store] = [FIGURES, STORE];
  setEnvironment({ ...SETTINGS, REGISTRY_URL: REGISTRY, METRICS_TOKEN: TOKEN });
  network = interceptRequests(({ url }) => {
    if (url.host !== 'store.example') return figures ? json(figures) : json({ message: 'down' }, 503);
    return store ? json(url.pathname.includes('.stops') ? store.stops : store.registry) : json({}, 503);
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  network.restore();
  jest.restoreAllMocks();
});

/** Asks a process that has just started: it keeps its answers for a while. */
async function ask(page: string, token?: string) {
  let answer = Response.error();
  await jest.isolateModulesAsync(async () => {
    const { default: health } = await import('../health/index.ts');
    const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
    answer = await health.fetch(new Request(`https://project.example/functions/v1/health/${page}`, { headers }));
  });
  return { status: answer.status, text: await answer.text() };
}
const readiness = async () => {
  const { status, text } = await ask('ready');
  return { status, ...JSON.parse(text) };
};
const OK = { database: 'ok', store: 'ok', mails: 'ok', jobs: 'ok', signatures: 'ok' };

it('lives without a setting, a database or a store', async () => {
  setEnvironment({});
  expect(await ask('live')).toEqual({ status: 200, text: '{"live":true}' });
  expect(network.asked).toEqual([]);
});

it('is ready while database and store answer', async () => {
  expect(await readiness()).toEqual({ status: 200, ready: true, checks: OK });
  store = null;
  expect(await readiness()).toEqual({ status: 503, ready: false, checks: { ...OK, store: 'failing' } });
  [store, figures] = [STORE, null];
  const unknown = { database: 'failing', mails: 'unknown', jobs: 'unknown' };
  expect(await readiness()).toEqual({ status: 503, ready: false, checks: { ...OK, ...unknown } });
});

it.each([
  ['mails', () => ({ queues: [{ queue: 'sms', waiting: 1, failed: 0, oldest_seconds: 901 }] }), null],
  ['jobs', () => ({ jobs: [{ job: 'nemus-send-sms', late_seconds: 1 }] }), null],
  ['signatures', () => ({ signatures: [{ environment: 'staging', remote: 'a', expires_at: soon(29) }] }), null],
  ['signatures', () => ({}), { ...STORE, stops: { environment: 'production', expiresAt: soon(2) } }],
] as const)('says that %s are late, and stays ready', async (check, change, documents) => {
  figures = { ...FIGURES, ...change() };
  if (documents) store = documents;
  expect(await readiness()).toEqual({ status: 200, ready: true, checks: { ...OK, [check]: 'late' } });
});

it('asks the database once for many that ask at the same time', async () => {
  await jest.isolateModulesAsync(async () => {
    const { default: health } = await import('../health/index.ts');
    const request = () => health.fetch(new Request('https://project.example/functions/v1/health/ready'));
    await Promise.all(Array.from({ length: 20 }, request));
  });
  expect(network.asked.filter(({ url }) => url.pathname.endsWith('nemus_metrics'))).toHaveLength(1);
});

it('tells its metrics to a caller with the token', async () => {
  for (const token of [undefined, '', 'another-token-of-twenty-signs']) {
    expect((await ask('metrics', token)).status).toBe(401);
  }
  setEnvironment(SETTINGS);
  expect((await ask('metrics', '')).status).toBe(401);
  expect(network.asked).toEqual([]);
});

const read = (file: string) => readFileSync(path.resolve(__dirname, '../../..', file), 'utf8');

it('has every metric that the alerts and the guide name, and an instruction for each alert', async () => {
  const { status, text } = await ask('metrics', TOKEN);
  expect(status).toBe(200);
  expect(text).toContain('nemus_mails_waiting{queue="dates"} 2\n');
  expect(text).toMatch(/nemus_area_starts\{.*area="trainee",version="1.0.0-abcdef01",name="page",up_to_ms="500"\} 7\n/);
  expect(text).toMatch(/nemus_signature_seconds_left\{environment="production",area="\*"\} 51\d{4}\n/);
  expect(text).toContain('nemus_setting_missing{setting="SUPPORT_EMAIL"} 1\n');
  const counted = [...read('deploy/monitoring/nemus.mtail').matchAll(/^(?:counter|histogram) (\w+)/gm)];
  const known = [...text.matchAll(/^# TYPE (\w+)/gm), ...counted].map(([, name]) => name);
  const [rules, guide] = [read('deploy/monitoring/alerts.yml'), read('docs/monitoring.md')];
  const named = [...`${rules}${guide}`.matchAll(/\bnemus_(?!jobs|metrics|refunds`)\w+/g)].map(([name]) => name);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts).toHaveLength(6);
  expect(alerts.filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
});
