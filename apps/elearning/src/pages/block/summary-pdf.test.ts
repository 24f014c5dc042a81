import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import type { BlockSummary } from '../../content/block';
import { SUMMARY } from '../../content/rechtliche-grundlagen-block-a/summary';
import { createSummaryPdf } from './summary-pdf';

const readSchema = z.object({ pages: z.number(), text: z.string(), title: z.string() });

/** Reads a file with Mozilla's parser, in a separate process: it is only available as an ECMAScript module. */
function readPdf(bytes: Uint8Array) {
  const script = `
    import { buffer } from 'node:stream/consumers';
    import { extractText, getDocumentProxy, getMeta } from 'unpdf';
    const file = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
    const { totalPages, text } = await extractText(file, { mergePages: true });
    const { info } = await getMeta(file);
    console.log(JSON.stringify({ pages: totalPages, text, title: info.Title }));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: bytes,
    cwd: __dirname,
    encoding: 'utf8',
  });
  return readSchema.parse(JSON.parse(answer.trim().split('\n').at(-1) ?? '{}'));
}

it('is one page that says every rule with its source', async () => {
  const { pages, text, title } = readPdf(await createSummaryPdf(SUMMARY));
  const said = text.replaceAll(/\s+/g, ' ');
  expect(pages).toBe(1);
  expect(title).toBe('Rechtliche Grundlagen – Block A: Berufsrecht');
  expect(SUMMARY.sections).toHaveLength(6);
  for (const { title: rule, source, points } of SUMMARY.sections) {
    expect(said).toContain(`${rule} (${source})`);
    for (const point of points) expect(said).toContain(point);
  }
  expect(said).toContain(SUMMARY.intro);
});

it('continues on further pages and loses nothing of a long one', async () => {
  const sections = Array.from({ length: 40 }, (_, index) => ({
    title: `Regel ${index + 1}`,
    source: `§ ${index + 1} BGB`,
    points: [`Ein langer Satz zur Regel ${index + 1}, der umbrochen wird. `.repeat(6).trim()],
  }));
  const long: BlockSummary = { ...SUMMARY, sections };
  const { pages, text } = readPdf(await createSummaryPdf(long));
  const said = text.replaceAll(/\s+/g, ' ');
  expect(pages).toBeGreaterThan(2);
  for (const { title, source, points } of sections) {
    expect(said).toContain(`${title} (${source})`);
    expect(said).toContain(points[0]);
  }
});
