/** The part of a font that text layout needs; fonts of `pdf-lib` match it. */
export interface MeasuringFont {
  widthOfTextAtSize(text: string, size: number): number;
}

/** Breaks a text into lines of at most `width` points; a longer word gets its own line. */
export function wrapText(text: string, font: MeasuringFont, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && font.widthOfTextAtSize(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
