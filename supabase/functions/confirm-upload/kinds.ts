import { Buffer } from 'node:buffer';

/** The kept part of a file during reading. */
export interface Excerpt {
  /** Its first bytes. */
  readonly head: Uint8Array;
  readonly size: number;
  /** All of it, for a picture or a document; null for a film. */
  readonly whole: Uint8Array | null;
}

/** Types whose end is looked for in the whole file: viewers show them, whatever follows. */
export const isReadWhole = (contentType: string): boolean => /^(?:image\/|application\/pdf$)/.test(contentType);

/** Bytes of the head that are looked at. */
export const EXCERPT = 4096;

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const standsAt = (bytes: Uint8Array, wanted: Uint8Array, at = 0) =>
  bytes.length >= at + wanted.length && wanted.every((byte, index) => bytes[at + index] === byte);

const contains = (bytes: Uint8Array, wanted: Uint8Array) =>
  bytes.some((_byte, index) => standsAt(bytes, wanted, index));

/** A RIFF file's own size field. */
const riffSize = (head: Uint8Array) =>
  head.length < 8 ? 0 : 8 + new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);

const PNG = hex('89504e470d0a1a0a');
/** The last chunk and its checksum. */
const PNG_END = hex('49454e44ae426082');
const BOM = hex('efbbbf');

/** Whether it contains the bytes; by the runtime's search, since files have megabytes. */
const includes = (bytes: Uint8Array, wanted: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(wanted);

/**
 * Whether a JPEG's own picture is complete. A preview inside of a segment has an end of its own, and behind the picture
 * there may be another picture, or the film of a motion photo.
 */
function hasWholeJpeg(file: Uint8Array): boolean {
  let at = 2;
  let inScan = false;
  while (at + 1 < file.length) {
    const marker = file[at] === 0xff ? (file[at + 1] ?? 0) : 0;
    if (marker === 0xd9) return true;
    // Data of the picture, and the marks inside of it.
    if (inScan && (marker === 0 || (marker >= 0xd0 && marker <= 0xd7))) at += 1;
    else if (marker === 0xff) at += 1;
    else if (marker === 0) return false;
    else {
      inScan = marker === 0xda;
      at += 2 + (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0);
    }
  }
  // Without readable segments: the last bytes decide.
  return !inScan && standsAt(file.subarray(-2), hex('ffd9'));
}

/** A document for fast viewing announces its length; another one has an end, and whatever follows is not read. */
function hasWholePdf(file: Uint8Array): boolean {
  const head = Buffer.from(file.subarray(0, 1024)).toString('latin1');
  const announced =
    /\/Linearized\b[^>]*\/L\s+(\d+)/.exec(head)?.[1] ?? /\/L\s+(\d+)[^>]*\/Linearized\b/.exec(head)?.[1];
  return includes(file, ascii('%%EOF')) && Number(announced ?? 0) <= file.length;
}

/** A picture as iPhones take it, often under the name of a JPEG. */
const isHeic = (head: Uint8Array) =>
  standsAt(head, ascii('ftyp'), 4) &&
  /^(?:hei[csxm]|hev[cxms]|mif1|msf1)/.test(String.fromCharCode(...head.subarray(8, 12)));

/** `WEBVTT`, and then the end of the word: a space, a tab, an end of line, or nothing. */
const isSubtitles = (head: Uint8Array) => {
  const start = standsAt(head, BOM) ? BOM.length : 0;
  const next = head[start + 6];
  return standsAt(head, ascii('WEBVTT'), start) && (next === undefined || [0x09, 0x0a, 0x0d, 0x20].includes(next));
};

interface Kind {
  /** Whether it begins like files of its type. */
  readonly begins: (file: Excerpt) => boolean;
  /** Whether it has a complete end. Types without a fixed end are checked by their announced size alone. */
  readonly ends: (file: Excerpt) => boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'image/png': {
    begins: ({ head }) => standsAt(head, PNG) && standsAt(head, ascii('IHDR'), 12),
    ends: ({ whole }) => whole !== null && includes(whole, PNG_END),
  },
  'image/jpeg': {
    begins: ({ head }) => standsAt(head, hex('ffd8ff')),
    ends: ({ whole }) => whole !== null && hasWholeJpeg(whole),
  },
  'image/webp': {
    begins: ({ head }) => standsAt(head, ascii('RIFF')) && standsAt(head, ascii('WEBP'), 8),
    ends: ({ head, size }) => riffSize(head) <= size,
  },
  'video/mp4': { begins: ({ head }) => standsAt(head, ascii('ftyp'), 4), ends: () => true },
  'video/webm': {
    begins: ({ head }) => standsAt(head, hex('1a45dfa3')) && contains(head.subarray(0, 64), ascii('webm')),
    ends: () => true,
  },
  'application/pdf': {
    // Some programs write a mark or an empty line first.
    begins: ({ head }) => /^(?:\u00EF\u00BB\u00BF)?\s{0,16}%PDF-/.test(String.fromCharCode(...head.subarray(0, 32))),
    ends: ({ whole }) => whole !== null && hasWholePdf(whole),
  },
  'text/vtt': { begins: ({ head }) => isSubtitles(head), ends: () => true },
};

/** Why a file does not match its announcement; null when it does. */
export function problemOf(
  file: Excerpt,
  { contentType, size }: { readonly contentType: string; readonly size: number },
): 'upload_cut_off' | 'upload_heic' | 'upload_other_kind' | null {
  const kind = KINDS[contentType];
  if (contentType.startsWith('image/') && isHeic(file.head)) return 'upload_heic';
  if (!kind || !kind.begins(file)) return 'upload_other_kind';
  return file.size === size && kind.ends(file) ? null : 'upload_cut_off';
}
