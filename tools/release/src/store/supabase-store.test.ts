import { brotliDecompressSync } from 'node:zlib';
import { openRegistry } from '@nemus/registry';
import { sampleEntry, samplePointer } from '@nemus/registry/samples';
import { setCanary } from '../canary';
import { readFigures, readReports } from '../health';
import { packRelease } from '../pack';
import { promoteRelease, rollbackRelease } from '../promote';
import { publishRelease } from '../publish';
import { unreachableFiles } from '../reachability';
import { Refusal } from '../refusal';
import { openPublished } from '../release-files';
import { resolveStack } from '../resolve-stack';
import {
  SAMPLE_MAP,
  SAMPLE_SHELL,
  sampleVersion,
  temporaryFolder,
  writeSampleApp,
  type SampleApp,
} from '../samples/sample-app';
import { storeContract } from '../samples/store-contract';
import { ALPHA, BETA, SampleProject } from '../samples/supabase-project';
import { supabaseStops } from '../samples/supabase-stops';
import { readStatus } from '../status';
import { disableRemote, enableRemote, retireRemote } from '../switch';
import { verifyEnvironment } from '../verify';
import type { ReleaseStore } from './store';
import { supabaseStoreUrl } from './supabase-store';

// Two teams promote ten releases each, which took a busy machine of two cores over a minute.
jest.setTimeout(180_000);

let folder: string;
let remove: () => Promise<void>;
let project: SampleProject;
let environment: string;
let count = 0;

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  project = await SampleProject.start(`${folder}/data`);
}, 180_000);
afterAll(async () => {
  await project.end();
  await remove();
}, 60_000);
beforeEach(async () => {
  count += 1;
  environment = `test-${count}`;
  await project.insert('nemus_release_environments', [{ name: environment }]);
});

const request = (store: ReleaseStore, remote = 'alpha') => ({
  store,
  environment,
  remote,
  who: 'another person',
  why: 'because',
  shell: SAMPLE_SHELL,
});
async function publish(store: ReleaseStore, app: SampleApp) {
  const target = `${folder}/${count}`;
  return publishRelease(store, await packRelease(await writeSampleApp(target, app)), { who: 'me' });
}

describe('with a login of both teams', () => {
  beforeAll(async () =>
    project.insert('nemus_release_members', [{ team: 'beta', user_id: (await project.signIn(ALPHA)).id }]),
  );
  afterAll(async () => {
    await project
      .admin()
      .from('nemus_release_members')
      .delete()
      .eq('team', 'beta')
      .eq('user_id', (await project.signIn(ALPHA)).id);
  });
  storeContract(() => ({ store: project.storeOf(ALPHA), environment, patch: 100 + count }));
});

