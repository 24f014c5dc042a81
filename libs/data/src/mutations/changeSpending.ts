import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Credits, and cents for card payments; null: no limit. */
export interface Spending {
  readonly credits: number | null;
  readonly cents: number | null;
}

const args = ({ credits, cents }: Spending) => ({
  ...(credits !== null && { p_credits: credits }),
  ...(cents !== null && { p_cents: cents }),
});

/** Sets the budget for a trainee per calendar year, from the next booking on. Fails with `invalid_budget`. */
export async function setBudget(client: DataClient, traineeId: string, spending: Spending): Promise<void> {
  await readRows(await client.rpc('nemus_set_budget', { p_trainees: [traineeId], ...args(spending) }), z.unknown());
}

/** Sets the cost above which a booking waits for approval. Fails with `invalid_budget`. */
export async function setSpendingLimit(client: DataClient, spending: Spending): Promise<void> {
  await readRows(await client.rpc('nemus_set_spending_limit', args(spending)), z.unknown());
}

/** A booking above the limit. */
export interface BookingToRequest {
  readonly courseId: string;
  readonly traineeIds: readonly string[];
  readonly payment: 'credits' | 'card';
  /** First day, `yyyy-MM-dd`; by default in 14 days, or as each person chooses. */
  readonly startsOn?: string;
  readonly note: string;
}

/**
 * Requests a booking above the limit. Fails with `no_approval_needed`, `request_open`, `budget_exceeded`, or like a
 * booking.
 */
export async function requestBooking(client: DataClient, booking: BookingToRequest): Promise<void> {
  const answer = await client.rpc('nemus_request_booking', {
    p_course: booking.courseId,
    p_trainees: [...booking.traineeIds],
    p_payment: booking.payment,
    p_note: booking.note,
    ...(booking.startsOn !== undefined && { p_start: booking.startsOn }),
  });
  await readRows(answer, z.string());
}

const decidedSchema = z.object({ state: z.enum(['approved', 'booked', 'declined']) });
export type DecidedRequest = z.infer<typeof decidedSchema>;

/**
 * Approves or declines a request; one for credits is booked at once. Fails with `request_decided`, `price_changed`, or like
 * a booking.
 *
 * @param decision.shown the total that the page shows, in the unit of the payment
 */
export async function decideBookingRequest(
  client: DataClient,
  requestId: string,
  { approved, reason, shown }: { readonly approved: boolean; readonly reason: string; readonly shown: number | null },
): Promise<DecidedRequest> {
  const answer = await client.rpc('nemus_decide_booking_request', {
    p_request: requestId,
    p_approved: approved,
    p_reason: reason,
    ...(shown !== null && { p_shown: shown }),
  });
  return readRows(answer, decidedSchema);
}

/** Withdraws the caller's request, or any for administrators. Fails with `request_decided`. */
export async function withdrawBookingRequest(client: DataClient, requestId: string): Promise<void> {
  await readRows(await client.rpc('nemus_withdraw_booking_request', { p_request: requestId }), z.unknown());
}
