import type { Sms } from './sms';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
const dates = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

const paidAs = ({ parts, encoding }: Sms) =>
  `${parts === 1 ? '1 SMS' : `${parts} SMS`}, ${encoding === 'gsm' ? 'GSM-7' : 'UCS-2'}`;

const entry = (sms: Sms) => `<li>
<h2>${escapeHtml(sms.to)}</h2>
<p class="said">${escapeHtml(sms.text)}</p>
<p class="soft">${dates.format(new Date(sms.at))} Uhr · von „${escapeHtml(sms.from)}“ · ${paidAs(sms)}</p>
</li>`;

/** The page of all SMS, without a script: reload it to see newer ones. */
export function smsPage(all: readonly Sms[]): string {
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>SMS · Nemus lokal</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="/inbox.css" />
</head>
<body>
<header class="bar">
<h1>SMS</h1>
<p class="hint">Alle SMS, die das Portal auf diesem Rechner verschickt. Keine davon verlässt ihn.</p>
<nav aria-label="Seiten"><a class="page" href="/sms">Neu laden</a> <a class="page" href="/">Posteingang</a></nav>
</header>
<main class="texts">
${
  all.length === 0
    ? '<p class="empty">Noch keine SMS. Wer im Portal unter „Konto“ eine Mobilnummer einträgt, findet den Code hier.</p>'
    : `<ol aria-label="SMS, neueste zuerst">${all.map(entry).join('\n')}</ol>`
}
</main>
</body>
</html>`;
}
