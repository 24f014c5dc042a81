import type { AccountExport } from '@nemus/data';
import { strFromU8, unzipSync } from 'fflate';
import { createAccountFile, createOverview } from './account-file';

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

it('shows every column, and user input as text, never as markup', () => {
  const page = createOverview(content);
  expect(page).toContain('<td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td>90</td><td></td><td></td>');
  expect(page).toContain('<td>{&quot;code&quot;:&quot;F-1&quot;}</td>');
  expect(page).toContain('<h2>something_new</h2>');
  expect(page).toContain('23. November 2026 um 11:00 Uhr');
});
