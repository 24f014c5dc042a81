import { correction, generate } from 'lean-qr';

/** Modules of light round the code that readers need. */
const QUIET = 4;

/** A text as a QR code: the side of its square in modules, and its dark modules as the path of an SVG. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const parts: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const from = x;
      while (x < code.size && code.get(x, y)) x += 1;
      if (x > from) parts.push(`M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`);
    }
  }
  return { size: code.size + 2 * QUIET, path: parts.join('') };
}
