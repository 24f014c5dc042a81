import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { balanceOf, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { openAccount, ORDER_BY_TRANSFER, orderByTransfer, SET_TERMS, signUpTrusted } from '../scenes/transfers';

const ENTER = 'select nemus_enter_receipts($1::text::jsonb) as r';
const CANCEL = 'select nemus_cancel_transfer($1::text::uuid, $2::text::int, $3) as r';
const CLAIM = 'select nemus_claim_payment_reminders() as r';
const NOTE = 'select nemus_note_payment_reminder($1::text::uuid, $2::text::boolean)';

/** Payment by bank transfer: who may, what it grants, what arrives, and what happens if nothing does. */
export function transferCases(database: () => TestDatabase): void {
  let staff = '';
  let today = '';
  beforeEach(async () => {
    await openAccount(database());
    staff = await hireStaff(database(), ['orders', 'people']);
    today = String(one(await database().query(`select (now() at time zone 'Europe/Berlin')::date::text as day`)).day);
  });
  const asks = async (user: string, statement: string, values: readonly unknown[] = []) =>
    Object(one(await ask(database(), signedIn(user), statement, values)).r);
  const refused = async (user: string, statement: string, values: readonly unknown[] = []) =>
    (await refusal(database(), signedIn(user), statement, values))?.hint;
  const order = () => [randomUUID(), '100', '20000'];
  const receipt = (invoice: string, cents: number, reference = 'NE', day = today) =>
    JSON.stringify([{ invoice_id: invoice, amount_cents: cents, received_on: day, reference }]);
  const stateOf = async (invoice: string) =>
    Object(
      one(
        await database().query('select to_jsonb(t) as r from private.nemus_transfers(null, $1::text::uuid) t', [
          invoice,
        ]),
      ).r,
    );
  /** As if the invoice had been issued so many days ago. */
  const age = async (invoice: string, days: number) => {
    await database().query('alter table public.nemus_invoices disable trigger keep');
    await database().query(
      `update nemus_invoices set issued_on = issued_on - $2::text::int,
        payment = payment || jsonb_build_object('due_on', (payment ->> 'due_on')::date - $2::text::int)
       where id = $1::text::uuid`,
      [invoice, String(days)],
    );
    await database().query('alter table public.nemus_invoices enable trigger keep');
  };
  const spend = (id: string, credits: number) =>
    database().query(
      `insert into nemus_credit_entries (institution_id, kind, amount, source_id)
       values ($1::text::uuid, 'spend', -$2::text::int, gen_random_uuid()::text)`,
      [id, String(credits)],
    );
  const claimed = async () => {
    const { r } = one(await ask(database(), SERVICE, CLAIM));
    return Object(r) as { reminder_id: string; step: number; number: string; email: string; open_cents: number }[];
  };

  it('grants credits at once, with an invoice that names account, due date and no payment', async () => {
    const id = await signUpTrusted(database(), staff);
    const ordered = await orderByTransfer(database(), id, 150);
    expect(ordered).toMatchObject({ open_cents: 30_000, state: 'open' });
    expect(await balanceOf(database(), id)).toMatchObject({ available_credits: 150 });
    const [invoice] = await ask(
      database(),
      signedIn(id),
      `select number, payment, (payment ->> 'due_on')::date - issued_on as days, lines -> 0 ? 'paid_on' as is_paid
       from nemus_invoices`,
    );
    expect(invoice).toMatchObject({
      number: ordered.number,
      payment: { holder: 'Nemus GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
      days: 14,
      is_paid: false,
    });
    expect(await asks(id, 'select nemus_own_transfers() as r')).toMatchObject({
      offer: { days: 14, limit_cents: 100_000, left_cents: 70_000, is_overdue: false, has_address: true },
      invoices: [{ number: ordered.number, open_cents: 30_000 }],
    });
  });

  it('answers the same order again, and changes nothing', async () => {
    const id = await signUpTrusted(database(), staff);
    const key = randomUUID();
    const first = await orderByTransfer(database(), id, 100, key);
    expect(await orderByTransfer(database(), id, 100, key)).toEqual(first);
    expect(await balanceOf(database(), id)).toMatchObject({ total_credits: 100 });
    expect(await refused(id, ORDER_BY_TRANSFER, [key, '150', '30000'])).toBe('invalid_order');
    const other = await signUpTrusted(database(), staff);
    expect(await refused(other, ORDER_BY_TRANSFER, [key, '100', '20000'])).toBe('invalid_order');
  });

  it('is not offered without terms, account, approval, or to a blocked institution', async () => {
    const id = await signUpInstitution(database());
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_not_offered');
    await ask(database(), signedIn(staff), SET_TERMS, [id, '14', '100000']);
    await orderByTransfer(database(), id, 100);
    await ask(database(), signedIn(staff), SET_TERMS, [id, null, null]);
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_not_offered');
    await ask(database(), signedIn(staff), SET_TERMS, [id, '14', '100000']);
    await database().query(`update private.nemus_settings set value = '{}' where key = 'bank_account'`);
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_not_offered');
    await openAccount(database());
    await database().query("update auth.users set banned_until = now() + interval '1 day' where id = $1::text::uuid", [
      id,
    ]);
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_not_offered');
    await database().query('update auth.users set banned_until = null where id = $1::text::uuid', [id]);
    await database().query(
      'update nemus_institution_approvals set withdrawn_at = now() where institution_id = $1::text::uuid',
      [id],
    );
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_not_offered');
  });

  it('checks limit, price, address and overdue invoices', async () => {
    const id = await signUpTrusted(database(), staff, 50_000);
    expect(await refused(id, ORDER_BY_TRANSFER, [randomUUID(), '300', '60000'])).toBe('transfer_limit');
    expect(await balanceOf(database(), id)).toMatchObject({ total_credits: 0 });
    expect(await refused(id, ORDER_BY_TRANSFER, [randomUUID(), '100', '10000'])).toBe('price_changed');
    const { invoice_id: invoice } = await orderByTransfer(database(), id, 200);
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_limit');
    // What arrived makes room; what arrived too much makes none.
    await asks(staff, ENTER, [receipt(invoice, 90_000)]);
    expect(await refused(id, ORDER_BY_TRANSFER, [randomUUID(), '300', '60000'])).toBe('transfer_limit');
    const { invoice_id: second } = await orderByTransfer(database(), id, 100);
    await age(second, 15);
    expect(await stateOf(second)).toMatchObject({ state: 'due' });
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_overdue');
    await asks(staff, ENTER, [receipt(second, 20_000, 'late')]);
    await database().query('delete from nemus_billing_addresses where user_id = $1::text::uuid', [id]);
    expect(await refused(id, ORDER_BY_TRANSFER, order())).toBe('transfer_address');
  });

  it('sends its invoice at once, also when others are gathered', async () => {
    const id = await signUpTrusted(database(), staff);
    await ask(database(), signedIn(id), 'insert into nemus_invoice_choices (is_collected) values (true)');
    expect(await orderByTransfer(database(), id, 100)).toMatchObject({ state: 'open' });
  });

  it('adds up what arrives, once per line, and shows what is too much', async () => {
    const { invoice_id: invoice } = await orderByTransfer(database(), await signUpTrusted(database(), staff), 100);
    expect(await asks(staff, ENTER, [receipt(invoice, 15_000, 'Teil 1')])).toEqual({ entered: 1, known: 0 });
    expect(await asks(staff, ENTER, [receipt(invoice, 15_000, ' Teil 1 ')])).toEqual({ entered: 0, known: 1 });
    expect(await stateOf(invoice)).toMatchObject({ received_cents: 15_000, open_cents: 5_000, state: 'open' });
    await asks(staff, ENTER, [receipt(invoice, 6_000, 'Teil 2')]);
    expect(await stateOf(invoice)).toMatchObject({ open_cents: -1_000, state: 'paid' });
    const { rows } = await asks(staff, 'select nemus_staff_transfers($1) as r', ['unsettled']);
    expect(rows.filter(({ invoice_id: id }: { invoice_id: string }) => id === invoice)).toMatchObject([
      { open_cents: -1_000, receipts: [{ amount_cents: 15_000 }, { amount_cents: 6_000 }] },
    ]);
    await asks(staff, ENTER, [receipt(invoice, -1_000, 'Rücküberweisung')]);
    expect(await stateOf(invoice)).toMatchObject({ open_cents: 0, state: 'paid' });
    expect(await refused(staff, ENTER, [receipt(invoice, -20_001, 'zu viel')])).toBe('receipt_amount');
    const logged = await database().query(
      `select subject from private.nemus_audit_log where actor_id = $1::text::uuid and subject = 'bank_receipts'`,
      [staff],
    );
    expect(logged).toHaveLength(3);
    await expect(
      database().query('update private.nemus_bank_receipts set amount_cents = 1 where invoice_id = $1::text::uuid', [
        invoice,
      ]),
    ).rejects.toThrow('append_only');
  });

  it('refuses receipts of other days, of no invoice, and all lines if one is wrong', async () => {
    const { invoice_id: invoice } = await orderByTransfer(database(), await signUpTrusted(database(), staff), 100);
    expect(await refused(staff, ENTER, [receipt(invoice, 1, 'x', '2030-01-01')])).toBe('receipt_day');
    expect(await refused(staff, ENTER, [receipt(invoice, 1, 'x', '2020-01-01')])).toBe('receipt_day');
    expect(await refused(staff, ENTER, [receipt(invoice, 0)])).toBe('receipt_amount');
    expect(await refused(staff, ENTER, [receipt(invoice, 1, ' ')])).toBe('receipt_reference');
    expect(await refused(staff, ENTER, [receipt(randomUUID(), 1)])).toBe('invoice_not_found');
    const two = JSON.stringify([...JSON.parse(receipt(invoice, 5)), ...JSON.parse(receipt(randomUUID(), 5))]);
    expect(await refused(staff, ENTER, [two])).toBe('invoice_not_found');
    expect(await stateOf(invoice)).toMatchObject({ received_cents: 0 });
  });

  it('is for staff with the role `orders`, and not for the institution of the caller', async () => {
    const id = await signUpTrusted(database(), staff);
    const { invoice_id: invoice } = await orderByTransfer(database(), id, 100);
    const people = await hireStaff(database(), ['people']);
    await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'orders')`, [id]);
    for (const [statement, values] of [
      [ENTER, [receipt(invoice, 20_000)]],
      [CANCEL, [invoice, '20000', 'Storno']],
      [SET_TERMS, [id, '30', '500000']],
    ] as const) {
      expect({ statement, hint: await refused(people, statement, values) }).toEqual({
        statement,
        hint: 'staff_required',
      });
      expect({ statement, hint: await refused(id, statement, values) }).toEqual({ statement, hint: 'second_person' });
    }
    expect(await refused(people, 'select nemus_staff_transfers()')).toBe('staff_required');
    expect(await refused(people, 'select nemus_staff_transfer_terms()')).toBe('staff_required');
  });

  it('cancels an unpaid invoice with a document, and takes the credits', async () => {
    const id = await signUpTrusted(database(), staff);
    const { invoice_id: invoice, number } = await orderByTransfer(database(), id, 100);
    expect(await asks(staff, CANCEL, [invoice, '20000', 'Irrtum'])).toMatchObject({
      open_cents: 0,
      state: 'cancelled',
    });
    expect(await balanceOf(database(), id)).toMatchObject({ available_credits: 0 });
    expect(
      await ask(
        database(),
        signedIn(id),
        `select c.document_code, c.gross_cents, c.payment ->> 'due_on' as due from nemus_invoices c
         join nemus_invoices i on i.id = c.cancels_id where i.number = $1`,
        [number],
      ),
    ).toEqual([{ document_code: 384, gross_cents: -20_000, due: null }]);
    expect(await refused(staff, CANCEL, [invoice, '20000', 'noch einmal'])).toBe('transfer_used');
    // No money went back, so no news says so.
    expect(
      await database().query(
        `select from nemus_notifications where user_id = $1::text::uuid and kind = 'refund_made'`,
        [id],
      ),
    ).toEqual([]);
  });

  it('leaves used credits owed, and owes back what was paid for unused ones', async () => {
    const id = await signUpTrusted(database(), staff);
    const { invoice_id: invoice } = await orderByTransfer(database(), id, 100);
    await spend(id, 40);
    expect(await refused(staff, CANCEL, [invoice, '20000', 'Irrtum'])).toBe('refund_outdated');
    expect(await asks(staff, CANCEL, [invoice, '12000', 'Irrtum'])).toMatchObject({ open_cents: 8_000, state: 'open' });
    expect(await balanceOf(database(), id)).toMatchObject({ available_credits: 0, used_credits: 40 });
    await asks(staff, ENTER, [receipt(invoice, 20_000)]);
    expect(await stateOf(invoice)).toMatchObject({ open_cents: -12_000, state: 'paid' });
    expect(await refused(staff, CANCEL, [invoice, '8000', 'noch einmal'])).toBe('transfer_used');
    const orders = await ask(database(), signedIn(id), 'select id, status, attention from nemus_orders');
    expect(orders).toMatchObject([{ status: 'paid', attention: null }]);
    // The provider never has this money.
    expect(await asks(staff, 'select nemus_staff_order($1::text::uuid) as r', [orders[0]?.id])).toMatchObject({
      refundable_cents: 0,
      can_ask: false,
    });
  });

  it('reminds 3 and 14 days after the due date, each once', async () => {
    const id = await signUpTrusted(database(), staff);
    const { invoice_id: invoice, number } = await orderByTransfer(database(), id, 100);
    await age(invoice, 16);
    expect(await claimed()).toEqual([]);
    await age(invoice, 1);
    const [first] = await claimed();
    expect(first).toMatchObject({ step: 1, number, open_cents: 20_000 });
    expect(await claimed()).toEqual([]);
    await ask(database(), SERVICE, NOTE, [first?.reminder_id ?? '', 'true']);
    expect(await stateOf(invoice)).toMatchObject({ state: 'reminded' });
    expect(await claimed()).toEqual([]);
    await age(invoice, 11);
    // A late first reminder is not followed by the second on the same day.
    expect(await claimed()).toEqual([]);
    await database().query(`update private.nemus_payment_reminders set sent_at = sent_at - interval '11 days'`);
    expect(await claimed()).toMatchObject([{ step: 2 }]);
  });

  it('tries a failed reminder again, at most five times', async () => {
    const { invoice_id: invoice } = await orderByTransfer(database(), await signUpTrusted(database(), staff), 100);
    await age(invoice, 17);
    for (let n = 0; n < 5; n += 1) {
      const [one_] = await claimed();
      await ask(database(), SERVICE, NOTE, [one_?.reminder_id ?? '', 'false']);
      expect(await claimed()).toEqual([]);
      await database().query(`update private.nemus_payment_reminders set tried_at = tried_at - interval '6 minutes'`);
    }
    expect(await claimed()).toEqual([]);
  });

  it('reminds of no invoice that is paid or cancelled, and no deleted account; others go to the address of then', async () => {
    const unpaid = async () => {
      const id = await signUpTrusted(database(), staff);
      const { invoice_id: invoice } = await orderByTransfer(database(), id, 100);
      await age(invoice, 17);
      return { id, invoice };
    };
    const paid = await unpaid();
    await asks(staff, ENTER, [receipt(paid.invoice, 20_000)]);
    const cancelled = await unpaid();
    await asks(staff, CANCEL, [cancelled.invoice, '20000', 'Irrtum']);
    const deleted = await unpaid();
    await database().query(
      `insert into private.nemus_deleted_accounts (user_id, keep_until) values ($1::text::uuid, '2040-12-31')`,
      [deleted.id],
    );
    const moved = await unpaid();
    await database().query(
      `update nemus_institution_settings set billing_email = 'neu@x.example' where institution_id = $1::text::uuid`,
      [moved.id],
    );
    expect(await claimed()).toMatchObject([{ email: 'neu@x.example' }]);
  });
}
