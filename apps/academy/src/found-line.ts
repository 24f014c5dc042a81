/** Longest label and second line of an entry of the palette, which drops longer ones. */
const LONGEST = { label: 120, detail: 160 };

/** A text as a line of a palette entry: without line breaks, and cut where the palette would drop it. */
export function foundLine(part: keyof typeof LONGEST, text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= LONGEST[part] ? line : `${line.slice(0, LONGEST[part] - 1)}…`;
}
