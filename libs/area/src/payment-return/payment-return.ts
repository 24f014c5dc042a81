import { z } from 'zod';
import { checkPaymentStatus, verifyPayment, type DataClient } from '@nemus/data';

/** The result in the payment provider's return address (S-3.5). */
export type PaymentReturn =
  | { readonly kind: 'success'; readonly sessionId: string }
  /** The order and, for one of a course, the course; null when the address has none. */
  | { readonly kind: 'cancelled'; readonly courseId: string | null; readonly orderId: string | null };

const PARAMETERS = ['course', 'purchase', 'session_id', 'course_id', 'order_id'] as const;

/** Addresses can be forged: an invalid id is ignored. */
const idSchema = z.uuid().nullable().catch(null);

/** Reads the return from the address; null for other addresses. */
export function readReturn(params: URLSearchParams): PaymentReturn | null {
  const sessionId = params.get('session_id');
  if (params.get('course') === 'cancelled' || params.get('purchase') === 'cancelled') {
    const [courseId, orderId] = ['course_id', 'order_id'].map((name) => idSchema.parse(params.get(name)));
    return { kind: 'cancelled', courseId: courseId ?? null, orderId: orderId ?? null };
  }
  if (params.get('course') === 'success' && sessionId) return { kind: 'success', sessionId };
  return null;
}

/** Whether the address contains a return, valid or not. */
export const hasReturn = (params: URLSearchParams): boolean => params.has('course') || params.has('purchase');

const stateSchema = z.object({ paymentSession: z.string().min(1) });

/** History state of an undecided return: a reload then checks the same payment again. */
export const rememberReturn = (sessionId: string): z.infer<typeof stateSchema> => ({ paymentSession: sessionId });

/** Reads that; null when there is none. */
export function recallReturn(state: unknown): PaymentReturn | null {
  const kept = stateSchema.safeParse(state);
  return kept.success ? { kind: 'success', sessionId: kept.data.paymentSession } : null;
}

/** The address without the return. */
export function clearReturn(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of PARAMETERS) rest.delete(name);
  return rest;
}

/** State of the payment. `unpaid`: the money is still on its way. */
export type PaymentOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'failed'; readonly message: string };

/** Delays before further checks of an unpaid session, in ms; after the last one the user checks by hand. */
export const LOOK_AGAIN_AFTER = [3_000, 5_000, 10_000, 20_000, 40_000] as const;

/**
 * Checks whether the course is paid and granted. If not, finds out why: an open or pending payment may still arrive,
 * others will not. Rejects when the check itself fails, also for another account's session.
 */
export async function settlePayment(client: DataClient, sessionId: string): Promise<PaymentOutcome> {
  const { success, message } = await checkPaymentStatus(client, sessionId);
  if (success) return { kind: 'paid' };
  const { status } = await verifyPayment(client, sessionId);
  if (status === 'paid') return { kind: 'paid' };
  return status === 'open' || status === 'pending' ? { kind: 'unpaid' } : { kind: 'failed', message };
}
