import type Stripe from 'stripe';
import type { OrderRequest } from './orders.ts';
import { ask } from './provider.ts';

/** Field of a session's metadata that names what must not be bought twice. */
const FIELD = 'purchase';

/** Metadata for a session of this purchase. Of credits there can always be more, so they are not named. */
export function purchaseMetadata(request: OrderRequest): Record<string, string> {
  if (request.kind === 'subscription') return { [FIELD]: 'subscription' };
  return request.kind === 'course' ? { [FIELD]: `course ${request.courseId}` } : {};
}

/**
 * Closes pages of the same purchase that are still open, in another tab for instance, so that nobody pays twice by
 * mistake.
 */
export async function closeOpenPages(
  stripe: Stripe,
  customer: string,
  metadata: Readonly<Record<string, string>> | null,
): Promise<void> {
  const purchase = metadata?.[FIELD];
  if (!purchase) return;
  const { data } = await ask(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }));
  const same = data.filter((session) => session.metadata?.[FIELD] === purchase);
  // One that was paid or closed this very moment refuses; that is as good.
  await Promise.allSettled(same.map(({ id }) => stripe.checkout.sessions.expire(id)));
}
