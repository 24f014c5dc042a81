import { coursePurchase, monthlyPurchase, openTestbed, type Testbed } from '../testing/harness';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await openTestbed();
});
afterAll(() => testbed.close());

/** Sends a form as the page's own origin does; does not follow where it leads. */
function submit(url: string, fields: Record<string, string>, origin = testbed.checkout.url): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers: { origin }, redirect: 'manual' });
}

const textOf = async (url: string) => (await fetch(url)).text();

async function newSession(params: Parameters<Testbed['sdk']['checkout']['sessions']['create']>[0]) {
  const session = await testbed.sdk.checkout.sessions.create(params);
  return { id: session.id, page: session.url ?? '' };
}

test('the page shows what is bought, the sum as Germans write it, and that it is a test', async () => {
  const line = { currency: 'eur', unit_amount: 123_400, product_data: { name: 'Kurs <b>fett</b>' } };
  const { page } = await newSession({ ...coursePurchase, line_items: [{ quantity: 1, price_data: line }] });
  const response = await fetch(page);
  const text = await response.text();
  expect(text).toContain('TESTMODUS');
  expect(text).toContain('1.234,00\u00a0€');
  expect(text).toContain('Kurs &lt;b&gt;fett&lt;/b&gt;');
  expect(text).toContain('lang="de"');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:4200");
  expect(policy).not.toContain('unsafe');
});

test('paying leads back with the id of the session', async () => {
  const { id, page } = await newSession(coursePurchase);
  const response = await submit(page, { action: 'pay' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`http://localhost:4200/dashboard?course=success&session_id=${id}`);
  expect(await textOf(page)).toContain('Diese Bestellung ist bezahlt');
});

describe('a page that collects the address', () => {
  const collecting = { ...coursePurchase, billing_address_collection: 'required' as const };
  const ADDRESS = { name: 'Praxis Süd', line1: 'Gasse 3', line2: '', postal_code: '6020', city: 'Innsbruck' };

  test('fills in what is known, and hands on what was entered', async () => {
    const { sdk } = testbed;
    const { id: customer } = await sdk.customers.create({
      name: 'Ada Muster',
      address: { line1: 'Weg 1', city: 'Berlin' },
    });
    const { id, page } = await newSession({
      ...collecting,
      customer,
      customer_update: { name: 'auto', address: 'auto' },
      tax_id_collection: { enabled: true },
    });
    const text = await textOf(page);
    expect(text).toContain('value="Weg 1"');
    await submit(page, { action: 'pay', ...ADDRESS, country: 'AT', vat_id: 'ATU12345678' });
    const { customer_details: details, status } = await sdk.checkout.sessions.retrieve(id);
    expect(status).toBe('complete');
    expect(details).toMatchObject({
      business_name: 'Praxis Süd',
      address: { line1: 'Gasse 3', line2: null, postal_code: '6020', city: 'Innsbruck', country: 'AT' },
      tax_ids: [{ type: 'eu_vat', value: 'ATU12345678' }],
    });
    expect(await sdk.customers.retrieve(customer)).toMatchObject({
      name: 'Praxis Süd',
      address: { city: 'Innsbruck' },
    });
  });

  test('takes no payment without one', async () => {
    const { id, page } = await newSession(collecting);
    const response = await submit(page, { action: 'pay', ...ADDRESS, line1: ' ', country: 'AT', vat_id: '' });
    expect(response.headers.get('location')).toBe(`/c/pay/${id}?error=address`);
    expect(await textOf(`${page}?error=address`)).toContain('Bitte geben Sie eine vollständige Rechnungsadresse an.');
    await expect(testbed.sdk.checkout.sessions.retrieve(id)).resolves.toMatchObject({ status: 'open' });
  });
});

test('a declined card says so and stays on the page', async () => {
  const { page } = await newSession(coursePurchase);
  const response = await submit(page, { action: 'decline' });
  const text = await textOf(new URL(response.headers.get('location') ?? '', page).href);
  expect(text).toContain('role="alert"');
  expect(text).toContain('Ihre Karte wurde abgelehnt.');
  expect(text).toContain('Jetzt bezahlen');
});

test('paying later leaves a page on which the outcome is decided', async () => {
  const { page } = await newSession(coursePurchase);
  await submit(page, { action: 'later' });
  expect(await textOf(page)).toContain('Die Zahlung steht noch aus');
  await submit(page, { action: 'fail' });
  expect(await textOf(page)).toContain('Die Zahlung ist fehlgeschlagen');
});

test('the page of a paid order lets the bank contest it and decide, and tells of each step', async () => {
  const { id, page } = await newSession(coursePurchase);
  await submit(page, { action: 'pay' });
  await submit(page, { action: 'dispute' });
  expect(await textOf(page)).toContain('Die Zahlung ist angefochten');
  const { payment_intent: intent } = await testbed.sdk.checkout.sessions.retrieve(id);
  const disputes = async () => (await testbed.sdk.disputes.list({ payment_intent: String(intent) })).data;
  const [dispute] = await disputes();
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 24_000 });
  // Contested once, however often.
  await submit(page, { action: 'dispute' });
  await submit(page, { action: 'win' });
  await submit(page, { action: 'lose' });
  expect(await disputes()).toMatchObject([{ id: dispute?.id, status: 'won' }]);
  await testbed.untilDelivered();
  const types = testbed.inbox.events.map(({ type }) => type).filter((type) => type.startsWith('charge.dispute'));
  expect(types).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]);
});

