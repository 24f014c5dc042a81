import { z } from 'zod';
import type { Place } from './database.ts';
import { writeOriginals } from './e-invoice/originals.ts';
import { attachInvoice } from './invoice-attachment.ts';
import { sendMail } from './mail.ts';
import { purchaseMails } from './purchase-mail.ts';
import { letterSchema, type PurchaseLetter } from './purchase-letter.ts';

/**
 * Sends an account its pending mails about completed purchases. The database gives each letter to one caller, so
 * webhook, result page and browser may all call this at the same time. A purchase is valid whether or not its mail
 * leaves: a failure is logged, and the next call tries again.
 *
 * @returns how many left
 */
export async function sendPurchaseLetters({ environment, database }: Place, userId: string): Promise<number> {
  const claim = database.call('nemus_claim_purchase_letters', { p_user_id: userId }, z.array(letterSchema));
  const letters = await claim.catch((error: unknown) => {
    console.error(error);
    return [];
  });
  // The attached invoice contains its original.
  if (letters.some(({ invoice_number: number }) => number !== null))
    await writeOriginals(database).catch(console.error);
  const sent = await Promise.all(letters.map((letter) => send({ environment, database }, letter)));
  return sent.filter(Boolean).length;
}

async function send({ environment, database }: Place, letter: PurchaseLetter): Promise<boolean> {
  const note = (left: boolean) =>
    database.call('nemus_note_purchase_letter', { p_transaction_id: letter.transaction_id, p_sent: left }, z.unknown());
  const attachments = await attachInvoice(database, letter.invoice_number === null ? null : letter.transaction_id);
  const { own, copy } = purchaseMails(environment.siteUrl, letter, attachments);
  try {
    await sendMail(environment, own);
  } catch (error) {
    console.error(error);
    await note(false).catch(console.error);
    return false;
  }
  // The account has its mail: from here on it must not be sent again.
  await note(true).catch(console.error);
  if (copy) await sendMail(environment, copy).catch(console.error);
  return true;
}
