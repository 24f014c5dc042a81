import { wrapText } from '@nemus/area';
import { archivable, embedFonts, printable, type PdfFonts } from '@nemus/area/pdf';
import {
  attributeWord,
  attributeWords,
  ENTRY_ATTRIBUTE_LABELS,
  ENTRY_ATTRIBUTES,
  formatMinutes,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  type LogbookPaper,
} from '@nemus/data';
import { formatDate, formatDateTime, formatNumber } from '@nemus/ui';
import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import {
  categoryOf,
  certificateLine,
  competencyOf,
  correctionOf,
  earlierNameOf,
  factsOf,
  institutionsOf,
  listOf,
  signatureOf,
  signaturesOf,
  totalsBy,
} from './paper-words';

/** A4 across, in points: nine columns need the width. */
const PAGE = { width: 841.89, height: 595.28 };
const MARGIN = 40;
const BOTTOM = 52;
const SIZE = 8;
const LINE = 10.5;
const COLOR = {
  primary: rgb(0.059, 0.322, 0.341),
  text: rgb(0.11, 0.157, 0.161),
  muted: rgb(0.333, 0.376, 0.373),
  line: rgb(0.886, 0.863, 0.816),
};

/** Columns of the list of entries, from the left: heading and width in points. */
const COLUMNS = [
  ['Nr.', 28],
  ['Datum', 52],
  ['Kategorie', 74],
  ['Dauer', 78],
  ['Kompetenz', 128],
  ['Stätte', 92],
  ['Fall', 52],
  ['Angaben, Notiz, Berichtigung', 130],
  ['Bestätigt', 127],
] as const;

/** Page and position of the next line. */
interface Pen {
  readonly document: PDFDocument;
  readonly fonts: PdfFonts;
  page: PDFPage;
  y: number;
}

/**
 * The logbook as a document for a chamber's archive (PDF/A-2b): sums, sections of employment, and every confirmed entry
 * with who signed it, corrections next to what they replaced. Each page has its number, the total, and the number for
 * checking whether the paper is genuine.
 *
 * @param proof address at which the number is looked up
 */
export async function createLogbookPdf(paper: LogbookPaper, proof: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  await archivable(document, {
    title: `Logbuch: ${printable(paper.holder)}`,
    author: 'Nemus Weiterbildungsportal',
    createdAt: new Date(paper.issued_at),
    identity: paper.number,
  });
  const fonts = await embedFonts(document, [JSON.stringify(paper)]);
  const pen: Pen = { document, fonts, page: document.addPage([PAGE.width, PAGE.height]), y: PAGE.height - MARGIN };
  drawHead(pen, paper);
  drawSums(pen, paper);
  drawSites(pen, paper);
  drawInstitutions(pen, paper);
  drawCourses(pen, paper);
  drawSignatures(pen, paper);
  drawEntries(pen, paper);
  drawFooters(document, fonts, paper, proof);
  // Without object streams: readers of archives are old.
  return document.save({ useObjectStreams: false });
}

function drawHead(pen: Pen, paper: LogbookPaper) {
  pen.y -= 14;
  write(pen, 'Logbuch der Weiterbildung', MARGIN, 20, pen.fonts.bold, COLOR.primary);
  pen.y -= 26;
  const facts: readonly (readonly [string, string])[] = [
    ...factsOf(paper),
    ['Stand', `${formatDateTime(paper.issued_at)} Uhr`],
    ['Nummer', paper.number],
    [
      'Verlauf',
      paper.last_step === null
        ? 'keine Einreichungen'
        : `${paper.last_step.number} Schritte, Prüfsumme des letzten: ${paper.last_step.hash}`,
    ],
  ];
  for (const [term, value] of facts) {
    write(pen, term, MARGIN, 9, pen.fonts.regular, COLOR.muted);
    write(pen, printable(value), MARGIN + 90, 9);
    pen.y -= 13;
  }
  const own =
    'Geburtsdatum, Kammer, Gebiet, Verfahren, Zeiträume und Abschnitte der Beschäftigung sind Angaben der Person und nicht Teil der Prüfung.';
  write(pen, own, MARGIN, SIZE, pen.fonts.regular, COLOR.muted);
  pen.y -= LINE;
}

function drawSums(pen: Pen, { sums, minutes, entries }: LogbookPaper) {
  heading(pen, 'Bestätigte Zeiten nach Kategorie');
  const counted = HOUR_CATEGORIES.flatMap((category): (readonly [string, string])[] => {
    const done = sums[category];
    return done === undefined ? [] : [[HOUR_CATEGORY_LABELS[category], formatMinutes(done)]];
  });
  drawPairs(pen, counted);
  drawPairs(pen, [['Zusammen', formatMinutes(minutes)]], pen.fonts.bold);
  if (entries.length === 0) return;
  for (const name of ENTRY_ATTRIBUTES) {
    // The setting is on every paper; the others where an entry names one.
    if (name !== 'setting' && entries.every((entry) => entry[name] === null)) continue;
    heading(pen, `Nach ${ENTRY_ATTRIBUTE_LABELS[name]}`);
    drawPairs(
      pen,
      totalsBy(entries, (entry) => attributeWord(entry, name), 'ohne Angabe'),
    );
  }
  heading(pen, 'Nach Stätte');
  drawPairs(
    pen,
    totalsBy(entries, ({ site }) => site, 'ohne Stätte'),
  );
  heading(pen, 'Nach Fall');
  drawPairs(
    pen,
    totalsBy(entries, ({ case: code }) => code, 'ohne Fall'),
  );
}

