import { readRows, type DataClient } from '@nemus/data';
import { z } from 'zod';

/** What an account finds in the database after a purchase, read as the account itself. */

const enrollmentSchema = z.object({ course_id: z.string(), enrollment_type: z.string(), status: z.string() });
export async function enrollmentsOf({ rest }: DataClient) {
  const answer = await rest.from('nemus_course_enrollments').select('course_id, enrollment_type, status');
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
export async function ordersOf({ rest }: DataClient) {
  const columns = 'kind, status, amount_cents, refunded_cents, attention';
  return readRows(await rest.from('nemus_orders').select(columns).order('created_at'), z.array(orderSchema));
}

const transactionSchema = z.object({ type: z.string(), amount_cents: z.number(), status: z.string() });
/** Oldest first. */
export async function transactionsOf({ rest }: DataClient) {
  const answer = await rest
    .from('nemus_transactions')
    .select('type, amount_cents, status')
    .order('occurred_at')
    .order('amount_cents');
  return readRows(answer, z.array(transactionSchema));
}
