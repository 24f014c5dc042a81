import type { Fulfilment } from './orders.ts';
import { boughtText, partlyBookedText, returningText, UNPAID } from './texts/purchases.ts';

/** How a checkout that is not paid stands. */
export type UnpaidState = keyof typeof UNPAID;
/** How a checkout stands. */
export type CheckoutState = 'paid' | UnpaidState;

/** What users read about a checkout that is not paid; of one whose money goes back, why and how much. */
export function unpaidMessage({ state, fulfilment }: { state: UnpaidState; fulfilment?: Fulfilment }): string {
  return fulfilment?.returning_cents ? returnMessage(fulfilment) : UNPAID[state];
}

/** What users read about money that goes back because nothing could be granted for it. */
export const returnMessage = ({ return_reason: reason, returning_cents: cents }: Fulfilment): string =>
  returningText(reason, cents);

/** What users read about what they bought (S-9.12). */
export function boughtMessage(fulfilment: Fulfilment): string {
  const { kind, credits_added: credits, returning_cents: returning } = fulfilment;
  if (kind === 'course' && returning > 0) return partlyBookedText(returnMessage(fulfilment));
  return boughtText(kind, credits);
}
