import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { formatDay, formatMoney, formatNumber } from '../texts/values.ts';
import { archivable, type EmbeddedInvoice } from './archivable.ts';
import { embedFonts, missingCharacters } from './embed-fonts.ts';
import type { FontFiles } from './font-pair.ts';
import type { Invoice } from './invoice.ts';
import { METHOD_LABELS } from './payment-methods.ts';
import { printable } from './printable.ts';
import { transferTexts } from './transfer.ts';
import { wrapText } from './wrap-text.ts';

/** A4 portrait, in points. */
const PAGE = { width: 595.28, height: 841.89 };
const LEFT = 62;
const RIGHT = PAGE.width - 56;
const COLOR = {
  primary: rgb(0.059, 0.322, 0.341),
  text: rgb(0.11, 0.157, 0.161),
  muted: rgb(0.333, 0.376, 0.373),
  line: rgb(0.886, 0.863, 0.816),
};

interface Pen {
  readonly document: PDFDocument;
  page: PDFPage;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}
interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: ReturnType<typeof rgb>;
  /** Right-aligned at `x`. */
  readonly end?: boolean;
}

/** No table line below this; totals and the following text need more. */
const TABLE_END = 120;
const TOTALS_HEIGHT = 200;

/**
 * Draws an invoice, or the cancellation of one, on A4 pages with everything that § 14 (4) UStG requires.
 *
 * @param original the same document in structured form: the file is then PDF/A-3 and embeds it (ZUGFeRD); null: PDF/A-2
 */
export async function drawInvoice(
  invoice: Invoice,
  original: EmbeddedInvoice | null,
  files: FontFiles,
): Promise<Uint8Array> {
  const missing = missingCharacters(files.regular, [JSON.stringify(invoice)]);
  if (missing.length > 0) throw new Error(`The font of the invoice lacks ${missing.join(' ')}.`);
  const document = await PDFDocument.create();
  await archivable(document, {
    title: printable(`${headingOf(invoice)} ${invoice.number}`),
    author: printable(invoice.seller.name),
    // The same document always gives the same file.
    createdAt: new Date(`${invoice.issued_on}T00:00:00Z`),
    identity: invoice.number.padEnd(16, ' '),
    ...(original && { invoice: original }),
  });
  const fonts = await embedFonts(document, files);
  const pen: Pen = { document, page: document.addPage([PAGE.width, PAGE.height]), ...fonts };
  drawAddresses(pen, invoice);
  const below = drawHeading(pen, invoice);
  drawTotals(pen, invoice, drawLines(pen, invoice, below));
  for (const [index, page] of document.getPages().entries()) {
    drawFooter({ ...pen, page }, invoice, index + 1, document.getPageCount());
  }
  return document.save({ useObjectStreams: false });
}

/** Starts a continuation page. Returns the y position. */
function nextPage(pen: Pen, { number }: Pick<Invoice, 'number'>): number {
  pen.page = pen.document.addPage([PAGE.width, PAGE.height]);
  write(pen, `Fortsetzung zu ${number}`, LEFT, 780, { size: 9, color: COLOR.muted });
  return 750;
}

/** A document that credits more than it charges corrects an invoice; it does not cancel it. */
const isCorrection = ({ kind, lines, document_code: code }: Pick<Invoice, 'kind' | 'lines' | 'document_code'>) =>
  kind === 'cancellation' && (code === null ? lines.length > 1 : code === 381);

function headingOf(invoice: Pick<Invoice, 'kind' | 'is_sample' | 'lines' | 'document_code' | 'is_collective'>): string {
  const { kind, is_sample, is_collective } = invoice;
  const bill = is_collective ? 'Sammelrechnung' : 'Rechnung';
  const heading = kind === 'invoice' ? bill : isCorrection(invoice) ? 'Rechnungskorrektur' : 'Stornorechnung';
  return is_sample ? `${heading} (Muster)` : heading;
}

function drawAddresses(pen: Pen, { seller, buyer }: Invoice) {
  write(pen, 'NEMUS', LEFT, 780, { size: 13, bold: true, color: COLOR.primary });
  const sender = [seller.name, seller.street, seller.extra_line, `${seller.postal_code} ${seller.city}`].filter(
    (part) => part.trim(),
  );
  write(pen, sender.join(' · '), LEFT, 716, { size: 7.5, color: COLOR.muted });
  const lines = [buyer.name, ...buyer.address.split('\n')].map((line) => line.trim()).filter(Boolean);
  let y = 698;
  for (const line of lines.flatMap((text) => wrapText(printable(text), pen.regular, 10.5, 250))) {
    write(pen, line, LEFT, y);
    y -= 14;
  }
  if (buyer.vat_id !== '') write(pen, `USt-IdNr. ${buyer.vat_id}`, LEFT, y - 2, { size: 9, color: COLOR.muted });
}

