/** Every kind of document, as the database writes it down, in front of the validators. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeCii } from '../../../supabase/functions/_shared/e-invoice/cii';
import type { Database } from '../../../supabase/functions/_shared/database';
import { findGaps } from '../../../supabase/functions/_shared/e-invoice/gaps';
import { writeOriginals } from '../../../supabase/functions/_shared/e-invoice/originals';
import type { Snapshot } from '../../../supabase/functions/_shared/e-invoice/snapshot';
import { ask, SERVICE, signedIn, type TestDatabase } from '../../backend/sql-tests/database/database';
import { ONE } from '../../backend/sql-tests/database/engines';
import { signUp } from '../../backend/sql-tests/scenes/accounts';
import { fulfil, openCheckout } from '../../backend/sql-tests/scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../../backend/sql-tests/scenes/courses';
import { signUpInstitution } from '../../backend/sql-tests/scenes/institutions';
import { randomFrom } from '../../backend/sql-tests/scenes/random';
import { hireStaff } from '../../backend/sql-tests/scenes/staff';
import { openAccount, orderByTransfer, signUpTrusted } from '../../backend/sql-tests/scenes/transfers';
import { buy, choose, collect, giveBack, setSeller, snapshotsOf, xmlOf } from './scene';
import { validateAll } from './validators';

jest.setTimeout(60_000);

let database: TestDatabase;
let staff: string;
beforeAll(async () => {
  database = await ONE.open();
  await setSeller(database);
  staff = await hireStaff(database, ['orders']);
}, 120_000);
afterAll(() => database.close());

const setTax = (kind: string, course: string | null, treatment: string | null) =>
  ask(database, signedIn(staff), 'select nemus_set_product_tax($1, $2::text::uuid, $3)', [kind, course, treatment]);

/** Every sample with its name, made once. */
async function makeSamples(): Promise<Readonly<Record<string, Snapshot>>> {
  const samples: Record<string, Snapshot> = {};
  const keep = async (account: string, ...names: readonly string[]) => {
    const found = await snapshotsOf(database, account);
    expect(found).toHaveLength(names.length);
    names.forEach((name, index) => {
      const snapshot = found[index];
      if (snapshot) samples[name] = snapshot;
    });
  };

  await database.query('update nemus_courses set has_dates = true where id = $1::text::uuid', [COURSE_85]);
  const trainee = await signUp(database);
  const course = await buy(database, trainee, { kind: 'course', course: COURSE_85 });
  await giveBack(database, course, 5_000);
  await giveBack(database, course, course.amount);
  await keep(trainee, 'single', 'partial refund', 'rest of the refund');

  await setTax('course', COURSE_60, 'exempt_training');
  const learner = await signUp(database);
  const exempt = await buy(database, learner, { kind: 'course', course: COURSE_60 });
  await giveBack(database, exempt, exempt.amount);
  await keep(learner, 'exempt', 'cancellation of an exempt one');

  await setTax('course', COURSE_60, 'small_business');
  await setSeller(database, { vat_id: '', register: '', representatives: '' });
  const reader = await signUp(database);
  const untaxed = await buy(database, reader, { kind: 'course', course: COURSE_60 });
  await giveBack(database, untaxed, 1_000);
  await keep(reader, 'small business', 'partial refund of a small business');
  await setSeller(database);
  await setTax('course', COURSE_60, 'exempt_training');

  const authority = await signUpInstitution(database, 'Klinik & Söhne <Stadt>');
  await choose(database, authority, { format: 'xrechnung', reference: '04011000-12345-03' });
  const odd = await buy(database, authority, { kind: 'credits', credits: 200 });
  await giveBack(database, odd, odd.amount);
  await keep(authority, 'buyer reference', 'cancellation');

  // To be paid by bank transfer, and cancelled before anything arrived.
  await openAccount(database);
  const onInvoice = await signUpTrusted(database, staff);
  const ordered = await orderByTransfer(database, onInvoice, 150);
  await ask(database, signedIn(staff), 'select nemus_cancel_transfer($1::text::uuid, $2::text::int, $3)', [
    ordered.invoice_id,
    '30000',
    'Irrtümlich bestellt',
  ]);
  await keep(onInvoice, 'transfer', 'cancellation of a transfer');

  const group = await signUpInstitution(database);
  await choose(database, group, { collected: true });
  const credits = await buy(database, group, { kind: 'credits', credits: 350 });
  await buy(database, group, { kind: 'course', course: COURSE_60 });
  await buy(database, group, { kind: 'course', course: COURSE_85 });
  await collect(database, group, '2099-01-01');
  await giveBack(database, credits, 12_345);
  await keep(group, 'collective of mixed taxes', 'partial refund of a collective one');
  await setTax('course', COURSE_60, null);

  for (const [country, isBusiness, rule] of [
    ['AT', true, 'reverse_charge'],
    ['CH', false, 'outside_scope'],
  ] as const)
    await ask(database, signedIn(staff), 'select nemus_set_country_tax($1, $2::text::bool, $3)', [
      country,
      String(isBusiness),
      rule,
    ]);
  const buyFrom = async (account: string, entered: object) => {
    const checkout = await openCheckout(database, account, { kind: 'course', course: COURSE_85 });
    const buyer = { name: 'Praxis', street: 'Gasse 3', postal_code: '1010', city: 'Ort', vat_id: '', ...entered };
    await ask(database, SERVICE, 'select nemus_note_buyer($1, $2::text::jsonb)', [
      checkout.session,
      JSON.stringify(buyer),
    ]);
    await fulfil(database, checkout);
    await giveBack(database, checkout, 5_000);
  };
  const business = await signUpInstitution(database);
  await buyFrom(business, { country: 'AT', vat_id: 'ATU 1234 5678' });
  await keep(business, 'reverse charge', 'partial refund of reverse charge');
  const abroad = await signUp(database);
  await buyFrom(abroad, { country: 'CH' });
  await keep(abroad, 'outside the scope', 'partial refund outside the scope');

  const plan = await signUpInstitution(database);
  const own = `sub_${plan}`;
  const part = (tier: string, amount: number, start: string, end: string) => ({
    tier,
    amount_cents: amount,
    starts_at: start,
    ends_at: end,
  });
  const record = (id: string, amount: number, paid: string, parts: readonly object[]) =>
    ask(
      database,
      SERVICE,
      `select nemus_record_invoice($1, $2, $3::text::int, 'eur', $4::text::timestamptz, 'card', 0, $5::text::jsonb)`,
      [own, `${id}_${plan}`, String(amount), paid, JSON.stringify(parts)],
    );
  await fulfil(
    database,
    await openCheckout(database, plan, { kind: 'subscription', tier: 'monthly' }),
    own,
    '2035-02-01',
  );
  await record('up', 284_050, '2035-01-16', [
    part('yearly', 299_000, '2035-01-16T10:00:00Z', '2036-01-16T10:00:00Z'),
    part('monthly', -14_950, '2035-01-16T10:00:00Z', '2035-02-01T10:00:00Z'),
  ]);
  await record('down', -260_100, '2035-01-27', [
    part('yearly', -290_000, '2035-01-27T10:00:00Z', '2036-01-16T10:00:00Z'),
    part('monthly', 29_900, '2035-01-27T10:00:00Z', '2035-02-27T10:00:00Z'),
  ]);
  await keep(plan, 'subscription', 'change of plan', 'change of plan that credits');
  for (const [name, sample] of Object.entries(samples))
    samples[`${name} as XRechnung`] = {
      ...sample,
      format: 'xrechnung',
      buyer: { ...sample.buyer, reference: '04011000-12345-03' },
    };
  return samples;
}

