import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { sendDateLetters } from '../_shared/date-letters.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendPaymentReminders } from '../_shared/payment-reminders.ts';
import { sendPurchaseLetters } from '../_shared/purchase-letters.ts';
import { tellTrainees } from '../_shared/trainee-letters.ts';

/**
 * Sends unsent mails about dates, bookings, purchases and unpaid invoices: `{}` → `{ sent }`. A job of the database calls it, without a key: the
 * database alone decides letters, recipients and attempts, and a second call sends nothing twice. Other callers learn
 * only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const place = { environment, database: openDatabase(environment) };
  const sent =
    (await sendDateLetters(place)) +
    (await tellTrainees(place)) +
    (await sendPurchaseLetters(place, null)) +
    (await sendPaymentReminders(place));
  return { sent };
});
