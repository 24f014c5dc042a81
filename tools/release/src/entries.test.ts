import path from 'node:path';
import { openRegistry, parseRegistry } from '@nemus/registry';
import { setCanary, stepCanary, stopCanary } from './canary';
import { readCurrent } from './change';
import { localSigner, localTrust } from './local-keys';
import { renewEntry } from './promote';
import { SAMPLE_SHELL, sampleVersion, writeSampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { shipRelease, shipReleases } from './ship';
import { disableRemote, enableRemote, retireRemote } from './switch';

const team = sampleTeam();

describe('canary', () => {
  const set = (percent: number, patch = 1) => setCanary({ ...team.request(), version: sampleVersion(patch), percent });

  it('begins, widens, ends', async () => {
    await team.publishAll(0, 1);
    await team.promote(0);
    await set(5);
    expect((await team.entry()).canary).toMatchObject({
      percent: 5,
      salt: sampleVersion(1),
      pointer: { version: sampleVersion(1) },
    });
    expect(await stepCanary(team.request())).toMatchObject({ to: `${sampleVersion(1)} for 10 %` });
    await stepCanary({ ...team.request(), percent: 60 });
    expect((await team.entry()).canary).toMatchObject({ percent: 60, salt: sampleVersion(1) });
    await stopCanary(team.request());
    expect((await team.entry()).canary).toBeUndefined();
    expect((await team.store.readAudit('test')).map(({ action }) => action)).toEqual([
      'promote',
      'canary-set',
      'canary-step',
      'canary-step',
      'canary-stop',
    ]);
  });

  it('ends when it is promoted', async () => {
    await team.publishAll(0, 1);
    await team.promote(0);
    await set(5);
    await team.promote(1);
    expect(await team.entry()).not.toHaveProperty('canary');
  });

  it('refuses what makes no sense', async () => {
    await team.publishAll(0, 1);
    await expect(set(5)).rejects.toMatchObject({ code: 'not-registered' });
    await team.promote(0);
    await expect(set(5, 0)).rejects.toMatchObject({ code: 'nothing-to-do' });
    await expect(stepCanary(team.request())).rejects.toMatchObject({ code: 'nothing-to-do' });
    await expect(stopCanary(team.request())).rejects.toMatchObject({ code: 'nothing-to-do' });
    await set(50);
    await expect(stepCanary({ ...team.request(), percent: 20 })).rejects.toMatchObject({ code: 'nothing-to-do' });
  });
});

describe('the switch', () => {
  it('goes off with a reason and on again', async () => {
    await team.publish();
    await team.promote(0);
    const off = { ...team.request(), reason: 'Wir warten diesen Bereich.' };
    expect(await disableRemote(off)).toMatchObject({ status: 'changed' });
    expect(await disableRemote(off)).toMatchObject({ status: 'unchanged' });
    expect(await team.entry()).toMatchObject({ enabled: false, disabledReason: 'Wir warten diesen Bereich.' });
    const { switches } = (await readCurrent(team.store, 'test')).registry;
    expect(switches).toEqual({ alpha: { by: expect.stringMatching(/^Team /), since: expect.any(String) } });
    expect(await enableRemote(team.request())).toMatchObject({ status: 'changed' });
    expect(await enableRemote(team.request())).toMatchObject({ status: 'unchanged' });
    expect(await team.entry()).not.toHaveProperty('disabledReason');
    expect((await readCurrent(team.store, 'test')).registry.switches).toBeUndefined();
  });

  it('stays switched off when a release is promoted', async () => {
    await team.publishAll(0, 1);
    await team.promote(0);
    await disableRemote({ ...team.request(), reason: 'Wartung' });
    await team.promote(1);
    expect((await team.entry()).enabled).toBe(false);
  });

  it('retires an area, and its paths are free', async () => {
    await team.publish();
    await team.promote(0);
    await retireRemote(team.request());
    await team.publish({
      name: 'beta',
      declaration: { routes: [{ path: '/alpha', layout: 'shared', title: 'x' }], menu: [] },
    });
    expect(await team.promote(0, 'beta')).toMatchObject({ status: 'changed', revision: 3 });
  });
});

describe('ship', () => {
  const all = () => ({ store: team.store, environment: 'test', who: 'me', why: 'start', shell: SAMPLE_SHELL });

  it('packs, publishes and promotes, and does nothing the second time', async () => {
    const appFolder = await writeSampleApp(team.folder);
    expect(await shipRelease({ ...all(), appFolder })).toMatchObject({
      publish: 'published',
      promote: 'changed',
      revision: 1,
    });
    expect(await shipRelease({ ...all(), appFolder })).toMatchObject({
      publish: 'already-published',
      promote: 'unchanged',
      revision: 1,
    });
  });

  it('signs each area with the key of its own team, so that browsers take them', async () => {
    const dataDir = path.join(team.folder, 'data');
    const folders = [await writeSampleApp(team.folder), await writeSampleApp(team.folder, { name: 'beta' })];
    await shipReleases({ ...all(), signerFor: (remote, paths) => localSigner(dataDir, remote, paths) }, folders);
    const opened = await openRegistry((await team.store.readRegistry('test')) ?? '', {
      environment: 'test',
      now: new Date(),
      trustedKeys: await localTrust(dataDir),
      seen: null,
    });
    expect(opened.ok && opened.refused).toEqual([]);
    expect(opened.ok && opened.registry.remotes.map(({ name }) => name)).toEqual(['alpha', 'beta']);
  });

  it('lets a path move from one area to another', async () => {
    const shared = { path: '/shared', layout: 'shared' as const, title: 'x' };
    await shipReleases(all(), [
      await writeSampleApp(team.folder, { name: 'beta', declaration: { routes: [shared], menu: [] } }),
    ]);
    const taker = await writeSampleApp(team.folder, { name: 'alpha', declaration: { routes: [shared], menu: [] } });
    const giver = await writeSampleApp(team.folder, { name: 'beta', patch: 1 });
    expect(await shipReleases(all(), [taker, giver])).toMatchObject([{ remote: 'alpha' }, { remote: 'beta' }]);
    const again = await writeSampleApp(team.folder, { name: 'gamma', declaration: { routes: [shared], menu: [] } });
    await expect(shipReleases(all(), [again])).rejects.toMatchObject({ code: 'check-failed' });
  });
});

it('renews without changing anything else', async () => {
  await team.publish();
  await team.promote(0);
  const before = await readCurrent(team.store, 'test');
  const month = 30 * 86_400_000;
  const asked = Date.now();
  const result = await renewEntry({ ...team.request(), validForDays: 30 });
  expect(result).toMatchObject({ status: 'changed', revision: 2, from: before.registry.expiresAt });
  const end = Date.parse(result.to ?? '');
  expect(end).toBeGreaterThanOrEqual(asked + month);
  expect(end).toBeLessThanOrEqual(Date.now() + month);
  const after = parseRegistry((await team.store.readRegistry('test')) ?? '');
  expect(after.ok && after.registry.remotes).toEqual(before.registry.remotes);
});