it('every kind of document is valid, by the schema and by the rules of EN 16931', async () => {
  const samples = await makeSamples();
  const findings = validateAll(Object.values(samples).map(xmlOf));
  const folder = process.env['NEMUS_INVOICE_FOLDER'];
  for (const [name, sample] of folder === undefined ? [] : Object.entries(samples))
    writeFileSync(path.join(folder ?? '', `${name.replaceAll(' ', '-')}.xml`), xmlOf(sample));
  expect(Object.fromEntries(Object.keys(samples).map((name, index) => [name, findings[index]]))).toEqual(
    Object.fromEntries(Object.keys(samples).map((name) => [name, []])),
  );

  const { single, exempt, cancellation } = samples;
  if (!single || !exempt || !cancellation) throw new Error('A sample is missing.');
  // The same document is the same bytes, whenever it is written.
  expect(xmlOf(single)).toBe(xmlOf(structuredClone(single)));
  expect(xmlOf(exempt)).toContain('<ram:ExemptionReason>Steuerfrei nach § 4 Nr. 21 UStG</ram:ExemptionReason>');
  expect(samples['collective of mixed taxes']?.taxes).toHaveLength(2);
  const [reverse, outside] = [samples['reverse charge'], samples['outside the scope']];
  if (!reverse || !outside) throw new Error('A sample is missing.');
  for (const part of [
    '<ram:CategoryCode>AE<',
    'ID schemeID="VA">ATU12345678<',
    'Steuerschuldnerschaft des Leistungsempf',
  ])
    expect(xmlOf(reverse)).toContain(part);
  // BR-O-02, BR-O-05: neither VAT ids nor rates of lines; BR-DE-14: a rate of the group.
  expect(xmlOf(outside)).not.toContain('schemeID="VA"');
  expect(xmlOf(outside).match(/<ram:RateApplicablePercent>0\.00</g)).toHaveLength(1);
  expect(findGaps({ ...outside, seller: { ...outside.seller, register: '', tax_number: '' } })).toEqual([
    'seller_register',
  ]);
  const reference = xmlOf(cancellation);
  expect(reference).toContain('<ram:BuyerReference>04011000-12345-03</ram:BuyerReference>');
  expect(reference).toContain('<ram:TypeCode>384</ram:TypeCode>');
  expect(reference).toContain(`<ram:IssuerAssignedID>${samples['buyer reference']?.number}</ram:IssuerAssignedID>`);
  expect(reference).toContain('urn:xeinkauf.de:kosit:xrechnung_3.0');
  expect(samples['partial refund']?.document_code).toBe(381);
  expect(samples['change of plan that credits']?.document_code).toBe(381);
  const transfer = samples['transfer as XRechnung'];
  if (!transfer) throw new Error('A sample is missing.');
  // SEPA transfer to our account, with a due date, and the number as the reference.
  for (const part of [
    '<ram:TypeCode>58<',
    '<ram:IBANID>DE02120300000000202051<',
    '<ram:DueDateDateTime>',
    '<ram:PaymentReference>',
  ])
    expect(xmlOf(transfer)).toContain(part);
  // The period of a document spans its lines (PEPPOL-EN16931-R111).
  const outsideOf = ({ lines, service_on: from, service_until: until }: Snapshot) =>
    lines.filter((line) => (line.service_from ?? from) < from || (line.service_until ?? from) > (until ?? from));
  expect(Object.values(samples).flatMap(outsideOf)).toEqual([]);
  // A course whose days are chosen later is paid in advance, and so are its corrections.
  for (const name of ['single', 'partial refund']) {
    const advance = samples[name];
    if (!advance) throw new Error('A sample is missing.');
    expect(xmlOf(advance)).toContain('<ram:Content>Vorauszahlung für eine künftige Leistung.<');
    expect(xmlOf(advance)).not.toContain('OccurrenceDateTime');
  }
  expect(xmlOf(single)).toContain('<ram:Description>Vertreten durch: Ina Falk<');

  // Errors are found, so the validators work.
  const good = xmlOf(single);
  const broken = {
    'a sum that does not add up': good.replace(/(<ram:GrandTotalAmount>)[^<]+/, '$11.00'),
    'a tax that is not the rate of its net': good.replaceAll(/(<ram:CalculatedAmount>)[^<]+/g, '$11.00'),
    'no number': good.replace(/<rsm:ExchangedDocument><ram:ID>[^<]+<\/ram:ID>/, '<rsm:ExchangedDocument>'),
    'no name of the buyer': good.replace(/(<ram:BuyerTradeParty>)<ram:Name>[^<]+<\/ram:Name>/, '$1'),
    'an exemption without a ground': xmlOf(exempt).replaceAll(/<ram:ExemptionReason(Code)?>[^<]+<\/[^>]+>/g, ''),
    'an element that there is not': good.replace('<ram:BuyerTradeParty>', '<ram:Surprise/><ram:BuyerTradeParty>'),
    'half a file': good.slice(0, good.length / 2),
  };
  const refused = validateAll(Object.values(broken));
  expect(Object.keys(broken).filter((_name, index) => refused[index]?.length === 0)).toEqual([]);
  expect(refused[0]?.join()).toContain('BR-CO-15');
  expect(refused[4]?.join()).toContain('BR-E-10');
});

