import { decodeAs, decodeText, type Encoding } from './decode-text';

/** The first bytes of a workbook, which is a ZIP file. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const ENCODING_LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, umgekehrt',
  'windows-1252': 'Windows',
  macintosh: 'Mac',
  cp850: 'DOS',
};

/** One way to read a file: an encoding of its letters, or a sheet of a workbook. */
export interface Reading {
  readonly label: string;
  readonly text: string;
}

/** The ways to read a file, the likeliest first; more than one leaves the choice to the person. */
export interface Readings {
  readonly question: string;
  readonly label: string;
  readonly ways: readonly Reading[];
}

/** The first words with letters beyond ASCII: they show which encoding is right. */
const sampleOf = (text: string) => (text.match(/[^\s;,"]*[^\0-\x7F][^\s;,"]*/g) ?? []).slice(0, 3).join(', ');

/** All ways to read a file of a list; null for one that is neither text nor a workbook. */
export async function readTableFile(file: Blob): Promise<Readings | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (ZIP.every((byte, place) => bytes[place] === byte)) {
    const { readWorkbook } = await import(/* webpackChunkName: "workbook" */ './read-workbook');
    const sheets = await readWorkbook(bytes).catch(() => []);
    const ways = sheets.map(({ name, text }) => ({ label: name, text }));
    return ways.length === 0 ? null : { question: 'Welches Blatt ist gemeint?', label: 'Tabellenblatt', ways };
  }
  const read = decodeText(bytes);
  if (read === null) return null;
  const ways = [read.encoding, ...read.others].map((encoding) => {
    const text = decodeAs(bytes, encoding);
    return { label: `${sampleOf(text)} (${ENCODING_LABELS[encoding]})`, text };
  });
  return { question: 'Stimmen die Umlaute?', label: 'So sind die Namen geschrieben', ways };
}
