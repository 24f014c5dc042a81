import { z } from 'zod';
import type { Desk } from './desk.ts';
import { writeOriginals } from './e-invoice/originals.ts';
import { attachInvoice } from './invoice-attachment.ts';
import { button, mailPage, paragraph, signature } from './mail-frame.ts';
import { greetingOf, personName, purchasesOf } from './mail-names.ts';
import { sendMail, type Mail } from './mail.ts';
import { returnReasonSchema } from './orders.ts';
import { RETURN_REASONS } from './texts/purchases.ts';
import { formatMoney } from './texts/values.ts';
import { logError } from './log.ts';

const noticeSchema = z.object({
  refund_id: z.uuid(),
  /** The refund failed, and waits for staff. */
  failed: z.boolean(),
  email: z.string(),
  name: z.string(),
  user_type: z.enum(['piw', 'institution']),
  /** The paid item. */
  title: z.string(),
  /** What went back. */
  amount_cents: z.int(),
  reason: returnReasonSchema,
  places: z.int(),
  /** The people who could not be booked, in one line; null for the account itself. */
  people: z.string().nullable(),
  /** The purchase line about the returned money, whose document is attached. */
  transaction_id: z.uuid().nullable(),
});
type Notice = z.infer<typeof noticeSchema>;

const NOTHING_GRANTED =
  'Ihre Zahlung ist eingegangen, aber wir konnten dafür nichts freischalten. Deshalb erhalten Sie das Geld zurück.';
/** The mail's first sentence if the grant did not fail. */
const LEADS: Partial<Record<Notice['reason'], string>> = {
  booking_cancelled: 'Ihre Stornierung ist ausgeführt. Sie erhalten das Geld dafür zurück.',
  by_staff:
    'Sie erhalten Geld für Ihren Kauf zurück. Ist damit alles erstattet, endet auch der Zugang zu dem, was Sie gekauft haben.',
  refund_failed: 'Wir haben die Erstattung wiederholt, die nicht bei Ihnen angekommen ist.',
};
const FAILED =
  'Eine Erstattung konnte Ihnen nicht gutgeschrieben werden, zum Beispiel weil die Karte abgelaufen oder das Konto geschlossen ist. Das Geld steht Ihnen weiter zu. Wir kümmern uns darum und melden uns, wenn wir dafür eine Bankverbindung brauchen. Sie müssen nichts tun.';

/** Informs a buyer of a refund, or that it failed. */
function refundMail(siteUrl: string, notice: Notice): Mail {
  const amount = formatMoney(notice.amount_cents);
  const title = notice.failed ? 'Ihre Erstattung ist nicht angekommen' : 'Wir haben Ihnen Geld erstattet';
  const link = purchasesOf(siteUrl, notice.user_type);
  const people = (notice.people ?? '')
    .split(', ')
    .map((name) => personName(name, ''))
    .filter(Boolean)
    .join(', ');
  const facts = [
    `Kauf: ${notice.title}`,
    `${notice.failed ? 'Offen' : 'Erstattet'}: ${amount}`,
    ...(people === '' ? [] : [`Nicht gebucht: ${people}`]),
    ...(notice.failed ? [] : [`Grund: ${RETURN_REASONS[notice.reason]}`]),
  ];
  const greeting = greetingOf(notice.name, notice.user_type);
  const lead = notice.failed ? FAILED : (LEADS[notice.reason] ?? NOTHING_GRANTED);
  const sent =
    'Die Erstattung geht auf dem Weg zurück, auf dem Sie bezahlt haben. Bis sie auf Ihrem Konto steht, können einige Werktage vergehen. Sie müssen nichts tun.';
  const how = notice.failed ? [] : [sent];
  return {
    to: notice.email,
    subject: `${notice.failed ? 'Erstattung nicht angekommen' : 'Erstattung'}: ${notice.title}`.replace(/\s+/g, ' '),
    text: [greeting, lead, facts.join('\n'), ...how, link, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      title,
      [greeting, lead, ...facts, ...how].map(paragraph).join('') + button(link, 'Im Portal ansehen'),
    ),
  };
}

/**
 * Informs the buyer of refunds, and of failed ones, once each.
 *
 * @throws {Error} when a mail cannot leave; the next check of the payment tries again
 */
export async function tellRefunds({ environment, database }: Desk, paymentId: string): Promise<void> {
  const notices = await database.call('nemus_refund_notices', { p_payment_id: paymentId }, z.array(noticeSchema));
  if (notices.length > 0) await writeOriginals(database).catch((error: unknown) => logError(error));
  let failure: unknown = null;
  for (const notice of notices) {
    try {
      const attachments = await attachInvoice(database, notice.transaction_id);
      await sendMail(environment, {
        ...refundMail(environment.siteUrl, notice),
        ...(attachments[0] && { attachments }),
      });
    } catch (error) {
      failure = error;
      await database.call('nemus_forget_refund_notice', { p_refund: notice.refund_id }, z.unknown());
    }
  }
  if (failure !== null) throw failure;
}

/** Notifies support of a refund that keeps failing. */
export function stuckRefundMail(
  siteUrl: string,
  to: string,
  debt: { readonly order_id: string; readonly payment_id: string | null; readonly amount_cents: number },
  reason: string,
): Mail {
  const title = 'Erstattung geht nicht durch';
  const facts = [
    `Betrag: ${formatMoney(debt.amount_cents)}`,
    `Bestellung: ${debt.order_id}`,
    `Zahlung: ${debt.payment_id ?? 'unbekannt'}`,
    `Zuletzt: ${reason}`,
  ];
  const what =
    'Das Geld ist bezahlt, aber nichts dafür freigeschaltet. Das Portal versucht es weiter. Bitte sehen Sie beim Zahlungsanbieter nach; was Sie dort von Hand erstatten, wird hier übernommen.';
  const link = `${siteUrl}/academy/orders/open`;
  return {
    to,
    subject: title,
    text: [facts.join('\n'), what, link, signature(siteUrl)].join('\n\n'),
    html: mailPage(title, [...facts, what].map(paragraph).join('') + button(link, 'Alle Erstattungen ansehen')),
  };
}
