import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';
import { claimedSchema, sendEach } from '../_shared/send-each.ts';
import { notificationMail, notificationSchema } from './notification-mail.ts';

/**
 * Sends notification mails: `{}` → `{ sent }`. A job of the database calls it, without a key: the database alone
 * decides content, recipients and attempts, and a second call sends nothing twice. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const database = openDatabase(environment);
  const news = await database.call('nemus_claim_notification_mails', {}, claimedSchema);
  const sent = await sendEach(database, news, {
    job: 'send-notifications',
    schema: notificationSchema,
    idOf: ({ sending_id: id }) => id,
    send: (each) => sendMail(environment, notificationMail(environment, each)),
    note: (id, left) => database.call('nemus_note_notification_mail', { p_sending: id, p_sent: left }, z.unknown()),
  });
  return { sent };
});
