import { wrapText } from '@nemus/area';
import { printable, type PdfFonts } from '@nemus/area/pdf';
import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { embedFonts } from './certificate-fonts';
import { qrCode } from './qr-code';

/** Content of a certificate. Texts are German and ready to print. */
export interface CertificateContent {
  /** Kind of certificate: "Teilnahmebescheinigung". */
  readonly heading: string;
  /** Text between name and title: "teilgenommen hat an". */
  readonly deed: string;
  /** First and last name. */
  readonly holder: string;
  /** The attended or completed event. */
  readonly title: string;
  /** Further facts, each on a line: "Umfang: 12 UE". */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly issuer: string;
  /** The issuer's number. */
  readonly number: string;
  /** When it was issued, `dd.MM.yyyy`. */
  readonly issuedOn: string;
  /** Why it is unsigned, or what it is worth. */
  readonly validity: string;
  /** Address for checking it; null for one that cannot be checked. */
  readonly proof: string | null;
}

/** A4 across, in points. */
const PAGE = { width: 841.89, height: 595.28 };
const MARGIN = 72;
/** X position of the facts' values, next to their labels. */
const FACT_INDENT = 110;
const LINE = 17;
/** Space for the mark of a cut text. */
const ELLIPSIS = 15;
/** Issuer, date and number are below it. */
const FOOT = 124;
/** Position of the QR code: 21 mm wide, with its quiet zone. */
const QR = { size: 60, bottom: 46, gap: 16 };
const COLOR = {
  primary: rgb(0.059, 0.322, 0.341),
  text: rgb(0.11, 0.157, 0.161),
  muted: rgb(0.333, 0.376, 0.373),
  line: rgb(0.886, 0.863, 0.816),
};

/** Draws a certificate on one A4 page. */
export async function createCertificatePdf(given: CertificateContent): Promise<Uint8Array> {
  const content = {
    ...given,
    holder: printable(given.holder),
    title: printable(given.title),
    issuer: printable(given.issuer),
    facts: given.facts.map(([label, value]) => [label, printable(value)] as const),
  };
  const document = await PDFDocument.create();
  document.setTitle(`${content.heading}: ${content.title}`, { showInWindowTitleBar: true });
  document.setAuthor(content.issuer);
  document.setSubject(content.title);
  document.setLanguage('de-DE');
  document.setCreator('Nemus');
  document.setProducer('Nemus');
  const fonts = await embedFonts(document, textsOf(content));
  drawCertificate(document.addPage([PAGE.width, PAGE.height]), fonts, content);
  return document.save();
}

/** Everything that varies; the words of the certificate itself are German. */
function textsOf({
  heading,
  deed,
  holder,
  title,
  facts,
  issuer,
  number,
  issuedOn,
  validity,
  proof,
}: CertificateContent): string[] {
  return [heading, deed, holder, title, ...facts.flat(), issuer, number, issuedOn, validity, proof ?? ''];
}

function drawCertificate(page: PDFPage, fonts: PdfFonts, content: CertificateContent) {
  page.drawRectangle({ x: 0, y: 0, width: 14, height: PAGE.height, color: COLOR.primary });
  page.drawRectangle({
    x: 36,
    y: 36,
    width: PAGE.width - 58,
    height: PAGE.height - 72,
    borderColor: COLOR.line,
    borderWidth: 1,
  });
  const write = (text: string, y: number, size: number, font = fonts.regular, color = COLOR.text) =>
    page.drawText(text, { x: MARGIN, y, size, font, color });

  write('NEMUS', 522, 12, fonts.bold, COLOR.primary);
  write(content.heading, 468, 34, fonts.bold, COLOR.primary);
  write('Hiermit wird bestätigt, dass', 428, 13, fonts.regular, COLOR.muted);
  write(content.holder, 392, fitSize(content.holder, fonts.bold, 26), fonts.bold);
  write(content.deed, 362, 13, fonts.regular, COLOR.muted);

  let y = 330;
  for (const line of wrapText(content.title, fonts.bold, 20, PAGE.width - 2 * MARGIN).slice(0, 3)) {
    write(line, y, 20, fonts.bold);
    y -= 26;
  }
  y = Math.min(y - 8, 284);
  for (const [label, value] of content.facts) {
    write(`${label}:`, y, 12, fonts.regular, COLOR.muted);
    const lines = wrapText(value, fonts.regular, 12, PAGE.width - 2 * MARGIN - FACT_INDENT - ELLIPSIS);
    for (const line of cutLines(lines, Math.max(1, Math.floor((y - FOOT) / LINE)))) {
      page.drawText(line, { x: MARGIN + FACT_INDENT, y, size: 12, font: fonts.regular, color: COLOR.text });
      y -= LINE;
    }
    y -= 3;
  }

  page.drawLine({
    start: { x: MARGIN, y: 116 },
    end: { x: PAGE.width - MARGIN, y: 116 },
    thickness: 0.75,
    color: COLOR.line,
  });
  const room = PAGE.width - 2 * MARGIN - (content.proof === null ? 0 : QR.size + QR.gap);
  const fitted = (text: string, y: number, font: PDFFont, most: number, color = COLOR.muted) =>
    write(text, y, fitSize(text, font, most, room), font, color);
  fitted(content.issuer, 96, fonts.bold, 12, COLOR.text);
  fitted(`Ausgestellt am ${content.issuedOn} · Nr. ${content.number}`, 79, fonts.regular, 10);
  fitted(content.validity, 62, fonts.regular, 10);
  if (content.proof !== null) {
    fitted(`Echtheit prüfen: ${content.proof}`, 46, fonts.regular, 10);
    drawQrCode(page, content.proof);
  }
}

/** The address as a QR code: below the line on the right, with the required quiet zone. */
function drawQrCode(page: PDFPage, address: string) {
  const { size, runs } = qrCode(address);
  const module = QR.size / size;
  // One path, with the y axis pointing down: separate rectangles would leave hairlines.
  const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h${-length}z`).join('');
  page.drawSvgPath(path, {
    x: PAGE.width - MARGIN - QR.size,
    y: QR.bottom + QR.size,
    scale: module,
    color: COLOR.text,
    borderWidth: 0,
  });
}

/** At most this many lines; the last one marks the cut. */
function cutLines(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1] ?? ''} …`];
}

/** The largest size up to `most` points at which the text fits into the room; between the margins without one. */
function fitSize(text: string, font: PDFFont, most: number, room = PAGE.width - 2 * MARGIN): number {
  const width = font.widthOfTextAtSize(text, most);
  return Math.min(most, (most * room) / width);
}