it('sums add up by line, treatment and document, whatever is sold', async () => {
  const random = randomFrom(16_931);
  const whole = (most: number) => Math.floor(random() * most);
  const taxes = [
    { category: 'S', rate: 19, note: null, reason: null },
    { category: 'S', rate: 7, note: null, reason: null },
    { category: 'E', rate: 0, note: 'Steuerfrei nach § 4 Nr. 21 UStG', reason: null },
  ];
  const documents = Array.from({ length: 400 }, (_, round) =>
    Array.from({ length: 1 + whole(12) }, () => ({
      description: 'x',
      quantity: 1,
      gross_cents: (round % 2 === 0 ? 1 : -1) * (1 + whole(round % 3 === 0 ? 30 : 500_000)),
      tax: taxes[whole(taxes.length)],
    })),
  );
  const rows = await database.query(
    `select private.nemus_taxed_lines(d.lines) as taxed from jsonb_array_elements($1::text::jsonb) with ordinality
       as d (lines, place) order by d.place`,
    [JSON.stringify(documents)],
  );
  expect(rows).toHaveLength(400);
  rows.forEach(({ taxed }, index) => {
    const { lines, taxes: groups, net, tax, gross, rounding } = JSON.parse(JSON.stringify(taxed));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const of = (key: string, rate: number) =>
      sum(
        lines
          .filter((line: { tax: { rate: number } }) => line.tax.rate === rate)
          .map((line: Record<string, number>) => line[key]),
      );
    expect(gross).toBe(sum((documents[index] ?? []).map((line) => line.gross_cents)));
    expect(net + tax + rounding).toBe(gross);
    expect(rounding).toBe(0);
    for (const { rate, net_cents: base, tax_cents: charged } of groups) {
      expect(of('net_cents', rate)).toBe(base);
      // At most a cent from the rounded tax of the net (BR-CO-17), and exactly the rest of the gross sum.
      const exact = Math.round((Math.abs(base) * rate) / 100);
      expect(Math.abs(Math.abs(charged) - exact)).toBeLessThanOrEqual(1);
      expect(of('gross_cents', rate) - base - charged).toBe(0);
    }
    // No line is further from its own net than a cent.
    for (const line of lines)
      expect(Math.abs(line.net_cents - line.gross_cents / (1 + line.tax.rate / 100))).toBeLessThanOrEqual(1);
  });
});

