/** Encodings in which spreadsheets and address books save text. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'cp850'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The text of a file. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  /** Other encodings that are as likely; the reader of the text decides. Empty when the bytes leave no doubt. */
  readonly others: readonly Encoding[];
}

/** Characters 128 to 255 of DOS (code page 850); its letters are those of 437. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const SINGLE_BYTE = ['windows-1252', 'macintosh', 'cp850'] as const;

/** The text of bytes in one encoding. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp850') return new TextDecoder(encoding).decode(bytes);
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (CP850[byte - 128] ?? ''))).join('');
}

const sure = (bytes: Uint8Array, encoding: Encoding): DecodedText => ({
  text: decodeAs(bytes, encoding),
  encoding,
  others: [],
});

/** The text of a file whose encoding no header names; null if it is no text, such as a spreadsheet's own format. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return sure(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return sure(bytes, 'utf-16be');
  // Every second byte of European text in UTF-16 is zero, and no byte of other text.
  const zeros = [0, 1].map((odd) => bytes.filter((byte, place) => byte === 0 && place % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) {
    if (odd > bytes.length / 4 && even === 0) return sure(bytes, 'utf-16le');
    if (even > bytes.length / 4 && odd === 0) return sure(bytes, 'utf-16be');
    return null;
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', others: [] };
  } catch {
    return mostLikely(bytes);
  }
}

/** The single-byte encoding in which the text looks most like names. */
function mostLikely(bytes: Uint8Array): DecodedText {
  const [best, ...rest] = SINGLE_BYTE.map((encoding) => {
    const text = decodeAs(bytes, encoding);
    return { encoding, text, score: likelihood(text) };
  }).toSorted((a, b) => b.score - a.score);
  if (best === undefined) throw new RangeError('No encoding.');
  const others = rest.filter(({ score, text }) => score >= best.score - 1 && text !== best.text);
  return { text: best.text, encoding: best.encoding, others: others.map(({ encoding }) => encoding) };
}

/** How much the letters beyond ASCII look like those of names in Western Europe, each in its place. */
function likelihood(text: string): number {
  let score = 0;
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7F]/gu)) {
    const before = text[index - 1] ?? '';
    const inWord = /\p{L}/u.test(before);
    const afterCapital = /\p{Lu}/u.test(before);
    if (/[äöüßéèêëáàâçñóòôíîïúùåøæ]/.test(sign)) score += inWord ? 4 : 1;
    else if (/[ÄÖÜÉÅØÇ]/.test(sign)) score += !inWord ? 3 : afterCapital ? 2 : -3;
    else if (/[–—„“”‚‘’\u00A0§€]/.test(sign)) score += inWord && sign !== '’' ? -3 : 0;
    else score += /\p{L}/u.test(sign) ? (inWord ? 0 : -1) : -4;
  }
  return score;
}
