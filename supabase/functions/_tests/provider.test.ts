/**
 * The configuration that selects the real provider instead of the sandbox. The real SDK runs; its HTTP client is
 * intercepted, so that no request leaves the process.
 */
import createCreditPurchase from '../create-credit-purchase/index.ts';
import createSubscription from '../create-subscription/index.ts';
import customerPortal from '../customer-portal/index.ts';
import releaseRegistry from '../release-registry/index.ts';
import { openDatabase } from '../_shared/database.ts';
import type { FunctionEntry } from '../_shared/endpoint.ts';
import { readEnvironment } from '../_shared/environment.ts';
import { openProvider } from '../_shared/provider.ts';
import { syncSubscription } from '../_shared/subscriptions.ts';
import { CALLER_ID, interceptRequests, json, SETTINGS, setEnvironment, signedIn, type Asked } from './requests.ts';

const PORTAL_PAGE = 'https://billing.example/p/session';
const CHECKOUT_PAGE = 'https://checkout.example/c/pay/cs_test_1';
const ORDER = {
  order_id: '00000000-0000-4000-8000-000000000001',
  kind: 'credits',
  tier: null,
  places: 1,
  account_id: CALLER_ID,
  amount_cents: 29_900,
  currency: 'eur',
  title: 'Probe',
  email: 'haus@nemus.example',
  name: 'Haus am See',
  provider_customer_id: null,
  tax: { category: 'S', rate: 19, note: null },
  countries: [{ country: 'DE', needs_vat_id: false }],
};

/** The database's side, and the provider's as its API answers. */
function answer({ method, url }: Asked): Response | undefined {
  const path = `${method} ${url.pathname}`;
  const list = { object: 'list', data: [], has_more: false, url: url.pathname };
  switch (path) {
    case 'GET /auth/v1/user':
      return json({ id: CALLER_ID });
    case 'GET /rest/v1/nemus_profiles':
      return json({ user_type: 'institution' });
    case 'POST /rest/v1/rpc/nemus_order_credits':
      return json(ORDER);
    case 'POST /rest/v1/rpc/nemus_order_subscription':
      return json({ ...ORDER, kind: 'subscription', tier: 'monthly' });
    case 'POST /rest/v1/rpc/nemus_billing_contact':
      return json(ORDER);
    case 'POST /rest/v1/rpc/nemus_plans':
      return json([{ tier: 'monthly', amount_cents: 29_900, currency: 'eur' }]);
    case 'POST /rest/v1/rpc/nemus_attach_checkout':
    case 'POST /rest/v1/rpc/nemus_attach_customer':
      return new Response(null, { status: 204 });
    case 'POST /v1/customers':
      return json({ id: 'cus_1', object: 'customer' });
    case 'GET /v1/prices':
    case 'GET /v1/checkout/sessions':
    case 'GET /v1/billing_portal/configurations':
      return json(list);
    case 'POST /v1/prices':
      return json({ id: 'price_1', object: 'price', product: 'prod_1', recurring: { interval: 'month' } });
    case 'POST /v1/billing_portal/configurations':
      return json({ id: 'bpc_1', object: 'billing_portal.configuration' });
    case 'POST /v1/billing_portal/sessions':
      return json({ id: 'bps_1', object: 'billing_portal.session', url: PORTAL_PAGE });
    case 'POST /v1/checkout/sessions':
      return json({ id: 'cs_test_1', object: 'checkout.session', url: CHECKOUT_PAGE, expires_at: 1_900_000_000 });
    default:
      return undefined;
  }
}

/** Calls a function in this environment; returns its requests to the provider. */
async function providerRequests(
  entry: FunctionEntry,
  body: object,
  settings: Readonly<Record<string, string>>,
  answers = answer,
) {
  setEnvironment(settings);
  const { asked, restore } = interceptRequests(answers);
  try {
    const response = await entry.fetch(signedIn('probe', body));
    expect(await response.json()).toMatchObject({ url: expect.stringContaining('https://') });
    return asked.filter(({ url }) => url.pathname.startsWith('/v1/'));
  } finally {
    restore();
    setEnvironment({});
  }
}

const FUNCTIONS: readonly (readonly [string, FunctionEntry, object])[] = [
  ['create-credit-purchase', createCreditPurchase, { credits: 150 }],
  ['create-subscription', createSubscription, { tier: 'monthly' }],
  ['customer-portal', customerPortal, {}],
];