describe('a team', () => {
  it('takes its own area all the way, and browsers get every file', async () => {
    const store = project.storeOf(ALPHA);
    await publish(store, { patch: 1 });
    await publish(store, { patch: 2 });
    const storeUrl = supabaseStoreUrl(project.url);
    await promoteRelease({ ...request(store), version: sampleVersion(1), storeUrl });
    await promoteRelease({ ...request(store), version: sampleVersion(2) });
    await rollbackRelease(request(store));
    expect(await unreachableFiles(await openPublished(store, 'alpha', sampleVersion(1)), storeUrl)).toEqual([]);
    expect((await verifyEnvironment({ store, environment })).problems).toEqual([]);
    // The database sets the author, whatever the tool claims.
    expect(await store.readAudit(environment)).toMatchObject([
      { action: 'promote', who: ALPHA, revision: 1 },
      { action: 'promote', who: ALPHA, from: sampleVersion(1) },
      { action: 'rollback', who: ALPHA, to: sampleVersion(1) },
    ]);
    const text = (await store.readRegistry(environment)) ?? '';
    const opened = await openRegistry(text, { environment, now: new Date(), trustedKeys: {}, seen: null });
    expect(opened).toMatchObject({ ok: true, refused: [], registry: { remotes: [{ name: 'alpha' }] } });
  });

  it('publishes compressed forms beside the files, for a delivery network to send', async () => {
    const store = project.storeOf(ALPHA);
    const text = `export const text = '${'again and again '.repeat(50)}';`;
    const { release } = await publish(store, { patch: 3, files: { 'text.js': text } });
    const form = await fetch(`${supabaseStoreUrl(project.url)}releases/alpha/${release.version}/text.js.br`);
    // Not the type of the file: a direct request must not get it compressed a second time on the way.
    expect(form.headers.get('content-type')).toBe('application/octet-stream');
    expect(form.headers.get('content-encoding')).toBeNull();
    expect(brotliDecompressSync(await form.arrayBuffer()).toString()).toBe(text);
    expect(await publish(store, { patch: 3, files: { 'text.js': text } })).toMatchObject({
      status: 'already-published',
    });
    await promoteRelease({ ...request(store), version: release.version });
    expect((await verifyEnvironment({ store, environment })).problems).toEqual([]);
  });

  it('is refused everything on the area of another team', async () => {
    const own = project.storeOf(BETA);
    await publish(own, { name: 'beta', patch: 1 });
    await promoteRelease({ ...request(own, 'beta'), version: sampleVersion(1) });
    const stranger = project.storeOf(ALPHA);
    const refusal = expect.objectContaining({ code: 'forbidden' });
    await publish(own, { name: 'beta', patch: 2 });
    await expect(publish(stranger, { name: 'beta', patch: 3 })).rejects.toEqual(refusal);
    await expect(promoteRelease({ ...request(stranger, 'beta'), version: sampleVersion(2) })).rejects.toEqual(refusal);
    await expect(disableRemote({ ...request(stranger, 'beta'), reason: 'x' })).rejects.toEqual(refusal);
    await expect(retireRemote(request(stranger, 'beta'))).rejects.toEqual(refusal);
    await expect(stranger.remove(`releases/beta/${sampleVersion(1)}/release.json`)).rejects.toEqual(refusal);
    // The shared files of an area are its team's as well: no other account adds or removes one.
    const sharedFile = 'releases/beta/by-content/page.11.js';
    const bytes = (text: string) => new TextEncoder().encode(text);
    await expect(stranger.putImmutable(sharedFile, bytes('evil'))).rejects.toEqual(refusal);
    await expect(stranger.putImmutable('releases/by-content/page.11.js', bytes('evil'))).rejects.toEqual(refusal);
    await own.putImmutable(sharedFile, bytes('page'));
    await expect(stranger.putImmutable(sharedFile, bytes('evil'))).rejects.toMatchObject({ code: 'already-exists' });
    await expect(stranger.remove(sharedFile)).rejects.toEqual(refusal);
    expect(Buffer.from((await own.read(sharedFile)) ?? []).toString()).toBe('page');
    expect(await own.readAudit(environment)).toHaveLength(1);
    expect((await verifyEnvironment({ store: own, environment })).problems).toEqual([]);
  });

  it('keeps its source maps from other teams and the public, and resolves its own support ids', async () => {
    const own = project.storeOf(BETA);
    const maps = { 'expose-app.js': SAMPLE_MAP };
    await publish(own, { name: 'beta', patch: 4, maps });
    await promoteRelease({ ...request(own, 'beta'), version: sampleVersion(4) });
    const file = `maps/beta/${sampleVersion(4)}.json.gz`;
    const stranger = project.storeOf(ALPHA);
    expect([await stranger.read(file), await stranger.list('maps/beta/')]).toEqual([null, []]);
    const refusal = expect.objectContaining({ code: 'forbidden' });
    await expect(stranger.putImmutable('maps/beta/evil.json.gz', Buffer.from('{}'))).rejects.toEqual(refusal);
    await expect(stranger.remove(file)).rejects.toEqual(refusal);
    for (const place of ['public/nemus-release-maps', 'public/nemus-releases', 'nemus-release-maps']) {
      expect((await fetch(`${project.url}/storage/v1/object/${place}/${file}`)).ok).toBe(false);
    }
    const report = { remote: 'beta', version: sampleVersion(4), kind: 'failure', name: 'render' };
    const p_reports = [{ ...report, detail: 'stop TypeError expose-app.js:1:6', support_id: 'K7QM-2XWD' }];
    const taken = { p_environment: environment, p_source: null, p_reports };
    expect(await project.admin().rpc('nemus_take_area_reports', taken)).toMatchObject({ data: 1, error: null });
    expect(await stranger.readReports?.('K7QM-2XWD')).toEqual([]);
    const reports = await own.readReports?.('K7QM-2XWD');
    expect(reports).toMatchObject([{ environment, remote: 'beta', version: sampleVersion(4), name: 'render' }]);
    expect(await readReports({ url: project.url, key: project.secretKey }, 'K7QM-2XWD')).toEqual(reports);
    const [found] = reports ?? [];
    const place = 'at thrown (apps/alpha/src/Page.tsx:7:3)';
    expect(await resolveStack(own, found?.detail ?? '', found)).toEqual([place]);
    expect(await resolveStack(stranger, found?.detail ?? '', found)).toEqual(['at expose-app.js:1:6, no map']);
    const { id } = await project.signIn(ALPHA);
    await project.insert('nemus_release_operators', [{ user_id: id }]);
    expect(await stranger.readReports?.('K7QM-2XWD')).toEqual(reports);
    expect(await resolveStack(stranger, found?.detail ?? '', found)).toEqual([place]);
    await project.admin().from('nemus_release_operators').delete().eq('user_id', id);
  });

  it('loses none of 20 promotions that two teams start at once', async () => {
    const [alpha, beta] = [project.storeOf(ALPHA), project.storeOf(BETA)];
    const versions = Array.from({ length: 10 }, (_, index) => 11 + index);
    for (const patch of versions) {
      await publish(alpha, { patch });
      await publish(beta, { name: 'beta', patch });
    }
    await Promise.all(
      versions.flatMap((patch) => [
        promoteRelease({ ...request(alpha), version: sampleVersion(patch) }),
        promoteRelease({ ...request(beta, 'beta'), version: sampleVersion(patch) }),
      ]),
    );
    const audit = await alpha.readAudit(environment);
    expect(audit.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const remote of ['alpha', 'beta']) {
      const lines = audit.filter((line) => line.remote === remote);
      // Each built on the previous one, and was made by its own team's login.
      expect(lines.map(({ from }) => from)).toEqual([null, ...lines.slice(0, -1).map(({ to }) => to)]);
      expect(new Set(lines.map(({ to }) => to)).size).toBe(10);
      expect(new Set(lines.map(({ who }) => who))).toEqual(new Set([remote === 'alpha' ? ALPHA : BETA]));
    }
  });
});

