import type { Invoice } from '@nemus/data';
import { formatCents, formatDate, formatNumber } from '@nemus/ui';
import { wrapText } from '../files/pdf-text';
import { periodText } from './purchase-labels';
import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';

/** A4 upright, in points. */
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
  readonly page: PDFPage;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}
interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: ReturnType<typeof rgb>;
  /** The text ends at `x`. */
  readonly end?: boolean;
}

/** Draws an invoice, or the cancellation of one, on one A4 page with everything that § 14 (4) UStG asks for. */
export async function createInvoicePdf(invoice: Invoice): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const title = `${headingOf(invoice)} ${invoice.number}`;
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor(invoice.seller.name);
  document.setLanguage('de-DE');
  document.setCreator('Nemus');
  document.setProducer('Nemus');
  const pen: Pen = {
    page: document.addPage([PAGE.width, PAGE.height]),
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  drawAddresses(pen, invoice);
  const below = drawHeading(pen, invoice);
  drawTotals(pen, invoice, drawLines(pen, invoice, below));
  drawFooter(pen, invoice);
  return document.save();
}

/** A document that credits more than it charges corrects an invoice; it does not take it back. */
const isCorrection = ({ kind, lines }: Pick<Invoice, 'kind' | 'lines'>) => kind === 'cancellation' && lines.length > 1;

function headingOf(invoice: Pick<Invoice, 'kind' | 'is_sample' | 'lines'>): string {
  const { kind, is_sample } = invoice;
  const heading = kind === 'invoice' ? 'Rechnung' : isCorrection(invoice) ? 'Rechnungskorrektur' : 'Stornorechnung';
  return is_sample ? `${heading} (Muster)` : heading;
}

function drawAddresses(pen: Pen, { seller, buyer }: Invoice) {
  write(pen, 'NEMUS', LEFT, 780, { size: 13, bold: true, color: COLOR.primary });
  const sender = [seller.name, seller.street, `${seller.postal_code} ${seller.city}`].filter((part) => part.trim());
  write(pen, sender.join(' · '), LEFT, 716, { size: 7.5, color: COLOR.muted });
  const lines = [buyer.name, ...buyer.address.split('\n')].map((line) => line.trim()).filter(Boolean);
  let y = 698;
  for (const line of lines.flatMap((text) => wrapText(printable(text, pen.regular), pen.regular, 10.5, 250))) {
    write(pen, line, LEFT, y);
    y -= 14;
  }
  if (buyer.vat_id !== '') write(pen, `USt-IdNr. ${buyer.vat_id}`, LEFT, y - 2, { size: 9, color: COLOR.muted });
}

/** Returns where the table begins. */
function drawHeading(pen: Pen, invoice: Invoice): number {
  const facts = [
    [invoice.kind === 'invoice' ? 'Rechnungsnummer' : 'Belegnummer', invoice.number],
    ['Rechnungsdatum', formatDate(invoice.issued_on)],
    invoice.service_until === null
      ? ['Leistungsdatum', formatDate(invoice.service_on)]
      : ['Leistungszeitraum', periodText(invoice.service_on, invoice.service_until)],
  ] as const;
  let y = 698;
  for (const [term, value] of facts) {
    // Beside the longest term there is room for a period.
    write(pen, term, 330, y, { size: 9.5, color: COLOR.muted });
    write(pen, value, RIGHT, y, { size: 9.5, end: true });
    y -= 15;
  }
  write(pen, headingOf(invoice), LEFT, 582, { size: 22, bold: true, color: COLOR.primary });
  if (invoice.cancels === null) return 540;
  write(pen, `${isCorrection(invoice) ? 'Korrektur' : 'Storno'} zur Rechnung ${invoice.cancels.number}`, LEFT, 560, {
    color: COLOR.muted,
  });
  return 526;
}

/** Returns where the totals begin. */
function drawLines(pen: Pen, { lines }: Invoice, top: number): number {
  const head: Style = { size: 9, color: COLOR.muted };
  write(pen, 'Beschreibung', LEFT, top, head);
  write(pen, 'Menge', 400, top, { ...head, end: true });
  write(pen, 'Betrag (brutto)', RIGHT, top, { ...head, end: true });
  rule(pen, top - 8);
  let y = top - 26;
  for (const { description, quantity, unit, gross_cents, service_from, service_until } of lines) {
    write(pen, `${formatNumber(quantity)} ${unit}`, 400, y, { end: true });
    write(pen, formatCents(gross_cents), RIGHT, y, { end: true });
    for (const line of wrapText(printable(description, pen.regular), pen.regular, 10.5, 230)) {
      write(pen, line, LEFT, y);
      y -= 14;
    }
    if (service_from && service_until) {
      write(pen, periodText(service_from, service_until), LEFT, y, { size: 9, color: COLOR.muted });
      y -= 14;
    }
    y -= 6;
  }
  rule(pen, y + 4);
  return y - 16;
}

