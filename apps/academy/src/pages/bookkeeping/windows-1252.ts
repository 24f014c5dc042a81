/** Windows-1252 between 0x80 and 0x9F, by position; gaps are empty. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** A text as Windows-1252, which DATEV reads; a letter that it lacks is written without its signs, or as "?". */
export function encodeWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Array.from(text.normalize('NFC'), codeOf));
}

/** Letters that are no sign on another letter. */
const NEAREST: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
};

function codeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const upper = UPPER.indexOf(character);
  if (upper >= 0 && code > 0xff) return 0x80 + upper;
  const [base = '?'] = NEAREST[character] ?? character.normalize('NFD');
  return base === character || base.charCodeAt(0) > 0x7f ? 0x3f : base.charCodeAt(0);
}
