import type { Fulfilment } from './orders.ts';
import { boughtText, partlyBookedText, returningText, UNPAID } from './texts/purchases.ts';

/** The state of an unpaid checkout. */
export type UnpaidState = keyof typeof UNPAID;
/** The state of a checkout. */
export type CheckoutState = 'paid' | UnpaidState;

/** The text for an unpaid checkout; for a refunded one, with reason and amount. */
export function unpaidMessage({ state, fulfilment }: { state: UnpaidState; fulfilment?: Fulfilment }): string {
  return fulfilment?.returning_cents ? returnMessage(fulfilment) : UNPAID[state];
}

/** The text for a refund because nothing could be granted. */
export const returnMessage = ({ return_reason: reason, returning_cents: cents }: Fulfilment): string =>
  returningText(reason, cents);

/** The text for a completed purchase (S-9.12). */
export function boughtMessage(fulfilment: Fulfilment): string {
  const { kind, credits_added: credits, returning_cents: returning } = fulfilment;
  if (kind === 'course' && returning > 0) return partlyBookedText(returnMessage(fulfilment));
  return boughtText(kind, credits);
}
