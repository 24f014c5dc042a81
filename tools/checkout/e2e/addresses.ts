import {
  createCourseCheckout,
  createCreditCheckout,
  createSubscriptionCheckout,
  saveBillingAddress,
  type DataClient,
} from '@nemus/data';
import { z } from 'zod';
import { signUp } from './accounts';
import { sessionOf, type Market } from './market';

/** Grundlagen der Verhaltenstherapie, 120 €. */
const COURSE = 'c0000000-0000-4000-8000-000000000001';
const PRACTICE = {
  name: 'Praxis Süd',
  line1: 'Gasse 3',
  line2: 'Tür 4',
  postalCode: '6020',
  city: 'Innsbruck',
  country: 'AT',
  vatId: 'ATU12345678',
};

const buyersSchema = z.array(z.object({ buyer: z.record(z.string(), z.unknown()) }));
async function buyersOf(client: DataClient) {
  const { data } = await client.from('nemus_invoices').select('buyer').order('number');
  return buyersSchema.parse(data).map(({ buyer }) => buyer);
}

/** Purchases of accounts that have no invoice address yet, or another one on the provider's page. */
export function describeAddresses(market: () => Market): void {
  test.each([
    ['a course', 'piw', (client: DataClient) => createCourseCheckout(client, COURSE)],
    ['credits', 'institution', (client: DataClient) => createCreditCheckout(client, 100)],
    ['a subscription', 'institution', (client: DataClient) => createSubscriptionCheckout(client, 'monthly')],
  ] as const)('without an address %s can be bought; the page collects it for the invoice', async (_, type, begin) => {
    const { client } = await signUp(market(), type, { addressed: false });
    const session = sessionOf(await begin(client));
    expect(await market().provider.checkout.sessions.retrieve(session)).toMatchObject({
      billing_address_collection: 'required',
      tax_id_collection: { enabled: true },
    });
    await market().act(session, 'pay', PRACTICE);
    await market().untilDelivered();
    expect(await buyersOf(client)).toEqual([
      expect.objectContaining({
        name: 'Praxis Süd',
        address: 'Gasse 3, Tür 4\n6020 Innsbruck\nÖsterreich',
        country: 'AT',
        vat_id: 'ATU12345678',
      }),
    ]);
  });

  test('a saved address is filled in; what is paid with is on that invoice alone', async () => {
    const { client, id } = await signUp(market(), 'institution');
    const first = sessionOf(await createCreditCheckout(client, 100));
    await market().act(first, 'pay');
    await market().untilDelivered();
    await market().act(sessionOf(await createCreditCheckout(client, 100)), 'pay', PRACTICE);
    await market().untilDelivered();
    await saveBillingAddress(client, id, {
      recipient: 'Institut Nord',
      street: 'Neue Straße 2',
      postal_code: '20095',
      city: 'Hamburg',
      country: 'DE',
    });
    await market().act(sessionOf(await createCreditCheckout(client, 100)), 'pay');
    await market().untilDelivered();
    expect(await buyersOf(client)).toMatchObject([
      { name: 'Ada Muster', address: 'Weg 1\n10115 Berlin' },
      { name: 'Praxis Süd', city: 'Innsbruck' },
      { name: 'Institut Nord', address: 'Neue Straße 2\n20095 Hamburg', vat_id: '' },
    ]);
  });
}
