import { button, mailPage, paragraph, signature, small } from './mail-frame.ts';
import { greetingOf, personName, purchasesOf } from './mail-names.ts';
import { METHOD_LABELS } from './documents/payment-methods.ts';
import { transferTexts } from './documents/transfer.ts';
import type { Attachment, Mail } from './mail.ts';
import type { PurchaseLetter } from './purchase-letter.ts';
import { taxTexts, withTaxText } from './texts/taxes.ts';
import { formatCount, formatMoney } from './texts/values.ts';

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' });
const period = (from: string, until: string) => `${day.format(new Date(from))} bis ${day.format(new Date(until))}`;

/** Why a mailbox gets a copy that belongs to no account. */
const COPY =
  'Sie erhalten diese Kopie, weil Ihre Adresse im Portal Nemus als E-Mail für Rechnungen eingetragen ist. Kennen Sie das Konto nicht, wenden Sie sich bitte an unseren Support.';
const CREDITS_HAD_INVOICE = 'Die Rechnung haben Sie mit dem Kauf der Credits erhalten.';
const INVOICED_LATER = 'Diese Zahlung steht auf Ihrer nächsten Sammelrechnung.';

/**
 * The mails that confirm a completed purchase: one to the account, and one to the address for invoices if there is
 * another. That address was typed freely and may be wrong, so its mail names no participants. Both have the invoice.
 */
export function purchaseMails(
  siteUrl: string,
  letter: PurchaseLetter,
  attachments: readonly Attachment[],
): { own: Mail; copy: Mail | null } {
  const write = (to: string, isCopy: boolean): Mail => ({
    ...writeMail(siteUrl, letter, { to, isCopy, isAttached: attachments.length > 0 }),
    ...(attachments.length > 0 && { attachments }),
  });
  return { own: write(letter.email, false), copy: letter.copy_to === null ? null : write(letter.copy_to, true) };
}

/** Where the invoice is. */
function invoiceText(letter: PurchaseLetter, isAttached: boolean): string {
  const { invoice_number: number, payment_method: method, amount_cents: cents } = letter;
  if (number === null) return method === 'credits' ? CREDITS_HAD_INVOICE : INVOICED_LATER;
  const document = `Die ${cents < 0 ? 'Rechnungskorrektur' : 'Rechnung'} ${number}`;
  return isAttached
    ? `${document} ist angehängt. Sie liegt nach der Anmeldung auch unter „Käufe“.`
    : `${document} liegt nach der Anmeldung unter „Käufe“.`;
}

function writeMail(
  siteUrl: string,
  letter: PurchaseLetter,
  { to, isCopy, isAttached }: { readonly to: string; readonly isCopy: boolean; readonly isAttached: boolean },
): Mail {
  const { heading, said } = wordsOf(letter);
  const greeting = greetingOf(letter.name, letter.user_type);
  const link = purchasesOf(siteUrl, letter.user_type);
  const facts = factsOf(letter, isCopy);
  const where = invoiceText(letter, isAttached);
  const ending = [where, ...withdrawalText(siteUrl, letter), ...(isCopy ? [COPY] : [])];
  return {
    to,
    subject: `${heading}: ${letter.item_name}`.replace(/\s+/g, ' '),
    text: [greeting, said, facts.join('\n'), link, ...ending, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      heading,
      [greeting, said, ...facts].map(paragraph).join('') +
        button(link, letter.invoice_number === null ? 'Zu den Käufen' : 'Zur Rechnung') +
        ending.map(small).join(''),
    ),
  };
}

/** Who buys on the phone has seen no page that tells of the right of withdrawal. */
function withdrawalText(siteUrl: string, { type, user_type: buyer, payment_method: method }: PurchaseLetter) {
  return type === 'course' && buyer === 'piw' && method === 'invoice'
    ? [
        `Sie können diesen Kauf binnen vierzehn Tagen widerrufen, ohne Gründe zu nennen. Die Widerrufsbelehrung mit Muster-Formular: ${siteUrl}/widerrufsbelehrung. Online widerrufen: ${siteUrl}/widerruf`,
      ]
    : [];
}

function wordsOf({ type, amount_cents: cents, booking }: PurchaseLetter): { heading: string; said: string } {
  if (cents < 0) {
    return {
      heading: 'Rechnungskorrektur',
      said: 'Ihr Abonnement ist gewechselt. Das Guthaben wird mit den nächsten Rechnungen verrechnet.',
    };
  }
  if (booking) return { heading: 'Buchung bestätigt', said: 'Ihre Kursbuchung ist bestätigt.' };
  if (type === 'subscription') return { heading: 'Zahlung bestätigt', said: 'Ihre Zahlung ist eingegangen.' };
  return { heading: 'Kauf bestätigt', said: 'Ihr Kauf ist abgeschlossen.' };
}

/** First and last day of a booked course, or that its people choose. */
function whenOf({ has_dates, start_date, end_date }: NonNullable<PurchaseLetter['booking']>): string {
  return has_dates ? 'Termin: wählt jede Person selbst' : `Zeitraum: ${period(start_date, end_date)}`;
}

function factsOf(letter: PurchaseLetter, isCopy: boolean): readonly string[] {
  const { booking, service_from: from, service_until: until, parts, amount_cents: cents } = letter;
  const names = booking?.participants.map(([first, last]) => personName(first, last)).filter(Boolean) ?? [];
  return [
    `${letter.type === 'course' ? 'Kurs' : 'Kauf'}: ${letter.item_name}`,
    ...(booking ? [whenOf(booking)] : []),
    ...(booking ? [`Teilnehmende: ${isCopy ? formatCount(names.length) : names.join(', ')}`] : []),
    ...(from !== null && until !== null ? [`Leistungszeitraum: ${period(from, until)}`] : []),
    ...parts.map(
      (part) =>
        `${part.description} (${period(part.service_from, part.service_until)}): ${formatMoney(part.gross_cents)}`,
    ),
    letter.payment_method === 'credits'
      ? `Kosten: ${formatCount(-(letter.credits_amount ?? 0))} Credits`
      : `Betrag: ${withTaxText(formatMoney(cents), taxTexts(letter.taxes))}`,
    ...(letter.payment_method === 'credits' ? [] : [`Zahlungsart: ${METHOD_LABELS[letter.payment_method]}`]),
    ...(letter.payment?.due_on && letter.invoice_number !== null
      ? transferTexts(letter.payment, letter.invoice_number, cents)
      : []),
  ];
}
