import { certificateFileSchema, fetchCertificateFile, type AccountExport, type DataClient } from '@nemus/data';
import { strToU8, zipSync } from 'fflate';
import { z } from 'zod';
import { TABLE_TITLES } from './table-titles';

type Rows = AccountExport['tables'][string];
type Value = Rows[number][string];

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const asText = (value: Value | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function tableOf(name: string, rows: Rows): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${columns.map((column) => `<td>${escape(asText(row[column]))}</td>`).join('')}</tr>`)
    .join('\n');
  return `<h2>${escape(TABLE_TITLES[name] ?? name)}</h2>
<div><table><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}

/** A standalone page without scripts that shows every row to its owner. */
export function createOverview({ account, exported_at: at, tables }: AccountExport): string {
  const moment = new Date(at).toLocaleString('de-DE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const parts = Object.entries(tables).map(([name, rows]) => tableOf(name, rows));
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Ihre Daten bei Nemus</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1f}div{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}th,td{border:1px solid #c8c8d0;padding:.25rem .5rem;text-align:left;vertical-align:top}h2{margin-top:2rem}</style>
</head><body>
<h1>Ihre Daten bei Nemus</h1>
<p>Alles, was zum Konto ${escape(account.email)} gespeichert ist, Stand ${escape(moment)} Uhr. Dieselben Daten für Programme: daten.json.</p>
${parts.join('\n')}
</body></html>
`;
}

/** Uploaded files by their name in the file of the account. */
export type AccountFiles = Readonly<Record<string, Uint8Array>>;

/** The uploaded files of an account, and how many of them could not be read: they never stop the rest. */
export async function readAccountFiles(
  client: DataClient,
  { tables }: AccountExport,
): Promise<{ readonly files: AccountFiles; readonly missing: number }> {
  const checked = z
    .array(certificateFileSchema)
    .parse((tables.logbook_files ?? []).filter((row) => row.sha256 !== null));
  const files: Record<string, Uint8Array> = {};
  // One after the other: each has megabytes.
  for (const file of checked) {
    const content = await fetchCertificateFile(client, file).catch(() => null);
    if (content !== null) files[`zertifikate/${file.path}`] = new Uint8Array(content);
  }
  return { files, missing: checked.length - Object.keys(files).length };
}

/** The file that the account's owner gets: a page to read, the same as JSON, and the uploaded files. */
export function createAccountFile(content: AccountExport, files: AccountFiles = {}): Uint8Array<ArrayBuffer> {
  const packed = zipSync({
    ...files,
    'uebersicht.html': strToU8(createOverview(content)),
    'daten.json': strToU8(`${JSON.stringify(content, null, 2)}\n`),
  });
  // A view on a buffer that is certainly not shared, as a file wants it.
  return new Uint8Array(packed);
}
