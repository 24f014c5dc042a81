import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { CREATE_ORDER, fulfil, openCheckout, orderArguments, type Checkout, type Purchase } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const COURSE = { kind: 'course', course: COURSE_85 } as const;
const CREDITS = { kind: 'credits', credits: 100 } as const;
const PLAN = { kind: 'subscription', tier: 'monthly' } as const;
const SET_COUNTRY = 'select nemus_set_country_tax($1, $2::text::bool, $3)';

/** Country, business, rule; then what an invoice says: category, rate. Null: not sold. */
const ROWS = [
  ['DE', false, 'as_product', 'S', 19],
  ['DE', true, 'as_product', 'S', 19],
  ['AT', false, 'as_product', 'S', 19],
  ['AT', true, 'reverse_charge', 'AE', 0],
  ['CH', false, 'outside_scope', 'O', 0],
  ['CH', true, 'outside_scope', 'O', 0],
  ['NL', false, 'refused', null, 0],
  ['NL', true, 'reverse_charge', 'AE', 0],
  ['FR', true, null, null, 0],
] as const;
const VAT_IDS: Readonly<Record<string, string>> = {
  DE: 'DE123456789',
  AT: 'ATU12345678',
  CH: 'CHE123456789',
  NL: 'NL123456789B01',
  FR: 'FR12345678901',
};

/** A VAT id of every country of the EU, and of those that are sold to beside it; as people write it. */
const FORMATS: Readonly<Record<string, string>> = {
  AT: 'ATU 1234 5678',
  BE: 'BE 0123.456.789',
  BG: 'BG123456789',
  CY: 'CY12345678X',
  CZ: 'CZ12345678',
  DE: 'DE 123 456 789',
  DK: 'DK12 34 56 78',
  EE: 'EE123456789',
  ES: 'ESX1234567X',
  FI: 'FI12345678',
  FR: 'FRXX 123456789',
  GR: 'EL123456789',
  HR: 'HR12345678901',
  HU: 'HU12345678',
  IE: 'IE1234567WA',
  IT: 'IT12345678901',
  LT: 'LT123456789012',
  LU: 'LU12345678',
  LV: 'LV12345678901',
  MT: 'MT12345678',
  NL: 'NL123456789B01',
  PL: 'PL1234567890',
  PT: 'PT123456789',
  RO: 'RO1234567890',
  SE: 'SE123456789001',
  SI: 'SI12345678',
  SK: 'SK1234567890',
  CH: 'CHE-123.456.789 MWST',
  GB: 'GB123456789',
  NO: 'NO123456789MVA',
};

