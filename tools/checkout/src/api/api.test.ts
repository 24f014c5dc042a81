import Stripe from 'stripe';
import { coursePurchase, monthlyPurchase, openTestbed, sdkFor, type Testbed } from '../testing/harness';
import { API_VERSION } from '../webhooks/outbox';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await openTestbed();
});
afterAll(() => testbed.close());

/** The error that the SDK makes of the sandbox's answer. */
async function refusal(request: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await request;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The request was not refused.');
}

test('speaks the version that the SDK is pinned to', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});

describe('customers', () => {
  test('are made, found by their address, changed and read', async () => {
    const { sdk } = testbed;
    const made = await sdk.customers.create({ email: 'praxis@nemus.example', metadata: { user_id: 'u1' } });
    expect(made.id).toMatch(/^cus_/);
    await sdk.customers.update(made.id, { name: 'Institut am Park', metadata: { plan: 'x' } });
    await expect(sdk.customers.retrieve(made.id)).resolves.toMatchObject({
      email: 'praxis@nemus.example',
      name: 'Institut am Park',
      metadata: { user_id: 'u1', plan: 'x' },
    });
    const { data } = await sdk.customers.list({ email: 'praxis@nemus.example' });
    expect(data.map(({ id }) => id)).toEqual([made.id]);
  });

  test('have VAT ids, which are added, listed and deleted', async () => {
    const { customers } = testbed.sdk;
    const { id } = await customers.create({ email: 'firma@nemus.example' });
    const added = await customers.createTaxId(id, { type: 'eu_vat', value: 'DE123456789' });
    expect((await customers.listTaxIds(id, { limit: 100 })).data).toEqual([expect.objectContaining({ id: added.id })]);
    await customers.deleteTaxId(id, added.id);
    expect((await customers.listTaxIds(id)).data).toEqual([]);
  });

  test('that do not exist are refused as the provider does', async () => {
    const error = await refusal(testbed.sdk.customers.retrieve('cus_unknown'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    expect(error.requestId).toMatch(/^req_/);
  });
});

test('a wrong key is refused', async () => {
  const error = await refusal(sdkFor(testbed.checkout.url, 'sk_test_other').customers.list());
  expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

describe('checkout sessions', () => {
  test('carry amount, address and metadata; line items only when they are asked for', async () => {
    const { sdk, checkout } = testbed;
    const session = await sdk.checkout.sessions.create({
      ...coursePurchase,
      client_reference_id: 'user-1',
      metadata: { order_id: 'order-1' },
    });
    expect(session).toMatchObject({
      amount_total: 24_000,
      client_reference_id: 'user-1',
      currency: 'eur',
      metadata: { order_id: 'order-1' },
      payment_status: 'unpaid',
      status: 'open',
      url: `${checkout.url}/c/pay/${session.id}`,
    });
    expect(session.line_items).toBeUndefined();
    const whole = await sdk.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(whole.line_items?.data[0]).toMatchObject({ description: 'Rechtliche Grundlagen', amount_total: 24_000 });
  });

  test.each([
    ['an unknown parameter', { ...coursePurchase, colour: 'blue' }, 'parameter_unknown', 'colour'],
    ['a missing address', { ...coursePurchase, success_url: undefined }, 'parameter_missing', 'success_url'],
    ['an unknown customer', { ...coursePurchase, customer: 'cus_unknown' }, 'resource_missing', 'customer'],
    [
      'a broken amount',
      {
        ...coursePurchase,
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 12.5, product_data: { name: 'Kurs' } } },
        ],
      },
      'parameter_invalid',
      'line_items[0][price_data][unit_amount]',
    ],
  ])('refuse %s', async (_what, params, code, param) => {
    const error = await refusal(testbed.sdk.checkout.sessions.create(params));
    expect(error).toMatchObject({ statusCode: 400, code, param, type: 'StripeInvalidRequestError' });
  });

  test('refuse a single price in subscription mode, and a recurring one in payment mode', async () => {
    const { sdk } = testbed;
    const single = sdk.checkout.sessions.create({ ...monthlyPurchase, line_items: coursePurchase.line_items });
    expect(await refusal(single)).toMatchObject({ param: 'line_items' });
    const recurring = sdk.checkout.sessions.create({ ...coursePurchase, line_items: monthlyPurchase.line_items });
    expect(await refusal(recurring)).toMatchObject({ param: 'mode' });
  });

  test('expire once, and are then closed', async () => {
    const { sdk } = testbed;
    const { id } = await sdk.checkout.sessions.create(coursePurchase);
    await expect(sdk.checkout.sessions.expire(id)).resolves.toMatchObject({ status: 'expired', url: null });
    expect(await refusal(sdk.checkout.sessions.expire(id))).toMatchObject({ statusCode: 400 });
  });

  test('are listed by customer, newest first, as many as are asked for', async () => {
    const { sdk } = testbed;
    const customer = (await sdk.customers.create()).id;
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      ids.unshift((await sdk.checkout.sessions.create({ ...coursePurchase, customer })).id);
    }
    const { data, has_more: more } = await sdk.checkout.sessions.list({ customer, limit: 2 });
    expect([data.map(({ id }) => id), more]).toEqual([ids.slice(0, 2), true]);
  });
});

