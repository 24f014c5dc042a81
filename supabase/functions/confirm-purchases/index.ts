import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { sendPurchaseLetters } from '../_shared/purchase-letters.ts';
import { tellTrainees } from '../_shared/trainee-letters.ts';

const bodySchema = z.strictObject({ bookingId: z.uuid().optional() });

/**
 * Mails the caller their pending letters about completed purchases, and the trainees of a new booking theirs, each
 * once: `{ bookingId? }` → `{ sent }`, the number of confirmations that left. For a purchase by card, the call that
 * grants it sends the letter. The database decides which purchases and bookings are the caller's.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const place = { environment, database: openDatabase(environment) };
  if (body.bookingId !== undefined) {
    await tellTrainees(place, { bookingId: body.bookingId, institutionId: caller.id });
  }
  return { sent: await sendPurchaseLetters(place, caller.id) };
});
