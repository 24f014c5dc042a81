import { escapeHtml } from './mail.ts';

/** A paragraph of a mail. */
export const paragraph = (text: string) => `<p style="margin: 0 0 16px">${escapeHtml(text)}</p>`;
/** A quieter paragraph, for notes at the end. */
export const small = (text: string) =>
  `<p style="margin: 0 0 8px; font-size: 14px; color: #4b5752">${escapeHtml(text)}</p>`;

/** A link as a button, and its address for those whose mail program shows no buttons. */
export function button(link: string, label: string): string {
  const address = escapeHtml(link);
  return `<p style="margin: 24px 0"><a href="${address}" style="display: inline-block; padding: 12px 24px; border-radius: 6px; background: #1f6b54; color: #ffffff; font-weight: 600; text-decoration: none">${escapeHtml(label)}</a></p>
<p style="margin: 0 0 24px; font-size: 14px; color: #4b5752; word-break: break-all">Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:<br /><a href="${address}" style="color: #1f6b54">${address}</a></p>`;
}

/** A link within the notes at the end. */
export const smallLink = (link: string, label: string) =>
  `<p style="margin: 0 0 8px; font-size: 14px; color: #4b5752"><a href="${escapeHtml(link)}" style="color: #1f6b54">${escapeHtml(label)}</a></p>`;

const END = '</td></tr></table></td></tr></table></body></html>';

/** The frame that all mails of the portal share, those of `supabase/templates` as well. `content` is HTML. */
export function mailPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light" /><title>${escapeHtml(title)}</title></head>
<body style="margin: 0; background: #f3f5f4; color: #1c2521; font-family: 'Segoe UI', Helvetica, Arial, sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #f3f5f4"><tr><td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px; table-layout: fixed; background: #ffffff; border: 1px solid #dbe2de; border-radius: 8px">
<tr><td style="padding: 24px 24px 0; font-size: 16px; font-weight: 600; color: #1f6b54">Nemus</td></tr>
<tr><td style="padding: 16px 24px 32px; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere"><h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.25">${escapeHtml(title)}</h1>${content}${END}`;
}

/** A page of {@link mailPage} with more at its end. `content` is HTML. */
export const withFoot = (page: string, content: string): string =>
  page.endsWith(END) ? `${page.slice(0, -END.length)}${content}${END}` : page;

/** End of a mail in plain text. */
export const signature = (siteUrl: string) => `--\nNemus · Weiterbildungsportal für Psychotherapeut*innen\n${siteUrl}`;
