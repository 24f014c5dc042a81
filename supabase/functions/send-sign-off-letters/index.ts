import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';
import { claimedSchema, sendEach } from '../_shared/send-each.ts';
import { unsubscribingOf, withUnsubscribing } from '../_shared/unsubscribing.ts';
import { signOffLetterSchema, signOffMail } from './sign-off-mail.ts';

/**
 * Sends the mails to people who confirm entries of the logbook: `{}` → `{ sent }`. A job of the database calls it,
 * without a key, and a page after entries were submitted: the database alone decides content, recipients and attempts,
 * and a second call sends nothing twice. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const database = openDatabase(environment);
  const letters = await database.call('nemus_claim_sign_off_letters', {}, claimedSchema);
  const reminders = letters.filter(({ kind }) => kind === 'reminder').map(({ letter_id: id }) => String(id));
  const tokens = await unsubscribingOf(database, reminders);
  const sent = await sendEach(database, letters, {
    job: 'send-sign-off-letters',
    schema: signOffLetterSchema,
    idOf: ({ letter_id: id }) => id,
    send: (letter) => {
      const mail = signOffMail(environment.siteUrl, letter);
      return sendMail(environment, withUnsubscribing(environment, mail, tokens.get(letter.letter_id)));
    },
    note: (id, left) => database.call('nemus_note_sign_off_letter', { p_letter: id, p_sent: left }, z.unknown()),
  });
  return { sent };
});
