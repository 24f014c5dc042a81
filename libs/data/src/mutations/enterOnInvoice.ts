import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { billingAddressSchema, type BillingAddress } from '../queries/fetchBillingAddress';
import { enteredSchema } from './changeParticipants';
import { sendDateLetters } from './sendDateLetters';

const offerSchema = z.object({
  name: z.string(),
  title: z.string(),
  amount_cents: z.int(),
  /** From the day of the invoice to its due date. */
  days: z.int(),
  /** Whether the person would wait for a place. */
  is_full: z.boolean(),
  /** Of the account; null: none yet. */
  address: billingAddressSchema.nullable(),
  /** Of earlier invoices by transfer. */
  open_cents: z.int(),
  is_overdue: z.boolean(),
});
/** What a course on an invoice means for a person who calls. */
export type CourseOnInvoice = z.infer<typeof offerSchema>;

/**
 * Price, days to pay and address of a course on an invoice, for a person who calls about a date. Changes nothing.
 *
 * @throws {DataError} `account_not_found`, `already_enrolled`, `purchase_elsewhere`, `transfer_no_account`, …
 */
export async function fetchCourseOnInvoice(
  client: DataClient,
  dateId: string,
  email: string,
): Promise<CourseOnInvoice> {
  return readRows(await client.rpc('nemus_course_on_invoice', { p_date: dateId, p_email: email }), offerSchema);
}

const billedSchema = enteredSchema.extend({ number: z.string(), due_on: z.string() });

/**
 * Sells a course to a person who calls, on an invoice to `address`, and enters it at the date.
 *
 * @param order `id` is chosen by the caller: the same id again is the same order. `shownCents`: the price that was shown.
 * @throws {DataError} `price_changed`, `buyer_not_sold`, `invalid_field`, `factor_required`, `second_person`, …
 */
export async function enterOnInvoice(
  client: DataClient,
  dateId: string,
  order: {
    readonly id: string;
    readonly email: string;
    readonly shownCents: number;
    readonly address: BillingAddress;
  },
): Promise<z.infer<typeof billedSchema>> {
  const answer = await client.rpc('nemus_enter_on_invoice', {
    p_order: order.id,
    p_date: dateId,
    p_email: order.email,
    p_shown_cents: order.shownCents,
    p_address: order.address,
  });
  const entered = await readRows(answer, billedSchema);
  void sendDateLetters(client, [dateId]);
  return entered;
}
