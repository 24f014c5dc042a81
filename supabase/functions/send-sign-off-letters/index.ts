import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';
import { unsubscribingOf, withUnsubscribing } from '../_shared/unsubscribing.ts';
import { signOffLetterSchema, signOffMail } from './sign-off-mail.ts';

/** Mails that are handed over at the same time. */
const AT_ONCE = 8;

/**
 * Sends the mails to people who confirm entries of the logbook: `{}` → `{ sent }`. A job of the database calls it,
 * without a key, and a page after entries were submitted: the database alone decides content, recipients and attempts,
 * and a second call sends nothing twice. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const database = openDatabase(environment);
  const letters = await database.call('nemus_claim_sign_off_letters', {}, z.array(signOffLetterSchema));
  const reminders = letters.filter(({ kind }) => kind === 'reminder').map(({ letter_id: id }) => id);
  const tokens = await unsubscribingOf(database, reminders);
  let sent = 0;
  for (let start = 0; start < letters.length; start += AT_ONCE) {
    const done = await Promise.all(
      letters.slice(start, start + AT_ONCE).map(async (letter) => {
        const mail = signOffMail(environment.siteUrl, letter);
        const by = tokens.get(letter.letter_id);
        const left = await sendMail(environment, withUnsubscribing(environment, mail, by)).then(
          () => true,
          (error: unknown) => {
            console.error(error);
            return false;
          },
        );
        await database.call('nemus_note_sign_off_letter', { p_letter: letter.letter_id, p_sent: left }, z.unknown());
        return left;
      }),
    );
    sent += done.filter(Boolean).length;
  }
  return { sent };
});
