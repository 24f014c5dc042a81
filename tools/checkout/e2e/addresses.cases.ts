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
  postalCode: '20095',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE123456789',
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
        address: 'Gasse 3\nTür 4\n20095 Hamburg',
        country: 'DE',
        vat_id: 'DE123456789',
      }),
    ]);
  });

  test('an address entered in a country that is not sold to gets no grant and its money back', async () => {
    const { client } = await signUp(market(), 'institution', { addressed: false });
    const session = sessionOf(await createSubscriptionCheckout(client, 'monthly'));
    expect(await market().provider.checkout.sessions.retrieve(session)).toMatchObject({
      custom_text: {
        submit: { message: 'inkl. 19 % USt. Wir verkaufen nur an Rechnungsanschriften in: Deutschland.' },
      },
    });
    await market().act(session, 'pay', { ...PRACTICE, country: 'AT', vatId: 'ATU12345678' });
    await market().untilDelivered();
    expect(await buyersOf(client)).toEqual([]);
    expect((await client.from('nemus_subscriptions').select('tier')).data).toEqual([]);
    const orders = await client.from('nemus_orders').select('status, refunded_cents, amount_cents');
    expect(orders.data).toEqual([{ status: 'refunded', refunded_cents: 29_900, amount_cents: 29_900 }]);
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
      extra_line: 'Haus B',
      postal_code: '20095',
      city: 'Hamburg',
      country: 'DE',
    });
    await market().act(sessionOf(await createCreditCheckout(client, 100)), 'pay');
    await market().untilDelivered();
    expect(await buyersOf(client)).toMatchObject([
      { name: 'Ada Muster', address: 'Weg 1\n10115 Berlin' },
      { name: 'Praxis Süd', city: 'Hamburg' },
      { name: 'Institut Nord', address: 'Neue Straße 2\nHaus B\n20095 Hamburg', vat_id: '' },
    ]);
  });

  test('the known VAT ID is filled in; when it changes, the earlier one is gone from the page', async () => {
    const { client, id } = await signUp(market(), 'institution');
    const filledIn = async () => {
      const session = sessionOf(await createCreditCheckout(client, 100));
      const { customer } = await market().provider.checkout.sessions.retrieve(session);
      const { data } = await market().provider.customers.listTaxIds(String(customer));
      await market().act(session, 'pay');
      await market().untilDelivered();
      return data.map(({ type, value }) => `${type} ${value}`);
    };
    expect(await filledIn()).toEqual([]);
    for (const vatId of ['DE123456789', 'ATU12345678', 'CHE123456789']) {
      const saved = await client.from('nemus_institution_settings').update({ vat_id: vatId }).eq('institution_id', id);
      expect(saved.error).toBeNull();
      const type = vatId.startsWith('CHE') ? 'ch_vat' : 'eu_vat';
      expect(await filledIn()).toEqual([`${type} ${vatId}`]);
      // And again: nothing is added twice.
      expect(await filledIn()).toEqual([`${type} ${vatId}`]);
    }
    expect((await buyersOf(client)).map(({ vat_id: vatId }) => vatId)).toEqual([
      '',
      ...['DE123456789', 'ATU12345678', 'CHE123456789'].flatMap((vatId) => [vatId, vatId]),
    ]);
  });
}
