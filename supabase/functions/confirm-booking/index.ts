import { z } from 'zod';
import { bookingMail, noticeSchema } from '../_shared/booking-mail.ts';
import { openDatabase, openDatabaseAs } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';
import { tellTrainees } from '../_shared/trainee-letters.ts';

const bodySchema = z.strictObject({ bookingId: z.uuid() });

/**
 * Tells the trainees of a new booking by mail, and confirms it to the institution, each once: `{ bookingId }` →
 * `{ sent }`; false when the institution wants no mails, and when somebody has asked before.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  // Addresses of trainees are for the function alone; which bookings are the caller's, the database says.
  await tellTrainees(
    { environment, database: openDatabase(environment) },
    { bookingId: body.bookingId, institutionId: caller.id },
  );
  const database = openDatabaseAs(environment, caller);
  const notice = await database.call('nemus_booking_notice', { p_booking: body.bookingId }, noticeSchema.nullable());
  if (!notice) return { sent: false };
  await sendMail(environment, bookingMail(environment.siteUrl, notice));
  return { sent: true };
});
