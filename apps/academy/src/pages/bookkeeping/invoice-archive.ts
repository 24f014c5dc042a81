import { writeCsv } from '@nemus/area';
import { drawInvoice } from '@nemus/area/purchases';
import {
  fetchBookkeeping,
  fetchInvoiceArchive,
  writeInvoices,
  type DataClient,
  type InvoiceDocument,
} from '@nemus/data';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { BOOK_COLUMNS } from './book-columns';
import type { Span } from './financial-years';

/** What an archive contains. */
export interface Archive {
  readonly file: Blob;
  readonly documents: number;
  /** Numbers of documents that could not be drawn, or lack their original; the file names them. */
  readonly missing: readonly string[];
}

/** Calls of the function that writes originals, 50 each, before an archive: what is left is written by a job. */
const MOST_CALLS = 20;

/**
 * Every document of a period as PDF with its structured original, and a table of them. Null without documents. The list is
 * read first: documents that are issued meanwhile are left out of both.
 *
 * @param onProgress documents drawn, of how many
 * @throws {Error} when `signal` ends it
 */
export async function createArchive(
  client: DataClient,
  span: Span,
  {
    onProgress,
    signal,
  }: {
    readonly onProgress: (done: number, all: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<Archive | null> {
  const { lines } = await fetchBookkeeping(client, span.from, span.until);
  const expected = new Set(lines.map(({ number }) => number));
  if (expected.size === 0) return null;
  const all = expected.size;
  for (let call = 0; call < MOST_CALLS && (await writeInvoices(client).catch(() => 0)) > 0; call += 1)
    signal.throwIfAborted();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Uint8Array(chunk));
  });
  const add = (name: string, content: Uint8Array) => {
    // PDFs are compressed already.
    const entry = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(entry);
    entry.push(content, true);
  };
  let after = '';
  for (;;) {
    const documents = await fetchInvoiceArchive(client, span, after);
    for (const document of documents.filter(({ number }) => expected.has(number))) {
      signal.throwIfAborted();
      if (await addDocument(document, add)) expected.delete(document.number);
      onProgress(all - expected.size, all);
    }
    const last = documents.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  const missing = [...expected];
  add(`belege-${span.from}-${span.until}.csv`, strToU8(await writeCsv(BOOK_COLUMNS, lines)));
  if (missing.length > 0) add('fehlende-belege.txt', strToU8(`${missing.join('\r\n')}\r\n`));
  zip.end();
  return { file: new Blob(parts, { type: 'application/zip' }), documents: all - missing.length, missing };
}

/** Adds a document; false if it cannot be drawn: one must not stop the others. */
async function addDocument(
  { original, ...invoice }: InvoiceDocument,
  add: (name: string, content: Uint8Array) => void,
): Promise<boolean> {
  const name = `${invoice.issued_on.slice(0, 7)}/rechnung-${invoice.number}`;
  try {
    add(`${name}.pdf`, await drawInvoice(invoice, original));
  } catch {
    return false;
  }
  // Of an XRechnung the XML is the invoice.
  if (original?.profile === 'xrechnung') add(`${name}.xml`, strToU8(original.xml));
  return true;
}
