/** What setting a text needs to know of a font; fonts of `pdf-lib` are such. */
export interface MeasuringFont {
  widthOfTextAtSize(text: string, size: number): number;
}

/** Breaks a text into lines that are no wider than `width` points; a word that is longer stands alone. */
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
