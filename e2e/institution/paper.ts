import { extractText } from 'unpdf';
import { expect } from '../support/test';

/** A file of one to three pages: nothing was cut off at the first, and none is empty for a frame that stayed. */
export function expectOnPaper(pdf: Buffer) {
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.length).toBeLessThanOrEqual(3);
}

/** The text of each sheet. */
export async function textOf(pdf: Buffer): Promise<readonly string[]> {
  const { text } = await extractText(new Uint8Array(pdf));
  return text;
}
