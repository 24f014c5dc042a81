import { z } from 'zod';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { payBack } from '../_shared/pay-back.ts';
import { tellTrainees } from '../_shared/trainee-letters.ts';
import { logError } from '../_shared/log.ts';

const bodySchema = z.union([
  /** Moves the booking to another first day, `yyyy-MM-dd`. */
  z.strictObject({ bookingId: z.uuid(), startsOn: z.iso.date() }),
  /** Cancels the places of these trainees. */
  z.strictObject({ bookingId: z.uuid(), cancel: z.array(z.uuid()).min(1).max(200) }),
]);

const cancelledSchema = z.object({ places: z.int(), credits_returned: z.int(), refund_cents: z.int() });
const NOTHING = { places: 0, credits_returned: 0, refund_cents: 0 };

/**
 * Moves a booking of the caller's institution (`{ bookingId, startsOn }`), or cancels places of it (`{ bookingId,
 * cancel }`) → `{ places, credits_returned, refund_cents }`. The database has the rules. The trainees are notified by
 * mail; card payments are refunded.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const desk = openDesk(environment);
  // The database finds out for which institution this account books, and whether it may.
  const booking = { p_institution: caller.id, p_booking: body.bookingId };
  let result = NOTHING;
  if ('startsOn' in body) {
    await desk.database.call('nemus_move_booking', { ...booking, p_start: body.startsOn }, z.unknown());
  } else {
    result = await desk.database.call('nemus_cancel_places', { ...booking, p_trainees: body.cancel }, cancelledSchema);
    // The refund stays due, and the next call tries again: the booking is cancelled either way.
    if (result.refund_cents > 0) await payBack(desk, null).catch((error: unknown) => logError(error));
  }
  await tellTrainees(desk, { bookingId: body.bookingId, institutionId: caller.id });
  return result;
});
