import { createDataClient, type DataClient } from '../client';
import { enrollWithCredits } from '../mutations/enrollWithCredits';
import { withdrawContract } from '../mutations/withdrawContract';
import { fetchCheckoutOrder } from './fetchCheckoutOrder';
import { fetchCourseCostRange } from './fetchCourseCostRange';
import { fetchPrices } from './fetchPrices';

/** A client whose server is a function of method, address and body. */
function createClient(answer: (method: string, url: URL, body: unknown) => Response): DataClient {
  return createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input, init) => {
      const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined;
      return Promise.resolve(answer(init?.method ?? 'GET', new URL(String(input)), body));
    },
  });
}
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const order = (id: string) => ({
  id: `order-${id}`,
  checkout_session_id: id,
  status: 'open',
  credits: null,
  expires_at: null,
  updated_at: '2026-11-02T09:00:00+00:00',
});

it('finds the order whose session the address of the page names', async () => {
  const client = createClient(() => json([order('cs_2'), order('cs_1')]));
  await expect(fetchCheckoutOrder(client, 'http://pay.test/c/pay/cs_1#x')).resolves.toEqual(order('cs_1'));
  await expect(fetchCheckoutOrder(client, 'http://pay.test/c/pay/cs_9')).resolves.toBeNull();
});

it('reads the prices, and takes none for an answer that lacks one', async () => {
  const rows = [
    { item: 'yearly', amount_cents: 299_000 },
    { item: 'credit', amount_cents: 200 },
    { item: 'monthly', amount_cents: 29_900 },
  ];
  await expect(fetchPrices(createClient(() => json(rows)))).resolves.toEqual({
    credit: 200,
    monthly: 29_900,
    yearly: 299_000,
  });
  await expect(fetchPrices(createClient(() => json(rows.slice(1))))).rejects.toMatchObject({ code: 'malformed' });
});

it('reads the cheapest and the dearest course of the catalogue', async () => {
  const costs = (url: URL) => (url.searchParams.get('order') === 'credit_cost.asc' ? 6 : 17);
  const client = createClient((_, url) => json([{ credit_cost: costs(url) }]));
  await expect(fetchCourseCostRange(client)).resolves.toEqual({ least: 6, most: 17 });
  await expect(fetchCourseCostRange(createClient(() => json([])))).resolves.toBeNull();
});

it('buys with credits by exactly the row of S-12.10, and reports the coded refusal', async () => {
  const bodies: unknown[] = [];
  const client = createClient((method, url, body) => {
    bodies.push([method, url.pathname, body]);
    return json([{ id: 'e1' }], 201);
  });
  await enrollWithCredits(client, 'u1', 'c1');
  const row = { user_id: 'u1', course_id: 'c1', enrollment_type: 'institution_credits', status: 'not_started' };
  expect(bodies).toEqual([['POST', '/rest/v1/nemus_course_enrollments', row]]);
  const code = 'insufficient_credits';
  const refusal = { code: 'PT409', message: code, hint: code, details: '{"available": 5}' };
  await expect(
    enrollWithCredits(
      createClient(() => json(refusal, 409)),
      'u1',
      'c1',
    ),
  ).rejects.toMatchObject({
    code,
    message: 'Nicht genügend Credits (5 verfügbar)',
  });
});

it('declares a withdrawal with exactly what was typed', async () => {
  const receipt = { reference: 'W-20261121-1A2B3C4D', received_at: '2026-11-21T09:15:00+00:00', receipt_sent: true };
  const asked: unknown[] = [];
  const client = createClient((_, url, body) => {
    asked.push([url.pathname, body]);
    return json(receipt);
  });
  const declaration = { key: 'k', name: 'Mira', email: 'mira@nemus.example', contract: 'Ethik', message: '' };
  await expect(withdrawContract(client, declaration)).resolves.toEqual(receipt);
  expect(asked).toEqual([['/functions/v1/withdraw-contract', declaration]]);
});
