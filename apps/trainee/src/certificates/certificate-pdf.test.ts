import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { nameProblem } from '@nemus/data';
import { PDFDocument } from 'pdf-lib';
import { z } from 'zod';
import { exampleAttendance, exampleCertificate } from '../examples/rows';
import { certificateContent } from './certificate-content';
import { embedFonts, isStandardText } from './certificate-fonts';
import { createCertificatePdf } from './certificate-pdf';

const PORTAL = 'https://portal.example';

// Machines under load.
jest.setTimeout(60_000);

const readSchema = z.object({ pages: z.number(), text: z.string(), title: z.string() });

/**
 * Mozilla's parser, in a separate process: it is only available as an ECMAScript module. One process for all files,
 * since its start takes a second.
 */
const READER = `
  import { createInterface } from 'node:readline';
  import { extractText, getDocumentProxy, getMeta } from 'unpdf';
  for await (const line of createInterface({ input: process.stdin })) {
    const file = await getDocumentProxy(new Uint8Array(Buffer.from(line, 'base64')));
    const { totalPages, text } = await extractText(file, { mergePages: true });
    const { info } = await getMeta(file);
    console.log(JSON.stringify({ pages: totalPages, text, title: info.Title }));
  }`;
const reader = spawn(process.execPath, ['--input-type=module', '-e', READER], {
  cwd: __dirname,
  stdio: ['pipe', 'pipe', 'inherit'],
});
// A reader that failed has closed its output, which is looked at.
reader.stdin.on('error', () => undefined);
const lines = createInterface({ input: reader.stdout })[Symbol.asyncIterator]();
afterAll(() => void reader.kill());

/** What the parser finds in a file. */
async function readPdf(bytes: Uint8Array): Promise<z.infer<typeof readSchema>> {
  reader.stdin.write(`${Buffer.from(bytes).toString('base64')}\n`);
  for (;;) {
    const line = await lines.next();
    if (line.done) throw new Error('The reader of PDF files ended.');
    // Its warnings are on the same stream.
    if (line.value.startsWith('{')) return readSchema.parse(JSON.parse(line.value));
  }
}

