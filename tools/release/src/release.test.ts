import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { readCurrent } from './change';
import type { RemoteFigures } from './figures';
import { packRelease } from './pack';
import { promoteRelease, rollbackRelease } from './promote';
import { publishRelease } from './publish';
import { Refusal } from './refusal';
import { sampleVersion, writeSampleApp, type SampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { openFileStore } from './store/file-store';
import { STORE_LOG } from './store/store';

const team = sampleTeam();

describe('pack', () => {
  it('hashes every file, and gives the same document again', async () => {
    const app = await writeSampleApp(team.folder);
    const first = await packRelease(app);
    expect(Object.keys(first.release.files)).toEqual(['remoteEntry.js', 'expose-app.js']);
    expect((await packRelease(app)).release.files).toEqual(first.release.files);
  });

  it.each<[string, (app: string) => Promise<void>, RegExp]>([
    ['no build', (app) => writeFile(path.join(app, 'dist/release-input.json'), 'half'), /not built completely/],
    [
      'a missing file',
      (app) => writeFile(path.join(app, 'dist/release-input.json'), JSON.stringify({})),
      /nx build alpha-0/,
    ],
  ])('refuses %s', async (_case, harm, message) => {
    const app = await writeSampleApp(team.folder);
    await harm(app);
    await expect(packRelease(app)).rejects.toThrow(message);
  });
});

describe('publish', () => {
  it('puts every file, the document last, and a line into the log', async () => {
    expect(await team.publish()).toMatchObject({ status: 'published', pointer: { version: sampleVersion() } });
    expect(await team.store.list(`releases/alpha/${sampleVersion()}/`)).toEqual([
      'expose-app.js',
      'release.json',
      'release.json.br',
      'remoteEntry.js',
    ]);
    expect(await team.store.readAudit(STORE_LOG)).toMatchObject([{ action: 'publish', remote: 'alpha', who: 'me' }]);
  });

  it('answers "already published" to the same release, packed elsewhere from another commit', async () => {
    const { pointer } = await team.publish();
    const packed = await packRelease(await writeSampleApp(team.folder));
    const elsewhere = { ...packed, release: { ...packed.release, commit: 'other', builtAt: '2020-01-01T00:00:00Z' } };
    expect(await publishRelease(team.store, elsewhere, { who: 'you' })).toMatchObject({
      status: 'already-published',
      pointer,
    });
  });

  it('refuses other bytes under the same version', async () => {
    await team.publish();
    await expect(team.publish({ entry: 'globalThis.alpha = "evil";' })).rejects.toMatchObject({
      code: 'already-exists',
      details: ['remoteEntry.js differs.'],
    });
  });

  it('refuses files that were changed after packing', async () => {
    const app = await writeSampleApp(team.folder);
    const packed = await packRelease(app);
    await writeFile(path.join(app, 'dist/files/expose-app.js'), 'changed');
    await expect(publishRelease(team.store, packed, { who: 'me' })).rejects.toMatchObject({
      code: 'check-failed',
      details: ['expose-app.js does not match its hash.'],
    });
  });
});

describe('promote', () => {
  it('sets the stable release and keeps the ones before it', async () => {
    await team.publishAll(0, 1);
    expect(await team.promote(0)).toMatchObject({ status: 'changed', revision: 1, from: null });
    expect(await team.promote(1)).toMatchObject({ status: 'changed', revision: 2, from: sampleVersion(0) });
    expect(await team.entry()).toMatchObject({
      stable: { version: sampleVersion(1) },
      lastGood: [{ version: sampleVersion(0) }],
    });
    expect(await team.store.readAudit('test')).toMatchObject([
      { action: 'promote', who: 'me', why: 'because', from: null, to: sampleVersion(0), revision: 1 },
      { from: sampleVersion(0), to: sampleVersion(1), revision: 2 },
    ]);
  });

  it('changes nothing the second time, unless the registry is about to expire', async () => {
    await team.publish();
    await promoteRelease({ ...team.request(), version: sampleVersion(), validForDays: 60 });
    expect(await team.promote(0)).toMatchObject({ status: 'unchanged', revision: 1 });
    const longer = { ...team.request(), version: sampleVersion(), validForDays: 150 };
    expect(await promoteRelease(longer)).toMatchObject({ status: 'changed', revision: 2 });
    expect((await team.entry()).lastGood).toEqual([]);
  });

  it('signs for no longer than browsers take', async () => {
    await team.publish();
    const tooLong = promoteRelease({ ...team.request(), version: sampleVersion(), validForDays: 181 });
    await expect(tooLong).rejects.toMatchObject({ code: 'untrusted' });
    expect(await team.store.readRegistry('test')).toBeNull();
  });

  it('refuses what is not published', async () => {
    await expect(team.promote(7)).rejects.toMatchObject({ code: 'not-published' });
  });

  it('refuses a release that needs what the database lacks, by name', async () => {
    await team.publish({
      files: {
        'x.js':
          'a.from("nemus_courses").select("id,site:nemus_sites!own(name)"),a.rpc(`nemus_new_call`),b="nemus_courses_old"',
      },
    });
    const asked: string[] = [];
    const missingInDatabase = (names: readonly string[]) => {
      asked.push(...names);
      return Promise.resolve(names.filter((name) => !['nemus_courses', 'nemus_sites'].includes(name)));
    };
    const request = { ...team.request(), version: sampleVersion() };
    await expect(promoteRelease({ ...request, missingInDatabase })).rejects.toMatchObject({
      code: 'check-failed',
      details: [
        `backend: The portal's database has no table or function "nemus_courses_old", which the release uses.`,
        `backend: The portal's database has no table or function "nemus_new_call", which the release uses.`,
      ],
    });
    expect(asked).toEqual(['nemus_courses', 'nemus_courses_old', 'nemus_new_call', 'nemus_sites']);
    await promoteRelease({ ...request, missingInDatabase: () => Promise.resolve([]) });
  });

  it.each<[string, SampleApp, string]>([
    ['another contract', { declaration: { contract: '^2.0.0' } }, 'contract: '],
    ['a module that the shell lacks', { input: { shared: [{ name: 'vue', range: '*' }] } }, 'shared: "vue"'],
    [
      'a path of the shell',
      { declaration: { routes: [{ path: '/auth', layout: 'shared', title: 'x' }], menu: [] } },
      'declaration: ',
    ],
    [
      'a path of another area',
      { declaration: { routes: [{ path: '/beta/x', layout: 'shared', title: 'x' }], menu: [] } },
      'collisions: The path /beta/x overlaps /beta of beta (team beta)',
    ],
    ['a foreign container', { input: { container: 'nemus_beta' } }, 'container: '],
    ['too many bytes', { declaration: { budget: { entry: 5, total: 10 } } }, 'budget: The entry has'],
    ['generated code', { files: { 'x.js': 'new Function("a")' } }, 'code-generation: x.js:1:1'],
    [
      'styles of the shell',
      { files: { 'x.css': '.alpha h1 { color: red } nav { display: none }' } },
      'styles: x.css restyles the shell and other areas: "nav".',
    ],
    [
      'a slot without its files',
      { declaration: { slots: [{ name: 's', expose: './s' }] } },
      'files: The slot module ./s',
    ],
    ['a preload that has no hash', { input: { preload: ['remoteEntry.js', 'gone.js'] } }, 'files: gone.js'],
  ])('refuses %s', async (_case, app, detail) => {
    await team.publish({ name: 'beta' });
    await team.promote(0, 'beta');
    const packed = await packRelease(await writeSampleApp(team.folder, app));
    // A build cannot make some of these; the gate does not rely on it.
    if (!packed.release.preload.includes('gone.js') && !detail.startsWith('files'))
      await publishRelease(team.store, packed, { who: 'me' });
    else await team.store.putImmutable(`releases/alpha/${sampleVersion()}/release.json`, Buffer.from(packed.text));
    const refusal = team.promote(0).catch((error: unknown) => error);
    expect(await refusal).toMatchObject({
      code: 'check-failed',
      details: expect.arrayContaining([expect.stringContaining(detail)]),
    });
    expect((await readCurrent(team.store, 'test')).revision).toBe(1);
  });

  it('can be forced with a reason, which the log keeps, but never over changed files', async () => {
    await team.publish({ declaration: { budget: { entry: 5, total: 10 } } });
    const forced = { ...team.request(), version: sampleVersion(), force: true };
    await expect(promoteRelease({ ...forced, why: ' ' })).rejects.toMatchObject({ code: 'no-reason' });
    await promoteRelease({ ...forced, why: 'incident 7' });
    expect(await team.store.readAudit('test')).toMatchObject([
      { why: 'incident 7', forced: [expect.stringContaining('budget: '), expect.anything()] },
    ]);
    await team.publish({ patch: 1 });
    await writeFile(path.join(team.folder, 'store/releases/alpha', sampleVersion(1), 'remoteEntry.js'), 'evil');
    await expect(promoteRelease({ ...forced, version: sampleVersion(1) })).rejects.toMatchObject({
      code: 'check-failed',
    });
  });

  it('asks the smoke test last, and notes when it was left out', async () => {
    const smoke = jest.fn(() => Promise.reject(new Refusal('smoke-failed', 'No heading.', 'Look.')));
    await team.publish({ patch: 1, declaration: { contract: '^9.0.0' } });
    await expect(promoteRelease({ ...team.request(), version: sampleVersion(1), smoke })).rejects.toThrow('contract: ');
    expect(smoke).not.toHaveBeenCalled();
    await team.publish();
    const candidate = { ...team.request(), version: sampleVersion() };
    await expect(promoteRelease({ ...candidate, smoke })).rejects.toMatchObject({ details: ['smoke: No heading.'] });
    await expect(promoteRelease({ ...candidate, smoke: 'skipped', why: '' })).rejects.toMatchObject({
      code: 'no-reason',
    });
    await promoteRelease({ ...candidate, smoke: () => Promise.resolve() });
    await team.publish({ patch: 2 });
    await promoteRelease({ ...team.request(), version: sampleVersion(2), smoke: 'skipped' });
    await team.publish({ patch: 3 });
    await promoteRelease({ ...team.request(), version: sampleVersion(3), smoke, force: true });
    expect((await team.store.readAudit('test')).map(({ forced }) => forced)).toEqual([
      undefined,
      ['smoke: not run'],
      ['smoke: No heading.'],
    ]);
  });

  it('refuses the area of another team', async () => {
    await team.publish();
    await team.promote(0);
    await team.publish({ patch: 1, declaration: { team: 'thieves' } });
    await expect(team.promote(1)).rejects.toThrow('belongs to team alpha, not to thieves');
  });
});

/** The team's store, in a project that has what browsers reported. */
const openReporting = (readFigures: () => Promise<RemoteFigures[]>) =>
  Object.assign(openFileStore(path.join(team.folder, 'store')), { readFigures });

describe('rollback', () => {
  it('goes to the last good release and forgets the one it leaves', async () => {
    await team.publishAll(0, 1, 2);
    for (const patch of [0, 1, 2]) await team.promote(patch);
    expect(await rollbackRelease(team.request())).toMatchObject({ from: sampleVersion(2), to: sampleVersion(1) });
    expect(await team.entry()).toMatchObject({
      stable: { version: sampleVersion(1) },
      lastGood: [{ version: sampleVersion(0) }],
    });
    expect((await team.store.readAudit('test')).at(-1)).toMatchObject({ action: 'rollback' });
  });

  it('goes to the last release that browsers saw work, and keeps none that they saw fail', async () => {
    await team.publishAll(0, 1, 2, 3);
    for (const patch of [0, 1, 2]) await team.promote(patch);
    const seen = (patch: number, failures: number) => ({
      remote: 'alpha',
      version: sampleVersion(patch),
      accounts: 10,
      failedAccounts: failures,
      starts: 10,
      failures,
      loadMs: null,
      mountMs: null,
    });
    const readFigures = jest.fn(() => Promise.resolve([seen(0, 1), seen(1, 9)]));
    const request = () => ({ ...team.request(), store: openReporting(readFigures) });
    expect(await rollbackRelease(request())).toMatchObject({ to: sampleVersion(0) });
    expect(await team.entry()).toMatchObject({ stable: { version: sampleVersion(0) }, lastGood: [] });

    // Browsers saw the stable release fail as well: the next one does not fall back to it.
    readFigures.mockResolvedValue([seen(0, 9)]);
    await promoteRelease({ ...request(), version: sampleVersion(3) });
    expect((await team.entry()).lastGood).toEqual([]);
    await expect(rollbackRelease(request())).rejects.toMatchObject({ code: 'nothing-to-do' });
    expect(await rollbackRelease({ ...request(), version: sampleVersion(0) })).toMatchObject({ status: 'changed' });
  });

  it('goes to the last release without reports, and when they cannot be read', async () => {
    await team.publishAll(0, 1);
    for (const patch of [0, 1]) await team.promote(patch);
    const onNote = jest.fn();
    const store = openReporting(() => Promise.reject(new Error('away')));
    expect(await rollbackRelease({ ...team.request(), store, onNote })).toMatchObject({ to: sampleVersion(0) });
    expect(onNote).toHaveBeenCalledWith('the reports of browsers cannot be read. away');
  });

  it('goes to any version that is named, over a budget that came later', async () => {
    await team.publish({ patch: 0, declaration: { budget: { entry: 5, total: 10 } } });
    await team.publish({ patch: 1 });
    await team.promote(1);
    await rollbackRelease({ ...team.request(), version: sampleVersion(0) });
    expect((await team.entry()).stable.version).toBe(sampleVersion(0));
  });

  it('refuses without a way back', async () => {
    await expect(rollbackRelease(team.request())).rejects.toMatchObject({ code: 'not-registered' });
    await team.publish();
    await team.promote(0);
    await expect(rollbackRelease(team.request())).rejects.toMatchObject({ code: 'nothing-to-do' });
    await expect(rollbackRelease({ ...team.request(), version: sampleVersion(0) })).rejects.toMatchObject({
      code: 'nothing-to-do',
    });
    await expect(rollbackRelease({ ...team.request(), version: sampleVersion(9) })).rejects.toMatchObject({
      code: 'not-published',
    });
  });
});
