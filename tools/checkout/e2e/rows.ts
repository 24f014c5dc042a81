import { readRows, type DataClient } from '@nemus/data';
import { z } from 'zod';
import type { Market } from './market';

/** What an account finds in the database after a purchase, read as the account itself. */

const enrollmentSchema = z.object({ course_id: z.string(), enrollment_type: z.string(), status: z.string() });
export async function enrollmentsOf(client: DataClient) {
  const answer = await client.from('nemus_course_enrollments').select('course_id, enrollment_type, status');
  return readRows(answer, z.array(enrollmentSchema));
}

const orderSchema = z.object({
  kind: z.string(),
  status: z.string(),
  amount_cents: z.number(),
  refunded_cents: z.number(),
  attention: z.string().nullable(),
});
/** Oldest first. */
export async function ordersOf(client: DataClient) {
  const columns = 'kind, status, amount_cents, refunded_cents, attention';
  return readRows(await client.from('nemus_orders').select(columns).order('created_at'), z.array(orderSchema));
}

/** Makes the portal believe that the page of a session cannot be paid any more, as it would after a day. */
export async function expireInPortal(market: Market, session: string): Promise<void> {
  const { apiUrl, secretKey } = market.backend;
  const call = async (name: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${apiUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const { order_id: order } = z
    .object({ order_id: z.uuid() })
    .parse(await call('nemus_checkout', { p_session_id: session }));
  await call('nemus_attach_checkout', {
    p_order_id: order,
    p_session_id: session,
    p_customer_id: null,
    p_expires_at: '2020-01-01',
  });
}

const transactionSchema = z.object({ type: z.string(), amount_cents: z.number(), status: z.string() });
/** Oldest first. */
export async function transactionsOf(client: DataClient) {
  const answer = await client
    .from('nemus_transactions')
    .select('type, amount_cents, status')
    .order('occurred_at')
    .order('amount_cents');
  return readRows(answer, z.array(transactionSchema));
}
