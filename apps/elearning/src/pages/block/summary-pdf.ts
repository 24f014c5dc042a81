import { wrapText } from '@nemus/area';
import { PDFDocument, rgb, StandardFonts, type PDFFont } from 'pdf-lib';
import type { BlockSummary } from '../../content/block';

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const INK = rgb(0.13, 0.19, 0.19);
const ACCENT = rgb(0.09, 0.33, 0.34);

/** The summary of a block as a PDF of the course's own content. */
export async function createSummaryPdf(summary: BlockSummary): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`${summary.course} – ${summary.title}`);
  document.setLanguage('de-DE');
  document.setCreator('Nemus');
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  let page = document.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.height - PAGE.margin;

  const write = (
    text: string,
    options: { size: number; font?: PDFFont; indent?: number; after?: number; accent?: true },
  ) => {
    const { size, font = regular, indent = 0, after = 0, accent } = options;
    for (const line of wrapText(text, font, size, PAGE.width - 2 * PAGE.margin - indent)) {
      if (y < PAGE.margin + size) {
        page = document.addPage([PAGE.width, PAGE.height]);
        y = PAGE.height - PAGE.margin;
      }
      page.drawText(line, { x: PAGE.margin + indent, y: y - size, size, font, color: accent ? ACCENT : INK });
      y -= size * 1.45;
    }
    y -= after;
  };

  write(summary.course, { size: 11, after: 2 });
  write(summary.title, { size: 22, font: bold, accent: true, after: 8 });
  write(summary.intro, { size: 11, after: 14 });
  for (const { title, source, points } of summary.sections) {
    write(`${title} (${source})`, { size: 13, font: bold, accent: true, after: 2 });
    for (const point of points) write(`• ${point}`, { size: 11, indent: 10, after: 2 });
    y -= 8;
  }
  return document.save();
}
