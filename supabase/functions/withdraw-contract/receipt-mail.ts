import { escapeHtml, type Mail } from '../_shared/mail.ts';

/** What was declared, and when it arrived. */
export interface Withdrawal {
  readonly reference: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly message: string;
}

const moment = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Europe/Berlin',
});

/** The receipt of a withdrawal on a durable medium: its content, with date and time of arrival (§ 356a Abs. 4 BGB). */
export function receiptMail(siteUrl: string, withdrawal: Withdrawal): Mail {
  const { reference, receivedAt, name, email, contract, message } = withdrawal;
  const facts: readonly (readonly [string, string])[] = [
    ['Vorgangsnummer', reference],
    ['Eingegangen am', `${moment.format(new Date(receivedAt))} Uhr (Europe/Berlin)`],
    ['Name', name],
    ['E-Mail', email],
    ['Vertrag', contract],
    ...(message === '' ? [] : [['Mitteilung', message] as const]),
  ];
  const opening = 'wir haben Ihren Widerruf erhalten. Dies ist Ihre Eingangsbestätigung; bitte bewahren Sie sie auf.';
  const next =
    'Wir prüfen Ihren Widerruf und melden uns bei Ihnen. Ist er wirksam, erhalten Sie Ihre Zahlung binnen 14 Tagen auf demselben Weg zurück.';
  const ignore = 'Sie haben keinen Widerruf erklärt? Dann antworten Sie bitte unserem Support.';
  return {
    to: email,
    subject: `Eingangsbestätigung Ihres Widerrufs ${reference}`,
    text: [
      `Guten Tag ${name},`,
      opening,
      facts.map(([term, value]) => `${term}: ${value}`).join('\n'),
      next,
      ignore,
      `--\nNemus · Fortbildungsportal für Psychotherapeut*innen\n${siteUrl}`,
    ].join('\n\n'),
    html: page(
      `${paragraph(`Guten Tag ${name},`)}${paragraph(opening)}${table(facts)}${paragraph(next)}${small(ignore)}`,
    ),
  };
}

const paragraph = (text: string) => `<p style="margin: 0 0 16px">${escapeHtml(text)}</p>`;
const small = (text: string) => `<p style="margin: 0 0 8px; font-size: 14px; color: #4b5752">${escapeHtml(text)}</p>`;

function table(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([term, value]) =>
      `<tr><th scope="row" style="padding: 6px 16px 6px 0; text-align: left; vertical-align: top; font-weight: 600">${escapeHtml(term)}</th><td style="padding: 6px 0; white-space: pre-line">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin: 0 0 16px; font-size: 15px">${rows.join('')}</table>`;
}

function page(content: string): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light" /><title>Eingangsbestätigung Ihres Widerrufs</title></head>
<body style="margin: 0; background: #f3f5f4; color: #1c2521; font-family: 'Segoe UI', Helvetica, Arial, sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #f3f5f4"><tr><td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px; background: #ffffff; border: 1px solid #dbe2de; border-radius: 8px">
<tr><td style="padding: 24px 32px 0; font-size: 16px; font-weight: 600; color: #1f6b54">Nemus</td></tr>
<tr><td style="padding: 16px 32px 32px; font-size: 16px; line-height: 1.5"><h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.25">Eingangsbestätigung Ihres Widerrufs</h1>${content}</td></tr>
</table></td></tr></table></body></html>`;
}
