import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { sendPurchaseLetters } from '../_shared/purchase-letters.ts';
import { tellTrainees } from '../_shared/trainee-letters.ts';

const bodySchema = z.strictObject({ bookingId: z.uuid().optional() });

/**
 * Mails what is owed to the caller about completed purchases, and to the trainees of a new booking, each once:
 * `{ bookingId? }` → `{ sent }`, how many confirmations of purchases left. What a purchase by card owes is sent by
 * whoever grants it. Which purchases and bookings are the caller's, the database says.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const place = { environment, database: openDatabase(environment) };
  if (body.bookingId !== undefined) {
    await tellTrainees(place, { bookingId: body.bookingId, institutionId: caller.id });
  }
  return { sent: await sendPurchaseLetters(place, caller.id) };
});
