import { z } from 'zod';
import { openDatabase, openDatabaseAs } from '../_shared/database.ts';
import { writeOriginals } from '../_shared/e-invoice/originals.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { documentSchema, drawAttachment } from '../_shared/invoice-attachment.ts';
import { invoiceMail } from '../_shared/invoice-mail.ts';
import { logError } from '../_shared/log.ts';
import { sendMail } from '../_shared/mail.ts';

const bodySchema = z.strictObject({ invoiceId: z.uuid(), email: z.string().max(255) });

const begunSchema = z.object({
  email: z.string(),
  name: z.string(),
  user_type: z.enum(['piw', 'institution']),
  document: documentSchema,
});

/**
 * Sends a document to its account again, for staff with the role `orders`: `{ invoiceId, email }` → `{ sent }`. `email` is
 * the address that was shown; the database decides where it goes.
 *
 * @throws {Failure} `staff_required`, `invoice_not_found`, `invoice_recipient_changed`, `invoice_unwritten`,
 * `invoice_just_sent`
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  // The attached PDF contains its original.
  await writeOriginals(openDatabase(environment)).catch((error: unknown) => logError(error));
  const database = openDatabaseAs(environment, caller);
  const begun = await database.call(
    'nemus_begin_invoice_mail',
    { p_invoice: body.invoiceId, p_email: body.email },
    begunSchema,
  );
  const attachment = await drawAttachment(begun.document);
  await sendMail(environment, invoiceMail(environment.siteUrl, begun, attachment));
  // A mail that has left is not sent again because its line in the log is missing.
  await database
    .call('nemus_note_invoice_mail', { p_invoice: body.invoiceId }, z.null())
    .catch((error: unknown) => logError(error));
  return { sent: true };
});