/** Pairs of a name and a value, in two columns; a long name takes more lines. */
function drawPairs(pen: Pen, pairs: readonly (readonly [string, string])[], font = pen.fonts.regular) {
  const width = (PAGE.width - 2 * MARGIN) / 2;
  const value = 130;
  for (let first = 0; first < pairs.length; first += 2) {
    const row = pairs.slice(first, first + 2).map(([name, text]) => ({
      lines: wrapCell(name, font, width - value - 20, 9),
      text,
    }));
    const height = Math.max(...row.map(({ lines }) => lines.length)) * 12 + 1;
    room(pen, height);
    row.forEach(({ lines, text }, column) => {
      const x = MARGIN + column * width;
      lines.forEach((line, index) =>
        pen.page.drawText(line, { x, y: pen.y - index * 12, size: 9, font, color: COLOR.text }),
      );
      write(pen, printable(text), x + width - value - 10, 9, font);
    });
    pen.y -= height;
  }
}

function drawCourses(pen: Pen, { courses, entries }: LogbookPaper) {
  const certificates = entries.filter(({ certificate }) => certificate !== null);
  heading(pen, 'Besuchte Kurse und Nachweise');
  if (courses.length + certificates.length === 0) {
    write(pen, 'Keine.', MARGIN, 9);
    pen.y -= 13;
  }
  const attended = [...courses, ...certificates.map(certificateLine)].toSorted((a, b) =>
    a.done_on.localeCompare(b.done_on),
  );
  for (const { title, done_on: day, category, minutes } of attended) {
    const lines = wrapCell(title, pen.fonts.regular, PAGE.width - 2 * MARGIN - 250, 9);
    room(pen, lines.length * 12 + 1);
    write(pen, formatDate(day), MARGIN, 9);
    write(pen, HOUR_CATEGORY_LABELS[category], MARGIN + 60, 9);
    write(pen, formatMinutes(minutes), MARGIN + 150, 9);
    for (const line of lines) {
      write(pen, line, MARGIN + 250, 9);
      pen.y -= 12;
    }
    pen.y -= 1;
  }
  const listed = [
    ['Kurse', courses],
    ['Zertifikate von anderswo', certificates],
  ] as const;
  for (const [name, rows] of listed) {
    if (rows.length === 0) continue;
    for (const line of wrapCell(listOf(name, rows), pen.fonts.bold, PAGE.width - 2 * MARGIN, 9)) {
      room(pen, 13);
      write(pen, line, MARGIN, 9, pen.fonts.bold);
      pen.y -= 13;
    }
  }
}

/** Who confirmed in the portal, in which role, and lines to sign by hand. */
function drawSignatures(pen: Pen, { entries, holder }: LogbookPaper) {
  heading(pen, 'Unterschriften');
  for (const [name, what] of signaturesOf(entries)) {
    for (const line of wrapCell(`${name}: ${what}`, pen.fonts.regular, PAGE.width - 2 * MARGIN, 9)) {
      room(pen, 13);
      write(pen, line, MARGIN, 9);
      pen.y -= 13;
    }
  }
  room(pen, 60);
  pen.y -= 40;
  const width = (PAGE.width - 2 * MARGIN - 30) / 2;
  [`Ort, Datum, Unterschrift: ${holder}`, 'Ort, Datum, Unterschrift: Befugte*r'].forEach((label, column) => {
    const x = MARGIN + column * (width + 30);
    pen.page.drawLine({
      start: { x, y: pen.y + 12 },
      end: { x: x + width, y: pen.y + 12 },
      thickness: 0.6,
      color: COLOR.muted,
    });
    write(pen, wrapCell(label, pen.fonts.regular, width, 8)[0] ?? '', x, 8, pen.fonts.regular, COLOR.muted);
  });
  pen.y -= 14;
}

function drawSites(pen: Pen, { sites }: LogbookPaper) {
  if (sites.length === 0) return;
  heading(pen, 'Abschnitte der Beschäftigung');
  for (const { name, started_on: from, ended_on: to, share } of sites) {
    room(pen, 13);
    write(pen, `${formatDate(from)} bis ${to === null ? 'heute' : formatDate(to)}`, MARGIN, 9);
    write(pen, `${formatNumber(share, 1)} %`, MARGIN + 140, 9);
    write(pen, printable(name), MARGIN + 180, 9);
    pen.y -= 13;
  }
}

