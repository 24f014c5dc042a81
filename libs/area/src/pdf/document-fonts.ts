import { parse, type Font } from 'opentype.js';
import type { PDFDocument } from 'pdf-lib';
import { z } from 'zod';
import { DataError } from '@nemus/data';
import { readFontFile, type FontFamily } from './font-files';
import type { PdfFonts } from './font-pair';
import { printable } from './printable';

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];

/** Figtree covers the Latin scripts of Europe; Noto Sans also Vietnamese, Greek and Cyrillic, and is larger. */
const FAMILIES: readonly FontFamily[] = ['figtree', 'noto'];

/**
 * Embeds the first font that has a glyph for every character of the texts.
 *
 * @param texts all that the document prints
 * @throws {DataError} `text_not_printable` when no font has them all: a document never has holes
 */
export async function embedFonts(document: PDFDocument, texts: readonly string[]): Promise<PdfFonts> {
  // pdf-lib's type requires all of fontkit, which builds code from text and is therefore not allowed here; pdf-lib only
  // reads what `describeFont` provides.
  document.registerFontkit({ create: describeFont } as unknown as Fontkit);
  // Word by word: a long document repeats its words, and `printable` reads each character.
  const words = new Set(texts.flatMap((text) => text.split(/[\s",:]+/)));
  const written = new Set([...words].flatMap((word) => [...printable(word)]));
  let missing: readonly string[] = [];
  for (const family of FAMILIES) {
    const regular = await readFontFile(family, 'regular');
    const font = parse(new Uint8Array(regular).slice().buffer);
    missing = [...written].filter((character) => font.charToGlyphIndex(character) === 0);
    if (missing.length === 0) {
      const bold = await readFontFile(family, 'bold');
      return { regular: await document.embedFont(regular), bold: await document.embedFont(bold) };
    }
  }
  throw new DataError(
    'text_not_printable',
    `Diese Zeichen kann das Portal nicht drucken: ${missing.slice(0, 10).join(' ')}. Bitte schreiben Sie den Namen in lateinischer, griechischer oder kyrillischer Schrift.`,
    422,
  );
}

/** The two tables with the font's metrics (OpenType specification, `head` and `OS/2`). */
const tablesSchema = z.object({
  head: z.object({ xMin: z.number(), yMin: z.number(), xMax: z.number(), yMax: z.number() }),
  os2: z.object({ sxHeight: z.number(), sCapHeight: z.number(), sFamilyClass: z.number() }),
});

/** What pdf-lib needs of a TrueType font: its metrics, and a glyph with its width for every character. */
function describeFont(file: Uint8Array) {
  const font = parse(file.slice().buffer);
  const { head, os2 } = tablesSchema.parse(font.tables);
  return {
    postscriptName: font.getEnglishName('postScriptName'),
    unitsPerEm: font.unitsPerEm,
    ascent: font.ascender,
    descent: font.descender,
    xHeight: os2.sxHeight,
    capHeight: os2.sCapHeight,
    italicAngle: 0,
    bbox: { minX: head.xMin, minY: head.yMin, maxX: head.xMax, maxY: head.yMax },
    cff: false,
    'OS/2': { sFamilyClass: os2.sFamilyClass },
    post: { isFixedPitch: false },
    head: { macStyle: { italic: false } },
    characterSet: charactersOf(font),
    glyphForCodePoint: (code: number) => glyphOf(font, String.fromCodePoint(code)),
    layout: (text: string) => ({ glyphs: Array.from(text, (character) => glyphOf(font, character)) }),
  };
}

function glyphOf(font: Font, character: string) {
  const { index, advanceWidth = 0, unicodes } = font.charToGlyph(character);
  return { id: index, advanceWidth, codePoints: unicodes };
}

/** Code points of all characters of the font. */
function charactersOf(font: Font): number[] {
  return Array.from({ length: font.glyphs.length }, (_, index) => font.glyphs.get(index).unicodes).flat();
}
