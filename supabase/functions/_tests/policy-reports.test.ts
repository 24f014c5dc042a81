/** Which browser reports are kept, and which are dropped. */
import policyReports from '../policy-reports/index.ts';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

const PORTAL = SETTINGS.SITE_URL;
let network: ReturnType<typeof interceptRequests> | undefined;

beforeEach(() => {
  setEnvironment(SETTINGS);
  network = interceptRequests(() => json(1));
});
afterEach(() => network?.restore());

/** Sends a body as browsers do. */
const send = (body: unknown, type = 'application/reports+json', method = 'POST') =>
  policyReports.fetch(
    new Request('https://project.example/functions/v1/policy-reports', {
      method,
      headers: { 'content-type': type, origin: PORTAL },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    }),
  );
/** The calls of the database. */
const counted = () => network?.asked.map(({ url, body }) => [url.pathname, body]);

const violation = (change: object = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: `${PORTAL}/course/mein-kurs?einladung=geheim`,
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: `${PORTAL}/course/mein-kurs?einladung=geheim#access_token=geheim`,
    referrer: `${PORTAL}/auth?einladung=geheim`,
    effectiveDirective: 'script-src-elem',
    originalPolicy: "default-src 'none'",
    disposition: 'enforce',
    blockedURL: 'https://stranger.example/kim@example.org/a.js?who=kim',
    sourceFile: 'chrome-extension://abcdefghijklmnop/content.js',
    sample: 'geheim',
    statusCode: 200,
    lineNumber: 1,
    ...change,
  },
});

it('counts what a browser reports, without anything that says whose browser it was', async () => {
  const script = 'https://store.example/bucket/releases/trainee/1.2.3-abcdef/expose-app.12.js';
  const answer = await send([
    violation(),
    violation({ blockedURL: 'inline', sourceFile: `${script}?retry=1` }),
    {
      type: 'integrity-violation',
      url: PORTAL,
      body: { documentURL: PORTAL, blockedURL: `${PORTAL}/assets/a.js`, destination: 'script', reportOnly: true },
    },
  ]);
  expect(answer.status).toBe(200);
  const common = { directive: 'script-src-elem', disposition: 'enforce', page: '/course' };
  expect(counted()).toEqual([
    [
      '/rest/v1/rpc/nemus_take_policy_reports',
      {
        p_reports: [
          { ...common, blocked: 'https://stranger.example', source: 'chrome-extension:' },
          { ...common, blocked: 'inline', source: script },
          { directive: 'integrity', disposition: 'report', page: '/', blocked: `${PORTAL}/assets/a.js`, source: '' },
        ],
      },
    ],
  ]);
});

it('takes the older form as well', async () => {
  const report = {
    'document-uri': `${PORTAL}/kim@example.org/x`,
    'violated-directive': "style-src-attr 'self'",
    'blocked-uri': 'inline',
  };
  expect((await send({ 'csp-report': report }, 'application/csp-report')).status).toBe(200);
  expect(counted()).toEqual([
    [
      '/rest/v1/rpc/nemus_take_policy_reports',
      {
        p_reports: [{ directive: 'style-src-attr', disposition: 'enforce', page: '/…', blocked: 'inline', source: '' }],
      },
    ],
  ]);
});

it.each([
  ['another site’s page', [violation({ documentURL: 'https://stranger.example/' })]],
  ['a page that begins like ours', [violation({ documentURL: `${PORTAL}.stranger.example/` })]],
  ['a page that is none', [violation({ documentURL: 'about:blank' })]],
  ['other reports', [{ type: 'deprecation', url: PORTAL, body: { id: 'x' } }]],
  ['a directive that is none', [violation({ effectiveDirective: '<script>' })]],
  ['nothing', []],
])('drops %s, and asks the database nothing', async (_what, body) => {
  expect((await send(body)).status).toBe(200);
  expect(counted()).toEqual([]);
});

it.each([
  ['a wrong shape', { hello: 'world' }],
  ['no JSON', '<xml>'],
  ['more than a batch', Array.from({ length: 101 }, () => violation())],
  ['more than a page has', [violation({ sample: 'x'.repeat(200_000) })]],
])('refuses %s', async (_what, body) => {
  expect((await send(body)).status).toBe(400);
  expect(counted()).toEqual([]);
});

it('hands over no more than the database takes', async () => {
  await send(Array.from({ length: 100 }, () => violation()));
  expect(counted()).toMatchObject([[expect.any(String), { p_reports: { length: 50 } }]]);
});

it('lets browsers ask from the portal, and answers nothing to a reader', async () => {
  const asked = await send('', 'application/reports+json', 'OPTIONS');
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, PORTAL]);
  // Within a day no one requests the same address again.
  expect(asked.headers.get('access-control-max-age')).toBe('86400');
  expect((await send('', 'text/plain', 'GET')).status).toBe(405);
});

it('does not read a body that never ends', async () => {
  let parts = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      parts += 1;
      if (parts > 1000) controller.error(new Error('Read to its end.'));
      else controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
    },
  });
  const init = { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': 'application/json' } };
  const answer = await policyReports.fetch(new Request('https://project.example/functions/v1/policy-reports', init));
  expect(answer.status).toBe(400);
  expect(parts).toBeLessThan(1000);
});
