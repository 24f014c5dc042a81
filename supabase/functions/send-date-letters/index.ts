import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { sendDateLetters } from '../_shared/date-letters.ts';
import { endpoint } from '../_shared/endpoint.ts';

const bodySchema = z.strictObject({ dateIds: z.array(z.uuid()).max(60).optional() });

/**
 * Sends the mails that a change of dates or places has written, those to the caller, and unsent ones: `{ dateIds? }` →
 * `{ sent }`. The database alone decides content, recipients and attempts: an additional call sends nothing twice, and
 * names and addresses never reach the caller.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => ({
  sent: await sendDateLetters(
    { environment, database: openDatabase(environment) },
    { dateIds: body.dateIds ?? [], userId: caller.id },
  ),
}));
