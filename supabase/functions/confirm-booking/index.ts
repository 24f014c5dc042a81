import { z } from 'zod';
import { bookingMail, noticeSchema } from '../_shared/booking-mail.ts';
import { openDatabaseAs } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';

const bodySchema = z.strictObject({ bookingId: z.uuid() });

/**
 * Confirms a new booking to the institution by mail, once: `{ bookingId }` → `{ sent }`; false when it wants no mails, and
 * when somebody has asked before.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const database = openDatabaseAs(environment, caller);
  const notice = await database.call('nemus_booking_notice', { p_booking: body.bookingId }, noticeSchema.nullable());
  if (!notice) return { sent: false };
  await sendMail(environment, bookingMail(environment.siteUrl, notice));
  return { sent: true };
});
