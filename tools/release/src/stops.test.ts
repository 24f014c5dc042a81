import path from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { openStopList, stopListPath, type StopList, type TrustedKey } from '@nemus/registry';
import { setCanary } from './canary';
import { generateKey, openKey, OPERATOR, trustedKeyOf } from './keys';
import { sampleVersion } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { haltCanary, readStops, renewStops, startArea, stopArea, type StopRequest } from './stops';
import { readStatus } from './status';
import { disableRemote, enableRemote } from './switch';
import { verifyEnvironment } from './verify';

const team = sampleTeam();
const DAY = 86_400_000;
let operator: Pick<StopRequest, 'signer' | 'keys'>;

async function newOperator() {
  const { file } = await generateKey(path.join(team.folder, 'keys'), OPERATOR);
  const { key, signer } = await openKey(file);
  return { signer, keys: [trustedKeyOf(key)] };
}
beforeEach(async () => {
  operator = await newOperator();
});

const request = (change: Partial<StopRequest> = {}): StopRequest => ({
  store: team.store,
  environment: 'test',
  who: 'operator',
  why: 'incident 12',
  ...operator,
  ...change,
});
const alpha = (reason = 'Wartung') => ({ ...request(), remote: 'alpha', reason });

/** The list as a browser that pins these keys gets it. */
async function inBrowser(keys: readonly TrustedKey[] = operator.keys, now = new Date()): Promise<StopList> {
  const text = await readFile(path.join(team.store.location, stopListPath('test')), 'utf8');
  const opened = await openStopList(text, { environment: 'test', now, keys });
  if (!opened.ok) throw new Error(opened.message);
  return opened.list;
}

describe('a stop list', () => {
  it('says what is stopped, by whom, why and until when it counts', async () => {
    expect(await stopArea(alpha())).toMatchObject({ status: 'changed', serial: 1 });
    const list = await inBrowser();
    expect(list.areas).toEqual([{ name: 'alpha', reason: 'Wartung', by: 'Betrieb', since: list.issuedAt }]);
    expect(new Date(list.expiresAt).getTime() - new Date(list.issuedAt).getTime()).toBe(7 * DAY);
    expect(await team.store.readAudit('test')).toMatchObject([
      { action: 'stop', remote: 'alpha', who: 'operator', why: 'incident 12', to: 'all: Wartung', serial: 1 },
    ]);
  });

  it('changes nothing the second time, and keeps since when', async () => {
    await stopArea(alpha());
    const { areas } = await inBrowser();
    expect(await stopArea(alpha())).toMatchObject({ status: 'unchanged', serial: 1 });
    await stopArea(alpha('Noch immer.'));
    expect((await inBrowser()).areas).toEqual([{ ...areas[0], reason: 'Noch immer.' }]);
  });

  it('stops single versions beside the whole, and starts all of it', async () => {
    await stopArea({ ...alpha(), versions: [sampleVersion(1)] });
    await stopArea({ ...alpha(), remote: 'beta' });
    await stopArea(alpha());
    expect((await inBrowser()).areas.map(({ name, versions }) => [name, versions?.length])).toEqual([
      ['alpha', 1],
      ['beta', undefined],
      ['alpha', undefined],
    ]);
    await startArea(alpha());
    expect((await inBrowser()).areas.map(({ name }) => name)).toEqual(['beta']);
    expect(await startArea(alpha())).toMatchObject({ status: 'unchanged' });
  });

  it('halts the canary that runs', async () => {
    await team.publishAll(0, 1);
    await team.promote(0);
    await expect(haltCanary(alpha())).rejects.toMatchObject({ code: 'nothing-to-do' });
    await setCanary({ ...team.request(), version: sampleVersion(1), percent: 50 });
    await haltCanary(alpha('Zu viele Fehler.'));
    expect(await haltCanary(alpha())).toMatchObject({ status: 'unchanged' });
    expect((await inBrowser()).canaries).toMatchObject([{ name: 'alpha', version: sampleVersion(1) }]);
  });

  it('is renewed with what it says, and the first time empty', async () => {
    await renewStops(request());
    expect(await inBrowser()).toMatchObject({ serial: 1, areas: [], canaries: [] });
    await stopArea(alpha());
    expect(await renewStops({ ...request(), unlessFresh: true })).toMatchObject({ status: 'unchanged', serial: 2 });
    await renewStops(request({ validForDays: 14 }));
    expect(await inBrowser(operator.keys, new Date(Date.now() + 13 * DAY))).toMatchObject({
      serial: 3,
      areas: [{ name: 'alpha' }],
    });
    // Half of fourteen days is more than what is left of seven.
    await renewStops(request());
    const again = await renewStops({ ...request({ validForDays: 14 }), unlessFresh: true });
    expect(again).toMatchObject({ status: 'changed', serial: 5 });
  });

  it('goes over to a new key', async () => {
    await stopArea(alpha());
    const next = await newOperator();
    const keys = [...operator.keys, ...next.keys];
    expect(await renewStops({ ...request({ ...next, keys }), unlessFresh: true })).toMatchObject({ status: 'changed' });
    expect((await inBrowser(next.keys)).areas).toMatchObject([{ name: 'alpha' }]);
  });

  it('loses none of ten stops at once', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `area-${index}`);
    await Promise.all(names.map((remote) => stopArea({ ...alpha(), remote })));
    expect((await inBrowser()).areas.map(({ name }) => name).toSorted()).toEqual(names);
    const serials = (await team.store.readAudit('test')).map(({ serial }) => serial);
    expect(serials.toSorted((a = 0, b = 0) => a - b)).toEqual(names.map((_, index) => index + 1));
  });
});

