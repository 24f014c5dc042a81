/** What operators have stopped, where the store is a Supabase project: the database says who may. */
import { openStopList } from '@nemus/registry';
import { sampleEntry } from '@nemus/registry/samples';
import { generateKey, openKey, OPERATOR, trustedKeyOf } from '../keys';
import { renewStops, startArea, stopArea, type StopRequest } from '../stops';
import { disableRemote, enableRemote, retireRemote } from '../switch';
import { temporaryFolder } from './sample-app';
import { ALPHA, BETA, type SampleProject } from './supabase-project';

/** A project without operators, and an environment of it in which nothing was changed yet. */
export interface ProjectUnderTest {
  readonly project: SampleProject;
  readonly environment: string;
}

/** Alpha's team, and an operator who belongs to the team of beta. `open` gives a fresh environment for each test. */
export function supabaseStops(open: () => ProjectUnderTest): void {
  let project: SampleProject;
  let environment: string;
  let operator: Pick<StopRequest, 'signer' | 'keys'>;
  let operatorId: string;

  beforeAll(async () => {
    ({ project } = open());
    const { folder, remove } = await temporaryFolder();
    const { key, signer } = await openKey((await generateKey(folder, OPERATOR)).file);
    await remove();
    operator = { signer, keys: [trustedKeyOf(key)] };
    operatorId = (await project.signIn(BETA)).id;
    await project.insert('nemus_release_operators', [{ user_id: operatorId }]);
  });
  afterAll(async () => project.admin().from('nemus_release_operators').delete().eq('user_id', operatorId));
  beforeEach(() => {
    ({ environment } = open());
  });

  const stops = (email: string) => {
    const common = { environment, who: 'another operator', why: 'incident 12', remote: 'alpha', reason: 'Wartung' };
    return { store: project.storeOf(email), ...common, ...operator };
  };
  const change = (email: string) => {
    const { store, who, why, remote } = stops(email);
    return { store, environment, who, why, remote };
  };
  /** Writes a change as an account, past every tool. */
  const write = async (email: string, row: object) => {
    const whole = { environment, remote: 'alpha', action: 'promote', ...row };
    return (await project.signIn(email)).rest.from('nemus_release_changes').insert(whole);
  };
  const promote = async (revision: number, entry = sampleEntry('alpha')) =>
    (await write(ALPHA, { expected_revision: revision, entry })).error;
  const ask = (init: RequestInit = {}) =>
    fetch(`${project.url}/functions/v1/release-registry/${environment}.stops.json`, init);

  it('is written by an operator, loses nothing, and reaches browsers without a login', async () => {
    expect((await ask()).status).toBe(404);
    await renewStops(stops(BETA));
    await Promise.all([stopArea(stops(BETA)), stopArea({ ...stops(BETA), remote: 'beta' })]);
    const answer = await ask();
    expect(answer.headers.get('cache-control')).toContain('no-cache');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const text = await answer.text();
    const opened = await openStopList(text, { environment, now: new Date(), keys: operator.keys });
    expect(opened).toMatchObject({ ok: true, list: { serial: 3 } });
    expect(opened.ok && opened.list.areas.map(({ name }) => name).toSorted()).toEqual(['alpha', 'beta']);
    const tag = { 'If-None-Match': answer.headers.get('etag') ?? '' };
    expect((await ask({ headers: tag })).status).toBe(304);
    await startArea(stops(BETA));
    expect((await ask({ headers: tag })).status).toBe(200);
    expect(await project.storeOf(BETA).readAudit(environment)).toMatchObject([
      { action: 'stops-renew', remote: '*', who: BETA, serial: 1 },
      { action: 'stop', who: BETA, why: 'incident 12' },
      { action: 'stop', who: BETA },
      { action: 'start', remote: 'alpha', who: BETA, serial: 4 },
    ]);
  });

  it('cannot be written by a team, even past the tools, nor without an account', async () => {
    await stopArea(stops(BETA));
    const refusal = expect.objectContaining({ code: 'forbidden' });
    await expect(startArea(stops(ALPHA))).rejects.toEqual(refusal);
    await expect(stopArea({ ...stops(ALPHA), reason: 'Anders' })).rejects.toEqual(refusal);
    const list = JSON.parse((await project.storeOf(ALPHA).readStops(environment)) ?? '');
    for (const action of ['stop', 'start', 'stops-renew']) {
      const row = { action, expected_revision: 1, stop_list: { ...list, serial: 2, areas: [] } };
      expect((await write(ALPHA, row)).error).toMatchObject({ code: '42501' });
    }
    const { rest } = await project.signIn(ALPHA);
    for (const { error } of [
      await rest.from('nemus_release_stop_lists').update({ document: {} }).eq('environment', environment),
      await rest.from('nemus_release_stop_lists').delete().eq('environment', environment),
      await rest.from('nemus_release_stop_lists').insert({ environment: 'staging', serial: 1, document: {} }),
    ]) {
      expect(error?.code).toBe('42501');
    }
    expect(JSON.parse((await project.storeOf(ALPHA).readStops(environment)) ?? '')).toEqual(list);
  });

  it('cannot be smuggled in with another change', async () => {
    expect((await write(ALPHA, { expected_revision: 0, entry: sampleEntry('alpha'), stop_list: {} })).error).toBeNull();
    expect(await project.storeOf(ALPHA).readStops(environment)).toBeNull();
  });

  it.each<[string, (list: object) => object, string]>([
    ['another environment', (list) => ({ ...list, environment: 'staging' }), 'malformed_stop_list'],
    ['a serial that leaps', (list) => ({ ...list, serial: 3 }), 'malformed_stop_list'],
    ['a serial as text', (list) => ({ ...list, serial: '2' }), 'malformed_stop_list'],
    ['no areas', (list) => ({ ...list, areas: null }), 'malformed_stop_list'],
    ['no time', (list) => ({ ...list, issuedAt: 'today' }), 'malformed_stop_list'],
    ['a clock that is ahead', (list) => ({ ...list, issuedAt: '2099-01-01T00:00:00.000Z' }), 'malformed_stop_list'],
    ['no signature', (list) => ({ ...list, signature: null }), 'malformed_stop_list'],
  ])('is refused with %s, from any account', async (_case, spoil, hint) => {
    await renewStops(stops(BETA));
    const list = JSON.parse((await project.storeOf(BETA).readStops(environment)) ?? '');
    const row = { remote: '*', action: 'stops-renew', expected_revision: 1 };
    expect((await write(BETA, { ...row, stop_list: spoil({ ...list, serial: 2 }) })).error).toMatchObject({ hint });
    expect((await write(BETA, { ...row, stop_list: null })).error).toMatchObject({ hint: 'malformed_stop_list' });
    expect((await write(BETA, { ...row, stop_list: list, expected_revision: 0 })).error).toMatchObject({
      hint: 'revision_conflict',
    });
  });

  describe('what an operator stopped', () => {
    it('is not switched on by its team, and may be released meanwhile', async () => {
      expect(await promote(0)).toBeNull();
      await disableRemote({ ...change(ALPHA), reason: 'Wir auch' });
      await stopArea(stops(BETA));
      await expect(enableRemote(change(ALPHA))).rejects.toMatchObject({ code: 'forbidden' });
      // Past the tool, too.
      const on = { action: 'enable', expected_revision: 2, entry: sampleEntry('alpha') };
      expect((await write(ALPHA, on)).error).toMatchObject({ hint: 'stopped_by_operator' });
      expect(await promote(2, sampleEntry('alpha', { enabled: false }))).toBeNull();
      await startArea(stops(BETA));
      expect(await enableRemote(change(ALPHA))).toMatchObject({ status: 'changed' });
    });

    it('in the registry itself is not switched on by its team, whatever it calls that', async () => {
      expect(await promote(0)).toBeNull();
      await disableRemote({ ...change(BETA), reason: 'Wartung' });
      await expect(enableRemote(change(ALPHA))).rejects.toMatchObject({ code: 'forbidden' });
      expect(await promote(2)).toMatchObject({ hint: 'stopped_by_operator' });
      // Its own switch on top of it does not make it the team's.
      await disableRemote({ ...change(ALPHA), reason: 'Unser Grund' });
      expect(await promote(3)).toMatchObject({ hint: 'stopped_by_operator' });
      await retireRemote(change(ALPHA));
      expect(await promote(4)).toMatchObject({ hint: 'stopped_by_operator' });
      expect(await promote(4, sampleEntry('alpha', { enabled: false }))).toBeNull();
      await enableRemote(change(BETA));
      await disableRemote({ ...change(ALPHA), reason: 'Unser Grund' });
      expect(await enableRemote(change(ALPHA))).toMatchObject({ status: 'changed' });
    });
  });
}
