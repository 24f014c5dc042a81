import { z } from 'zod';
import type { Place } from './database.ts';
import { dateCalendar } from './date-calendar.ts';
import { dateLetterSchema, dateMail, type DateLetter } from './date-letter.ts';
import { sendMail } from './mail.ts';
import { claimedSchema, sendEach } from './send-each.ts';
import { unsubscribingOf, withUnsubscribing, type Unsubscribing } from './unsubscribing.ts';
import { logError } from './log.ts';

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
      claimedSchema,
    );
    const ids = letters.map(({ letter_id: id }) => String(id));
    const tokens = await unsubscribingOf(place.database, ids);
    return await sendEach(place.database, letters, {
      job: 'send-letters',
      schema: dateLetterSchema,
      idOf: ({ letter_id: id }) => id,
      send: (letter) => send(place, letter, tokens.get(letter.letter_id)),
      note: (id, left) => place.database.call('nemus_note_date_letter', { p_letter: id, p_sent: left }, z.unknown()),
    });
  } catch (error) {
    logError(error);
    return 0;
  }
}

async function send({ environment }: Place, letter: DateLetter, by: Unsubscribing | undefined): Promise<void> {
  const { siteUrl, supportEmail } = environment;
  const organizer = supportEmail ?? `termine@${new URL(siteUrl).hostname}`;
  const calendar = dateCalendar(siteUrl, organizer, letter);
  const words = withUnsubscribing(environment, dateMail(siteUrl, letter), by);
  await sendMail(environment, { ...words, ...(calendar && { attachments: [calendar] }) });
}
