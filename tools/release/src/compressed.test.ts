import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { measureSize } from './checks';
import { collectReleases } from './gc';
import { packRelease } from './pack';
import { promoteRelease } from './promote';
import { publishRelease } from './publish';
import { openPublished } from './release-files';
import { sampleVersion, writeSampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { openReleaseAt } from './stage';
import { openFileStore } from './store/file-store';
import { verifyEnvironment } from './verify';

const TEXT = `export const text = ${JSON.stringify('again and again '.repeat(200))};`;
const FILES = { 'text.js': TEXT, 'style.css': `.alpha { color: red } ${TEXT}`, 'picture.png': TEXT };
/** Everything else is too short to get smaller, or a picture. */
const FORMS = ['release.json.br', 'style.css.br', 'text.js.br'];

const team = sampleTeam();
const released = (file: string) => path.join(team.folder, 'store/releases/alpha', sampleVersion(), file);
const listed = () => team.store.list(`releases/alpha/${sampleVersion()}/`);
const problems = async () => (await verifyEnvironment({ store: team.store, environment: 'test' })).problems;
/** The same text as another version of the compressor writes it. */
const otherForm = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

it('publishes texts in their compressed form as well, without a change of the release document', async () => {
  await team.publish({ files: FILES });
  expect((await listed()).filter((file) => file.endsWith('.br'))).toEqual(FORMS);
  expect(brotliDecompressSync(await readFile(released('text.js.br'))).toString()).toBe(TEXT);
  const { release } = await openPublished(team.store, 'alpha', sampleVersion());
  expect(Object.keys(release.files)).toEqual(['remoteEntry.js', 'expose-app.js', ...Object.keys(FILES)]);
  await team.promote(0);
  expect(await problems()).toEqual([]);
});

it('compresses once: keeps correct files and replaces wrong ones', async () => {
  const app = await writeSampleApp(team.folder, { files: FILES });
  const form = path.join(app, 'dist/files/text.js.br');
  await packRelease(app);
  const { mtimeMs } = await stat(form);
  await packRelease(app);
  expect((await stat(form)).mtimeMs).toBe(mtimeMs);
  await writeFile(form, brotliCompressSync('another build'));
  const packed = await packRelease(app);
  expect(brotliDecompressSync(await readFile(form)).toString()).toBe(TEXT);
  // The budget counts the sent bytes.
  const size = await measureSize(packed);
  await rm(form);
  expect(await measureSize(await packRelease(app))).toEqual(size);
});

it('compresses what was packed by an older tool, or comes from elsewhere', async () => {
  const app = await writeSampleApp(team.folder, { files: FILES });
  await packRelease(app);
  for (const form of FORMS) await rm(path.join(app, 'dist/files', form), { force: true });
  await team.publish({ files: FILES });
  expect(await listed()).toEqual(expect.arrayContaining(FORMS));
  const alone = openFileStore(path.join(team.folder, 'alone'));
  await publishRelease(alone, await openReleaseAt(team.store.location, 'alpha', sampleVersion()), { who: 'smoke' });
  expect(await alone.list(`releases/alpha/${sampleVersion()}/`)).toEqual(await listed());
});

it('goes on with an upload that broke off, whatever compressed it, and takes no other file for it', async () => {
  await team.store.putImmutable(`releases/alpha/${sampleVersion()}/text.js.br`, otherForm(TEXT));
  await team.publish({ files: FILES });
  await team.promote(0);
  expect(await problems()).toEqual([]);
  await team.store.putImmutable(`releases/alpha/${sampleVersion(1)}/text.js.br`, otherForm(`${TEXT};`));
  await expect(team.publish({ patch: 1, files: FILES })).rejects.toMatchObject({ code: 'already-exists' });
});

it('verifies releases without compressed forms, as an older tool published them', async () => {
  await team.publish({ files: FILES });
  for (const form of FORMS) await rm(released(form));
  await team.promote(0);
  expect(await problems()).toEqual([]);
});

it.each<[string, () => Promise<void>, RegExp]>([
  ['another text', () => writeFile(released('text.js.br'), otherForm('evil')), /text\.js\.br is not the compressed/],
  ['more than the file', () => writeFile(released('text.js.br'), otherForm(`${TEXT} `)), /text\.js\.br is not/],
  ['a form without end', () => writeFile(released('text.js.br'), otherForm('0'.repeat(1e7))), /text\.js\.br is not/],
  ['plain bytes', () => writeFile(released('style.css.br'), FILES['style.css']), /style\.css\.br is not/],
  ['another document', () => writeFile(released('release.json.br'), otherForm('{}')), /release\.json\.br is not/],
  ['a form of nothing', () => writeFile(released('gone.js.br'), otherForm(TEXT)), /gone\.js\.br is the compressed/],
  ['a foreign script', () => writeFile(released('evil.js'), TEXT), /evil\.js has no hash/],
])('refuses a release whose folder has %s', async (_case, harm, expected) => {
  await team.publish({ files: FILES });
  await team.promote(0);
  await harm();
  expect((await problems()).join('\n')).toMatch(expected);
  const again = { ...team.request(), environment: 'other', version: sampleVersion(), force: true };
  await expect(promoteRelease(again)).rejects.toThrow(expected);
});

it('clears compressed forms away with their release', async () => {
  await team.publish({ files: FILES });
  const later = new Date(Date.now() + 60 * 86_400_000);
  expect((await collectReleases({ store: team.store, who: 'me', keep: 0, now: later })).removed).toHaveLength(1);
  expect(await listed()).toEqual([]);
});
