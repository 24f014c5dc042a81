import { coursePurchase, openTestbed, type Testbed } from '../testing/harness';

let testbed: Testbed;
beforeEach(async () => {
  testbed = await openTestbed();
});
afterEach(() => testbed.close());

async function pay(): Promise<string> {
  const { id } = await testbed.sdk.checkout.sessions.create(coursePurchase);
  await testbed.control('POST', `/sessions/${id}`, { action: 'pay' });
  return id;
}

const types = () => testbed.inbox.events.map(({ type }) => type);
const PAID = ['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed'];

test('an event is sent again until it is taken', async () => {
  testbed.inbox.answers.push(500, 503);
  await pay();
  await testbed.untilDelivered();
  expect(types().toSorted()).toEqual(PAID.toSorted());
  const { answer } = await testbed.control('GET', '/deliveries');
  expect(answer).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        state: 'delivered',
        attempts: expect.arrayContaining([expect.objectContaining({ status: 500 })]),
      }),
    ]),
  );
});

test('an event that is never taken is given up, and can be sent again', async () => {
  testbed.inbox.answers.push(...Array.from({ length: 12 }, () => 500));
  await pay();
  await testbed.untilDelivered();
  expect(types()).toEqual([]);
  const { data } = await testbed.sdk.events.list({ type: 'checkout.session.completed' });
  await testbed.control('POST', `/events/${data[0]?.id}/resend`);
  await testbed.untilDelivered();
  expect(types()).toEqual(['checkout.session.completed']);
});

test('duplicates carry the same id', async () => {
  await testbed.control('PUT', '/webhooks', { duplicate: 1, copies: 3 });
  await pay();
  await testbed.untilDelivered();
  const ids = testbed.inbox.events.map(({ id }) => id);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(3);
});

test('a dropped event is never sent, but can be read', async () => {
  await testbed.control('PUT', '/webhooks', { drop: 3 });
  await pay();
  await testbed.untilDelivered();
  expect(types()).toEqual([]);
  const { data } = await testbed.sdk.events.list();
  expect(data).toHaveLength(3);
});

test('held events arrive in the order of their release', async () => {
  await testbed.control('PUT', '/webhooks', { hold: true });
  await pay();
  await testbed.untilDelivered();
  expect(types()).toEqual([]);
  await testbed.control('POST', '/webhooks/release', { order: 'reversed' });
  await testbed.untilDelivered();
  expect(types()).toEqual(PAID.toReversed());
});

test('a delayed event waits', async () => {
  await testbed.control('PUT', '/webhooks', { delayMs: 60_000 });
  await pay();
  const { answer } = await testbed.control('POST', '/webhooks/idle', { timeoutMs: 50 });
  expect(answer).toEqual({ idle: false });
  expect(types()).toEqual([]);
});

test('controls take JSON alone', async () => {
  const response = await fetch(`${testbed.checkout.url}/_sandbox/outage`, {
    method: 'PUT',
    body: '{"requests":1}',
    headers: { 'content-type': 'text/plain' },
  });
  expect(response.status).toBe(415);
  const { status } = await testbed.control('PUT', '/outage', { requests: -1 });
  expect(status).toBe(400);
});
