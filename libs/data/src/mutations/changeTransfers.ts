import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** The invoice of an order by transfer. */
const orderedSchema = z.object({ number: z.string(), due_on: z.string(), open_cents: z.int() });
/**
 * Orders credits to be paid by bank transfer: granted at once, with the invoice.
 *
 * @param orderId chosen by the caller; the same id again is the same order
 * @throws {DataError} `transfer_not_offered`, `transfer_overdue`, `transfer_limit`, `transfer_address`, `price_changed`, …
 */
export async function orderByTransfer(
  client: DataClient,
  { orderId, credits, shownCents }: { readonly orderId: string; readonly credits: number; readonly shownCents: number },
): Promise<z.infer<typeof orderedSchema>> {
  const asked = { p_order: orderId, p_credits: credits, p_shown_cents: shownCents };
  return readRows(await client.rpc('nemus_order_credits_by_transfer', asked), orderedSchema);
}

/** A line of our bank statement. */
interface Receipt {
  readonly invoiceId: string;
  /** Below zero: sent back, or entered by mistake. */
  readonly amountCents: number;
  /** `yyyy-MM-dd` */
  readonly receivedOn: string;
  readonly reference: string;
}

/**
 * Enters lines of the bank statement, all or none, for staff with the role `orders`. Lines that are entered already
 * change nothing.
 *
 * @throws {DataError} `receipt_amount`, `receipt_day`, `receipt_reference`, `second_person`, `factor_required`
 */
export async function enterReceipts(
  client: DataClient,
  receipts: readonly Receipt[],
): Promise<{ readonly entered: number; readonly known: number }> {
  const lines = receipts.map(({ invoiceId, amountCents, receivedOn, reference }) => ({
    invoice_id: invoiceId,
    amount_cents: amountCents,
    received_on: receivedOn,
    reference,
  }));
  return readRows(
    await client.rpc('nemus_enter_receipts', { p_lines: lines }),
    z.object({ entered: z.int(), known: z.int() }),
  );
}

/**
 * Cancels an invoice as far as its credits are unused; a course is taken back whole. `cents`: the sum that was shown.
 *
 * @throws {DataError} `transfer_used`, `refund_outdated`, `note_missing`, `second_person`, `factor_required`
 */
export async function cancelTransfer(
  client: DataClient,
  { invoiceId, cents, note }: { readonly invoiceId: string; readonly cents: number; readonly note: string },
): Promise<void> {
  const asked = { p_invoice: invoiceId, p_cents: cents, p_note: note };
  await readRows(await client.rpc('nemus_cancel_transfer', asked), z.unknown());
}

/**
 * Lets an institution pay by transfer, or changes how; `terms` null withdraws it.
 *
 * @throws {DataError} `transfer_terms`, `second_person`, `factor_required`
 */
export async function setTransferTerms(
  client: DataClient,
  institutionId: string,
  terms: { readonly days: number; readonly limitCents: number } | null,
): Promise<void> {
  const asked = {
    p_institution: institutionId,
    ...(terms && { p_days: terms.days, p_limit_cents: terms.limitCents }),
  };
  await readRows(await client.rpc('nemus_set_transfer_terms', asked), z.unknown());
}
