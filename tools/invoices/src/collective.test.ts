/** Payments of an interval become one invoice, and every number is given once. */
import { ask, refusal, SERVICE, signedIn } from '../../backend/sql-tests/database/database';
import { onEveryEngine, SERVER } from '../../backend/sql-tests/database/engines';
import { signUp } from '../../backend/sql-tests/scenes/accounts';
import { openCheckout, reportOf } from '../../backend/sql-tests/scenes/checkouts';
import { signUpInstitution } from '../../backend/sql-tests/scenes/institutions';
import { connectAll, race, won } from '../../backend/sql-tests/scenes/races';
import { one } from '../../backend/sql-tests/scenes/rows';
import { buy, choose, collect, gatheredOn, giveBack, listOf, setSeller, snapshotsOf } from './scene';

const CREDITS = { kind: 'credits', credits: 100 } as const;
const COLLECT = 'select private.nemus_collect_invoices() as n';

onEveryEngine((database) => {
  beforeAll(() => setSeller(database()));

  const waiting = async (id: string) =>
    one(await ask(database(), signedIn(id), 'select nemus_gathered_payments() as gathered')).gathered;
  const kinds = async (id: string) =>
    (await snapshotsOf(database(), id)).map(({ document_code: code, gross_cents: cents }) => [code, cents]);

  it('gathers payments until their month has ended, and invoices them once', async () => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true });
    const [first, second, later] = [
      await buy(database(), id, CREDITS),
      await buy(database(), id, CREDITS),
      await buy(database(), id, CREDITS),
    ];
    await gatheredOn(database(), first, '2027-01-03');
    await gatheredOn(database(), second, '2027-01-31');
    await gatheredOn(database(), later, '2027-02-01');
    expect(await kinds(id)).toEqual([]);
    expect(await waiting(id)).toMatchObject({ payments: 3, amount_cents: 60_000, next_on: '2027-02-01' });
    expect(await collect(database(), id, '2027-01-31')).toBe(0);
    expect(await collect(database(), id, '2027-02-01')).toBe(1);
    expect(await collect(database(), id, '2027-02-01')).toBe(0);
    expect(await kinds(id)).toEqual([[380, 40_000]]);
    const [invoice] = await snapshotsOf(database(), id);
    expect(invoice).toMatchObject({ service_on: '2027-01-03', service_until: '2027-01-31' });
    expect(await collect(database(), id, '2027-03-01')).toBe(1);
    expect(await kinds(id)).toEqual([
      [380, 40_000],
      [380, 20_000],
    ]);
    expect(await waiting(id)).toMatchObject({ payments: 0, next_on: null });
  });

  it('makes up for months in which nothing ran, with an invoice for each', async () => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true });
    for (const day of ['2027-01-10', '2027-02-10', '2027-03-10'])
      await gatheredOn(database(), await buy(database(), id, CREDITS), day);
    expect(await collect(database(), id, '2027-05-20')).toBe(3);
    expect(await kinds(id)).toHaveLength(3);
  });

  it.each([
    ['quarterly', '2027-03-31', '2027-04-01'],
    ['monthly', '2027-02-28', '2027-03-01'],
  ])('waits to the end of the interval: %s', async (every, before, end) => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true, every });
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-02-15');
    expect(await collect(database(), id, before)).toBe(0);
    expect(await collect(database(), id, end)).toBe(1);
  });

  it('lets no payment of a year wait longer than six months (§ 14 (2) UStG)', async () => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true, every: 'yearly' });
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-01-15');
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-06-15');
    expect(await collect(database(), id, '2027-07-07')).toBe(0);
    expect(await collect(database(), id, '2027-07-08')).toBe(1);
    expect(await kinds(id)).toEqual([[380, 40_000]]);
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-09-15');
    expect(await collect(database(), id, '2027-12-31')).toBe(0);
    expect(await collect(database(), id, '2028-01-01')).toBe(1);
  });

  it('loses and doubles nothing when the interval, or the choice, changes in the middle', async () => {
    const id = await signUpInstitution(database());
    await buy(database(), id, CREDITS);
    await choose(database(), id, { collected: true, every: 'monthly' });
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-01-10');
    await choose(database(), id, { collected: true, every: 'quarterly' });
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-02-10');
    expect(await collect(database(), id, '2027-03-01')).toBe(0);
    await choose(database(), id, { collected: true, every: 'monthly' });
    expect(await collect(database(), id, '2027-02-01')).toBe(1);
    await choose(database(), id, { collected: false });
    await buy(database(), id, CREDITS);
    // What is still gathered comes at once.
    expect(await collect(database(), id, '2027-02-11')).toBe(1);
    expect(await collect(database(), id, '2028-01-01')).toBe(0);
    const documents = await kinds(id);
    expect(documents).toHaveLength(4);
    expect(documents.every(([code, cents]) => code === 380 && cents === 20_000)).toBe(true);
  });

  it('takes what went back before the invoice off it, and corrects it afterwards', async () => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true });
    const [kept, part, gone] = [
      await buy(database(), id, CREDITS),
      await buy(database(), id, CREDITS),
      await buy(database(), id, CREDITS),
    ];
    for (const bought of [kept, part, gone]) await gatheredOn(database(), bought, '2027-01-10');
    await giveBack(database(), part, 5_000);
    await giveBack(database(), gone, gone.amount);
    expect(await waiting(id)).toMatchObject({ amount_cents: 35_000, next_on: '2027-02-01' });
    expect(await kinds(id)).toEqual([]);
    expect(await collect(database(), id, '2027-02-01')).toBe(1);
    await giveBack(database(), kept, 2_000);
    await giveBack(database(), part, part.amount);
    expect(await kinds(id)).toEqual([
      [380, 35_000],
      [381, -2_000],
      [381, -15_000],
    ]);
    const [invoice, correction] = await snapshotsOf(database(), id);
    expect(correction?.cancels_number).toBe(invoice?.number);
    expect(correction?.lines[0]?.tax).toEqual(invoice?.lines[0]?.tax);
  });

  it('writes no invoice about nothing', async () => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true });
    const bought = await buy(database(), id, CREDITS);
    await gatheredOn(database(), bought, '2027-01-10');
    await giveBack(database(), bought, bought.amount);
    expect(await collect(database(), id, '2027-02-01')).toBe(0);
    expect(await waiting(id)).toMatchObject({ payments: 0 });
    expect(await kinds(id)).toEqual([]);
  });

  it('leaves nothing uninvoiced when the account and its address go', async () => {
    const id = await signUpInstitution(database());
    await choose(database(), id, { collected: true });
    await buy(database(), id, CREDITS);
    await database().query('delete from nemus_billing_addresses where user_id = $1::text::uuid', [id]);
    expect(await kinds(id)).toEqual([[380, 20_000]]);
  });

  it('keeps an original as it was first written, and no document changes', async () => {
    const id = await signUpInstitution(database());
    await buy(database(), id, CREDITS);
    const [invoice] = await snapshotsOf(database(), id);
    const keep = 'select nemus_keep_invoice_file($1::text::uuid, $2, $3) as kept';
    const [first, second] = [`<a>${'1'.repeat(100)}</a>`, `<a>${'2'.repeat(100)}</a>`];
    expect(one(await ask(database(), SERVICE, keep, [invoice?.id, 'en16931', first])).kept).toBe(true);
    expect(one(await ask(database(), SERVICE, keep, [invoice?.id, 'en16931', second])).kept).toBe(false);
    const read = 'select xml, sha256 from nemus_invoice_files where invoice_id = $1::text::uuid';
    expect(await ask(database(), signedIn(id), read, [invoice?.id])).toMatchObject([{ xml: first }]);
    expect(await ask(database(), signedIn(await signUpInstitution(database())), read, [invoice?.id])).toEqual([]);
    for (const statement of [
      'update nemus_invoice_files set xml = xml',
      'delete from nemus_invoice_files',
      'update nemus_invoices set gross_cents = 1',
      'delete from nemus_invoices where not is_sample',
    ])
      await expect(database().query(statement)).rejects.toThrow('append_only');
    expect(await listOf(database(), id)).toMatchObject([
      { number: invoice?.number, profile: 'en16931', missing: null },
    ]);
  });

  it('tells of a collective invoice as one, and of every document once', async () => {
    const id = await signUpInstitution(database());
    await buy(database(), id, CREDITS);
    await choose(database(), id, { collected: true });
    await gatheredOn(database(), await buy(database(), id, CREDITS), '2027-01-10');
    await collect(database(), id, '2027-02-01');
    const told = await database().query(
      `select kind, path, facts ->> 'number' as number from nemus_notifications
       where user_id = $1::text::uuid and kind like '%invoice_issued' order by 3`,
      [id],
    );
    const numbers = (await snapshotsOf(database(), id)).map(({ number }) => number);
    expect(told).toEqual([
      { kind: 'invoice_issued', path: '/purchases', number: numbers[0] },
      { kind: 'collective_invoice_issued', path: '/purchases', number: numbers[1] },
    ]);
  });

  it.each([
    ['a reference of two lines', { format: 'zugferd', reference: 'a\nb' }],
    ['XRechnung without a reference', { format: 'xrechnung', reference: '' }],
    ['a form that there is not', { format: 'paper', reference: '' }],
  ])('keeps no choice of %s', async (_what, choice) => {
    const id = await signUpInstitution(database());
    await expect(choose(database(), id, choice)).rejects.toMatchObject({ code: '23514' });
  });

  it('lets staff with another role set no taxes, and no role set an unknown rate', async () => {
    const set = 'select nemus_set_product_tax($1, $2::text::uuid, $3)';
    const id = await signUp(database());
    expect(await refusal(database(), signedIn(id), set, ['credits', null, 'standard'])).toMatchObject({
      hint: 'staff_required',
    });
    await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'orders')`, [id]);
    expect(await refusal(database(), signedIn(id), set, ['credits', null, 'free'])).toMatchObject({
      hint: 'invalid_request',
    });
    expect(
      await refusal(database(), signedIn(id), 'select nemus_bookkeeping($1, $2)', ['2026-01-01', '2029-01-01']),
    ).toMatchObject({
      hint: 'invalid_request',
    });
  });

  if (SERVER === null) return;
  it('numbers without a gap while payments, refunds and the job happen at the same moment', async () => {
    if (!database().connect) return;
    const id = await signUpInstitution(database());
    const gathering = await signUpInstitution(database());
    await choose(database(), gathering, { collected: true });
    const gathered = [];
    for (let n = 0; n < 6; n += 1) gathered.push(await buy(database(), gathering, CREDITS));
    for (const bought of gathered) await gatheredOn(database(), bought, '2026-01-10');
    const paid = await buy(database(), id, CREDITS);
    const checkouts = [];
    for (let n = 0; n < 8; n += 1) checkouts.push(await openCheckout(database(), id, CREDITS));
    const jobs = await connectAll(database(), 3);
    const [finishes] = await Promise.all([
      race(database(), [
        ...checkouts.map(reportOf),
        { caller: SERVICE, statement: 'select nemus_refund_checkout($1, 500)', parameters: [paid.payment] },
        ...gathered.map(({ payment }) => ({
          caller: SERVICE,
          statement: 'select nemus_refund_checkout($1, 700)',
          parameters: [payment],
        })),
      ]),
      ...jobs.map((connection) => connection.query(COLLECT)),
    ]);
    await Promise.all(jobs.map((connection) => connection.close()));
    expect(won(finishes)).toHaveLength(15);
    await database().query(COLLECT);
    // Whatever came first: the collective invoice and its corrections add up to what was paid and not given back.
    const documents = await kinds(gathering);
    expect(documents.filter(([code]) => code === 380)).toHaveLength(1);
    expect(documents.reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(6 * (20_000 - 700));
    const numbers = await database().query(
      'select right(number, 6)::int as n from nemus_invoices where not is_sample order by number',
    );
    expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_row, index) => index + 1));
  });
});