it.each([
  [
    'a seller with the placeholders left in',
    { name: '[Name des Betreibers]', vat_id: '', tax_number: '[Steuernummer]' },
    ['seller_name', 'seller_vat_id'],
  ],
  ['no telephone number for XRechnung', { phone: '' }, ['seller_phone']],
])('writes nothing with %s, and says what is missing', async (_what, seller, missing) => {
  await setSeller(database, seller);
  const id = await signUpInstitution(database);
  await choose(database, id, { format: 'xrechnung', reference: 'K-1' });
  await buy(database, id, { kind: 'credits', credits: 100 });
  const [invoice] = await snapshotsOf(database, id);
  await setSeller(database);
  expect(invoice && findGaps(invoice)).toEqual(missing);
});

it('writes the invoice of EN 16931 while XRechnung lacks the telephone number, and none that lacks more', async () => {
  await setSeller(database, { phone: '' });
  const id = await signUpInstitution(database);
  await choose(database, id, { format: 'xrechnung', reference: 'K-1' });
  await buy(database, id, { kind: 'credits', credits: 100 });
  const [invoice] = await snapshotsOf(database, id);
  await setSeller(database);
  if (!invoice) throw new Error('There is no invoice.');
  const asked: [string, Readonly<Record<string, unknown>>][] = [];
  const answers = [[invoice, { ...invoice, seller: { ...invoice.seller, email: '' } }], true, null];
  const files: Pick<Database, 'call'> = {
    call: async (name, args, schema) => {
      asked.push([name, args]);
      return schema.parse(answers[asked.length - 1]);
    },
  };
  expect(await writeOriginals(files)).toBe(1);
  expect(asked.slice(1).filter(([name]) => name !== 'nemus_note_outcome')).toMatchObject([
    ['nemus_keep_invoice_file', { p_profile: 'en16931' }],
    ['nemus_note_invoice_gap', { p_missing: ['seller_email', 'seller_phone'] }],
  ]);
  expect(validateAll([String(asked[1]?.[1]['p_xml'])])).toEqual([[]]);
});

