import { html } from 'hono/html';
import { documentOf } from '../mail/page/inbox';
import type { Sms } from './sms';

const dates = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

const paidAs = ({ parts, encoding }: Sms) =>
  `${parts === 1 ? '1 SMS' : `${parts} SMS`}, ${encoding === 'gsm' ? 'GSM-7' : 'UCS-2'}`;

const entry = (sms: Sms) =>
  html`<li>
    <h2>${sms.to}</h2>
    <p class="said">${sms.text}</p>
    <p class="soft">${dates.format(new Date(sms.at))} Uhr · von „${sms.from}“ · ${paidAs(sms)}</p>
  </li>`;

/** The page of all SMS. */
export const smsPage = (all: readonly Sms[]) =>
  documentOf(
    'SMS',
    'Alle SMS, die das Portal auf diesem Rechner verschickt. Keine davon verlässt ihn.',
    html`<a class="page" href="/sms">Neu laden</a> <a class="page" href="/">Posteingang</a>`,
    html`<main class="texts">
      ${
        all.length === 0
          ? html`<p class="empty">
              Noch keine SMS. Wer im Portal unter „Konto“ eine Mobilnummer einträgt, findet den Code hier.
            </p>`
          : html`<ol aria-label="SMS, neueste zuerst">
              ${all.map(entry)}
            </ol>`
      }
    </main>`,
  );
