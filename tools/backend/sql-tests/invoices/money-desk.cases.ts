import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy, fulfil, ONE_COURSE, openCheckout, REFUND_CHECKOUT, type Checkout } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { enrol } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';
import { declaration, RECORD_WITHDRAWAL } from '../scenes/withdrawals';

const TURNOVER = 'select nemus_turnover(current_date - 3, current_date + 3) as r';
const LINES = `select nemus_bookkeeping(current_date - 3, current_date + 3) -> 'lines' as r`;
const TOTALS = 'select nemus_order_totals($1, $2, $3, $4::text::date, $5::text::date) as r';
const INVOICES = 'select nemus_staff_invoices(p_search => $1) as r';
const BEGIN_MAIL = 'select nemus_begin_invoice_mail($1::text::uuid, $2) as r';
const CREDITS = { kind: 'credits', credits: 100 } as const;

interface Sums {
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}
type Cents = Readonly<Record<'net_cents' | 'tax_cents' | 'gross_cents', number>>;
const summed = (rows: readonly Cents[]): Sums => ({
  net: rows.reduce((sum, { net_cents: cents }) => sum + cents, 0),
  tax: rows.reduce((sum, { tax_cents: cents }) => sum + cents, 0),
  gross: rows.reduce((sum, { gross_cents: cents }) => sum + cents, 0),
});
const minus = (after: Sums, before: Sums): Sums => ({
  net: after.net - before.net,
  tax: after.tax - before.tax,
  gross: after.gross - before.gross,
});

