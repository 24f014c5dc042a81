import type { Invoice } from './documents/invoice.ts';
import { button, mailPage, paragraph, signature, small } from './mail-frame.ts';
import { greetingOf, purchasesOf } from './mail-names.ts';
import type { Attachment, Mail } from './mail.ts';

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' });

/** What a document is called. */
const nameOf = ({ kind, document_code: code, is_collective: isCollective }: Invoice) => {
  if (kind === 'invoice') return isCollective ? 'Sammelrechnung' : 'Rechnung';
  return code === 381 ? 'Rechnungskorrektur' : 'Stornorechnung';
};

/** Recipient and document of a mail that sends it again. */
interface SentInvoice {
  readonly email: string;
  readonly name: string;
  readonly user_type: 'piw' | 'institution';
  readonly document: Invoice;
}

/** Sends a document again. */
export function invoiceMail(siteUrl: string, sent: SentInvoice, attachment: Attachment): Mail {
  const { email, name, user_type: type, document } = sent;
  const title = `${nameOf(document)} ${document.number}`;
  const greeting = greetingOf(name, type);
  const said = `die ${title} vom ${day.format(new Date(document.issued_on))} ist noch einmal angehängt.`;
  const link = purchasesOf(siteUrl, type);
  const where = 'Sie liegt nach der Anmeldung auch unter „Käufe“.';
  return {
    to: email,
    subject: title,
    text: [greeting, said, link, where, signature(siteUrl)].join('\n\n'),
    html: mailPage(title, [greeting, said].map(paragraph).join('') + button(link, 'Zu den Käufen') + small(where)),
    attachments: [attachment],
  };
}
