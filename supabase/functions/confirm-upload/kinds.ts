/** What is kept of a file while it is read: never the whole of it. */
export interface Excerpt {
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** Its last bytes. */
  readonly tail: Uint8Array;
  readonly size: number;
}

/** Bytes of the head and the tail that are looked at. */
export const EXCERPT = 4096;

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const standsAt = (bytes: Uint8Array, wanted: Uint8Array, at = 0) =>
  bytes.length >= at + wanted.length && wanted.every((byte, index) => bytes[at + index] === byte);

const contains = (bytes: Uint8Array, wanted: Uint8Array) =>
  bytes.some((_byte, index) => standsAt(bytes, wanted, index));

/** The size that a RIFF file says it has. */
const riffSize = (head: Uint8Array) =>
  head.length < 8 ? 0 : 8 + new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);

const PNG = hex('89504e470d0a1a0a');
const BOM = hex('efbbbf');
/** `WEBVTT`, and then the end of the word: a space, a tab, an end of line, or nothing. */
const isSubtitles = (head: Uint8Array) => {
  const start = standsAt(head, BOM) ? BOM.length : 0;
  const next = head[start + 6];
  return standsAt(head, ascii('WEBVTT'), start) && (next === undefined || [0x09, 0x0a, 0x0d, 0x20].includes(next));
};

interface Kind {
  /** Whether it begins as files of its type do. */
  readonly begins: (file: Excerpt) => boolean;
  /** Whether it has its end. Types without a fixed end are checked by their announced size alone. */
  readonly ends: (file: Excerpt) => boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'image/png': {
    begins: ({ head }) => standsAt(head, PNG) && standsAt(head, ascii('IHDR'), 12),
    ends: ({ tail }) => standsAt(tail.subarray(-8), ascii('IEND')),
  },
  'image/jpeg': {
    begins: ({ head }) => standsAt(head, hex('ffd8ff')),
    ends: ({ tail }) => contains(tail, hex('ffd9')),
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
    begins: ({ head }) => standsAt(head, ascii('%PDF-')),
    ends: ({ tail }) => contains(tail.subarray(-1024), ascii('%%EOF')),
  },
  'text/vtt': { begins: ({ head }) => isSubtitles(head), ends: () => true },
};

/** Why a file is not what was announced; null when it is. */
export function problemOf(
  file: Excerpt,
  { contentType, size }: { readonly contentType: string; readonly size: number },
): 'upload_cut_off' | 'upload_other_kind' | null {
  const kind = KINDS[contentType];
  if (!kind || !kind.begins(file)) return 'upload_other_kind';
  return file.size === size && kind.ends(file) ? null : 'upload_cut_off';
}
