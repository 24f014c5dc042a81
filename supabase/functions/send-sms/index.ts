import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendWaitingSms } from '../_shared/waiting-sms.ts';

/**
 * Sends the due SMS: `{}` → `{ sent }`. A job of the database calls it every minute, without a key; a second call sends
 * nothing twice. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => ({
  sent: await sendWaitingSms(environment, openDatabase(environment)),
}));