describe('a signer who is no operator', () => {
  it('changes nothing with a key that is not pinned', async () => {
    await stopArea(alpha());
    const { signer } = await newOperator();
    await expect(startArea({ ...alpha(), signer })).rejects.toMatchObject({ code: 'untrusted' });
    expect((await inBrowser()).serial).toBe(1);
  });

  it('gets no list signed that they have put there', async () => {
    await stopArea(alpha());
    const stranger = await newOperator();
    // As anyone with access to the folder could: the next list, signed by their own key.
    const list = await readStops(request(), operator.keys);
    if (!list) throw new Error('There is a list.');
    const forged = { ...list, serial: 2, areas: [] };
    const audit = { who: 'me', why: '', action: 'start', remote: 'alpha', from: null, to: null } as const;
    await team.store.writeStops({ environment: 'test', expectedSerial: 1, list: forged, audit });
    await expect(renewStops(request())).rejects.toMatchObject({ code: 'untrusted' });
    await expect(stopArea(alpha())).rejects.toMatchObject({ code: 'untrusted' });
    await expect(readStops(request(), stranger.keys)).rejects.toMatchObject({ code: 'untrusted' });
  });

  it('does not start what is stopped by switching it on', async () => {
    await team.publish();
    await team.promote(0);
    await disableRemote({ ...team.request(), reason: 'Wir auch.' });
    await stopArea(alpha());
    await expect(enableRemote(team.request())).rejects.toMatchObject({ code: 'forbidden' });
    await startArea(alpha());
    expect(await enableRemote(team.request())).toMatchObject({ status: 'changed' });
  });
});

it('is shown by the status, and looked at by verify', async () => {
  await team.publish();
  await team.promote(0);
  const verify = async (keys = operator.keys) =>
    (await verifyEnvironment({ store: team.store, environment: 'test', operatorKeys: keys })).problems;
  expect(await verify()).toEqual([expect.stringContaining('There is no stop list')]);
  await stopArea(alpha());
  expect(await verify()).toEqual([]);
  expect(await verify((await newOperator()).keys)).toEqual([expect.stringContaining('not pinned')]);
  await writeFile(path.join(team.store.location, stopListPath('test')), '{}');
  expect(await verify()).toEqual([expect.stringContaining('not the newest')]);
  const [status] = (await readStatus(team.store, 'test')).remotes;
  expect(status?.stops).toEqual([expect.stringMatching(/^all of it, by Betrieb since .*: Wartung$/)]);
});

it('is never signed for longer than browsers take', async () => {
  await expect(renewStops(request({ validForDays: 15 }))).rejects.toMatchObject({ code: 'untrusted' });
});
