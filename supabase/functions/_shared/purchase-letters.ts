import { z } from 'zod';
import type { Place } from './database.ts';
import { writeOriginals } from './e-invoice/originals.ts';
import { attachInvoice } from './invoice-attachment.ts';
import { sendMail, type Mail } from './mail.ts';
import { purchaseMails } from './purchase-mail.ts';
import { letterSchema } from './purchase-letter.ts';
import { claimedSchema, sendEach } from './send-each.ts';
import { logError } from './log.ts';

/**
 * Sends pending mails about completed purchases: those of an account, or of all that are unsent for five minutes (null).
 * The database gives each letter to one caller, so webhook, result page, browser and job may all call this at the same
 * time. A purchase is valid whether or not its mail leaves: a failure is logged, and the next call tries again.
 *
 * @returns how many left
 */
export async function sendPurchaseLetters({ environment, database }: Place, userId: string | null): Promise<number> {
  try {
    const letters = await database.call('nemus_claim_purchase_letters', { p_user_id: userId }, claimedSchema);
    // The attached invoice contains its original.
    if (letters.some(({ invoice_number: number }) => number !== null))
      await writeOriginals(database).catch((error: unknown) => logError(error));
    const copies = new Map<string, Mail>();
    return await sendEach(database, letters, {
      job: 'send-letters',
      schema: letterSchema,
      idOf: ({ transaction_id: id }) => id,
      send: async (letter) => {
        const { transaction_id: id, invoice_number: number } = letter;
        const attachments = await attachInvoice(database, number === null ? null : id);
        const { own, copy } = purchaseMails(environment.siteUrl, letter, attachments);
        await sendMail(environment, own);
        if (copy) copies.set(id, copy);
      },
      note: async (id, left) => {
        await database.call('nemus_note_purchase_letter', { p_transaction_id: id, p_sent: left }, z.unknown());
        // Only now: the account has its mail, and must not get it again.
        const copy = copies.get(id);
        if (copy) await sendMail(environment, copy).catch((error: unknown) => logError(error));
      },
    });
  } catch (error) {
    logError(error);
    return 0;
  }
}
