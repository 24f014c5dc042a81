import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import type { Environment } from '../_shared/environment.ts';
import { sendMail } from '../_shared/mail.ts';
import { noticeMail, receiptMail, type Withdrawal } from './withdrawal-mails.ts';

const line = (max: number) => z.string().trim().min(1).max(max);
const bodySchema = z.strictObject({
  /** Made by the page for one declaration: sending it twice declares once. */
  key: z.uuid(),
  name: line(200),
  email: z.email().max(255),
  contract: line(500),
  message: z.string().trim().max(2000).default(''),
});

const recordSchema = z.object({
  reference: z.string(),
  received_at: z.string(),
  receipt_sent: z.boolean(),
});

/**
 * Withdraws from a contract (§ 356a BGB): `{ key, name, email, contract, message? }` →
 * `{ reference, received_at, receipt_sent }`. Records the declaration first, then sends the receipt; a mail that
 * cannot leave takes nothing back, and the same declaration sent again tries the mail again. The operator is told by
 * mail as well.
 */
export default publicEndpoint(bodySchema, async ({ body, environment }) => {
  const database = openDatabase(environment);
  const { key, name, email, contract, message } = body;
  const record = await database.call(
    'nemus_record_withdrawal',
    { p_key: key, p_name: name, p_email: email, p_contract: contract, p_message: message },
    recordSchema,
  );
  if (record.receipt_sent) return record;
  const withdrawal = { reference: record.reference, receivedAt: record.received_at, name, email, contract, message };
  const [receipt] = await Promise.allSettled([
    sendMail(environment, receiptMail(environment.siteUrl, withdrawal)),
    tellOperator(environment, withdrawal),
  ]);
  if (receipt.status === 'rejected') {
    // The declaration counts all the same; the page then shows what the receipt would have said.
    console.error(receipt.reason);
    return record;
  }
  await database.call('nemus_note_withdrawal_receipt', { p_key: key }, z.unknown());
  return { ...record, receipt_sent: true };
});

/** The operator's mail is a convenience: the record is what counts, so a mail that cannot leave is only logged. */
async function tellOperator(environment: Environment, withdrawal: Withdrawal): Promise<void> {
  const { supportEmail, siteUrl } = environment;
  if (supportEmail === undefined) return;
  await sendMail(environment, noticeMail(siteUrl, supportEmail, withdrawal)).catch(console.error);
}