/** "01.11.2026 bis 30.11.2026", or the one day. */
const periodText = (from: string, until: string) =>
  until === from ? formatDay(from) : `${formatDay(from)} bis ${formatDay(until)}`;

/** Everything on it is paid before the service. */
const isAdvance = ({ lines }: Pick<Invoice, 'lines'>) => lines.every(({ is_advance: advance }) => advance === true);

/** That it was paid, when and how; null if that is not recorded, or differs by line. */
function paidText({ kind, lines, balance_cents: balance, gross_cents: gross }: Invoice): string | null {
  const [first] = lines;
  const isOne = lines.every(({ paid_on: on, paid_by: by }) => on === first?.paid_on && by === first?.paid_by);
  if (kind !== 'invoice' || !first?.paid_on || !first.paid_by || !isOne) return null;
  const how = balance === gross ? METHOD_LABELS.balance : METHOD_LABELS[first.paid_by];
  return `Bezahlt am ${formatDay(first.paid_on)}: ${how}.`;
}

/** Returns the y position of the table. */
function drawHeading(pen: Pen, invoice: Invoice): number {
  const facts = [
    [invoice.kind === 'invoice' ? 'Rechnungsnummer' : 'Belegnummer', invoice.number],
    ['Rechnungsdatum', formatDay(invoice.issued_on)],
    isAdvance(invoice) && invoice.service_until === null
      ? ['Leistung', 'nach der Vorauszahlung']
      : invoice.service_until === null
        ? ['Leistungsdatum', formatDay(invoice.service_on)]
        : ['Leistungszeitraum', periodText(invoice.service_on, invoice.service_until)],
    ...(invoice.buyer.reference === '' ? [] : [['Ihre Referenz', invoice.buyer.reference] as const]),
  ] as const;
  let y = 698;
  for (const [term, value] of facts) {
    // There is room for a period next to the longest term.
    write(pen, term, 330, y, { size: 9.5, color: COLOR.muted });
    write(pen, value, RIGHT, y, { size: 9.5, end: true });
    y -= 15;
  }
  write(pen, headingOf(invoice), LEFT, 582, { size: 22, bold: true, color: COLOR.primary });
  if (invoice.cancels === null) return 540;
  write(
    pen,
    `${isCorrection(invoice) ? 'Rechnungskorrektur zu' : 'Storno zur Rechnung'} ${invoice.cancels.number}`,
    LEFT,
    560,
    {
      color: COLOR.muted,
    },
  );
  return 526;
}

/** Returns the y position of the totals. */
function drawLines(pen: Pen, invoice: Invoice, top: number): number {
  const { lines } = invoice;
  const isMixed = (invoice.taxes?.length ?? 0) > 1;
  const head: Style = { size: 9, color: COLOR.muted };
  write(pen, 'Beschreibung', LEFT, top, head);
  write(pen, 'Menge', 400, top, { ...head, end: true });
  write(pen, 'Betrag (brutto)', RIGHT, top, { ...head, end: true });
  rule(pen, top - 8);
  let y = top - 26;
  for (const { description, quantity, unit, gross_cents, ...line } of lines) {
    const { service_from, service_until, tax, is_advance: advance, paid_on: on, paid_by: by } = line;
    if (y < TABLE_END) y = nextPage(pen, invoice);
    write(pen, `${formatNumber(quantity)} ${unit}`, 400, y, { end: true });
    write(pen, formatMoney(gross_cents), RIGHT, y, { end: true });
    for (const line of wrapText(printable(description), pen.regular, 10.5, 230)) {
      write(pen, line, LEFT, y);
      y -= 14;
    }
    const facts = [
      service_from &&
        service_until &&
        (service_from === service_until ? formatDay(service_from) : periodText(service_from, service_until)),
      advance && 'Vorauszahlung',
      isMixed && tax && `Umsatzsteuer ${formatNumber(tax.rate)} %`,
      invoice.is_collective && on && by && `bezahlt am ${formatDay(on)}, ${METHOD_LABELS[by]}`,
    ].filter(Boolean);
    if (facts.length > 0) {
      write(pen, facts.join(' · '), LEFT, y, { size: 9, color: COLOR.muted });
      y -= 14;
    }
    y -= 6;
  }
  rule(pen, y + 4);
  return y - 16;
}

/** The sums of each tax treatment. */
function taxRows({ taxes, net_cents: net, tax_cents: tax, tax_rate: rate, rounding_cents: rounding }: Invoice) {
  const rows: (readonly [string, string])[] = [['Nettobetrag', formatMoney(net)]];
  for (const group of taxes ?? [{ rate, net_cents: net, tax_cents: tax }]) {
    const none =
      'category' in group && (group.category === 'AE' || group.category === 'O')
        ? 'Ohne Umsatzsteuer'
        : 'Umsatzsteuerfrei';
    const words = group.rate === 0 && taxes !== null ? none : `zzgl. ${formatNumber(group.rate)} % Umsatzsteuer`;
    const of = (taxes?.length ?? 0) > 1 ? ` auf ${formatMoney(group.net_cents)}` : '';
    rows.push([`${words}${of}`, formatMoney(group.tax_cents)]);
  }
  if (rounding !== 0) rows.push(['Rundung', formatMoney(rounding)]);
  return rows;
}