describe.each(FUNCTIONS)('%s', (_name, entry, body) => {
  it('asks the provider itself when no other address is configured', async () => {
    const asked = await providerRequests(entry, body, SETTINGS);
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ url }) => url.origin))).toEqual(new Set(['https://api.stripe.com']));
    expect(new Set(asked.map(({ headers }) => headers.get('authorization')))).toEqual(
      new Set([`Bearer ${SETTINGS.STRIPE_SECRET_KEY}`]),
    );
  });

  it('asks the same of the sandbox, word for word, at the configured address', async () => {
    const real = await providerRequests(entry, body, SETTINGS);
    const sandbox = await providerRequests(entry, body, { ...SETTINGS, STRIPE_API_BASE: 'http://127.0.0.1:4242' });
    expect(new Set(sandbox.map(({ url }) => url.origin))).toEqual(new Set(['http://127.0.0.1:4242']));
    const said = (requests: readonly Asked[]) =>
      requests.map(({ method, url, body: sent, headers }) => ({
        method,
        path: url.pathname + url.search,
        sent,
        version: headers.get('stripe-version'),
        // The SDK's own keys for its retries are random.
        key: headers.get('idempotency-key')?.replace(/^stripe-node-retry-.*/, 'retry'),
      }));
    expect(said(sandbox)).toEqual(said(real));
  });

  it.each([
    ['another mailbox', 'gegangen@nemus.example', [{ email: ORDER.email }]],
    ['the same one', ORDER.email, []],
  ])('corrects the mailbox of a known customer: the provider has %s', async (_what, email, updates) => {
    const known = '/v1/customers/cus_1';
    const asked = await providerRequests(entry, body, SETTINGS, (question) => {
      if (question.url.pathname === known) return json({ id: 'cus_1', object: 'customer', email });
      const given = answer(question);
      return /rpc\/nemus_(order_|billing_contact)/.test(question.url.pathname)
        ? json({
            ...ORDER,
            provider_customer_id: 'cus_1',
            ...(question.url.pathname.endsWith('subscription') && { kind: 'subscription', tier: 'monthly' }),
          })
        : given;
    });
    const changes = asked.filter(({ method, url }) => method === 'POST' && url.pathname === known);
    expect(changes.map(({ body: sent }) => sent)).toEqual(updates);
  });

  it('works with a live key, and with that key never at another address', async () => {
    const live = { ...SETTINGS, STRIPE_SECRET_KEY: 'sk_live_made_up' };
    const asked = await providerRequests(entry, body, live);
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer sk_live_made_up');
    setEnvironment({ ...live, STRIPE_API_BASE: 'http://127.0.0.1:4242' });
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { asked: afterwards, restore } = interceptRequests(answer);
    const refused = await entry.fetch(signedIn('probe', body));
    restore();
    setEnvironment({});
    expect(refused.status).toBe(500);
    expect(afterwards).toEqual([]);
    expect(String(silence.mock.calls[0]?.[0])).toContain('STRIPE_API_BASE is accepted only together with a test key');
    silence.mockRestore();
  });
});

describe('a change of a subscription', () => {
  const SUBSCRIPTION = {
    id: 'sub_1',
    object: 'subscription',
    status: 'active',
    metadata: { order_id: ORDER.order_id },
    items: { data: [] },
    cancel_at_period_end: false,
    cancel_at: null,
  };
  it.each([
    ['gegangen@nemus.example', ORDER.email, [{ email: ORDER.email }]],
    [ORDER.email, ORDER.email, []],
    ['gegangen@nemus.example', null, []],
  ])('has the provider mail its renewals to the present address: from %s to %s', async (email, present, updates) => {
    setEnvironment(SETTINGS);
    const { asked, restore } = interceptRequests(({ url }) =>
      url.pathname === '/rest/v1/rpc/nemus_sync_subscription'
        ? json(present)
        : url.pathname === '/v1/customers/cus_1'
          ? json({ id: 'cus_1', object: 'customer', email: present })
          : json({ ...SUBSCRIPTION, customer: { id: 'cus_1', object: 'customer', email } }),
    );
    const environment = readEnvironment();
    await syncSubscription(openDatabase(environment), openProvider(environment), 'sub_1');
    restore();
    setEnvironment({});
    const changes = asked.filter(({ method, url }) => method === 'POST' && url.pathname === '/v1/customers/cus_1');
    expect(changes.map(({ body }) => body)).toEqual(updates);
  });
});

describe('a portal without a provider', () => {
  const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...settings } = SETTINGS;
  const ask = async (entry: FunctionEntry, request: Request) => {
    setEnvironment(settings);
    const { restore } = interceptRequests((asked) =>
      asked.url.pathname === '/rest/v1/rpc/nemus_release_registry' ? json(null) : answer(asked),
    );
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await entry.fetch(request);
    restore();
    silence.mockRestore();
    setEnvironment({});
    return response;
  };

  it('serves its areas', async () => {
    const request = new Request('https://project.example/functions/v1/release-registry/production.json');
    expect((await ask(releaseRegistry, request)).status).toBe(404);
  });

  it('has its registry kept in front of the functions for seconds, and never in a browser', async () => {
    setEnvironment(settings);
    const document = { environment: 'production', revision: 3, issuedAt: '2026-11-27T10:00:00.000Z' };
    const { restore, asked } = interceptRequests(() => json(document));
    const address = 'https://project.example/functions/v1/release-registry/production.json';
    const first = await releaseRegistry.fetch(new Request(address));
    const etag = first.headers.get('etag') ?? '';
    const again = await releaseRegistry.fetch(new Request(address, { headers: { 'if-none-match': `W/${etag}` } }));
    restore();
    setEnvironment({});
    expect([first.status, again.status, asked.length]).toEqual([200, 304, 2]);
    for (const { headers } of [first, again]) {
      expect(headers.get('cache-control')).toBe('public, no-cache');
      expect(headers.get('cdn-cache-control')).toMatch(/s-maxage=5, .*stale-while-revalidate=5$/);
    }
  });

  it.each(FUNCTIONS)('says in %s that nothing was bought', async (_name, entry, body) => {
    const response = await ask(entry, signedIn('probe', body));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 'provider_missing' } });
  });
});
