import { randomUUID } from 'node:crypto';
import { signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import { race, won } from '../scenes/races';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { openAccount, ORDER_BY_TRANSFER, orderByTransfer, signUpTrusted } from '../scenes/transfers';

/** Orders by transfer and receipts at the same moment. */
export function transferRaceCases(database: () => TestDatabase): void {
  it('never exceeds the limit, and grants the same order once', async () => {
    await openAccount(database());
    const staff = await hireStaff(database(), ['orders']);
    const id = await signUpTrusted(database(), staff, 60_000);
    const order = (key: string) => ({
      caller: signedIn(id),
      statement: ORDER_BY_TRANSFER,
      parameters: [key, '100', '20000'],
    });
    const same = randomUUID();
    await race(database(), [same, same, ...Array.from({ length: 8 }, () => randomUUID())].map(order));
    expect(
      one(
        await database().query(
          `select count(*)::int as orders, sum(amount_cents)::int as cents,
            (select total_credits from nemus_credit_balances where institution_id = $1::text::uuid) as credits
           from nemus_orders where user_id = $1::text::uuid`,
          [id],
        ),
      ),
    ).toEqual({ orders: 3, cents: 60_000, credits: 300 });
  });

  it('enters the same line of a statement once', async () => {
    await openAccount(database());
    const staff = await hireStaff(database(), ['orders']);
    const { invoice_id: invoice } = await orderByTransfer(database(), await signUpTrusted(database(), staff), 100);
    const lines = `[{"invoice_id": "${invoice}", "amount_cents": 20000, "received_on": "${dayFrom()}", "reference": "x"}]`;
    const enter = {
      caller: signedIn(staff),
      statement: 'select nemus_enter_receipts($1::text::jsonb)',
      parameters: [lines],
    };
    expect(won(await race(database(), [enter, enter, enter, enter]))).toHaveLength(4);
    expect(
      one(
        await database().query(
          'select count(*)::int as n from private.nemus_bank_receipts where invoice_id = $1::text::uuid',
          [invoice],
        ),
      ).n,
    ).toBe(1);
  });
}
