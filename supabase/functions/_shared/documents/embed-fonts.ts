import * as opentype from 'opentype.js';
import type { Font } from 'opentype.js';
import type { PDFDocument } from 'pdf-lib';
import { z } from 'zod';
import type { FontFiles, PdfFonts } from './font-pair.ts';
import { printable } from './printable.ts';

/** Node and Deno load the package as CommonJS, with everything below `default`; bundlers as a module without it. */
const library: Pick<typeof opentype, 'parse'> = Reflect.get(opentype, 'default') ?? opentype;

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];

/** Characters of the texts that a font cannot write: a document with them would have holes. */
export function missingCharacters(file: FontFiles['regular'], texts: readonly string[]): readonly string[] {
  const font = library.parse(new Uint8Array(file).slice().buffer);
  // Word by word: a long document repeats its words, and `printable` reads each character.
  const words = new Set(texts.flatMap((text) => text.split(/[\s",:]+/)));
  const written = new Set([...words].flatMap((word) => [...printable(word)]));
  return [...written].filter((character) => font.charToGlyphIndex(character) === 0);
}

/** Embeds the two weights of a font in a document. */
export async function embedFonts(document: PDFDocument, files: FontFiles): Promise<PdfFonts> {
  // pdf-lib's type requires all of fontkit, which builds code from text and is therefore not allowed here; pdf-lib only
  // reads what `describeFont` provides.
  document.registerFontkit({ create: describeFont } as unknown as Fontkit);
  return { regular: await document.embedFont(files.regular), bold: await document.embedFont(files.bold) };
}

/** The two tables with the font's metrics (OpenType specification, `head` and `OS/2`). */
const tablesSchema = z.object({
  head: z.object({ xMin: z.number(), yMin: z.number(), xMax: z.number(), yMax: z.number() }),
  os2: z.object({ sxHeight: z.number(), sCapHeight: z.number(), sFamilyClass: z.number() }),
});

/** What pdf-lib needs of a TrueType font: its metrics, and a glyph with its width for every character. */
function describeFont(file: Uint8Array) {
  const font = library.parse(file.slice().buffer);
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