/** What the money desk lists, adds up and sends again. */
export function moneyDeskCases(database: () => TestDatabase): void {
  let staff: string;
  beforeAll(async () => {
    staff = await hireStaff(database(), ['orders']);
  });
  const asks = async (statement: string, values: readonly unknown[] = [], user = staff) =>
    JSON.parse(JSON.stringify(one(await ask(database(), signedIn(user), statement, values)).r));
  const refused = async (user: string, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), signedIn(user), statement, values))?.hint;
  const turnover = async () => summed((await asks(TURNOVER)).rows);
  const books = async () => summed(await asks(LINES));
  const refundedUpTo = ({ payment }: Checkout, cents: number) =>
    ask(database(), SERVICE, REFUND_CHECKOUT, [payment, String(cents)]);
  const dispute = ({ payment, amount }: Checkout, status: string, minute: number, due: string | null = null) =>
    ask(
      database(),
      SERVICE,
      `select nemus_settle_dispute('du_' || $1, $1, $2::text::int, 'fraudulent', $3, $4::text::timestamptz, false,
         $5::text::timestamptz)`,
      [payment, String(amount), status, new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString(), due],
    );
  const totals = (search: string) => asks(TOTALS, [search, null, null, null, null]);
  /** A buyer whom no other search finds. */
  const buyerNamed = async () => {
    const name = `Q${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    return { name, id: await signUp(database(), { last: name }) };
  };

  /** As after `write-invoices`: no document waits for its original. */
  const allWritten = () =>
    database().query(`select nemus_note_invoice_gap(i.id, array['buyer.city']) from nemus_invoices i`);

  describe('turnover', () => {
    it('counts a purchase once, and is zero after refunds of parts and of the rest', async () => {
      const before = await turnover();
      const checkout = await buy(database(), await signUp(database()), ONE_COURSE);
      expect(minus(await turnover(), before)).toEqual({ net: 10_084, tax: 1_916, gross: 12_000 });
      // Thirds and a cent: every rounding must meet again.
      for (const cents of [3_333, 3_334, 7_777]) await refundedUpTo(checkout, cents);
      expect(minus(await turnover(), before).gross).toBe(12_000 - 7_777);
      await refundedUpTo(checkout, 12_000);
      expect(minus(await turnover(), before)).toEqual({ net: 0, tax: 0, gross: 0 });
    });

    it('is what the export for bookkeeping adds up to, net, VAT and gross', async () => {
      await buy(database(), await signUpInstitution(database()), CREDITS);
      await refundedUpTo(await buy(database(), await signUp(database()), ONE_COURSE), 1_001);
      expect(await turnover()).toEqual(await books());
    });

    it('belongs to the product: a refund lowers the course it was paid for', async () => {
      const ofCourse = async (course: string) =>
        summed((await asks(TURNOVER)).rows.filter(({ course_id: id }: { course_id: string }) => id === course));
      const before = await ofCourse(COURSE_85);
      const buyer = await signUp(database());
      const checkout = await buy(database(), buyer, { kind: 'course', course: COURSE_85 });
      await buy(database(), buyer, { kind: 'course', course: COURSE_60 });
      await refundedUpTo(checkout, 5_000);
      expect(minus(await ofCourse(COURSE_85), before).gross).toBe(12_000);
    });

    it('names money that moved without a document: a dispute until it is lost', async () => {
      const before = await asks(TURNOVER);
      const checkout = await buy(database(), await signUp(database()), ONE_COURSE);
      await dispute(checkout, 'needs_response', 1);
      const open = await asks(TURNOVER);
      expect([open.open - before.open, open.open_cents - before.open_cents]).toEqual([1, -12_000]);
      await dispute(checkout, 'lost', 2);
      const lost = await asks(TURNOVER);
      expect([lost.open_cents - before.open_cents, summed(lost.rows).gross - summed(before.rows).gross]).toEqual([
        0, 0,
      ]);
    });

    it('names no money that never gets a document: a won dispute, and a payment for nothing that went back', async () => {
      const before = await asks(TURNOVER);
      const won = await buy(database(), await signUp(database()), ONE_COURSE);
      await dispute(won, 'needs_response', 1);
      await dispute(won, 'won', 2);
      const trainee = await signUp(database());
      const twice = await openCheckout(database(), trainee, ONE_COURSE);
      await enrol(database(), trainee, COURSE_60);
      await fulfil(database(), twice);
      await refundedUpTo(twice, 12_000);
      const paidBack = await asks(TURNOVER);
      expect([paidBack.open - before.open, paidBack.open_cents - before.open_cents]).toEqual([0, 0]);
    });

    it('has a payment that waits for its collective invoice among those without a document, and counts it once', async () => {
      const institution = await signUpInstitution(database());
      await ask(
        database(),
        signedIn(institution),
        'insert into nemus_invoice_choices (institution_id, is_collected) values ($1::text::uuid, true)',
        [institution],
      );
      const before = await asks(TURNOVER);
      await buy(database(), institution, CREDITS);
      const waits = await asks(TURNOVER);
      expect(waits.open_cents - before.open_cents).toBe(20_000);
      expect(minus(summed(waits.rows), summed(before.rows)).gross).toBe(0);
      await database().query('select private.nemus_collect_invoices_of($1::text::uuid, current_date, true)', [
        institution,
      ]);
      const written = await asks(TURNOVER);
      expect(written.open_cents - before.open_cents).toBe(0);
      expect(minus(summed(written.rows), summed(before.rows)).gross).toBe(20_000);
      expect(await turnover()).toEqual(await books());
    });

    it.each([
      ['reversed', `'2026-02-01', '2026-01-01'`],
      ['too long', `'2025-01-01', '2026-12-31'`],
      ['open', `null, '2026-01-01'`],
    ])('refuses a period that is %s', async (_what, period) => {
      expect(await refused(staff, `select nemus_turnover(${period})`)).toBe('invalid_request');
      expect(await refused(staff, `select nemus_invoice_archive(${period})`)).toBe('invalid_request');
    });
  });

  describe('totals of orders', () => {
    it('add up what the list shows: unpaid orders are no money, refunds and disputes are deducted', async () => {
      const { id, name } = await buyerNamed();
      const checkout = await buy(database(), id, ONE_COURSE);
      const other = await buy(database(), id, { kind: 'course', course: COURSE_85 });
      await refundedUpTo(checkout, 2_000);
      await refundedUpTo(checkout, 3_000);
      await dispute(other, 'needs_response', 1);
      expect(await totals(name)).toEqual({
        orders: 2,
        paid: 2,
        paid_cents: 29_000,
        refunded_cents: 3_000,
        disputed_cents: 17_000,
        kept_cents: 9_000,
        unpaid_cents: 0,
      });
      await dispute(other, 'won', 2);
      expect(await totals(name)).toMatchObject({ disputed_cents: 0, kept_cents: 26_000 });
      const second = await signUp(database(), { last: name });
      await openCheckout(database(), second, ONE_COURSE);
      expect(await totals(name)).toMatchObject({ orders: 3, paid: 2, kept_cents: 26_000 });
    });

    it('and the list know the days of Berlin, both inclusive', async () => {
      const { id, name } = await buyerNamed();
      const { order } = await buy(database(), id, ONE_COURSE);
      // A quarter past midnight in Berlin.
      await database().query(`update nemus_orders set created_at = '2026-06-30T22:15:00Z' where id = $1::text::uuid`, [
        order,
      ]);
      const listed = async (from: string | null, until: string | null) =>
        (
          await asks(
            'select nemus_staff_orders(p_search => $1, p_from => $2::text::date, p_until => $3::text::date) as r',
            [name, from, until],
          )
        ).rows.length;
      expect([
        await listed('2026-07-01', '2026-07-01'),
        await listed('2026-07-01', null),
        await listed(null, '2026-06-30'),
        await listed('2026-07-02', null),
      ]).toEqual([1, 1, 0, 0]);
      expect(await asks(TOTALS, [name, null, null, '2026-06-30', '2026-06-30'])).toMatchObject({ orders: 0 });
    });

    it('of an export have all rows in one answer', async () => {
      const { id, name } = await buyerNamed();
      for (const course of [COURSE_60, COURSE_85]) await buy(database(), id, { kind: 'course', course });
      const paged = 'select nemus_staff_orders(p_search => $1, p_size => $2::text::int, p_page => $3::text::int) as r';
      const first = await asks(paged, [name, '1', '1']);
      const second = await asks(paged, [name, '1', '2']);
      expect([first.has_more, second.has_more, first.rows.length, second.rows.length]).toEqual([true, false, 1, 1]);
      expect((await asks(paged, [name, '50000', '1'])).rows).toEqual([...first.rows, ...second.rows]);
    });
  });

  describe('documents', () => {
    const found = async (search: string) =>
      (await asks(INVOICES, [search])).rows.map(({ number }: { number: string }) => number);

    it('are found by number, order and buyer, with what corrects them, and never samples', async () => {
      const { id, name } = await buyerNamed();
      const checkout = await buy(database(), id, ONE_COURSE);
      await refundedUpTo(checkout, 2_000);
      const [correction, invoice] = await found(name);
      for (const search of [invoice, correction, checkout.order, ` rechnung ${invoice.toLowerCase()}. `]) {
        expect({ search, found: await found(search) }).toEqual({ search, found: [correction, invoice] });
      }
      const serial = invoice.slice(-6);
      for (const part of [
        invoice.slice(0, 7),
        invoice.slice(0, 10),
        ` ne ${invoice.slice(3, 12)}`,
        serial,
        `${invoice.slice(3, 7)}-${serial}`,
      ]) {
        expect({ part, found: await found(part) }).toEqual({ part, found: expect.arrayContaining([invoice]) });
      }
      expect(await found(invoice.slice(0, 3) + '1999')).toEqual([]);
      const { rows } = await asks('select nemus_staff_invoices(p_order => $1::text::uuid) as r', [checkout.order]);
      expect(rows).toMatchObject([
        { number: correction, cancels_number: invoice, gross_cents: -2_000, order_id: checkout.order },
        { number: invoice, gross_cents: 12_000, order_id: checkout.order, buyer: expect.any(String), sent_at: null },
      ]);
      await database().query(
        `insert into nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method)
         values ($1::text::uuid, 'sample:' || $1, 'course', 'Muster', 1000, 'completed', 'card')`,
        [id],
      );
      await database().query(
        `select private.nemus_issue_invoice(t, 1, 'Teilnahme', null, 'M-1') from nemus_transactions t
         where t.reference = 'sample:' || $1`,
        [id],
      );
      expect(await found(name)).toEqual([correction, invoice]);
    });

    it('of an order are its own, also when one invoice is about several payments', async () => {
      const institution = await signUpInstitution(database());
      await ask(
        database(),
        signedIn(institution),
        'insert into nemus_invoice_choices (institution_id, is_collected) values ($1::text::uuid, true)',
        [institution],
      );
      const [first, second] = [
        await buy(database(), institution, CREDITS),
        await buy(database(), institution, CREDITS),
      ];
      await database().query('select private.nemus_collect_invoices_of($1::text::uuid, current_date, true)', [
        institution,
      ]);
      await refundedUpTo(first, 5_000);
      const of = async ({ order }: Checkout) =>
        (await asks('select nemus_staff_invoices(p_order => $1::text::uuid) as r', [order])).rows.map(
          ({ gross_cents: cents }: { gross_cents: number }) => cents,
        );
      expect([await of(first), await of(second)]).toEqual([[-5_000, 40_000], [40_000]]);
    });

    it('of a period are all in its archive, page by page, with their originals', async () => {
      await buy(database(), await signUp(database()), ONE_COURSE);
      await allWritten();
      const archive = 'select nemus_invoice_archive(current_date - 3, current_date + 3, $1) as r';
      const numbers: string[] = [];
      for (;;) {
        const page = await asks(archive, [numbers.at(-1) ?? '']);
        if (page.length === 0) break;
        numbers.push(...page.map(({ number }: { number: string }) => number));
        expect(page[0]).toMatchObject({ lines: expect.any(Array), original: null });
      }
      const lines = await asks(LINES);
      expect(numbers).toEqual([...new Set(lines.map(({ number }: { number: string }) => number).toSorted())]);
    });

    it('are sent again to the address that was shown, once, and it is logged', async () => {
      const { id, name } = await buyerNamed();
      await buy(database(), id, ONE_COURSE);
      const [row] = (await asks(INVOICES, [name])).rows;
      expect(await refused(staff, BEGIN_MAIL, [row.id, 'stranger@x.example'])).toBe('invoice_recipient_changed');
      expect(await refused(staff, BEGIN_MAIL, [row.id, row.email])).toBe('invoice_unwritten');
      await allWritten();
      const begun = await asks(BEGIN_MAIL, [row.id, row.email]);
      expect(begun).toMatchObject({ email: row.email, user_type: 'piw', document: { number: row.number } });
      const colleague = await hireStaff(database(), ['orders']);
      for (const again of [staff, colleague])
        expect(await refused(again, BEGIN_MAIL, [row.id, row.email])).toBe('invoice_just_sent');
      const sentAt = async () => (await asks(INVOICES, [name])).rows[0].sent_at;
      expect(await sentAt()).toBeNull();
      const note = 'select nemus_note_invoice_mail($1::text::uuid)';
      await ask(database(), signedIn(colleague), note, [row.id]);
      expect(await sentAt()).toBeNull();
      await ask(database(), signedIn(staff), note, [row.id]);
      expect(await sentAt()).not.toBeNull();
    });

    it('have no address once their account is deleted', async () => {
      const { id } = await buyerNamed();
      const { order } = await buy(database(), id, ONE_COURSE);
      const row = async () => (await asks(INVOICES, [order])).rows[0];
      const { id: invoice, email } = await row();
      await database().query(
        `insert into private.nemus_deleted_accounts (user_id, keep_until) values ($1::text::uuid, '2036-12-31')`,
        [id],
      );
      expect([email === null, (await row()).email]).toEqual([false, null]);
      for (const address of [email, null])
        expect(await refused(staff, BEGIN_MAIL, [invoice, address])).toBe('invoice_recipient_changed');
    });

    it('go to the address for invoices of an institution, as it is today', async () => {
      const institution = await signUpInstitution(database());
      const { order } = await buy(database(), institution, CREDITS);
      const email = async () => (await asks(INVOICES, [order])).rows[0].email;
      const before = await email();
      await database().query(
        `update nemus_institution_settings set billing_email = 'rechnung@x.example' where institution_id = $1::text::uuid`,
        [institution],
      );
      expect([before === 'rechnung@x.example', await email()]).toEqual([false, 'rechnung@x.example']);
    });

    it('are unknown to everyone without the role', async () => {
      const { id, name } = await buyerNamed();
      await buy(database(), id, ONE_COURSE);
      const [row] = (await asks(INVOICES, [name])).rows;
      for (const user of [id, await hireStaff(database(), ['catalogue', 'teaching', 'people'])]) {
        for (const [statement, values] of [
          [INVOICES, [name]],
          [BEGIN_MAIL, [row.id, row.email]],
          [TOTALS, [null, null, null, null, null]],
          [TURNOVER, []],
          ['select nemus_staff_invoice($1::text::uuid)', [row.id]],
          ['select nemus_invoice_archive(current_date, current_date)', []],
        ] as const) {
          expect(await refused(user, statement, values)).toBe('staff_required');
        }
      }
      expect(await refused(staff, 'select nemus_staff_invoice($1::text::uuid)', [randomUUID()])).toBe(
        'invoice_not_found',
      );
    });
  });

  describe('deadlines', () => {
    const OWN = 'select nemus_own_withdrawals() as r';

    it('of a dispute are those the provider named last, until it ends', async () => {
      const { id, name } = await buyerNamed();
      const checkout = await buy(database(), id, ONE_COURSE);
      await dispute(checkout, 'needs_response', 1, '2026-12-20T10:00:00Z');
      const shown = async () => (await asks('select nemus_staff_orders($1) as r', [name])).rows[0].dispute_due_at;
      expect(Date.parse(await shown())).toBe(Date.parse('2026-12-20T10:00:00Z'));
      const { disputes } = await asks('select nemus_order_tasks() as r');
      expect(
        disputes.find(({ order_id: order }: { order_id: string }) => order === checkout.order).due_at,
      ).not.toBeNull();
      const overview = await asks('select nemus_academy_overview() as r');
      expect(overview.disputes).toBeGreaterThan(0);
      expect(Date.parse(overview.disputes_due)).toBeLessThanOrEqual(Date.parse('2026-12-20T10:00:00Z'));
      await dispute(checkout, 'won', 3);
      // An earlier answer, late.
      await dispute(checkout, 'needs_response', 2, '2026-12-20T10:00:00Z');
      expect(await shown()).toBeNull();
    });

    it('of a withdrawal are 14 days from its arrival, in lists, on the start page and beside the purchase', async () => {
      const { id, name } = await buyerNamed();
      const { order } = await buy(database(), id, ONE_COURSE);
      expect(await asks(OWN, [], id)).toMatchObject([{ order_id: order, is_open: true, withdrawal: null }]);
      // Another address for the receipt: the purchase is the one that is named.
      const { reference } = one(
        await ask(
          database(),
          SERVICE,
          RECORD_WITHDRAWAL,
          declaration({ contract: `Traumatherapie, Bestellung ${order.toUpperCase()}` }),
        ),
      );
      const { due } = one(
        await database().query(`select ((now() at time zone 'Europe/Berlin')::date + 14)::text as due`),
      );
      expect(await asks(OWN, [], id)).toMatchObject([
        { is_open: false, withdrawal: { reference, due_on: due, handled_at: null } },
      ]);
      const [listed] = (await asks('select nemus_staff_orders($1) as r', [name])).rows;
      expect(listed.withdrawal_due_on).toBe(due);
      const found = 'select nemus_staff_withdrawals(p_search => $1) as r';
      const [row] = (await asks(found, [String(reference)])).rows;
      expect(row).toMatchObject({ due_on: due, orders: [{ order_id: order, is_named: true }] });
      expect((await asks('select nemus_academy_overview() as r')).withdrawals_due <= String(due)).toBe(true);
      await asks(`select nemus_handle_withdrawal($1::text::uuid, 'Erstattet') as r`, [row.withdrawal_id]);
      expect(await asks(OWN, [], id)).toMatchObject([
        { is_open: false, withdrawal: { handled_at: expect.any(String) } },
      ]);
      expect((await asks('select nemus_staff_orders($1) as r', [name])).rows[0].withdrawal_due_on).toBeNull();
    });

    it.each([
      ['on the last day', '2026-11-02', '2026-11-16'],
      ['on the Monday after a weekend', '2026-11-07', '2026-11-23'],
      ['on the Monday after a Sunday', '2026-11-01', '2026-11-16'],
      ['after Christmas and its weekend', '2026-12-11', '2026-12-28'],
      ['after a holiday of the next year', '2026-12-18', '2027-01-04'],
    ])('to withdraw end %s', async (_what, bought, until) => {
      const [row] = await database().query(
        `select private.nemus_withdrawable_until(($1 || ' 23:30 Europe/Berlin')::timestamptz)::text as until`,
        [bought],
      );
      expect(row).toEqual({ until });
    });

    it('are over for what was paid back, and for what is too old; an institution has none', async () => {
      const buyer = await signUp(database());
      const [back, old] = [
        await buy(database(), buyer, ONE_COURSE),
        await buy(database(), buyer, { kind: 'course', course: COURSE_85 }),
      ];
      await refundedUpTo(back, 12_000);
      await database().query(`update nemus_orders set paid_at = now() - interval '20 days' where id = $1::text::uuid`, [
        old.order,
      ]);
      const own = await asks(OWN, [], buyer);
      expect(own.map(({ is_open: isOpen }: { is_open: boolean }) => isOpen)).toEqual([false, false]);
      const institution = await signUpInstitution(database());
      await buy(database(), institution, ONE_COURSE);
      await addTrainee(database(), institution);
      expect(await asks(OWN, [], institution)).toEqual([]);
      expect(await asks(OWN, [], await signUp(database()))).toEqual([]);
    });

    it('of an unknown order are no error, and name nothing', async () => {
      const { reference } = one(
        await ask(database(), SERVICE, RECORD_WITHDRAWAL, declaration({ contract: `Bestellung ${randomUUID()}` })),
      );
      expect(reference).toMatch(/^W-/);
    });
  });
}
