import { z } from 'zod';
import { checkPaymentStatus, verifyPayment, type DataClient } from '@nemus/data';

/** What the payment provider sent the reader back with (S-3.5). */
export type PaymentReturn =
  | { readonly kind: 'success'; readonly sessionId: string }
  /** The course that was looked at; null when the address names none. */
  | { readonly kind: 'cancelled'; readonly courseId: string | null };

const PARAMETERS = ['course', 'session_id', 'course_id'] as const;

/** An address can be written by anybody: what is no id leads nowhere. */
const courseIdSchema = z.uuid().nullable().catch(null);

/** Reads the return from the address; null when the reader comes from elsewhere. */
export function readReturn(params: URLSearchParams): PaymentReturn | null {
  const sessionId = params.get('session_id');
  if (params.get('course') === 'cancelled') {
    return { kind: 'cancelled', courseId: courseIdSchema.parse(params.get('course_id')) };
  }
  if (params.get('course') === 'success' && sessionId) return { kind: 'success', sessionId };
  return null;
}

/** Whether the address says anything of a return, sound or not. */
export const hasReturn = (params: URLSearchParams): boolean => params.has('course');

const stateSchema = z.object({ paymentSession: z.string().min(1) });

/**
 * What an entry of the history keeps of a return whose end is not known yet: a reload then looks at the same payment
 * again.
 */
export const rememberReturn = (sessionId: string): z.infer<typeof stateSchema> => ({ paymentSession: sessionId });

/** Reads that; null when the entry keeps none. */
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

/** How the payment stands. `unpaid`: the money is still on its way. */
export type PaymentOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'failed'; readonly message: string };

/** How long to wait before each further look at an unpaid session, in ms; after the last one the reader asks. */
export const LOOK_AGAIN_AFTER = [3_000, 5_000, 10_000, 20_000, 40_000] as const;

/**
 * Asks whether the course is paid and granted. When it is not, asks why: an open or pending payment may still come
 * in, anything else will not. Fails when the check itself fails, also for somebody else's session.
 */
export async function settlePayment(client: DataClient, sessionId: string): Promise<PaymentOutcome> {
  const { success, message } = await checkPaymentStatus(client, sessionId);
  if (success) return { kind: 'paid' };
  const { status } = await verifyPayment(client, sessionId);
  if (status === 'paid') return { kind: 'paid' };
  return status === 'open' || status === 'pending' ? { kind: 'unpaid' } : { kind: 'failed', message };
}
