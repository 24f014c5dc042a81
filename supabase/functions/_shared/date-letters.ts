import { z } from 'zod';
import type { Place } from './database.ts';
import { dateCalendar } from './date-calendar.ts';
import { dateLetterSchema, dateMail, type DateLetter } from './date-letter.ts';
import { sendMail } from './mail.ts';
import { unsubscribingOf, withUnsubscribing, type Unsubscribing } from './unsubscribing.ts';

/** Mails that are handed over at the same time. */
const AT_ONCE = 8;

/**
 * Sends the letters about dates, each once: those of the named dates, those to one account, and always the unsent ones.
 * A change is valid whether or not its mails leave: a failure is logged, and the next call tries again. Returns how
 * many left.
 */
export async function sendDateLetters(
  place: Place,
  asked: { readonly dateIds?: readonly string[]; readonly userId?: string } = {},
): Promise<number> {
  try {
    const letters = await place.database.call(
      'nemus_claim_date_letters',
      { p_appointments: asked.dateIds ?? [], ...(asked.userId !== undefined && { p_user: asked.userId }) },
      z.array(dateLetterSchema),
    );
    const ids = letters.map(({ letter_id: id }) => id);
    const tokens = await unsubscribingOf(place.database, ids);
    let sent = 0;
    for (let start = 0; start < letters.length; start += AT_ONCE) {
      const group = letters.slice(start, start + AT_ONCE);
      const done = await Promise.all(group.map((letter) => send(place, letter, tokens.get(letter.letter_id))));
      sent += done.filter(Boolean).length;
    }
    return sent;
  } catch (error) {
    console.error(error);
    return 0;
  }
}

async function send(
  { environment, database }: Place,
  letter: DateLetter,
  by: Unsubscribing | undefined,
): Promise<boolean> {
  const { siteUrl, supportEmail } = environment;
  const organizer = supportEmail ?? `termine@${new URL(siteUrl).hostname}`;
  const calendar = dateCalendar(siteUrl, organizer, letter);
  const words = withUnsubscribing(environment, dateMail(siteUrl, letter), by);
  const mail = { ...words, ...(calendar && { attachments: [calendar] }) };
  const sent = await sendMail(environment, mail).then(
    () => true,
    (error: unknown) => {
      console.error(error);
      return false;
    },
  );
  await database.call('nemus_note_date_letter', { p_letter: letter.letter_id, p_sent: sent }, z.unknown());
  return sent;
}
