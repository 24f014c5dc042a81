import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { sendMail } from '../_shared/mail.ts';
import { signOffLetterSchema, signOffMail } from './sign-off-mail.ts';

/** Mails that are handed over at the same time. */
const AT_ONCE = 8;

/**
 * Sends the mails to people who confirm entries of the logbook: `{}` → `{ sent }`. A job of the database calls it, without
 * a key, and a page after entries were submitted: what is due, to whom and how often, the database says alone, and
 * asking twice sends nothing twice. Whoever else asks learns a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const database = openDatabase(environment);
  const letters = await database.call('nemus_claim_sign_off_letters', {}, z.array(signOffLetterSchema));
  let sent = 0;
  for (let start = 0; start < letters.length; start += AT_ONCE) {
    const done = await Promise.all(
      letters.slice(start, start + AT_ONCE).map(async (letter) => {
        const left = await sendMail(environment, signOffMail(environment.siteUrl, letter)).then(
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