function drawTotals(pen: Pen, invoice: Invoice, top: number) {
  let y = top < TOTALS_HEIGHT ? nextPage(pen, invoice) : top;
  for (const [term, value] of taxRows(invoice)) {
    write(pen, term, 290, y, { color: COLOR.muted });
    write(pen, value, RIGHT, y, { end: true });
    y -= 17;
  }
  rule(pen, y + 8, 290);
  write(pen, 'Gesamtbetrag', 290, y - 8, { size: 12, bold: true });
  write(pen, formatMoney(invoice.gross_cents), RIGHT, y - 8, { size: 12, bold: true, end: true });
  y = drawBalance(pen, invoice, y - 8);
  let below = y - 40;
  const paid = paidText(invoice);
  const advance = isAdvance(invoice) ? 'Vorauszahlung' : null;
  const { payment, number, gross_cents: gross } = invoice;
  const transfer = payment?.due_on ? transferTexts(payment, number, gross) : [];
  for (const text of [paid, advance, ...transfer]) {
    if (text === null) continue;
    for (const line of wrapText(printable(text), pen.regular, 9.5, RIGHT - LEFT)) {
      write(pen, line, LEFT, below, { size: 9.5 });
      below -= 15;
    }
  }
  const grounds = (invoice.taxes ?? [{ note: invoice.tax_note }]).map(({ note }) => note ?? '').filter(Boolean);
  for (const line of [...new Set(grounds)].flatMap((note) =>
    wrapText(printable(note), pen.regular, 9.5, RIGHT - LEFT),
  )) {
    write(pen, line, LEFT, below, { size: 9.5, color: COLOR.muted });
    below -= 13;
  }
  if (invoice.is_sample) {
    write(pen, 'Musterbeleg zur Ansicht, keine Rechnung im Sinne des Umsatzsteuergesetzes.', LEFT, below - 8, {
      size: 9.5,
      bold: true,
    });
  }
}

/** What an earlier plan change settles, or will. Returns the y position of its end. */
function drawBalance(pen: Pen, { balance_cents: balance, gross_cents: gross, lines }: Invoice, top: number): number {
  if (gross < 0 && lines.some(({ gross_cents: cents }) => cents > 0)) {
    const words = 'Der Betrag wird mit den nächsten Rechnungen verrechnet.';
    write(pen, words, RIGHT, top - 18, { size: 8.5, color: COLOR.muted, end: true });
    return top - 18;
  }
  if (balance === 0) return top;
  const settled = [
    ['Mit Guthaben verrechnet', formatMoney(-balance)],
    ['Gezahlt', formatMoney(gross - balance)],
  ] as const;
  let y = top;
  for (const [term, value] of settled) {
    y -= 17;
    write(pen, term, 290, y, { color: COLOR.muted });
    write(pen, value, RIGHT, y, { end: true });
  }
  return y;
}

function drawFooter(pen: Pen, { seller }: Invoice, page: number, pages: number) {
  rule(pen, 84);
  const place = `${seller.postal_code} ${seller.city}`;
  const address = [seller.street, seller.extra_line, place, seller.country].filter((part) => part.trim());
  const taxes = [
    seller.tax_number === '' ? '' : `Steuernummer ${seller.tax_number}`,
    seller.vat_id === '' ? '' : `USt-IdNr. ${seller.vat_id}`,
    seller.email,
  ].filter(Boolean);
  const people = seller.representatives === '' ? '' : `Vertreten durch: ${seller.representatives}`;
  const company = [seller.register, people].filter(Boolean).join(' · ');
  const style: Style = { size: 8.5, color: COLOR.muted };
  write(pen, [seller.name, ...address].join(' · '), LEFT, 68, style);
  write(pen, taxes.join(' · '), LEFT, 56, style);
  if (company !== '') write(pen, company, LEFT, 44, style);
  if (pages > 1) write(pen, `Seite ${page} von ${pages}`, RIGHT, 32, { ...style, end: true });
}

function write(pen: Pen, text: string, x: number, y: number, style: Style = {}) {
  const { size = 10.5, bold = false, color = COLOR.text, end = false } = style;
  const font = bold ? pen.bold : pen.regular;
  const shown = printable(text);
  pen.page.drawText(shown, { x: end ? x - font.widthOfTextAtSize(shown, size) : x, y, size, font, color });
}

function rule({ page }: Pen, y: number, from = LEFT) {
  page.drawLine({ start: { x: from, y }, end: { x: RIGHT, y }, thickness: 0.75, color: COLOR.line });
}
