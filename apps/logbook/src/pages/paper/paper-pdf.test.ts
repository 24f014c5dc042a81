import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { LogbookPaper, PaperEntry } from '@nemus/data';
import { createLogbookPdf } from './paper-pdf';

const ENTRY: PaperEntry = {
  id: 'e-1',
  done_on: '2026-10-05',
  category: 'practice',
  minutes: 90,
  competency: 'methoden_kompetenz',
  level: 'action',
  note: 'Exposition geplant',
  case: 'F-7K3M',
  site: 'Ambulanz am Park',
  setting: 'outpatient',
  form: 'group',
  age_group: 'adults',
  procedure: 'Verhaltenstherapie',
  service: null,
  confirmed_by: 'Dr. Łucja Yıldız',
  confirmed_at: '2026-10-12T08:00:00Z',
  role: 'leader',
  as_deputy: true,
  trainee: 'Mira Winter',
  institution: 'Ambulanz am Park',
  corrects: null,
  replaced: true,
  certificate: null,
};
const PAPER: LogbookPaper = {
  number: '7K3M-9QXT-2B4C-HW8P',
  issued_at: '2026-11-23T09:00:00.123Z',
  holder: 'Mira Sommer',
  person: {
    birth_date: '1992-04-17',
    chamber: 'Psychotherapeutenkammer Berlin',
    field: 'Erwachsene',
    procedure: 'Verhaltenstherapie',
    started_on: '2025-01-01',
    expected_end_on: '2029-12-31',
  },
  courses: [
    { title: 'Diagnostik mit SKID-5', kind: 'attendance', done_on: '2026-02-03', category: 'theory', minutes: 720 },
  ],
  requirement_set: { name: 'Beispielsatz', chamber: '', version: '1', source: '' },
  sites: [{ name: 'Ambulanz am Park', started_on: '2025-01-01', ended_on: null, share: 50 }],
  entries: [
    ENTRY,
    { ...ENTRY, id: 'e-2', minutes: 60, role: 'supervision', as_deputy: false, corrects: 'e-1', replaced: false },
  ],
  sums: { practice: 60 },
  minutes: 60,
  signers: [
    { name: 'Dr. Łucja Yıldız', role: 'leader', institution: 'Ambulanz am Park', address: 'Parkweg 8\n10115 Berlin' },
  ],
  last_step: { number: 4, hash: 'ab'.repeat(32) },
};
const PROOF = 'https://portal.example/zertifikat/7K3M-9QXT-2B4C-HW8P';

