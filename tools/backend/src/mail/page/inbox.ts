import { html } from 'hono/html';
import type { Mail } from '../mail';

const dates = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });
const timeOf = ({ at }: Mail) => `${dates.format(new Date(at))} Uhr`;

/** An open mail, and whether its text is shown instead of its HTML. */
export interface OpenMail {
  readonly mail: Mail;
  readonly asText: boolean;
}

/** Escaped markup. */
type Markup = ReturnType<typeof html>;

/** A page of this server, without a script: reload it to see what is new. */
export const documentOf = (title: string, hint: string, links: Markup, main: Markup): Markup =>
  html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Nemus lokal</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/inbox.css" />
      </head>
      <body>
        <header class="bar">
          <h1>${title}</h1>
          <p class="hint">${hint}</p>
          <nav aria-label="Seiten">${links}</nav>
        </header>
        ${main}
      </body>
    </html>`;

/** The inbox: all mails, newest first, and the open one beside them. */
export function inboxPage(mails: readonly Mail[], open: OpenMail | null): Markup {
  const entry = (mail: Mail) =>
    html`<li>
      <a href="/?mail=${mail.id}" aria-current="${mail.id === open?.mail.id ? 'true' : 'false'}">
        <strong>${mail.subject}</strong><span>${mail.to} · ${timeOf(mail)}</span>
      </a>
    </li>`;
  return documentOf(
    'Posteingang',
    'Alle E-Mails, die das Portal auf diesem Rechner verschickt. Keine davon verlässt ihn.',
    html`<a class="page" href="/">Neu laden</a> <a class="page" href="/sms">SMS</a>`,
    html`<main data-view="${open ? 'message' : 'list'}">
      <section class="list" aria-labelledby="list-title">
        <h2 id="list-title">Nachrichten</h2>
        ${
          mails.length === 0
            ? html`<p class="empty">
                Noch keine Nachrichten. Wer sich im Portal registriert oder sein Passwort vergessen hat, findet seine
                E-Mail hier.
              </p>`
            : html`<ol>
                ${mails.map(entry)}
              </ol>`
        }
      </section>
      <article class="message">
        ${open ? openMail(open) : html`<p class="empty">Wählen Sie links eine Nachricht aus.</p>`}
      </article>
    </main>`,
  );
}

function openMail({ mail, asText }: OpenMail): Markup {
  const as = (name: string, address: string, isCurrent: boolean) =>
    html`<a href="${address}" aria-current="${isCurrent ? 'true' : 'false'}">${name}</a>`;
  const files = (mail.attachments ?? []).map(
    ({ filename }, index) => html`<a href="/messages/${mail.id}/files/${index}">Anhang: ${filename}</a>`,
  );
  return html`<div id="open">
    <a href="/" class="back">Zur Liste</a>
    <h2>${mail.subject}</h2>
    <p class="facts">An ${mail.to}, empfangen ${timeOf(mail)}</p>
    ${files.length === 0 ? '' : html`<p class="facts">${files}</p>`}
    <p class="forms">
      ${as('Gestaltet', `/?mail=${mail.id}`, !asText)} ${as('Nur Text', `/?mail=${mail.id}&as=text`, asText)}
    </p>
    ${
      asText
        ? html`<pre id="text" tabindex="0" aria-label="Inhalt der Nachricht als Text">${mail.text}</pre>`
        : html`<iframe
            id="html"
            title="Inhalt der Nachricht"
            src="/messages/${mail.id}"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
    }
  </div>`;
}
