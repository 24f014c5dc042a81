import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy, fulfil, openCheckout } from '../scenes/checkouts';
import { COURSE_85 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';

const NOTE = 'select nemus_note_payment($1, $2, $3::text::timestamptz)';
const SYNC = `select nemus_sync_subscription($1, 'active', $2, '2030-01-01', false, now() + interval '1 second')`;
const RECORD = `select nemus_record_invoice($1, $2, $3::text::int, 'eur', $4::text::timestamptz, $5, $6::text::int,
  $7::text::jsonb)`;
const INVOICES = `select kind, gross_cents, balance_cents, service_on::text as service_on,
  service_until::text as service_until, lines from nemus_invoices order by number desc limit 1`;
const LISTED = `select item_name, amount_cents, payment_method, service_from::text as service_from,
  service_until::text as service_until from nemus_transactions order by occurred_at desc, created_at desc limit 1`;
const ADDRESS = `insert into nemus_billing_addresses (user_id, recipient, street, postal_code, city, country)
  values ($1::text::uuid, $2, $3, $4, $5, $6)
  on conflict (user_id) do update set recipient = excluded.recipient, street = excluded.street,
    postal_code = excluded.postal_code, city = excluded.city, country = excluded.country`;

const newest = async (database: TestDatabase, id: string, query: string) =>
  one(await ask(database, signedIn(id), query));
const part = (tier: string, amount: number, start: string, end: string) => ({
  tier,
  amount_cents: amount,
  starts_at: start,
  ends_at: end,
});

/** To whom invoices go, what for, and paid how. */
export function invoiceCases(database: () => TestDatabase): void {
  const withoutAddress = (id: string) =>
    database().query('delete from nemus_billing_addresses where user_id = $1::text::uuid', [id]);

  afterEach(() => database().query(`delete from nemus_country_taxes where country <> 'DE'`));
  /** Both kinds of buyers; reverse charge for businesses. */
  const sellTo = (country: string, rule: string) =>
    database().query(
      `insert into nemus_country_taxes (country, is_business, rule) values ($1, true, $2), ($1, false, 'as_product')`,
      [country, rule],
    );

  it.each(['piw', 'institution'])(
    'takes an order of a %s without an address; what its page collected counts',
    async (type) => {
      const id = type === 'piw' ? await signUp(database()) : await signUpInstitution(database());
      await withoutAddress(id);
      await sellTo('FR', 'reverse_charge');
      const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
      const place = { postal_code: '75001', city: 'Paris', country: 'FR', vat_id: 'FR12345678901' };
      const entered = { street: 'Rue 3', extra_line: 'Bâtiment B', ...place };
      const note = (business: string) =>
        ask(database(), SERVICE, 'select nemus_note_buyer($1, $2::text::jsonb)', [
          checkout.session,
          JSON.stringify({ ...entered, business }),
        ]);
      await note('Cabinet Sud');
      await note('Later');
      await fulfil(database(), checkout);
      expect(await newest(database(), id, 'select buyer from nemus_invoices')).toMatchObject({
        buyer: {
          name: 'Cabinet Sud',
          address: 'Rue 3\nBâtiment B\n75001 Paris\nFR',
          extra_line: 'Bâtiment B',
          ...place,
        },
      });
    },
  );

  it('offers to save the address of the last purchase, to its account and while none is saved', async () => {
    const id = await signUp(database());
    await withoutAddress(id);
    await sellTo('AT', 'as_product');
    await sellTo('FR', 'as_product');
    const offered = async (account: string) =>
      one(await ask(database(), signedIn(account), 'select nemus_offered_address() as address')).address;
    const buyIn = async (country: string, postal_code: string) => {
      const { session } = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
      const entered = { name: 'Eva Test', street: 'Gasse 3', postal_code, city: 'Wien', country, vat_id: '' };
      await ask(database(), SERVICE, 'select nemus_note_buyer($1, $2::text::jsonb)', [
        session,
        JSON.stringify(entered),
      ]);
    };
    expect(await offered(id)).toBeNull();
    await buyIn('AT', '1010');
    expect(await offered(id)).toEqual({
      recipient: 'Eva Test',
      street: 'Gasse 3',
      extra_line: '',
      postal_code: '1010',
      city: 'Wien',
      country: 'AT',
    });
    expect(await offered(await signUp(database()))).toBeNull();
    await buyIn('FR', '75001');
    expect(await offered(id)).toBeNull();
    await buyIn('DE', '10115');
    expect(await offered(id)).toMatchObject({ country: 'DE' });
    await buyIn('CH', '8001');
    expect(await offered(id)).toBeNull();
    await ask(database(), signedIn(id), ADDRESS, [id, 'Praxis Süd', 'Gasse 3', '6020', 'Innsbruck', 'AT']);
    expect(await offered(id)).toBeNull();
  });

  it('puts no sample address on a real invoice, and a correction goes where its invoice went', async () => {
    await setSampleData(database(), true);
    const id = await signUpInstitution(database());
    await setSampleData(database(), false);
    const checkout = await buy(database(), id, { kind: 'credits', credits: 1000 });
    await ask(database(), signedIn(id), ADDRESS, [id, 'Umgezogen', 'Neue Straße 2', '20095', 'Hamburg', 'DE']);
    await ask(database(), SERVICE, 'select nemus_refund_checkout($1, 200000)', [checkout.payment]);
    const real = await ask(
      database(),
      signedIn(id),
      'select kind, buyer, lines from nemus_invoices where not is_sample order by number',
    );
    expect(real).toMatchObject([
      { kind: 'invoice', buyer: { address: 'Weg 1\n10115 Berlin' }, lines: [{ description: '1.000 Credits' }] },
      { kind: 'cancellation', buyer: { address: 'Weg 1\n10115 Berlin' } },
    ]);
    expect(JSON.stringify(real)).not.toContain('Parkstraße');
  });

  it.each([
    ['no name', ['1', 'Weg 1', '10115', 'Berlin', 'DE']],
    ['no street', ['Eva', ' 12', '10115', 'Berlin', 'DE']],
    ['no city', ['Eva', 'Weg 1', '10115', '', 'DE']],
    ['a postal code that is none', ['Eva', 'Weg 1', '00000', 'Berlin', 'DE']],
    ['a German code in Austria', ['Eva', 'Weg 1', '10115', 'Wien', 'AT']],
    ['a second line in the name', ['Eva\nRechnung an alle', 'Weg 1', '10115', 'Berlin', 'DE']],
    ['another country', ['Eva', 'Weg 1', '10115', 'Berlin', 'XX']],
  ])('keeps no address with %s', async (_what, address) => {
    const id = await signUp(database());
    expect(await refusal(database(), signedIn(id), ADDRESS, [id, ...address])).toMatchObject({ code: '23514' });
  });

  it('grants what is paid without an address, tells staff, and issues the invoice once an address is saved', async () => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    await withoutAddress(id);
    const state = async () =>
      one(
        await database().query('select status, attention from nemus_orders where id = $1::text::uuid', [
          checkout.order,
        ]),
      );
    const invoices = () => ask(database(), signedIn(id), 'select buyer, gross_cents from nemus_invoices');
    expect(await fulfil(database(), checkout)).toMatchObject({ status: 'paid' });
    expect(await state()).toEqual({ status: 'paid', attention: 'address_missing' });
    expect(await invoices()).toEqual([]);
    await ask(database(), signedIn(id), ADDRESS, [id, 'Praxis Süd', 'Weg 3', '10115', 'Berlin', 'DE']);
    expect(await state()).toEqual({ status: 'paid', attention: null });
    expect(await invoices()).toMatchObject([{ buyer: { name: 'Praxis Süd' }, gross_cents: 17_000 }]);
    // A later change of the address writes no second one.
    await database().query(`update nemus_billing_addresses set city = 'Bonn' where user_id = $1::text::uuid`, [id]);
    expect(await invoices()).toHaveLength(1);
  });

  it.each([
    ['in part', 5_000, 'address_missing'],
    ['in full', 17_000, 'address_missing'],
  ])('leaves a payment without an address to staff when it was refunded %s', async (_, cents, attention) => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    await withoutAddress(id);
    await fulfil(database(), checkout);
    await ask(database(), SERVICE, 'select nemus_refund_checkout($1, $2::text::int)', [
      checkout.payment,
      String(cents),
    ]);
    await ask(database(), signedIn(id), ADDRESS, [id, 'Praxis Süd', 'Weg 3', '10115', 'Berlin', 'DE']);
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_invoices')).toEqual([]);
    expect(
      await database().query('select attention from nemus_orders where id = $1::text::uuid', [checkout.order]),
    ).toEqual([{ attention }]);
  });

  it.each([
    ['sepa_debit', 'sepa_debit'],
    ['card', 'card'],
    ['klarna', 'other'],
  ])('names what was paid with as the provider does: %s', async (said, named) => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    await ask(database(), SERVICE, NOTE, [checkout.session, said, null]);
    await ask(database(), SERVICE, `select nemus_close_checkout($1, 'pending')`, [checkout.session]);
    expect(await newest(database(), id, LISTED)).toMatchObject({ payment_method: named });
    await ask(database(), SERVICE, NOTE, [checkout.session, null, null]);
    await fulfil(database(), checkout);
    expect(await newest(database(), id, LISTED)).toMatchObject({ payment_method: named });
  });

  it('shows the period that a subscription was paid for, first and when it renews', async () => {
    const id = await signUpInstitution(database());
    const own = `sub_${id}`;
    const checkout = await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' });
    await ask(database(), SERVICE, NOTE, [checkout.session, 'card', '2026-10-31T23:30:00Z']);
    await fulfil(database(), checkout, own, '2026-11-30T23:30:00Z');
    // Half past midnight in Berlin.
    expect(await newest(database(), id, INVOICES)).toMatchObject({
      service_on: '2026-11-01',
      service_until: '2026-11-30',
    });
    const parts = JSON.stringify([part('monthly', 29_900, '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z')]);
    await ask(database(), SERVICE, RECORD, [own, `in_${id}`, '29900', '2035-01-01', 'sepa_debit', '0', parts]);
    expect(await newest(database(), id, LISTED)).toEqual({
      item_name: 'Monatsabonnement',
      amount_cents: 29_900,
      payment_method: 'sepa_debit',
      service_from: '2027-01-01',
      service_until: '2027-01-31',
    });
    expect(await newest(database(), id, INVOICES)).toMatchObject({ lines: [{ quantity: 1, gross_cents: 29_900 }] });
  });

  it('shows what a change of plan charged and credited, and for which time', async () => {
    const id = await signUpInstitution(database());
    const own = `sub_${id}`;
    await fulfil(
      database(),
      await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' }),
      own,
      '2035-02-01',
    );
    await ask(database(), SERVICE, SYNC, [own, 'yearly']);
    const up = JSON.stringify([
      part('monthly', -14_950, '2035-01-16T10:00:00Z', '2035-02-01T10:00:00Z'),
      part('yearly', 299_000, '2035-01-16T10:00:00Z', '2036-01-16T10:00:00Z'),
    ]);
    await ask(database(), SERVICE, RECORD, [own, `up_${id}`, '284050', '2035-01-16', 'card', '0', up]);
    expect(await newest(database(), id, LISTED)).toMatchObject({
      item_name: 'Wechsel zum Jahresabonnement',
      service_from: '2035-01-16',
      service_until: '2036-01-15',
    });
    const charged = { description: 'Jahresabonnement', gross_cents: 299_000, service_until: '2036-01-15' };
    const credited = {
      description: 'Nicht genutzte Zeit: Monatsabonnement',
      gross_cents: -14_950,
      service_from: '2035-01-16',
      service_until: '2035-01-31',
    };
    expect(await newest(database(), id, INVOICES)).toMatchObject({ lines: [charged, credited], gross_cents: 284_050 });

    // Back to the month: more is credited than charged, which corrects the year's invoice and counts later.
    await ask(database(), SERVICE, SYNC, [own, 'monthly']);
    const down = JSON.stringify([
      part('yearly', -290_000, '2035-01-27T10:00:00Z', '2036-01-16T10:00:00Z'),
      part('monthly', 29_900, '2035-01-27T10:00:00Z', '2035-02-27T10:00:00Z'),
    ]);
    await ask(database(), SERVICE, RECORD, [own, `down_${id}`, '-260100', '2035-01-27', 'balance', '0', down]);
    expect(await newest(database(), id, INVOICES)).toMatchObject({ kind: 'cancellation', gross_cents: -260_100 });
    await ask(database(), SERVICE, RECORD, [own, `next_${id}`, '29900', '2035-02-27', 'balance', '29900', '[]']);
    expect(await newest(database(), id, INVOICES)).toMatchObject({ kind: 'invoice', balance_cents: 29_900 });
  });
}
