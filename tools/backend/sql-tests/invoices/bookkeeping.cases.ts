import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy, fulfil, openCheckout } from '../scenes/checkouts';
import { COURSE_85 } from '../scenes/courses';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const EXPORT = `select nemus_bookkeeping(d.day - 200, d.day + 199) as books from (select $1::text::date as day) d`;
const RECORD = `select nemus_record_invoice($1, $2, $3::text::int, 'eur', $4::text::timestamptz, $5, $6::text::int, $7::text::jsonb)`;
const SETTINGS = {
  consultant: '29098',
  client: '55003',
  account_length: 4,
  year_starts: 7,
  money_account: '1360',
  balance_account: '1700',
  fee_account: '4970',
  receivable_account: '1400',
  bank_account: '1200',
  revenue_accounts: { '19': '8400', '7': '8300', '0': '8110', AE: '8337', O: '8338', voucher: '1710' },
};

/** What the export for DATEV is given. */
export function bookkeepingCases(database: () => TestDatabase): void {
  let staff: string;
  beforeAll(async () => {
    staff = await hireStaff(database(), ['orders']);
  });
  const books = async (day: string) =>
    JSON.parse(JSON.stringify(one(await ask(database(), signedIn(staff), EXPORT, [day])).books));
  const set = (settings: object) =>
    ask(database(), signedIn(staff), 'select nemus_set_bookkeeping($1::text::jsonb)', [JSON.stringify(settings)]);

  it('names the part of each document for which no money moved', async () => {
    const id = await signUpInstitution(database());
    const own = `sub_${id}`;
    const plan = await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' });
    await fulfil(database(), plan, own, '2037-02-01');
    const down = JSON.stringify([
      { tier: 'yearly', amount_cents: -290_000, starts_at: '2037-01-27T10:00:00Z', ends_at: '2038-01-16T10:00:00Z' },
      { tier: 'monthly', amount_cents: 29_900, starts_at: '2037-01-27T10:00:00Z', ends_at: '2037-02-27T10:00:00Z' },
    ]);
    await ask(database(), SERVICE, RECORD, [own, `d_${id}`, '-260100', '2037-01-27', 'balance', '0', down]);
    await ask(database(), SERVICE, RECORD, [own, `n_${id}`, '29900', '2037-02-27', 'balance', '29900', '[]']);
    await ask(database(), SERVICE, RECORD, [own, `p_${id}`, '29900', '2037-03-27', 'card', '10000', '[]']);
    const { lines } = await books('2037-02-01');
    expect(
      lines.map(({ gross_cents: gross, balance_cents: balance, account }: Record<string, unknown>) => [
        gross,
        balance,
        account,
      ]),
    ).toEqual([
      [-260_100, -260_100, '19'],
      [29_900, 29_900, '19'],
      [29_900, 10_000, '19'],
    ]);
  });

  it('contains the fee of each payment once', async () => {
    const { payment } = await buy(database(), await signUp(database()), { kind: 'course', course: COURSE_85 });
    const note = 'select nemus_note_fee($1, $2::text::int, $3::text::timestamptz)';
    // Half past midnight in Berlin.
    for (const cents of ['325', '999']) await ask(database(), SERVICE, note, [payment, cents, '2036-12-31T23:30:00Z']);
    expect((await books('2037-01-01')).fees).toEqual([
      { payment_id: payment, charged_on: '2037-01-01', fee_cents: 325 },
    ]);
    expect((await books('2036-01-01')).fees).toEqual([]);
    // A dispute costs a fee, which comes back when it is won.
    for (const [id, cents] of [
      ['txn_dispute', '2000'],
      ['txn_won', '-2000'],
      ['re_free', '0'],
    ] as const) {
      await ask(database(), SERVICE, note, [id, cents, '2037-02-01T10:00:00Z']);
    }
    expect((await books('2037-01-01')).fees.slice(1)).toEqual([
      { payment_id: 'txn_dispute', charged_on: '2037-02-01', fee_cents: 2000 },
      { payment_id: 'txn_won', charged_on: '2037-02-01', fee_cents: -2000 },
    ]);
  });

  it('keeps numbers and accounts that staff edit, and nothing beside them', async () => {
    await set({ ...SETTINGS, surprise: 1 });
    expect((await books('2037-01-01')).settings).toEqual(SETTINGS);
    await set({
      ...SETTINGS,
      account_length: 5,
      money_account: '',
      balance_account: '17000',
      fee_account: '49700',
      receivable_account: '14000',
      bank_account: '12000',
      revenue_accounts: { '19': '84000', '7': '', '0': '', AE: '', O: '', voucher: '' },
    });
    await set(SETTINGS);
  });

  it.each([
    ['consultant', { consultant: '12' }],
    ['client', { client: '123456' }],
    ['account_length', { account_length: 9 }],
    ['year_starts', { year_starts: 13 }],
    ['money_account', { money_account: '13600' }],
    ['bank_account', { bank_account: '12000' }],
    ['AE', { revenue_accounts: { ...SETTINGS.revenue_accounts, AE: 'x' } }],
    ['19', { revenue_accounts: {} }],
  ])('keeps no wrong %s', async (field, change) => {
    const wrong = 'select nemus_set_bookkeeping($1::text::jsonb)';
    expect(
      await refusal(database(), signedIn(staff), wrong, [JSON.stringify({ ...SETTINGS, ...change })]),
    ).toMatchObject({ hint: 'invalid_field', values: { field } });
  });

  it('is for staff with the role alone', async () => {
    const other = await hireStaff(database(), ['catalogue']);
    for (const statement of ['select nemus_bookkeeping_settings()', `select nemus_set_bookkeeping('{}')`])
      expect(await refusal(database(), signedIn(other), statement)).toMatchObject({ hint: 'staff_required' });
  });
}
