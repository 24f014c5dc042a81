import type { AccountExport } from '@nemus/data';
import { strFromU8, unzipSync } from 'fflate';
import { createDataClient } from '@nemus/data';
import { createHash } from 'node:crypto';
import { createAccountFile, createOverview, readAccountFiles } from './account-file';

const content: AccountExport = {
  format: 'nemus-account',
  version: 1,
  exported_at: '2026-11-23T10:00:00Z',
  account: { id: 'u-1', email: 'mira@nemus.example', created_at: '2026-01-01T10:00:00Z' },
  tables: {
    logbook_entries: [
      { note: '<script>alert(1)</script>', minutes: 90, level: null },
      { note: 'Ü', case: { code: 'F-1' } },
    ],
    something_new: [{ a: 1 }],
  },
};

it('contains a readable page, and the same for programs', () => {
  const files = unzipSync(createAccountFile(content));
  expect(Object.keys(files)).toEqual(['uebersicht.html', 'daten.json']);
  expect(JSON.parse(strFromU8(files['daten.json'] ?? new Uint8Array()))).toEqual(content);
  expect(strFromU8(files['uebersicht.html'] ?? new Uint8Array())).toContain('<h2>Logbuch</h2>');
});

it('contains the uploaded files; one that cannot be read is counted, and stops nothing', async () => {
  const row = (path: string, of: string | null) => ({
    path,
    file_name: 'x.pdf',
    content_type: 'application/pdf',
    size_bytes: 3,
    sha256: of === null ? null : createHash('sha256').update(of).digest('hex'),
  });
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input) =>
      Promise.resolve(
        String(input instanceof Request ? input.url : input).endsWith('/a.pdf')
          ? new Response('abc')
          : new Response('{}', { status: 400 }),
      ),
  });
  const tables = { logbook_files: [row('a.pdf', 'abc'), row('gone.pdf', 'abc'), row('unfinished.pdf', null)] };
  const { files, missing } = await readAccountFiles(client, { ...content, tables });
  expect(missing).toBe(1);
  const packed = unzipSync(createAccountFile(content, files));
  expect(Object.keys(packed)).toEqual(['zertifikate/a.pdf', 'uebersicht.html', 'daten.json']);
  expect(strFromU8(packed['zertifikate/a.pdf'] ?? new Uint8Array())).toBe('abc');
});

it('shows every column, and user input as text, never as markup', () => {
  const page = createOverview(content);
  expect(page).toContain('<td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td>90</td><td></td><td></td>');
  expect(page).toContain('<td>{&quot;code&quot;:&quot;F-1&quot;}</td>');
  expect(page).toContain('<h2>something_new</h2>');
  expect(page).toContain('23. November 2026 um 11:00 Uhr');
});