describe('idempotency keys', () => {
  test('the same request gets the same answer and is carried out once', async () => {
    const { sdk } = testbed;
    const idempotencyKey = 'order-7';
    const first = await sdk.checkout.sessions.create(coursePurchase, { idempotencyKey });
    const second = await sdk.checkout.sessions.create(coursePurchase, { idempotencyKey });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('another request with the same key is refused', async () => {
    const { sdk } = testbed;
    const idempotencyKey = 'order-8';
    await sdk.customers.create({ name: 'A' }, { idempotencyKey });
    const error = await refusal(sdk.customers.create({ name: 'B' }, { idempotencyKey }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('a refused request leaves its key free', async () => {
    const { sdk } = testbed;
    const idempotencyKey = 'order-9';
    await refusal(sdk.customers.create({ email: 'no address' }, { idempotencyKey }));
    await expect(sdk.customers.create({ name: 'A' }, { idempotencyKey })).resolves.toMatchObject({ name: 'A' });
  });

  test('an answer that was lost on the way is given again', async () => {
    const { sdk, control } = testbed;
    const idempotencyKey = 'order-10';
    // The SDK repeats a request once whose connection broke; two outages use that up.
    await control('PUT', '/outage', { requests: 2, kind: 'lost' });
    const error = await refusal(sdk.customers.create({ name: 'Lost' }, { idempotencyKey }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    const again = await sdk.customers.create({ name: 'Lost' }, { idempotencyKey });
    const { data } = await sdk.customers.list({ limit: 100 });
    expect(data.filter(({ name }) => name === 'Lost').map(({ id }) => id)).toEqual([again.id]);
  });
});

test('a planned outage answers 500 and then ends', async () => {
  const { sdk, control } = testbed;
  await control('PUT', '/outage', { requests: 1 });
  expect(await refusal(sdk.customers.list())).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  await expect(sdk.customers.list()).resolves.toBeDefined();
});

test('a call that the sandbox does not know is named', async () => {
  const error = await refusal(testbed.sdk.coupons.list());
  expect(error.message).toContain('/v1/coupons');
});

test('a portal session needs a customer, and can carry the prices to switch to', async () => {
  const { sdk, checkout } = testbed;
  expect(await refusal(sdk.billingPortal.sessions.create({ customer: 'cus_unknown' }))).toMatchObject({
    param: 'customer',
  });
  const price = await sdk.prices.create({
    product_data: { name: 'Nemus' },
    currency: 'eur',
    unit_amount: 299_000,
    recurring: { interval: 'year' },
    lookup_key: 'nemus_yearly',
  });
  const { data } = await sdk.prices.list({ lookup_keys: ['nemus_yearly'], active: true });
  expect(data.map(({ id }) => id)).toEqual([price.id]);
  const configuration = await sdk.billingPortal.configurations.create({
    features: {
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products: [{ product: String(price.product), prices: [price.id] }],
      },
    },
  });
  const customer = (await sdk.customers.create()).id;
  const session = await sdk.billingPortal.sessions.create({ customer, configuration: configuration.id });
  expect(session.url).toBe(`${checkout.url}/p/session/${session.id}`);
});