test('an expired page takes no payment', async () => {
  const { id, page } = await newSession(coursePurchase);
  await testbed.sdk.checkout.sessions.expire(id);
  const response = await submit(page, { action: 'pay' });
  expect(response.headers.get('location')).toBe(`/c/pay/${id}`);
  const shown = await fetch(page);
  expect(shown.status).toBe(410);
  expect(await shown.text()).toContain('Diese Bezahlseite ist abgelaufen');
  await expect(testbed.sdk.checkout.sessions.retrieve(id)).resolves.toMatchObject({ status: 'expired' });
});

test('an unknown address says so', async () => {
  const response = await fetch(`${testbed.checkout.url}/c/pay/cs_test_unknown`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('Bezahlseite nicht gefunden');
});

test('a form of a foreign page is refused', async () => {
  const { id, page } = await newSession(coursePurchase);
  const response = await submit(page, { action: 'pay' }, 'http://evil.example');
  expect(response.status).toBe(403);
  await expect(testbed.sdk.checkout.sessions.retrieve(id)).resolves.toMatchObject({ status: 'open' });
});

describe('the customer portal', () => {
  async function openPortal() {
    const { sdk } = testbed;
    const monthly = await sdk.prices.create({
      product_data: { name: 'Nemus Abonnement' },
      currency: 'eur',
      unit_amount: 29_900,
      recurring: { interval: 'month' },
    });
    const product = String(monthly.product);
    const yearly = await sdk.prices.create({
      product,
      currency: 'eur',
      unit_amount: 299_000,
      recurring: { interval: 'year' },
    });
    const customer = (await sdk.customers.create({ email: 'institut@nemus.example' })).id;
    const { id } = await newSession({ ...monthlyPurchase, customer, line_items: [{ price: monthly.id, quantity: 1 }] });
    await testbed.control('POST', `/sessions/${id}`, { action: 'pay' });
    const configuration = await sdk.billingPortal.configurations.create({
      features: {
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: [{ product, prices: [monthly.id, yearly.id] }],
        },
      },
    });
    const portal = await sdk.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
      return_url: 'http://localhost:4200/subscription',
    });
    const { data } = await sdk.subscriptions.list({ customer });
    return { page: portal.url, subscription: data[0]?.id ?? '', yearly: yearly.id };
  }

  test('cancels at the end of the period, and takes that back', async () => {
    const { page, subscription } = await openPortal();
    expect(await textOf(page)).toContain('Aktiv, verlängert sich am');
    expect(await textOf(`${page}/${subscription}/cancel`)).toContain('Kündigung bestätigen');
    await submit(`${page}/${subscription}`, { action: 'cancel' });
    expect(await textOf(page)).toContain('Gekündigt zum');
    await submit(`${page}/${subscription}`, { action: 'resume' });
    await expect(testbed.sdk.subscriptions.retrieve(subscription)).resolves.toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
    });
  });

  test('switches to the yearly price', async () => {
    const { page, subscription, yearly } = await openPortal();
    expect(await textOf(page)).toContain('Zu jährlich wechseln');
    expect(await textOf(`${page}/${subscription}/switch/${yearly}`)).toContain('2.990,00\u00a0€ pro Jahr');
    await submit(`${page}/${subscription}`, { action: 'switch', price: yearly });
    const { items } = await testbed.sdk.subscriptions.retrieve(subscription);
    expect(items.data[0]?.price.id).toBe(yearly);
    expect(await textOf(page)).toContain('Zu monatlich wechseln');
  });

  test('shows only the customer’s own subscriptions, and its address expires', async () => {
    const [own, other] = [await openPortal(), await openPortal()];
    const response = await submit(`${own.page}/${other.subscription}`, { action: 'cancel' });
    expect(response.status).toBe(410);
    await testbed.control('POST', '/clock', { advanceSeconds: 3_700 });
    expect((await fetch(own.page)).status).toBe(410);
  });
});

test('the overview lists orders and what the portal was told', async () => {
  const text = await textOf(testbed.checkout.url);
  expect(text).toContain('Rechtliche Grundlagen');
  expect(text).toContain('checkout.session.completed');
});