describe('the function for browsers', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${project.url}/functions/v1/release-registry/${path}`, {
      ...init,
      headers: { Origin: 'https://portal.example', ...init.headers },
    });

  it('answers the registry without a login, and 304 while nothing changed', async () => {
    const store = project.storeOf(ALPHA);
    await publish(store, { patch: 21 });
    expect((await ask(`${environment}.json`)).status).toBe(404);
    await promoteRelease({ ...request(store), version: sampleVersion(21) });
    const first = await ask(`${environment}.json`);
    expect(first.status).toBe(200);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cache-control')).toContain('no-cache');
    expect(first.headers.get('access-control-expose-headers')).toBe('ETag');
    const now = new Date();
    const opened = await openRegistry(await first.text(), { environment, now, trustedKeys: {}, seen: null });
    expect(opened).toMatchObject({ ok: true, registry: { revision: 1 } });
    const tag = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await ask(`${environment}.json`, { headers: tag })).status).toBe(304);
    const head = await ask(`${environment}.json`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, first.headers.get('etag'), '']);
    await disableRemote({ ...request(store), reason: 'Wartung' });
    const changed = await ask(`${environment}.json`, { headers: tag });
    expect(changed.status).toBe(200);
    // The database sets author and time, and no account's address is public.
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const open = async (text: string) => {
      const found = await openRegistry(text, { environment, now: new Date(), trustedKeys: {}, seen: null });
      return found.ok ? found.registry.switches : found;
    };
    const switches = await open(await changed.text());
    expect(switches).toEqual({ alpha: { by: 'Team alpha', since } });
    await enableRemote(request(store));
    await disableRemote({ ...request(store), reason: 'Wartung', by: 'Ida Groß' });
    expect(await open(await (await ask(`${environment}.json`)).text())).toEqual({ alpha: { by: 'Ida Groß', since } });
    await enableRemote(request(store));
    expect(await open(await (await ask(`${environment}.json`)).text())).toBeUndefined();
  });

  it.each([
    ['nowhere.json', 'GET', 404],
    ['', 'GET', 404],
    ['nowhere.json', 'POST', 405],
    ['nowhere.json', 'OPTIONS', 204],
  ])('answers /%s by %s with %d', async (path, method, status) => {
    expect((await ask(path, { method })).status).toBe(status);
  });
});

describe('the database', () => {
  const row = (change: object = {}) => ({
    environment,
    remote: 'alpha',
    action: 'promote',
    expected_revision: 0,
    entry: sampleEntry('alpha'),
    ...change,
  });
  const write = async (email: string, change: object = {}) =>
    (await project.signIn(email)).rest.from('nemus_release_changes').insert(row(change));

  it.each<[string, object, string]>([
    ['the name of another area', { entry: sampleEntry('beta') }, 'foreign_entry'],
    ['another team', { entry: { ...sampleEntry('alpha'), team: 'beta' } }, 'foreign_entry'],
    [
      'a release of another area',
      { entry: sampleEntry('alpha', { stable: samplePointer('beta') }) },
      'foreign_release',
    ],
    ['no entry', { entry: null }, 'malformed_entry'],
    ['an unknown environment', { environment: 'nowhere' }, 'unknown_environment'],
    ['a revision of another time', { expected_revision: 7 }, 'revision_conflict'],
  ])('refuses an entry with %s, whatever tool wrote it', async (_case, change, hint) => {
    const { error } = await write(ALPHA, change);
    expect(error).toMatchObject({ hint });
  });

  it('refuses a path of another area', async () => {
    expect((await write(BETA, { remote: 'beta', entry: sampleEntry('beta') })).error).toBeNull();
    const taken = sampleEntry('alpha', { routes: [{ path: '/beta/deep', layout: 'shared', title: 'x' }] });
    const { error } = await write(ALPHA, { expected_revision: 1, entry: taken });
    expect(error).toMatchObject({ hint: 'path_taken', details: expect.stringContaining('beta (/beta)') });
  });

  it('refuses clients that write author, time or revision, change a line, or write past the log', async () => {
    const { rest } = await project.signIn(ALPHA);
    expect((await rest.from('nemus_release_changes').insert(row({ who: 'unknown' }))).error?.code).toBe('42501');
    expect((await write(ALPHA)).error).toBeNull();
    expect(
      (await rest.from('nemus_release_changes').update({ why: 'x' }).eq('environment', environment)).error?.code,
    ).toBe('42501');
    expect(
      (await rest.from('nemus_release_entries').update({ entry: {} }).eq('environment', environment)).error?.code,
    ).toBe('42501');
    expect(
      (await rest.from('nemus_release_environments').update({ revision: 0 }).eq('name', environment)).error?.code,
    ).toBe('42501');
    expect(
      (await rest.from('nemus_release_members').insert({ team: 'beta', user_id: (await project.signIn(ALPHA)).id }))
        .error?.code,
    ).toBe('42501');
    expect(
      (await project.admin().from('nemus_release_changes').delete().eq('environment', environment)).error,
    ).not.toBeNull();
  });

  it('lets an operator switch and take out, and nothing else', async () => {
    expect((await write(ALPHA)).error).toBeNull();
    const { id } = await project.signIn(BETA);
    await project.insert('nemus_release_operators', [{ user_id: id }]);
    const operator = project.storeOf(BETA);
    await disableRemote({ ...request(operator), reason: 'Wartung' });
    expect(await operator.readRegistry(environment)).toContain('"by": "Betrieb"');
    await enableRemote(request(operator));
    const more = { ...sampleEntry('alpha'), title: 'Anders' };
    expect((await write(BETA, { action: 'disable', expected_revision: 3, entry: more })).error).toMatchObject({
      hint: 'more_than_a_switch',
    });
    expect((await write(BETA, { expected_revision: 3 })).error?.code).toBe('42501');
    await retireRemote(request(operator));
    await project.admin().from('nemus_release_operators').delete().eq('user_id', id);
    expect(await project.storeOf(ALPHA).readAudit(environment)).toMatchObject([
      { who: ALPHA },
      { who: BETA },
      { who: BETA },
      { who: BETA },
    ]);
  });

  it('takes a proposal from the team alone, and shows it to all who release', async () => {
    const [own, other] = [project.storeOf(ALPHA), project.storeOf(BETA)];
    const forbidden = expect.objectContaining({ code: 'forbidden' });
    await expect(other.putProposal(environment, 'alpha', '{"by":"beta"}')).rejects.toEqual(forbidden);
    await own.putProposal(environment, 'alpha', '{"by":"alpha"}');
    await expect(other.putProposal(environment, 'alpha', '{"by":"beta"}')).rejects.toBeInstanceOf(Refusal);
    await other.putProposal(environment, 'alpha', null);
    expect(JSON.parse((await other.readProposal(environment, 'alpha')) ?? '')).toEqual({ by: 'alpha' });
    const { rest } = await project.signIn(ALPHA);
    const row = { environment, remote: 'alpha', proposal: {}, user_id: (await project.signIn(BETA)).id };
    expect((await rest.from('nemus_release_proposals').insert(row)).error?.code).toBe('42501');
    expect(
      (await rest.from('nemus_release_proposals').update({ proposal: {} }).eq('remote', 'alpha')).error?.code,
    ).toBe('42501');
  });

  it('shows releases to no account that has none', async () => {
    expect((await write(ALPHA)).error).toBeNull();
    await project.admin().from('nemus_release_members').delete().eq('team', 'beta');
    const { id, rest } = await project.signIn(BETA);
    expect((await rest.from('nemus_release_changes').select('id')).data).toEqual([]);
    await project.storeOf(ALPHA).putProposal(environment, 'alpha', '{}');
    expect((await rest.from('nemus_release_proposals').select('remote')).data).toEqual([]);
    expect((await rest.rpc('nemus_release_registry', { p_environment: environment })).data).toBeNull();
    await project.insert('nemus_release_members', [{ team: 'beta', user_id: id }]);
  });

  it('stops a canary by itself when it fails for too many', async () => {
    const store = project.storeOf(ALPHA);
    await publish(store, { patch: 31 });
    await publish(store, { patch: 32 });
    await promoteRelease({ ...request(store), version: sampleVersion(31) });
    const bound = { failureRate: 0.1, minimumAccounts: 2 };
    await setCanary({ ...request(store), version: sampleVersion(32), percent: 100, bound });
    const report = async (email: string, outcome: string) => {
      const p_reports = [{ remote: 'alpha', version: sampleVersion(32), outcome, failure: 'render', load_ms: 120.5 }];
      expect(
        (
          await (
            await project.signIn(email)
          ).rest.rpc('nemus_report_release', { p_environment: environment, p_reports })
        ).error,
      ).toBeNull();
    };
    const halted = async () => JSON.parse((await store.readRegistry(environment)) ?? '').remotes[0].canaryHalted;

    // One browser that fails again and again is one account: below the bound.
    for (let start = 0; start < 5; start += 1) await report(ALPHA, 'failed');
    expect(await halted()).toBeUndefined();
    await report(BETA, 'failed');
    expect(await halted()).toMatchObject({
      version: sampleVersion(32),
      reason: expect.stringContaining('2 of 2 accounts failed'),
    });
    expect((await store.readAudit(environment)).at(-1)).toMatchObject({
      action: 'canary-halt',
      who: 'portal',
      why: '2 of 2 accounts failed (stable release: 0 of 0)',
    });
    expect((await readStatus(store, environment)).remotes).toMatchObject([
      {
        canaryHalted: expect.stringContaining('2 of 2 accounts failed'),
        health: [{ version: sampleVersion(32), accounts: 2, failedAccounts: 2, loadMs: 121 }],
      },
    ]);
    const { data } = await (
      await project.signIn(ALPHA)
    ).rest.rpc('nemus_release_health_figures', { p_environment: environment });
    const read = await readFigures({ url: project.url, key: project.secretKey }, environment);
    expect(read).toMatchObject([{ remote: 'alpha', accounts: 2, failedAccounts: 2, loadMs: 121, mountMs: null }]);
    expect(data).toMatchObject([
      { remote: 'alpha', accounts: 2, failed_accounts: 2, starts: 6, failures: 6, load_ms: 121 },
    ]);
  });
});

describe('overrides', () => {
  const url = 'http://localhost:4300/alpha/';
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const open = async (email: string, change: object = {}) => {
    const values = { p_environment: environment, p_remote: 'alpha', p_url: url, p_until: inHours(1), ...change };
    return (await project.signIn(email)).rest.rpc('nemus_open_release_override', values);
  };
  const read = async (email: string, id: unknown, place = environment) => {
    const { rest } = await project.signIn(email);
    return (await rest.rpc('nemus_release_override', { p_environment: place, p_id: id })).data;
  };

  it('are for a team on its own areas, for an operator on all, and for no one else', async () => {
    const { id, rest } = await project.signIn(BETA);
    expect((await open(BETA)).error).toMatchObject({ hint: 'not_allowed' });
    expect((await rest.rpc('nemus_release_rights')).data).toMatchObject({ operator: false });
    await project.insert('nemus_release_operators', [{ user_id: id }]);
    expect((await open(BETA)).error).toBeNull();
    expect((await rest.rpc('nemus_release_rights')).data).toMatchObject({ operator: true });
    const { rest: alpha } = await project.signIn(ALPHA);
    expect((await alpha.rpc('nemus_release_rights')).data).toEqual({ operator: false, remotes: ['alpha'] });
    const { data } = await open(BETA);
    await project.admin().from('nemus_release_operators').delete().eq('user_id', id);
    // The right is checked each time: without it there is no override any more.
    expect(await read(BETA, data)).toBeNull();
  });

  it('belong to one account and environment, and end', async () => {
    const { data: id } = await open(ALPHA);
    expect(await read(ALPHA, id)).toEqual({ remote: 'alpha', url, until: expect.any(String) });
    expect(await read(BETA, id)).toBeNull();
    expect(await read(ALPHA, id, 'elsewhere')).toBeNull();
    await (await project.signIn(BETA)).rest.rpc('nemus_end_release_override', { p_id: id });
    expect(await read(ALPHA, id)).not.toBeNull();
    await (await project.signIn(ALPHA)).rest.rpc('nemus_end_release_override', { p_id: id });
    expect(await read(ALPHA, id)).toBeNull();
    expect((await (await project.signIn(ALPHA)).rest.from('nemus_release_overrides').select()).error?.code).toBe(
      '42501',
    );
  });

  it.each<[string, () => object]>([
    ['the past', () => ({ p_until: inHours(-1) })],
    ['nine hours', () => ({ p_until: inHours(9) })],
    ['a script', () => ({ p_url: 'javascript:alert(1)/' })],
    ['a file', () => ({ p_url: 'http://localhost:4300/alpha' })],
  ])('refuse %s', async (_case, change) => {
    expect((await open(ALPHA, change())).error).not.toBeNull();
  });
});

// Here, since what costs is the start of the project.
describe('the list of what operators have stopped', () => {
  supabaseStops(() => ({ project, environment }));
});

// Last: from here on the account needs its factor.
describe('an account with a second factor', () => {
  it('signs in with a code of its own secret, and says what is missing without', async () => {
    const secret = await project.enrol(BETA);
    const status = (factor?: string) => project.storeOf(BETA, factor).readRegistry(environment);
    await expect(status()).rejects.toMatchObject({
      code: 'forbidden',
      remedy: expect.stringContaining('NEMUS_STORE_FACTOR'),
    });
    await expect(status('000000')).rejects.toMatchObject({ code: 'forbidden' });
    // The enrolment used the current code. The next one is valid already, and stays so while it is sent.
    const now = Date.now.bind(Date);
    const ahead = jest.spyOn(Date, 'now').mockImplementation(() => now() + 30_000);
    // Nothing was released there yet.
    await expect(status(secret)).resolves.toBeNull();
    ahead.mockRestore();
  });
});
