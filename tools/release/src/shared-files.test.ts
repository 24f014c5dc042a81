import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { collectReleases } from './gc';
import { packRelease } from './pack';
import { publishRelease } from './publish';
import { openPublished } from './release-files';
import { sampleVersion, writeSampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { filesCheck } from './checks/files';
import type { ReleaseStore } from './store/store';

const team = sampleTeam();
const LATER = new Date(Date.now() + 60 * 86_400_000);
/** Long enough to be worth a compressed form. */
const LIBRARY = `export const library = "${'library '.repeat(40)}";`;
const OLD = { 'by-content/library.aa.js': LIBRARY, 'by-content/page.11.js': 'export const page = 1;' };
const NEW = { 'by-content/library.aa.js': LIBRARY, 'by-content/page.22.js': 'export const page = 2;' };

const shared = () => team.store.list('releases/alpha/by-content/');
const sharedFile = (name: string) => path.join(team.store.location, 'releases/alpha/by-content', name);
const problems = async (patch = 0) => {
  const files = await openPublished(team.store, 'alpha', sampleVersion(patch));
  return filesCheck.run({ files, shell: { contract: '', shared: [] }, registered: [] });
};
const collect = (more: object = {}) => collectReleases({ store: team.store, who: 'me', keep: 1, now: LATER, ...more });

describe('files that are named by their content', () => {
  it('are published twice: in the release, and once for all releases of the area', async () => {
    await team.publish({ files: OLD });
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.11.js']);
    expect(await readFile(sharedFile('library.aa.js'), 'utf8')).toBe(LIBRARY);
    expect(await team.store.list(`releases/alpha/${sampleVersion()}/by-content/`)).toEqual(await shared());
    await team.publish({ patch: 1, files: NEW });
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.11.js', 'page.22.js']);
    expect(await problems(0)).toEqual([]);
    expect(await problems(1)).toEqual([]);
  });

  it('are refused under a name that belongs to other bytes, before any user can get the release', async () => {
    await team.publish({ files: OLD });
    const forged = team.publish({ patch: 1, files: { 'by-content/library.aa.js': 'globalThis.evil = true;' } });
    await expect(forged).rejects.toMatchObject({ code: 'already-exists' });
    expect(await readFile(sharedFile('library.aa.js'), 'utf8')).toBe(LIBRARY);
    await expect(openPublished(team.store, 'alpha', sampleVersion(1))).rejects.toMatchObject({ code: 'not-published' });
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['a missing one', () => rm(sharedFile('library.aa.js')), /library\.aa\.js is missing among what/],
    ['a changed one', () => writeFile(sharedFile('page.11.js'), 'evil'), /page\.11\.js that .* share is another file/],
    [
      'one whose compressed form is another file',
      async () => writeFile(sharedFile('library.aa.js.br'), await readFile(sharedFile('page.11.js'))),
      /compressed form of the shared by-content\/library\.aa\.js/,
    ],
  ])('are looked at by gate and verify: %s', async (_case, harm, expected) => {
    await team.publish({ files: OLD });
    await harm();
    expect((await problems()).join('\n')).toMatch(expected);
  });

  it.each<[string, () => Promise<void>]>([
    ['one that is missing', () => rm(sharedFile('library.aa.js'))],
    ['one that was changed', () => writeFile(sharedFile('library.aa.js'), 'evil')],
    ['a compressed form that is another file', () => writeFile(sharedFile('library.aa.js.br'), 'evil')],
  ])('are mended when the release is published again: %s', async (_case, harm) => {
    await team.publish({ files: OLD });
    await harm();
    expect(await problems()).not.toEqual([]);
    const again = await packRelease(await writeSampleApp(team.folder, { files: OLD }));
    expect(await publishRelease(team.store, again, { who: 'me' })).toMatchObject({ status: 'already-published' });
    expect(await problems()).toEqual([]);
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.11.js']);
  });

  it('stay as long as one release has them', async () => {
    await team.publish({ files: OLD });
    await team.publish({ patch: 1, files: NEW });
    expect((await collect({ dryRun: true })).shared).toEqual(['releases/alpha/by-content/page.11.js']);
    expect(await collect()).toMatchObject({ removed: [{ version: sampleVersion(0) }], kept: 1 });
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.22.js']);
    expect(await problems(1)).toEqual([]);
  });

  it('stay for a release that is being published', async () => {
    await team.publish({ files: OLD });
    await team.publish({ patch: 2, files: { 'by-content/page.33.js': 'export const page = 3;' } });
    // Its document is still on its way.
    await team.publish({ patch: 1, files: OLD });
    await rm(path.join(team.store.location, 'releases/alpha', sampleVersion(1), 'release.json'));
    await collect();
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.11.js', 'page.33.js']);
  });

  it('stay for a release that is published while the clean-up runs', async () => {
    await team.publish({ files: OLD });
    await team.publish({ patch: 1, files: NEW });
    const { store } = team;
    let isPublished = false;
    const interrupted: ReleaseStore = new Proxy(store, {
      get: (target, name) => {
        if (name !== 'remove') return Reflect.get(target, name).bind(target);
        return async (file: string) => {
          if (!isPublished) {
            isPublished = true;
            await team.publish({ patch: 2, files: OLD });
          }
          await target.remove(file);
        };
      },
    });
    await collect({ store: interrupted });
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.11.js', 'page.22.js']);
    expect(await problems(2)).toEqual([]);
  });

  it('that no release has any more go with unfinished uploads', async () => {
    await team.publish({ files: NEW });
    await writeFile(sharedFile('left.00.js'), 'left by a clean-up that broke off');
    expect((await collect()).shared).toEqual([]);
    expect((await collect({ unfinished: true })).shared).toEqual(['releases/alpha/by-content/left.00.js']);
    expect(await shared()).toEqual(['library.aa.js', 'library.aa.js.br', 'page.22.js']);
  });
});
