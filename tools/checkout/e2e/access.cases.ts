import { createCourseCheckout } from '@nemus/data';
import { signUp, type Account } from './accounts';
import { sessionOf, type Market } from './market';
import { ask, refusalOf } from './requests';
import { ordersOf } from './rows';

const COURSE = 'c0000000-0000-4000-8000-000000000002';
const FUNCTIONS = [
  'create-subscription',
  'create-credit-purchase',
  'create-course-purchase',
  'customer-portal',
  'cancel-purchase',
  'check-payment-status',
  'verify-payment',
];

/** Access to the functions: roles, origins, and the answer when the provider is down. */
export function describeAccess(market: () => Market): void {
  let account: Account;
  beforeAll(async () => {
    account = await signUp(market(), 'piw');
  });

  test.each(FUNCTIONS)('%s wants a login', async (name) => {
    const { publishableKey, secretKey } = market().backend;
    const forged = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJzZXJ2aWNlX3JvbGUifQ.c2lnbmF0dXJl';
    for (const token of [undefined, publishableKey, secretKey, forged]) {
      const answer = await ask(market(), name, { body: {}, ...(token && { token }) });
      expect(await refusalOf(answer)).toEqual([401, 'not_signed_in', 'Bitte melden Sie sich an.']);
    }
  });

  test('a login that was signed out is none', async () => {
    const piw = await signUp(market(), 'piw');
    await fetch(`${market().backend.apiUrl}/auth/v1/logout`, {
      method: 'POST',
      headers: { apikey: market().backend.publishableKey, authorization: `Bearer ${piw.token}` },
    });
    await expect(createCourseCheckout(piw.client, COURSE)).rejects.toMatchObject({ code: 'not_signed_in' });
  });

  test.each([
    ['without a course', 'create-course-purchase', {}],
    ['with another payment method', 'create-course-purchase', { courseId: COURSE, paymentMethod: 'cash' }],
    ['with a tier that is not offered', 'create-subscription', { tier: 'weekly' }],
    ['with the id under another name', 'check-payment-status', { session_id: 'cs_test_1' }],
    ['with the id under another name', 'verify-payment', { sessionId: 'cs_test_1' }],
    ['with an order that is no id', 'cancel-purchase', { orderId: 'cs_test_1' }],
    ['that is not JSON', 'verify-payment', 'not json'],
    ['that is a list', 'verify-payment', [1]],
    ['that is far too long', 'verify-payment', { session_id: 'x'.repeat(20_000) }],
  ])('a body %s is refused by %s', async (_what, name, body) => {
    const answer = await ask(market(), name, { token: account.token, body });
    expect((await refusalOf(answer)).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  test('only the portal may ask from a browser', async () => {
    const preflight = (origin: string) => ask(market(), 'verify-payment', { method: 'OPTIONS', headers: { origin } });
    const own = await preflight(market().siteUrl);
    expect(own.status).toBe(204);
    expect(own.headers.get('access-control-allow-origin')).toBe(market().siteUrl);
    expect(own.headers.get('access-control-allow-headers')).toContain('authorization');
    const foreign = await preflight('http://evil.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const refused = await ask(market(), 'verify-payment', { body: {}, headers: { origin: market().siteUrl } });
    expect(refused.headers.get('access-control-allow-origin')).toBe(market().siteUrl);
  });

  test('other methods are refused', async () => {
    const answer = await ask(market(), 'verify-payment', { method: 'GET' });
    expect(answer.status).toBe(405);
  });

  test('a provider that is down is reported, and the next attempt works', async () => {
    const piw = await signUp(market(), 'piw');
    await market().control('PUT', '/outage', { requests: 100 });
    await expect(createCourseCheckout(piw.client, COURSE)).rejects.toMatchObject({
      code: 'provider_unavailable',
      status: 502,
    });
    await market().control('DELETE', '/faults');
    expect(sessionOf(await createCourseCheckout(piw.client, COURSE))).toMatch(/^cs_test_/);
  });

  test('an answer that is lost on the way makes neither a second customer nor a second page', async () => {
    const piw = await signUp(market(), 'piw');
    await market().control('PUT', '/outage', { requests: 2, kind: 'lost' });
    await createCourseCheckout(piw.client, COURSE);
    const { data: customers } = await market().provider.customers.list({ email: piw.email });
    expect(customers).toHaveLength(1);
    const { data: pages } = await market().provider.checkout.sessions.list({ customer: customers[0]?.id ?? '' });
    expect(pages).toHaveLength(1);
    expect(await ordersOf(piw.client)).toHaveLength(1);
  });
}
