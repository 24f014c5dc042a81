import { createDataClient, type DataClient } from '../client';
import { checkPaymentStatus } from './checkPaymentStatus';
import { createCourseCheckout } from './createCourseCheckout';
import { createCreditCheckout } from './createCreditCheckout';
import { createSubscriptionCheckout } from './createSubscriptionCheckout';
import { openCustomerPortal } from './openCustomerPortal';
import { verifyPayment } from './verifyPayment';

/** A client whose server is a function; records the requests. */
function createClient(answer: () => Promise<Response>): { client: DataClient; asked: unknown[] } {
  const asked: unknown[] = [];
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input, init) => {
      const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined;
      asked.push([init?.method, String(input), body, new Headers(init?.headers).get('authorization')]);
      return answer();
    },
  });
  return { client, asked };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));

const PAGE = { url: 'http://localhost:4242/c/pay/cs_test_1' };

it.each([
  [
    'create-course-purchase',
    { courseId: 'c1', paymentMethod: 'stripe' },
    (c: DataClient) => createCourseCheckout(c, 'c1'),
  ],
  [
    'create-course-purchase',
    { courseId: 'c1', paymentMethod: 'stripe', traineeIds: ['t1', 't2'], startsOn: '2026-12-05' },
    (c: DataClient) => createCourseCheckout(c, 'c1', { traineeIds: ['t1', 't2'], startsOn: '2026-12-05' }),
  ],
  ['create-credit-purchase', { credits: 150 }, (c: DataClient) => createCreditCheckout(c, 150)],
  ['create-subscription', { tier: 'yearly' }, (c: DataClient) => createSubscriptionCheckout(c, 'yearly')],
  ['customer-portal', undefined, (c: DataClient) => openCustomerPortal(c)],
])('%s is called with exactly its body', async (name, body, ask) => {
  const { client, asked } = createClient(json(PAGE));
  await expect(ask(client)).resolves.toEqual(PAGE);
  expect(asked).toEqual([['POST', `http://api.test/functions/v1/${name}`, body, 'Bearer token']]);
});

it('reads both results of a payment', async () => {
  const status = { success: true, message: 'Kurs erfolgreich gekauft!' };
  await expect(checkPaymentStatus(createClient(json(status)).client, 'cs')).resolves.toEqual(status);
  const verification = {
    success: true,
    already_processed: false,
    message: '200 Credits wurden Ihrem Konto hinzugefügt.',
    credits_added: 200,
    available_credits: 200,
    total_credits: 200,
    subscription_tier: null,
    payment_details: { amount_paid: 40_000 },
    status: 'paid',
    kind: 'credits',
  };
  await expect(verifyPayment(createClient(json(verification)).client, 'cs')).resolves.toEqual(verification);
});

it('reports the function’s refusal, with its own code and message', async () => {
  const refusal = { error: { code: 'already_enrolled', message: 'Sie sind für diesen Kurs bereits angemeldet.' } };
  await expect(createCourseCheckout(createClient(json(refusal, 409)).client, 'c1')).rejects.toMatchObject({
    code: 'already_enrolled',
    message: 'Sie sind für diesen Kurs bereits angemeldet.',
    status: 409,
  });
});

it('has a message for a failure without one', async () => {
  const { client } = createClient(() => Promise.resolve(new Response('Bad gateway', { status: 502 })));
  await expect(verifyPayment(client, 'cs')).rejects.toMatchObject({
    code: 'unknown',
    message: 'Der Server konnte die Anfrage nicht beantworten.',
    status: 502,
  });
});

it.each([
  { error: { code: 'rate_limited', message: 'Too many requests' } },
  { error: { code: 'constructor', message: 'Boom' } },
  { code: 'WORKER_LIMIT', message: 'Worker exceeded memory' },
])('shows no words of a gateway: %j', async (body) => {
  const { client } = createClient(() => Promise.resolve(Response.json(body, { status: 546 })));
  await expect(verifyPayment(client, 'cs')).rejects.toMatchObject({
    code: 'unknown',
    message: 'Der Server konnte die Anfrage nicht beantworten.',
  });
});

it('distinguishes a lost connection and a wrong shape', async () => {
  const lost = createClient(() => Promise.reject(new TypeError('fetch failed')));
  await expect(openCustomerPortal(lost.client)).rejects.toMatchObject({ code: 'network', status: 0 });
  const wrong = createClient(json({ url: 'javascript:alert(1)' }));
  await expect(openCustomerPortal(wrong.client)).rejects.toMatchObject({ code: 'malformed' });
});

it('hands on the id under which the function has logged its failure', async () => {
  const headers = { 'content-type': 'application/json', 'x-request-id': '19aa6f0cf28b8005a446870ac31c188a' };
  const failed = new Response('{"error":{"code":"unexpected","message":"x"}}', { status: 500, headers });
  const { client } = createClient(() => Promise.resolve(failed));
  await expect(openCustomerPortal(client)).rejects.toMatchObject({ requestId: headers['x-request-id'] });
});
