import type { DataClient, ListedInvoice } from '@nemus/data';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { writeCsv } from '../files/write-csv';
import { DOCUMENT_COLUMNS, documentLines, readDocuments } from './document-table';
import { drawInvoice } from './draw-invoice';
import { readOriginal } from './read-original';

/** A ZIP of documents. */
export interface DocumentArchive {
  readonly file: Blob;
  /** Numbers of documents that could not be drawn; the file names them. */
  readonly missing: readonly string[];
}

/**
 * Documents as PDF with their structured originals, and a table with net and VAT.
 *
 * @param name of the table, without its extension
 * @param onProgress documents that are done
 * @throws {Error} when `signal` ends it
 */
export async function createDocumentArchive(
  client: DataClient,
  listed: readonly ListedInvoice[],
  {
    name,
    onProgress,
    signal,
  }: { readonly name: string; readonly onProgress: (done: number) => void; readonly signal: AbortSignal },
): Promise<DocumentArchive> {
  const files: Zippable = {};
  const missing: string[] = [];
  const documents = await readDocuments(client, listed);
  for (const [index, document] of documents.entries()) {
    signal.throwIfAborted();
    const one = listed[index];
    // oxlint-disable-next-line no-await-in-loop -- one after the other: drawing fills the processor
    const original = one === undefined || one.format === null ? null : await readOriginal(client, one.id);
    const path = `${document.issued_on.slice(0, 7)}/rechnung-${document.number}`;
    try {
      // PDFs are compressed already.
      // oxlint-disable-next-line no-await-in-loop -- as above
      files[`${path}.pdf`] = [await drawInvoice(document, original), { level: 0 }];
      // Of an XRechnung the XML is the invoice.
      if (original?.profile === 'xrechnung') files[`${path}.xml`] = strToU8(original.xml);
    } catch {
      // A document that cannot be drawn must not stop the others.
      missing.push(document.number);
    }
    onProgress(index + 1);
  }
  files[`${name}.csv`] = strToU8(await writeCsv(DOCUMENT_COLUMNS, documents.flatMap(documentLines)));
  if (missing.length > 0) files['fehlende-belege.txt'] = strToU8(`${missing.join('\r\n')}\r\n`);
  return { file: new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' }), missing };
}