it('states who attended what, when and for how long', async () => {
  const { pages, text, title } = await readPdf(
    await createCertificatePdf(certificateContent(exampleAttendance, PORTAL)),
  );
  expect(pages).toBe(1);
  expect(title).toBe('Teilnahmebescheinigung: Fallseminar Angststörungen');
  for (const part of [
    'Teilnahmebescheinigung',
    'Paula Probe',
    'Fallseminar Angststörungen',
    '01.03.2027, 14:00 – 15:30 Uhr',
    'Dr. Miriam Vogt',
    'Methoden & Intervention',
    'Ausgestellt am 01.03.2027',
    'Diese Bescheinigung wurde maschinell erstellt und ist ohne Unterschrift gültig.',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('erfolgreich');
});

it('writes a certificate of the profile with its number and issuer, and why it is unsigned', async () => {
  const { text } = await readPdf(await createCertificatePdf(certificateContent(exampleCertificate, PORTAL)));
  for (const part of ['Zertifikat', 'Grundlagen der Verhaltenstherapie', 'Institut am Park', 'Nr. NW-2026-0142']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('erfolgreich teilgenommen hat an');
  expect(text).toContain('Lerntheorien, Verhaltensanalyse');
  expect(text).toContain('Dieses Zertifikat wurde maschinell erstellt und ist ohne Unterschrift gültig.');
});

it('says that a sample certifies nothing', async () => {
  const sample = certificateContent({ ...exampleCertificate, is_sample: true }, PORTAL);
  const { text, title } = await readPdf(await createCertificatePdf(sample));
  expect(title).toMatch(/^Beispiel: Zertifikat/);
  expect(text).toContain('Beispiel: Zertifikat');
  expect(text).toContain('Dieses Dokument gehört zu den Beispieldaten und bescheinigt nichts.');
  expect(text).not.toContain('gültig');
});

it('contains the page for checking it, for numbers of the portal', async () => {
  const number = '7K3M-9QXT-2B4C-HW8P';
  const { text } = await readPdf(
    await createCertificatePdf(certificateContent({ ...exampleCertificate, number }, PORTAL)),
  );
  expect(text).toContain(`Echtheit prüfen: https://portal.example/zertifikat/${number}`);
  expect(certificateContent(exampleCertificate, PORTAL).proof).toBeNull();
});

it('says since when a revoked one is invalid', async () => {
  const revoked = certificateContent({ ...exampleCertificate, revoked_at: '2026-11-23T09:00:00+00:00' }, PORTAL);
  const { text, title } = await readPdf(await createCertificatePdf(revoked));
  expect(title).toMatch(/^Widerrufen: Zertifikat/);
  expect(text).toContain('Dieses Dokument wurde am 23.11.2026 widerrufen und gilt nicht mehr.');
  expect(text).not.toContain('ohne Unterschrift gültig');
});

it.each([
  ['Dr. Ida Maria von der Au', 'Dr. Ida Maria von der Au'],
  ["Nora O'Neil", "Nora O'Neil"],
  ['Zoe\u0301 👩‍⚕️ Berg ❤️', 'Zoé Berg'],
])('writes the name %p as %p', async (holder, written) => {
  const { text } = await readPdf(
    await createCertificatePdf(certificateContent({ ...exampleCertificate, holder }, PORTAL)),
  );
  expect(text).toContain(`dass\n${written}\nerfolgreich`);
});

it('spells names of every Latin script rightly', async () => {
  const holder = 'Łukasz Yıldız-Şahinoğlu Čović';
  const { text } = await readPdf(
    await createCertificatePdf(certificateContent({ ...exampleCertificate, holder }, PORTAL)),
  );
  expect(text).toContain(holder);
});

it.each([
  ['Hồng Nguyễn Thị', 'Hồng Nguyễn Thị'],
  ['Hồng Nguyễn Thị'.normalize('NFD'), 'Hồng Nguyễn Thị'],
  ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
  ['Иван Щербаков', 'Иван Щербаков'],
  ['Oʼneil Ｍüller\u200B', 'O’neil Müller'],
  ['Anna-Lena\u2011Sofie Əliyeva', 'Anna-Lena-Sofie Əliyeva'],
  ['Nguye\u0302\u0303n Đặng Quốc Ưng', 'Nguyễn Đặng Quốc Ưng'],
  ['Ṣubūr Ḫālid Ṭāriq Ğülşen', 'Ṣubūr Ḫālid Ṭāriq Ğülşen'],
  ['Ἀθηνᾶ Ῥοδόπη', 'Ἀθηνᾶ Ῥοδόπη'],
  ['Ґалина Їжакевич Ўткір', 'Ґалина Їжакевич Ўткір'],
  ['Þórdís Ægisdóttir Øyvind Ŋuŋŋa', 'Þórdís Ægisdóttir Øyvind Ŋuŋŋa'],
  ['\u202EIda\u202C Roth', 'Ida Roth'],
])('prints the name %s', async (holder, printed) => {
  const bytes = await createCertificatePdf({ ...certificateContent(exampleAttendance, PORTAL), holder });
  expect((await readPdf(bytes)).text).toContain(printed);
});

it('prints a name of 100 letters whole, on one page', async () => {
  const holder = `Maria-Theresia Wilhelmine ${'Hohenstein-'.repeat(6)}Łichtenfels`.padEnd(100, 'ő');
  const { pages, text } = await readPdf(
    await createCertificatePdf({ ...certificateContent(exampleAttendance, PORTAL), holder }),
  );
  expect(pages).toBe(1);
  expect(text.replaceAll(/\s/g, '')).toContain(holder.replaceAll(/\s/g, ''));
});

it.each(['ქეთევან ბერიძე', 'Անի Պետրոսյան', 'محمد علي', '李小龙', 'דוד', '한지민'])(
  'never prints a paper with holes: %s',
  async (holder) => {
    const content = { ...certificateContent(exampleAttendance, PORTAL), holder };
    await expect(createCertificatePdf(content)).rejects.toMatchObject({
      code: 'text_not_printable',
      message: expect.stringMatching(/kann das Portal nicht drucken/),
    });
  },
);

it('prints every character that a name may have', async () => {
  const accepted = Array.from({ length: 0x1_f000 }, (_, code) => String.fromCodePoint(code))
    .filter((character) => !/[\p{Cs}\0]/u.test(character) && nameProblem(character) === undefined)
    .join(' ');
  await expect(embedFonts(await PDFDocument.create(), [accepted])).resolves.toBeDefined();
});

it('fits a very long title and name on one page', async () => {
  const long = {
    ...exampleAttendance,
    title: 'Verhaltenstherapeutische Verfahren bei Angst '.repeat(8),
    holder: 'Maximiliane '.repeat(10),
    content: 'Rational, Hierarchie und Begleitung in vivo '.repeat(60),
  };
  const { pages, text } = await readPdf(await createCertificatePdf(certificateContent(long, PORTAL)));
  expect(pages).toBe(1);
  expect(text).toContain('…');
  expect(text).toContain('Nr. T-A1');
});

it.each([
  ['Jürgen Weiß – „Größe“ 12 €', true],
  ['Łukasz', false],
  ['Şahin', false],
  ['日本', false],
])('knows whether every reader can write %s', (text, standard) => expect(isStandardText(text)).toBe(standard));
