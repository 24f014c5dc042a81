import { z } from 'zod';
import { writeCii } from '../../../supabase/functions/_shared/e-invoice/cii';
import { findGaps } from '../../../supabase/functions/_shared/e-invoice/gaps';
import { snapshotSchema, type Snapshot } from '../../../supabase/functions/_shared/e-invoice/snapshot';
import { ask, SERVICE, signedIn, type TestDatabase } from '../../backend/sql-tests/database/database';
import { fulfil, openCheckout, type Checkout, type Purchase } from '../../backend/sql-tests/scenes/checkouts';
import { one } from '../../backend/sql-tests/scenes/rows';

const SELLER = {
  name: 'Nemus Akademie GmbH',
  street: 'Parkstraße 8',
  postal_code: '10115',
  city: 'Berlin',
  country: 'Deutschland',
  email: 'rechnung@nemus.example',
  phone: '+49 30 123456',
  contact: 'Rechnungswesen',
  tax_number: '12/345/67890',
  vat_id: 'DE123456789',
  register: 'HRB 12345 B',
  representatives: 'Ina Falk',
};

/** The seller, as an operator enters it; given fields replace the complete example's. */
export async function setSeller(database: TestDatabase, change: Readonly<Record<string, string>> = {}): Promise<void> {
  await database.query(
    `update private.nemus_settings set value = jsonb_set(value, '{seller}', $1::text::jsonb) where key = 'invoicing'`,
    [JSON.stringify({ ...SELLER, ...change })],
  );
}

/** How an institution takes its invoices. */
export async function choose(
  database: TestDatabase,
  institution: string,
  choice: {
    readonly collected?: boolean;
    readonly format?: string;
    readonly reference?: string;
    readonly every?: string;
  },
): Promise<void> {
  await ask(
    database,
    signedIn(institution),
    `insert into nemus_invoice_choices (institution_id, is_collected, format, buyer_reference)
     values ($1::text::uuid, $2::text::bool, $3, $4) on conflict (institution_id) do update
     set is_collected = excluded.is_collected, format = excluded.format, buyer_reference = excluded.buyer_reference`,
    [institution, String(choice.collected ?? false), choice.format ?? 'zugferd', choice.reference ?? ''],
  );
  if (choice.every === undefined) return;
  await ask(
    database,
    signedIn(institution),
    'update nemus_institution_settings set invoice_frequency = $2 where institution_id = $1::text::uuid',
    [institution, choice.every],
  );
}

/** Buys something and pays it. */
export async function buy(database: TestDatabase, account: string, purchase: Purchase): Promise<Checkout> {
  const checkout = await openCheckout(database, account, purchase);
  await fulfil(database, checkout);
  return checkout;
}

/** The provider reports the total refund of a payment. */
export const giveBack = (database: TestDatabase, { payment }: Checkout, cents: number) =>
  ask(database, SERVICE, 'select nemus_refund_checkout($1, $2::text::int)', [payment, String(cents)]);

/** Moves pending payments to another day. */
export const gatheredOn = (database: TestDatabase, { order }: Checkout, day: string) =>
  database.query(
    `update private.nemus_collected_payments c set counts_on = $2::text::date, service_on = $2::text::date
     from nemus_transactions t where t.id = c.transaction_id and t.reference = 'order:' || $1`,
    [order, day],
  );

/** Writes the collective invoices of an institution that are due on a day. */
export async function collect(database: TestDatabase, institution: string, day: string): Promise<number> {
  const written = 'select private.nemus_collect_invoices_of($1::text::uuid, $2::text::date, false) as n';
  return Number(one(await database.query(written, [institution, day])).n);
}

/** The documents of an account as they were written down, the oldest first. */
export async function snapshotsOf(database: TestDatabase, account: string): Promise<Snapshot[]> {
  const rows = await database.query(
    `select to_jsonb(i) || jsonb_build_object('cancels_number', e.number, 'cancels_issued_on', e.issued_on) as invoice
     from nemus_invoices i left join nemus_invoices e on e.id = i.cancels_id
     where i.user_id = $1::text::uuid and not i.is_sample order by i.number`,
    [account],
  );
  return rows.map(({ invoice }) => snapshotSchema.parse(invoice));
}

/** The electronic form of a complete document. */
export function xmlOf(snapshot: Snapshot): string {
  expect(findGaps(snapshot)).toEqual([]);
  return writeCii(snapshot);
}

/** The documents that a caller sees. */
export async function listOf(database: TestDatabase, account: string) {
  const rows = await ask(database, signedIn(account), 'select nemus_own_invoices() as list');
  return z.array(z.record(z.string(), z.unknown())).parse(one(rows).list);
}