it('writes a valid invoice of a sole trader, with a tax number and neither VAT id nor register entry', async () => {
  await setSeller(database, { vat_id: '', register: '', representatives: '' });
  const [invoice] = await snapshotsOf(database, await institutionWithPurchase());
  await setSeller(database);
  if (!invoice) throw new Error('There is no invoice.');
  expect(validateAll([xmlOf(invoice)])).toEqual([[]]);
  expect(xmlOf(invoice)).toContain('<ram:SellerTradeParty><ram:ID>12/345/67890</ram:ID>');
});

it.each([
  [100, 20_000],
  [200, 40_000],
  [350, 70_000],
])('has no rounding amount on %i credits', async (credits, gross) => {
  const id = await signUpInstitution(database);
  const bought = await buy(database, id, { kind: 'credits', credits });
  for (const part of [1, 2, 3]) await giveBack(database, bought, Math.floor((gross * part) / 3));
  const found = await snapshotsOf(database, id);
  expect(found.map(({ rounding_cents: rounding }) => rounding)).toEqual([0, 0, 0, 0]);
  const sum = (of: (snapshot: Snapshot) => number) => found.reduce((total, snapshot) => total + of(snapshot), 0);
  expect([sum(({ net_cents: net }) => net), sum(({ tax_cents: tax }) => tax)]).toEqual([0, 0]);
});

it('keeps signs of XML and line breaks in names from being anything else', async () => {
  const [invoice] = await snapshotsOf(database, await institutionWithPurchase());
  if (!invoice) throw new Error('There is no invoice.');
  const hostile = structuredClone(invoice);
  hostile.buyer.name = ']]></ram:Name><ram:ID>1</ram:ID>&amp;\u0000\u000B"\'';
  hostile.buyer.reference = '<!--';
  const [found] = validateAll([writeCii(hostile)]);
  expect(found).toEqual([]);
  expect(writeCii(hostile)).toContain(']]&gt;&lt;/ram:Name&gt;');
});

async function institutionWithPurchase(): Promise<string> {
  const id = await signUpInstitution(database);
  await buy(database, id, { kind: 'credits', credits: 100 });
  return id;
}