function drawInstitutions(pen: Pen, { signers }: LogbookPaper) {
  const places = institutionsOf(signers);
  if (places.length === 0) return;
  heading(pen, 'Bestätigende Weiterbildungsstätten');
  for (const { place, people } of places) {
    for (const line of wrapText(printable(`${place}: ${people}`), pen.fonts.regular, 9, PAGE.width - 2 * MARGIN)) {
      room(pen, 13);
      write(pen, line, MARGIN, 9);
      pen.y -= 13;
    }
  }
}

function drawEntries(pen: Pen, { entries: all, holder }: LogbookPaper) {
  const entries = all.filter(({ certificate }) => certificate === null);
  heading(pen, 'Bestätigte Einträge');
  if (entries.length === 0) {
    write(pen, 'Bis zu diesem Stand wurde kein Eintrag bestätigt.', MARGIN, 9);
    return;
  }
  const numbers = new Map(entries.map(({ id }, index) => [id, index + 1]));
  drawColumns(pen);
  entries.forEach((entry, index) => {
    const cells = [
      String(index + 1),
      formatDate(entry.done_on),
      categoryOf(entry),
      formatMinutes(entry.minutes),
      competencyOf(entry),
      entry.site ?? '',
      entry.case ?? '',
      [
        attributeWords(entry).join(', '),
        entry.note,
        correctionOf(entry, (id) => numbers.get(id)),
        earlierNameOf(entry, holder),
      ]
        .filter(Boolean)
        .join(' · '),
      signatureOf(entry),
    ].map((text, column) => wrapCell(text, pen.fonts.regular, (COLUMNS[column]?.[1] ?? 0) - 6));
    drawRow(pen, cells, entry.replaced);
  });
}

/** One row; a cell longer than a page continues on the next ones. */
function drawRow(pen: Pen, cells: readonly (readonly string[])[], isReplaced: boolean) {
  const lines = Math.max(...cells.map(({ length }) => length), 1);
  // A row that fits on a page stays in one piece.
  if (lines * LINE < PAGE.height - BOTTOM - MARGIN - 40 && pen.y - lines * LINE < BOTTOM) nextPage(pen);
  for (let line = 0; line < lines; line += 1) {
    if (pen.y - LINE < BOTTOM) nextPage(pen);
    let x = MARGIN;
    cells.forEach((cell, column) => {
      const text = cell[line];
      if (text) write(pen, text, x, SIZE, pen.fonts.regular, isReplaced ? COLOR.muted : COLOR.text);
      x += COLUMNS[column]?.[1] ?? 0;
    });
    pen.y -= LINE;
  }
  pen.page.drawLine({
    start: { x: MARGIN, y: pen.y + LINE - 3 },
    end: { x: PAGE.width - MARGIN, y: pen.y + LINE - 3 },
    thickness: 0.4,
    color: COLOR.line,
  });
  pen.y -= 2;
}

function drawColumns(pen: Pen) {
  let x = MARGIN;
  for (const [title, width] of COLUMNS) {
    write(pen, title, x, SIZE, pen.fonts.bold, COLOR.muted);
    x += width;
  }
  pen.y -= LINE + 3;
}

function nextPage(pen: Pen) {
  pen.page = pen.document.addPage([PAGE.width, PAGE.height]);
  pen.y = PAGE.height - MARGIN;
  drawColumns(pen);
}

/** Begins a new page without the list's headings where so many points are not left. */
function room(pen: Pen, points: number) {
  if (pen.y - points >= BOTTOM) return;
  pen.page = pen.document.addPage([PAGE.width, PAGE.height]);
  pen.y = PAGE.height - MARGIN;
}

function heading(pen: Pen, text: string) {
  room(pen, 60);
  pen.y -= 14;
  write(pen, text, MARGIN, 12, pen.fonts.bold, COLOR.primary);
  pen.y -= 18;
}

/** Drawn last, when the number of pages is known. */
function drawFooters(document: PDFDocument, fonts: PdfFonts, { number }: LogbookPaper, proof: string) {
  const pages = document.getPages();
  pages.forEach((page, index) => {
    const place = `Seite ${index + 1} von ${pages.length}`;
    page.drawText(`Nr. ${number} · Echtheit prüfen: ${proof}`, {
      x: MARGIN,
      y: 28,
      size: 8,
      font: fonts.regular,
      color: COLOR.muted,
    });
    const width = fonts.regular.widthOfTextAtSize(place, 8);
    page.drawText(place, { x: PAGE.width - MARGIN - width, y: 28, size: 8, font: fonts.regular, color: COLOR.muted });
  });
}

function write(pen: Pen, text: string, x: number, size: number, font = pen.fonts.regular, color = COLOR.text) {
  pen.page.drawText(text, { x, y: pen.y, size, font, color });
}

/** A cell's text in lines of its column; a word that is wider than the column is broken. */
function wrapCell(text: string, font: PDFFont, width: number, size = SIZE): string[] {
  return wrapText(printable(text), font, size, width).flatMap((line) => breakWord(line, font, width, size));
}

function breakWord(word: string, font: PDFFont, width: number, size: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && font.widthOfTextAtSize(part + character, size) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
