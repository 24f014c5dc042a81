/**
 * `npm run bench:delivery`: what a release of one area costs somebody who has every file of the release before. Builds
 * each area as it is and with one change, in a folder of its own. Writes docs/benchmarks/delivery.md.
 *
 * `-- trainee logbook` measures these areas and writes no page.
 */
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packRelease } from '@nemus/release';
import { runBuild } from './builds/build';
import { ROOT } from './builds/paths';
import { CHANGES, type Change } from './delivery/changes';
import { bytesWithDictionary } from './delivery/dictionaries';
import { deliveredFiles, type DeliveredFile } from './delivery/files';

/** As deep as apps are: modules are named by their paths. */
const FOLDER = path.join(ROOT, 'dist/delivery-bench');
const APPS = path.join(ROOT, 'apps');

interface Measured {
  readonly area: string;
  readonly change: string;
  readonly what: string;
  /** Everything that browsers may ask for: what a release cost when every file had an address of its own. */
  readonly whole: Sum;
  /** What a browser that has the release before does not have. */
  readonly sent: Sum;
  /** Files whose bytes are others than before. */
  readonly changed: Sum;
  /** Of these the chunks that were made of changed modules. */
  readonly chunks: Sum;
  /** What is sent, where the file of the same name in the release before is the dictionary. */
  readonly withDictionaries: number;
}

interface Sum {
  readonly bytes: number;
  readonly requests: number;
}

const sumOf = (files: readonly DeliveredFile[]): Sum => ({
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  requests: files.length,
});

/** Puts the sources as they are into the folder; what was built there stays. */
async function copyArea(area: string) {
  const isSource = (file: string) => path.basename(file) !== 'dist';
  await cp(path.join(APPS, area), FOLDER, { recursive: true, filter: isSource });
}

async function build(): Promise<DeliveredFile[]> {
  await runBuild(FOLDER);
  return deliveredFiles(await packRelease(FOLDER));
}

async function measure(area: string, before: readonly DeliveredFile[], { name, make }: Change): Promise<Measured> {
  const what = await make(FOLDER);
  const after = await build();
  const addresses = new Set(before.map(({ address }) => address));
  const contents = new Set(before.map(({ content }) => content));
  const changed = after.filter(({ content }) => !contents.has(content));
  const sent = after.filter(({ address }) => !addresses.has(address));
  const small = await Promise.all(sent.map((file) => bytesWithDictionary(file, before)));
  return {
    area,
    change: name,
    what,
    whole: sumOf(after),
    sent: sumOf(sent),
    changed: sumOf(changed),
    chunks: sumOf(changed.filter(({ isChunk }) => isChunk)),
    withDictionaries: small.reduce((sum, bytes) => sum + bytes, 0),
  };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const rowOf = ({ area, change, what, whole, sent, changed, chunks, withDictionaries }: Measured) =>
  [
    '',
    area,
    `${change} (${what})`,
    `${kilobytes(whole.bytes)} in ${whole.requests}`,
    `${kilobytes(sent.bytes)} in ${sent.requests}`,
    kilobytes(changed.bytes),
    (sent.bytes / changed.bytes).toFixed(2),
    kilobytes(chunks.bytes),
    (sent.bytes / chunks.bytes).toFixed(2),
    kilobytes(withDictionaries),
    '',
  ]
    .join(' | ')
    .trim();

async function areaNames(): Promise<string[]> {
  return (await readdir(APPS)).filter((name) => name !== 'shell').toSorted();
}

const wanted = process.argv.slice(2);
const found: Measured[] = [];
try {
  for (const area of wanted.length > 0 ? wanted : await areaNames()) {
    await rm(FOLDER, { recursive: true, force: true });
    await copyArea(area);
    const before = await build();
    for (const change of CHANGES) {
      await copyArea(area);
      found.push(await measure(area, before, change));
      process.stdout.write(`${found.map(rowOf).at(-1)}\n`);
    }
  }
} finally {
  await rm(FOLDER, { recursive: true, force: true });
}

if (wanted.length === 0) {
  await writeFile(
    path.join(ROOT, 'docs/benchmarks/delivery.md'),
    `# What a release costs who was here before

Kilobytes (1,000 bytes, brotli as servers send them) and requests of one area's release, for a browser that has every file of the release before and opens every page of the area again. Each area was built as it is and with one change. Made by \`npm run bench:delivery\`.

- _Whole_: all files of the release that browsers ask for. So much came anew with every release as long as a release had all its files under addresses of its own.
- _Sent_: files whose address the browser does not know.
- _Changed_: files whose bytes are others than before; the container (\`remoteEntry.js\`, with names and hashes of all chunks) and the release document always are.
- _Chunks_: of these the ones that are made of changed modules, without container and document.
- _With dictionaries_: what is sent would have this size, were each file compressed (zstd 19) against the one of the same name in the release before. No server does that yet ([0160](../decisions/0160-compression-dictionaries.md)).

The goal is 1.2 times what changed. It is kept when container and document count as changed, which they are in every release; the rest of _sent_ is what the shell reads beside them (\`uses.json\`, \`commands.json\`), of which every release has its own address. Of the changed chunks alone a small change is several times as much: what a compression dictionary of the release before takes away.

| Area | Change | Whole | Sent | Changed | Sent / changed | Chunks | Sent / chunks | With dictionaries |
|---|---|---|---|---|---|---|---|---|
${found.map(rowOf).join('\n')}
`,
  );
}