/** Reads a file with Mozilla's parser, in a separate process: it is only available as an ECMAScript module. */
function readPdf(bytes: Uint8Array): { pages: number; text: string } {
  const script = `
    import { buffer } from 'node:stream/consumers';
    import { extractText, getDocumentProxy } from 'unpdf';
    const file = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
    const { totalPages, text } = await extractText(file, { mergePages: true });
    console.log(JSON.stringify({ pages: totalPages, text }));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: bytes,
    cwd: __dirname,
    encoding: 'utf8',
  });
  return JSON.parse(answer.trim().split('\n').at(-1) ?? '{}');
}

it('has sums, sections, every signature and every correction', async () => {
  const bytes = await createLogbookPdf(PAPER, PROOF);
  if (process.env.NEMUS_KEEP_PDF) writeFileSync(process.env.NEMUS_KEEP_PDF, bytes);
  const { pages, text } = readPdf(bytes);
  expect(pages).toBe(2);
  const plain = text.replaceAll(/[\s\u00A0]+/g, ' ');
  for (const part of [
    'Mira Sommer',
    'Beispielsatz, Version 1',
    'Geboren am 17.04.1992',
    'Kammer Psychotherapeutenkammer Berlin',
    'Gebiet Erwachsene',
    'Verfahren Verhaltenstherapie',
    'Weiterbildung seit 01.01.2025, voraussichtlich bis 31.12.2029',
    'Zeitraum Einträge vom 05.10.2026 bis 05.10.2026',
    'Praxis 1 UE 15 Min.',
    'Nach Rahmen ambulant 1 UE 15 Min. (1 Eintrag)',
    'Nach Form in der Gruppe 1 UE 15 Min. (1 Eintrag)',
    'Nach Altersgruppe Erwachsene 1 UE 15 Min. (1 Eintrag)',
    'Nach Verfahren Verhaltenstherapie 1 UE 15 Min. (1 Eintrag)',
    'Nach Stätte Ambulanz am Park 1 UE 15 Min. (1 Eintrag)',
    'Nach Fall F-7K3M 1 UE 15 Min. (1 Eintrag)',
    '03.02.2026 Theorie 16 UE Diagnostik mit SKID-5',
    'Kurse: 1 Zeile, Theorie 16 UE',
    'sind Angaben der Person und nicht Teil der Prüfung',
    'Dr. Łucja Yıldız (Supervision), Ambulanz am Park: 1 Eintrag, im Portal bestätigt am 12.10.2026',
    'Ort, Datum, Unterschrift: Mira Sommer',
    '01.01.2025 bis heute 50 %',
    'Dr. Łucja Yıldız (Befugte*r, in',
    'Vertretung), Ambulanz am Park,',
    'bestätigt für Mira Winter',
    'Ambulanz am Park, Parkweg 8, 10115 Berlin: Dr. Łucja Yıldız (Befugte*r)',
    'Berichtigung ersetzt, zählt nicht',
    'ambulant, in der Gruppe,',
    'Exposition geplant ·',
    'zu Nr. 1',
    `Echtheit prüfen: ${PROOF}`,
    'Seite 1 von 2',
    'Seite 2 von 2',
    'ab'.repeat(32),
  ]) {
    expect(plain).toContain(part);
  }
});

it('has certificates from elsewhere among the courses, with who confirmed them and the hash of the file', async () => {
  const certificate: PaperEntry = {
    ...ENTRY,
    id: 'e-3',
    category: 'theory',
    minutes: 450,
    note: 'Traumatherapie, Grundkurs',
    site: null,
    case: null,
    replaced: false,
    certificate: { issuer: 'Akademie am Park', started_on: '2026-10-03', sha256: 'cd'.repeat(32) },
  };
  const corrected: PaperEntry = { ...certificate, id: 'e-4', minutes: 360, note: 'Gruppenkurs', replaced: true };
  const entries = [...PAPER.entries, certificate, corrected];
  const { text } = readPdf(await createLogbookPdf({ ...PAPER, entries, sums: { practice: 60, theory: 450 } }, PROOF));
  const plain = text.replaceAll(/[\s\u00A0]+/g, ' ');
  expect(plain).toContain(
    '05.10.2026 Theorie 10 UE Traumatherapie, Grundkurs · ausgestellt von Akademie am Park · ab 03.10.2026',
  );
  expect(plain).toContain('Dr. Łucja Yıldız (Befugte*r, in Vertretung), Ambulanz am Park, 12.10.2026');
  expect(text.replaceAll(/\s/g, '')).toContain('cd'.repeat(32));
  // Once, and not in the list of hours.
  expect(plain.match(/Traumatherapie/g)).toHaveLength(1);
  // As the check of the number says it.
  expect(plain).toContain('Kurse: 1 Zeile, Theorie 16 UE');
  expect(plain).toContain('Zertifikate von anderswo: 2 Zeilen, Theorie 10 UE');
  expect(plain).toContain('ohne Stätte 10 UE (1 Zertifikat)');
  expect(plain).toContain('(Befugte*r), Ambulanz am Park: 1 Eintrag, 2 Zertifikate, im Portal bestätigt');
});

it('has the same lines for every set, and says what is not known', async () => {
  const { text } = readPdf(
    await createLogbookPdf(
      { ...PAPER, person: null, requirement_set: null, entries: [], courses: [], sums: {}, minutes: 0, signers: [] },
      PROOF,
    ),
  );
  const plain = text.replaceAll(/[\s\u00A0]+/g, ' ');
  expect(plain).not.toContain('Nach Leistung');
  for (const part of [
    'Geboren am nicht angegeben',
    'Kammer nicht angegeben',
    'Gebiet nicht angegeben',
    'Weiterbildung nicht angegeben',
    'Anforderungen nicht gewählt',
    'Besuchte Kurse und Nachweise Keine.',
    'Zusammen 0',
  ]) {
    expect(plain).toContain(part);
  }
});

it('counts its pages, repeats the headings, and breaks what fits no column', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({
    ...ENTRY,
    id: `e-${index}`,
    note: `${'x'.repeat(90)} ${'Wort '.repeat(40)}`,
  }));
  const { pages, text } = readPdf(await createLogbookPdf({ ...PAPER, entries: many }, PROOF));
  expect(pages).toBeGreaterThan(20);
  expect(text.match(/Seite \d+ von \d+/g)).toHaveLength(pages);
  expect(text).toContain(`Seite ${pages} von ${pages}`);
  // The first page has no entries.
  expect(text.match(/Notiz,\s+Berichtigung/g)).toHaveLength(pages - 1);
});

it('is archivable: metadata, colours, an identifier, all fonts embedded', async () => {
  const file = Buffer.from(await createLogbookPdf(PAPER, PROOF)).toString('latin1');
  expect(file).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
  expect(file).toContain('<xmp:CreateDate>2026-11-23T09:00:00Z</xmp:CreateDate>');
  expect(file).toContain('/GTS_PDFA1');
  expect(file).toMatch(/\/ID \[\s*<[0-9a-f]+> <[0-9a-f]+>\s*\]/);
  expect(file.match(/\/FontFile2 /g)).toHaveLength(2);
  expect(file).not.toContain('/Type1');
});
