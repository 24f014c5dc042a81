import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import type { Environment } from '../_shared/environment.ts';
import { sendMail } from '../_shared/mail.ts';
import { readMailAddress } from '../_shared/texts/contact.ts';
import { noticeMail, receiptMail, type Withdrawal } from './withdrawal-mails.ts';
import { logError } from '../_shared/log.ts';

const line = (max: number) => z.string().trim().min(1).max(max);
const bodySchema = z.strictObject({
  /** Made by the page for one declaration: sending it twice declares once. */
  key: z.uuid(),
  name: line(200),
  email: z
    .string()
    .max(255)
    .transform((typed) => readMailAddress(typed) ?? '')
    .pipe(z.string().min(1)),
  contract: line(500),
  message: z.string().trim().max(2000).default(''),
});

const recordSchema = z.object({
  reference: z.string(),
  received_at: z.string(),
  name: z.string(),
  email: z.string(),
  contract: z.string(),
  message: z.string(),
  receipt_sent: z.boolean(),
  /** The receipt is this call's to send. */
  claimed: z.boolean(),
  is_new: z.boolean(),
});

/**
 * Withdraws from a contract (§ 356a BGB): `{ key, name, email, contract, message? }` → `{ reference, received_at,
 * receipt_sent }`. Records the declaration first, then sends the receipt of the record; a failed mail takes nothing
 * back, and the same declaration sent again retries the mail. The operator is notified by mail as well, once.
 *
 * @throws {Failure} `too_many_withdrawals`, `withdrawal_differs`
 */
export default publicEndpoint(bodySchema, async ({ body, environment, source }) => {
  const database = openDatabase(environment);
  const { key, name, email, contract, message } = body;
  const record = await database.call(
    'nemus_record_withdrawal',
    { p_key: key, p_name: name, p_email: email, p_contract: contract, p_message: message, p_source: source },
    recordSchema,
  );
  const { reference, received_at } = record;
  if (!record.claimed) return { reference, received_at, receipt_sent: record.receipt_sent };
  const withdrawal: Withdrawal = { ...record, receivedAt: received_at };
  const [receipt] = await Promise.allSettled([
    sendMail(environment, receiptMail(environment, withdrawal)),
    record.is_new ? tellOperator(environment, withdrawal) : null,
  ]);
  const sent = receipt.status === 'fulfilled';
  // The declaration is valid all the same; the page then shows the receipt's content.
  if (!sent) logError(receipt.reason);
  await database.call('nemus_note_withdrawal_receipt', { p_key: key, p_sent: sent }, z.unknown());
  return { reference, received_at, receipt_sent: sent };
});

/** The operator's mail is a convenience: the record is what counts, so a mail that cannot leave is only logged. */
async function tellOperator(environment: Environment, withdrawal: Withdrawal): Promise<void> {
  const { supportEmail, siteUrl } = environment;
  if (supportEmail === undefined) return;
  await sendMail(environment, noticeMail(siteUrl, supportEmail, withdrawal)).catch((error: unknown) => logError(error));
}
