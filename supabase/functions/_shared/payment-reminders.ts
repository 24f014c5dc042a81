import { z } from 'zod';
import type { Place } from './database.ts';
import { transferSchema, transferTexts } from './documents/transfer.ts';
import { attachInvoice } from './invoice-attachment.ts';
import { logError } from './log.ts';
import { button, mailPage, paragraph, signature, small } from './mail-frame.ts';
import { greetingOf, purchasesOf } from './mail-names.ts';
import { sendMail, type Attachment, type Mail } from './mail.ts';
import { claimedSchema, sendEach } from './send-each.ts';
import { formatDay, formatMoney } from './texts/values.ts';

const reminderSchema = z.object({
  reminder_id: z.uuid(),
  step: z.union([z.literal(1), z.literal(2)]),
  email: z.string(),
  name: z.string(),
  user_type: z.enum(['piw', 'institution']),
  number: z.string(),
  issued_on: z.string(),
  due_on: z.string(),
  gross_cents: z.int(),
  open_cents: z.int().positive(),
  payment: transferSchema,
  transaction_id: z.uuid(),
});
/** A due reminder, as the database returns it. Money in cents, dates `yyyy-MM-dd`. */
export type PaymentReminder = z.infer<typeof reminderSchema>;

const PAID = 'Haben Sie inzwischen überwiesen, ist diese Nachricht gegenstandslos.';

/** The mail that reminds of an unpaid invoice. */
export function reminderMail(siteUrl: string, due: PaymentReminder, attachments: readonly Attachment[]): Mail {
  const { email, name, user_type: type, number, step, open_cents: open, gross_cents: gross } = due;
  const subject = `${step === 1 ? 'Zahlungserinnerung' : 'Zweite Zahlungserinnerung'}: Rechnung ${number}`;
  const greeting = greetingOf(name, type);
  const rest = open < gross ? `, davon sind ${formatMoney(open)} offen` : '';
  const said = `die Rechnung ${number} vom ${formatDay(due.issued_on)} über ${formatMoney(gross)} war am ${formatDay(due.due_on)} fällig${rest}.`;
  // The day has passed: what is open counts.
  const facts = transferTexts({ ...due.payment, due_on: null }, number, open);
  const link = purchasesOf(siteUrl, type);
  return {
    to: email,
    subject,
    text: [greeting, said, facts.join('\n'), link, PAID, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      subject,
      [greeting, said, ...facts].map(paragraph).join('') + button(link, 'Zur Rechnung') + small(PAID),
    ),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** Sends the reminders of unpaid invoices that are due, each once. Returns how many left. */
export async function sendPaymentReminders({ environment, database }: Place): Promise<number> {
  try {
    const due = await database.call('nemus_claim_payment_reminders', {}, claimedSchema);
    return await sendEach(database, due, {
      job: 'send-letters',
      schema: reminderSchema,
      idOf: ({ reminder_id: id }) => id,
      send: async (reminder) =>
        sendMail(
          environment,
          reminderMail(environment.siteUrl, reminder, await attachInvoice(database, reminder.transaction_id)),
        ),
      note: (id, left) => database.call('nemus_note_payment_reminder', { p_reminder: id, p_sent: left }, z.unknown()),
    });
  } catch (error) {
    logError(error);
    return 0;
  }
}