/** What each country's consumers and businesses are taxed, and what is not sold. */
export function countryCases(database: () => TestDatabase): void {
  let staff: string;
  beforeAll(async () => {
    staff = await hireStaff(database(), ['orders']);
  });
  afterEach(() => database().query(`delete from nemus_country_taxes where country <> 'DE'`));

  const allow = (country: string, isBusiness: boolean, rule: string | null) =>
    ask(database(), signedIn(staff), SET_COUNTRY, [country, String(isBusiness), rule]);
  /** The address that the provider's page collected. */
  const enter = ({ session }: Checkout, country: string, vatId = '') =>
    ask(database(), SERVICE, 'select nemus_note_buyer($1, $2::text::jsonb)', [
      session,
      JSON.stringify({ name: 'X', street: 'Gasse 3', postal_code: '1010', city: 'Ort', country, vat_id: vatId }),
    ]);
  const buyFrom = async (account: string, purchase: Purchase, country: string, vatId = '') => {
    const checkout = await openCheckout(database(), account, purchase);
    await enter(checkout, country, vatId);
    return fulfil(database(), checkout, purchase.kind === 'subscription' ? `sub_${account}` : null, '2030-01-01');
  };
  const invoices = (account: string) =>
    ask(database(), signedIn(account), 'select taxes, buyer from nemus_invoices order by number');
  const taxesOf = async (account: string) =>
    JSON.parse(
      JSON.stringify(one(await ask(database(), signedIn(account), 'select nemus_own_taxes() as taxes')).taxes),
    );

  it.each(ROWS)('%s, business %s, %s: %s %s', async (country, isBusiness, rule, category, rate) => {
    if (rule !== null) await allow(country, isBusiness, rule);
    const account = isBusiness ? await signUpInstitution(database()) : await signUp(database());
    const result = await buyFrom(account, COURSE, country, isBusiness ? VAT_IDS[country] : '');
    if (category === null) {
      expect(result).toMatchObject({ status: 'returning', return_reason: 'country_not_sold' });
      expect(await invoices(account)).toEqual([]);
      const enrolled = 'select * from nemus_course_enrollments where user_id = $1::text::uuid';
      expect(await database().query(enrolled, [account])).toEqual([]);
    } else {
      expect(result).toMatchObject({ status: 'paid', returning_cents: 0 });
      expect(await invoices(account)).toMatchObject([{ taxes: [{ category, rate }] }]);
    }
  });

  it('sells to Germany alone by default, whatever is bought, and ends a refused subscription', async () => {
    const account = await signUpInstitution(database());
    for (const purchase of [COURSE, CREDITS, PLAN])
      expect(await buyFrom(account, purchase, 'AT', 'ATU12345678')).toMatchObject({
        status: 'returning',
        return_reason: 'country_not_sold',
      });
    const balance = 'select available_credits from nemus_credit_balances';
    expect(await ask(database(), signedIn(account), balance)).toEqual([{ available_credits: 0 }]);
    expect(await ask(database(), signedIn(account), 'select tier from nemus_subscriptions')).toEqual([]);
    expect(
      await database().query(`select subscription_id from private.nemus_refunds where subscription_id = $1`, [
        `sub_${account}`,
      ]),
    ).toHaveLength(1);
    // A later event of the refused subscription finds its order.
    const record = `select nemus_record_invoice($1, 'in_refused', 29900, 'eur', now())`;
    await ask(database(), SERVICE, record, [`sub_${account}`]);
  });

  it('says so before the payment once the address is known', async () => {
    const account = await signUp(database());
    await database().query(
      `update nemus_billing_addresses set country = 'AT', postal_code = '1010', city = 'Wien' where user_id = $1::text::uuid`,
      [account],
    );
    expect(await refusal(database(), SERVICE, CREATE_ORDER, orderArguments(account, COURSE))).toMatchObject({
      hint: 'country_not_sold',
    });
    expect(await taxesOf(account)).toMatchObject({
      country: 'AT',
      countries: [{ country: 'DE', needs_vat_id: false }],
      kinds: { course: null },
    });
    await allow('AT', false, 'as_product');
    await allow('NL', true, 'reverse_charge');
    await openCheckout(database(), account, COURSE);
    expect(await taxesOf(account)).toMatchObject({
      countries: [
        { country: 'AT', needs_vat_id: false },
        { country: 'DE', needs_vat_id: false },
        { country: 'NL', needs_vat_id: true },
      ],
      kinds: { course: { rate: 19 } },
    });
  });

  it('checks the country again when the money arrives: removed meanwhile, or only the address differs', async () => {
    await allow('AT', false, 'as_product');
    const account = await signUp(database());
    const checkout = await openCheckout(database(), account, COURSE);
    await enter(checkout, 'AT');
    await allow('AT', false, null);
    expect(await fulfil(database(), checkout)).toMatchObject({ status: 'returning' });
  });

  it.each([
    ['a wrong id', 'ATU1234567', 'S'],
    ['the id of another country', 'DE123456789', 'S'],
    ['no id', '', 'S'],
    ['an id with blanks', 'ATU 1234 5678', 'AE'],
  ])('takes a buyer with %s for what it proves', async (_what, vatId, category) => {
    await allow('AT', false, 'as_product');
    await allow('AT', true, 'reverse_charge');
    const account = await signUpInstitution(database());
    await buyFrom(account, COURSE, 'AT', vatId);
    expect(await invoices(account)).toMatchObject([{ taxes: [{ category }] }]);
  });

  it('corrects an invoice with its own tax, whatever the table says by then', async () => {
    await allow('AT', true, 'reverse_charge');
    const account = await signUpInstitution(database());
    const checkout = await openCheckout(database(), account, COURSE);
    await enter(checkout, 'AT', 'ATU12345678');
    await fulfil(database(), checkout);
    await allow('AT', true, null);
    await ask(database(), SERVICE, 'select nemus_refund_checkout($1, $2::text::int)', [checkout.payment, '500']);
    expect(await invoices(account)).toMatchObject([
      { taxes: [{ category: 'AE' }] },
      { taxes: [{ category: 'AE', net_cents: -500, tax_cents: 0 }] },
    ]);
  });

  it('shows each buyer the tax of its products, and credits as the setting has them', async () => {
    const account = await signUpInstitution(database());
    const setTax = 'select nemus_set_product_tax($1, $2::text::uuid, $3)';
    await ask(database(), signedIn(staff), setTax, ['course', COURSE_60, 'exempt_training']);
    expect(await taxesOf(account)).toMatchObject({
      kinds: { course: { rate: 19 }, credits: { rate: 19 } },
      courses: { [COURSE_60]: { category: 'E', note: 'Steuerfrei nach § 4 Nr. 21 UStG' } },
    });
    const voucher = 'select nemus_set_credit_voucher($1)';
    await ask(database(), signedIn(staff), voucher, ['multi_purpose']);
    expect(await taxesOf(account)).toMatchObject({ kinds: { credits: { category: 'O' }, subscription: { rate: 19 } } });
    await buyFrom(account, CREDITS, 'DE');
    expect(await invoices(account)).toMatchObject([{ taxes: [{ category: 'O', tax_cents: 0 }] }]);
    await ask(database(), signedIn(staff), voucher, ['single_purpose']);
    await ask(database(), signedIn(staff), setTax, ['course', COURSE_60, null]);
  });

  it.each([
    ['DE', 'true', 'reverse_charge'],
    ['AT', 'false', 'reverse_charge'],
    ['at', 'true', 'as_product'],
    ['AT', 'true', 'standard'],
    ['AT', null, 'as_product'],
  ])('keeps no rule %s, %s, %s', async (...row) => {
    expect(await refusal(database(), signedIn(staff), SET_COUNTRY, row)).toMatchObject({ hint: 'invalid_request' });
  });

  it('lets only staff with the role set countries or vouchers', async () => {
    const other = await hireStaff(database(), ['catalogue']);
    for (const caller of [other, await signUp(database())]) {
      expect(await refusal(database(), signedIn(caller), SET_COUNTRY, ['AT', 'true', 'as_product'])).toMatchObject({
        hint: 'staff_required',
      });
      expect(
        await refusal(database(), signedIn(caller), 'select nemus_set_credit_voucher($1)', ['multi_purpose']),
      ).toMatchObject({ hint: 'staff_required' });
    }
  });

  it.each(Object.entries(FORMATS))('knows the format of VAT ids of %s: %s', async (country, id) => {
    const fits = async (of: string, given: string) =>
      one(await database().query('select private.nemus_is_vat_id($1, $2) as fits', [of, given])).fits;
    expect(await fits(country, id)).toBe(true);
    const other = country === 'AT' ? 'DE' : 'AT';
    for (const wrong of ['', id.slice(0, 2), `${id}99999`, id.slice(2), id.replace(/^../, 'XX')])
      expect(await fits(country, wrong)).toBe(false);
    expect(await fits(other, id)).toBe(false);
    // Unknown countries have none.
    expect(await fits('US', id)).toBe(false);
  });

  it('knows the VAT id of a saved recipient from its latest purchase, and of no other', async () => {
    const account = await signUp(database());
    const save = (recipient: string) =>
      database().query(
        `insert into nemus_billing_addresses (user_id, recipient, street, postal_code, city)
         values ($1::text::uuid, $2, 'Gasse 3', '10115', 'Ort')
         on conflict (user_id) do update set recipient = excluded.recipient`,
        [account, recipient],
      );
    const known = async () =>
      one(
        await database().query(`select private.nemus_buyer($1::text::uuid, false, null) ->> 'vat_id' as id`, [account]),
      ).id;
    const enterAs = async (purchase: Purchase, id: string) => {
      const { session } = await openCheckout(database(), account, purchase);
      const buyer = {
        business: 'Praxis Süd',
        street: 'Gasse 3',
        postal_code: '10115',
        city: 'Ort',
        country: 'DE',
        vat_id: id,
      };
      await ask(database(), SERVICE, 'select nemus_note_buyer($1, $2::text::jsonb)', [session, JSON.stringify(buyer)]);
    };
    await enterAs(COURSE, 'DE123456789');
    await save('Praxis Nord');
    expect(await known()).toBe('');
    await save('Praxis Süd');
    expect(await known()).toBe('DE123456789');
    // Left empty at the latest purchase: not known any more.
    await enterAs({ kind: 'course', course: COURSE_60 }, '');
    expect(await known()).toBe('');
  });

  it('keeps no VAT id of another format in the settings', async () => {
    const account = await signUpInstitution(database());
    const set = 'update nemus_institution_settings set vat_id = $2 where institution_id = $1::text::uuid';
    for (const wrong of ['DE12345678', 'ATU1234567', 'XX123456789'])
      expect(await refusal(database(), signedIn(account), set, [account, wrong])).toMatchObject({
        hint: 'invalid_field',
      });
    for (const right of ['DE123456789', 'EL123456789', 'CHE123456789', ''])
      await ask(database(), signedIn(account), set, [account, right]);
  });
}