function drawTotals(pen: Pen, invoice: Invoice, top: number) {
  const rate = formatNumber(invoice.tax_rate);
  const totals = [
    ['Nettobetrag', formatCents(invoice.net_cents)],
    [`zzgl. ${rate} % Umsatzsteuer`, formatCents(invoice.tax_cents)],
  ] as const;
  let y = top;
  for (const [term, value] of totals) {
    write(pen, term, 330, y, { color: COLOR.muted });
    write(pen, value, RIGHT, y, { end: true });
    y -= 17;
  }
  rule(pen, y + 8, 330);
  write(pen, 'Gesamtbetrag', 330, y - 8, { size: 12, bold: true });
  write(pen, formatCents(invoice.gross_cents), RIGHT, y - 8, { size: 12, bold: true, end: true });
  y = drawBalance(pen, invoice, y - 8);
  let note = y - 40;
  for (const line of invoice.tax_note === null
    ? []
    : wrapText(printable(invoice.tax_note, pen.regular), pen.regular, 9.5, RIGHT - LEFT)) {
    write(pen, line, LEFT, note, { size: 9.5, color: COLOR.muted });
    note -= 13;
  }
  if (invoice.is_sample) {
    write(pen, 'Musterbeleg zur Ansicht, keine Rechnung im Sinne des Umsatzsteuergesetzes.', LEFT, note - 8, {
      size: 9.5,
      bold: true,
    });
  }
}

/** What was settled with an earlier change of plan, or will be. Returns where it ends. */
function drawBalance(pen: Pen, { balance_cents: balance, gross_cents: gross, lines }: Invoice, top: number): number {
  if (gross < 0 && lines.length > 1) {
    const words = 'Der Betrag wird mit den nächsten Rechnungen verrechnet.';
    write(pen, words, RIGHT, top - 18, { size: 8.5, color: COLOR.muted, end: true });
    return top - 18;
  }
  if (balance === 0) return top;
  const settled = [
    ['Mit Guthaben verrechnet', formatCents(-balance)],
    ['Gezahlt', formatCents(gross - balance)],
  ] as const;
  let y = top;
  for (const [term, value] of settled) {
    y -= 17;
    write(pen, term, 330, y, { color: COLOR.muted });
    write(pen, value, RIGHT, y, { end: true });
  }
  return y;
}

function drawFooter(pen: Pen, { seller }: Invoice) {
  rule(pen, 84);
  const address = [seller.street, `${seller.postal_code} ${seller.city}`, seller.country].filter((part) => part.trim());
  const taxes = [
    seller.tax_number === '' ? '' : `Steuernummer ${seller.tax_number}`,
    seller.vat_id === '' ? '' : `USt-IdNr. ${seller.vat_id}`,
    seller.email,
  ].filter(Boolean);
  const style: Style = { size: 8.5, color: COLOR.muted };
  write(pen, [seller.name, ...address].join(' · '), LEFT, 68, style);
  write(pen, taxes.join(' · '), LEFT, 56, style);
}

function write(pen: Pen, text: string, x: number, y: number, style: Style = {}) {
  const { size = 10.5, bold = false, color = COLOR.text, end = false } = style;
  const font = bold ? pen.bold : pen.regular;
  const shown = printable(text, font);
  pen.page.drawText(shown, { x: end ? x - font.widthOfTextAtSize(shown, size) : x, y, size, font, color });
}

function rule({ page }: Pen, y: number, from = LEFT) {
  page.drawLine({ start: { x: from, y }, end: { x: RIGHT, y }, thickness: 0.75, color: COLOR.line });
}

/** Letters without a base letter in Unicode's eyes, and how they are written where a font lacks them. */
const WITHOUT_BASE: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  ẞ: 'SS',
};

/** The font knows Western European letters; another one is written as its base letter, or as a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const write = (character: string): string => {
    if (known.has(character.codePointAt(0) ?? 0)) return character;
    const written = WITHOUT_BASE[character];
    if (written !== undefined) return written;
    const [base = '?'] = character.normalize('NFD');
    return known.has(base.codePointAt(0) ?? 0) ? base : '?';
  };
  return Array.from(text.replaceAll(/\s/g, ' '), write).join('');
}
