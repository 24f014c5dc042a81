import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';
import { notificationMail, notificationSchema } from './notification-mail.ts';

/** Mails that are handed over at the same time. */
const AT_ONCE = 8;

/**
 * Sends notification mails: `{}` → `{ sent }`. A job of the database calls it, without a key: the database alone
 * decides content, recipients and attempts, and a second call sends nothing twice. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const database = openDatabase(environment);
  const news = await database.call('nemus_claim_notification_mails', {}, z.array(notificationSchema));
  let sent = 0;
  for (let start = 0; start < news.length; start += AT_ONCE) {
    const done = await Promise.all(
      news.slice(start, start + AT_ONCE).map(async (each) => {
        const left = await sendMail(environment, notificationMail(environment, each)).then(
          () => true,
          (error: unknown) => {
            console.error(error);
            return false;
          },
        );
        await database.call('nemus_note_notification_mail', { p_sending: each.sending_id, p_sent: left }, z.unknown());
        return left;
      }),
    );
    sent += done.filter(Boolean).length;
  }
  return { sent };
});
