import { createHmac } from 'node:crypto';

/**
 * Value of the `Stripe-Signature` header for a body.
 *
 * @param seconds time of sending; receivers refuse signatures older than five minutes
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function signBody(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
