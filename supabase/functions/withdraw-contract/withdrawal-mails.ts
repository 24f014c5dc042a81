import { mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import type { Environment } from '../_shared/environment.ts';
import { escapeHtml, type Mail } from '../_shared/mail.ts';

/** The declaration, and the time of its arrival. */
export interface Withdrawal {
  readonly reference: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly message: string;
}

/**
 * A consumer's declaration, after the statutory model form (annex 2 to Art. 246a EGBGB); § 356a Abs. 4 BGB requires its
 * content.
 */
const DECLARATION = 'Hiermit widerrufe ich den folgenden Vertrag.';

const moment = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Europe/Berlin',
});

/** The declaration, term by term. */
function factsOf({ reference, receivedAt, name, email, contract, message }: Withdrawal) {
  const facts: readonly (readonly [string, string])[] = [
    ['Vorgangsnummer', reference],
    ['Eingegangen am', `${moment.format(new Date(receivedAt))} Uhr (Europe/Berlin)`],
    ['Name', name],
    ['E-Mail', email],
    ['Vertrag', contract],
    ...(message === '' ? [] : [['Mitteilung', message] as const]),
  ];
  return { text: facts.map(([term, value]) => `${term}: ${value}`).join('\n'), html: table(facts) };
}

/** The receipt of a withdrawal on a durable medium: its content, with date and time of arrival (§ 356a Abs. 4 BGB). */
export function receiptMail(
  { siteUrl, supportEmail }: Pick<Environment, 'siteUrl' | 'supportEmail'>,
  withdrawal: Withdrawal,
): Mail {
  const { reference, name, email } = withdrawal;
  const facts = factsOf(withdrawal);
  const greeting = `Guten Tag ${name},`;
  const opening = 'wir haben Ihren Widerruf erhalten. Dies ist Ihre Eingangsbestätigung; bitte bewahren Sie sie auf.';
  const next =
    'Wir prüfen Ihren Widerruf und melden uns bei Ihnen. Ist er wirksam, erhalten Sie Ihre Zahlung binnen 14 Tagen auf demselben Weg zurück.';
  const support = supportEmail === undefined ? 'unserem Support' : `an ${supportEmail}`;
  const ignore = `Sie haben keinen Widerruf erklärt? Dann schreiben Sie bitte ${support}.`;
  return {
    to: email,
    subject: `Eingangsbestätigung Ihres Widerrufs ${reference}`,
    text: [greeting, opening, DECLARATION, facts.text, next, ignore, signature(siteUrl)].join('\n\n'),
    html: mailPage(
      'Eingangsbestätigung Ihres Widerrufs',
      `${paragraph(greeting)}${paragraph(opening)}${paragraph(DECLARATION)}${facts.html}${paragraph(next)}${small(ignore)}`,
    ),
  };
}

/** Notifies the operator of a withdrawal: the money is due within 14 days of its arrival (§ 357 Abs. 1 BGB). */
export function noticeMail(siteUrl: string, supportEmail: string, withdrawal: Withdrawal): Mail {
  const facts = factsOf(withdrawal);
  const opening = 'Ein Vertrag wurde widerrufen. Die Erklärung ist gespeichert.';
  const next = 'Ist der Widerruf wirksam, muss die Zahlung binnen 14 Tagen nach Eingang zurückgehen.';
  return {
    to: supportEmail,
    subject: `Widerruf eingegangen: ${withdrawal.reference}`,
    text: [opening, facts.text, next, signature(siteUrl)].join('\n\n'),
    html: mailPage('Widerruf eingegangen', `${paragraph(opening)}${facts.html}${paragraph(next)}`),
  };
}

function table(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([term, value]) =>
      `<tr><th scope="row" style="padding: 6px 16px 6px 0; text-align: left; vertical-align: top; font-weight: 600">${escapeHtml(term)}</th><td style="padding: 6px 0; white-space: pre-line">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin: 0 0 16px; font-size: 15px">${rows.join('')}</table>`;
}
