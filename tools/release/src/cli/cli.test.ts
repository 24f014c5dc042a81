import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { SAMPLE_MAP, SAMPLE_SHELL, sampleVersion, temporaryFolder, writeSampleApp } from '../samples/sample-app';
import { publishSampleShell, samplePage } from '../samples/sample-shell';
import { openFileStore } from '../store/file-store';
import { main } from './main';

let folder: string;
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  await writeFile(path.join(folder, 'package-lock.json'), '{}');
  await writeFile(path.join(folder, 'shell.json'), JSON.stringify(SAMPLE_SHELL));
});
afterEach(() => remove());

/** Runs a command line in the test's folder. */
async function run(line: string, env: Record<string, string> = {}, input = '') {
  let out = '';
  let err = '';
  const code = await main(line.split(' '), {
    out: (text) => (out += text),
    err: (text) => (err += text),
    env: { NEMUS_WHO: 'tester', ...env },
    cwd: folder,
    input: () => Promise.resolve(input),
  });
  return { code, out, err };
}

/** The same with `--json`, parsed. */
async function ask(line: string, env?: Record<string, string>) {
  const { code, out } = await run(`${line} --json`, env);
  const data: unknown = JSON.parse(out);
  return { code, data };
}

async function ship(patch: number) {
  await writeSampleApp(folder, { patch });
  await run(`pack alpha-${patch}`);
  await run(`publish alpha-${patch}`);
}

describe('nemus-release', () => {
  it('tells the CDN, keeps the change when that fails, and shows both in its history', async () => {
    await ship(0);
    // No server listens at this port.
    const env = { NEMUS_PURGE_URL: 'http://127.0.0.1:9/purge', NEMUS_PURGE_TOKEN: 'hidden' };
    const { code, err } = await run('promote alpha --shell shell.json', env);
    expect(code).toBe(0);
    expect(err).toContain('the CDN was not told: http://127.0.0.1:9 cannot be reached');
    expect((await run('history')).out).toMatch(/purge[^]+cannot be reached[^]+promote/);
    expect(await run('status', { ...env, NEMUS_PURGE_URL: 'http://cdn.example/' })).toMatchObject({ code: 1 });
  });

  it('takes a release all the way, and back', async () => {
    await ship(0);
    await ship(1);
    expect(await ask('check alpha-0 --shell shell.json')).toMatchObject({
      code: 0,
      data: { ok: true, remote: 'alpha' },
    });
    expect(await ask(`promote alpha ${sampleVersion(0)} --shell shell.json --why first`)).toMatchObject({
      code: 0,
      data: { ok: true, status: 'changed', revision: 1, from: null, to: sampleVersion(0) },
    });
    // Without a version: the one published last.
    expect(await ask('promote alpha --shell shell.json')).toMatchObject({ data: { to: sampleVersion(1) } });
    expect(await ask('promote alpha --shell shell.json')).toMatchObject({ data: { status: 'unchanged' } });
    expect(await ask('rollback alpha --shell shell.json --why broken')).toMatchObject({
      data: { to: sampleVersion(0) },
    });
    expect(await ask('disable alpha --reason Wartung')).toMatchObject({ data: { to: 'off: Wartung' } });
    expect(await ask('status')).toMatchObject({
      data: { revision: 4, remotes: [{ enabled: false, disabledReason: 'Wartung' }] },
    });
    expect(await ask('enable alpha')).toMatchObject({ code: 0 });
    expect(await ask('history alpha --limit 2')).toMatchObject({
      data: { lines: [{ action: 'enable', who: 'tester' }, { action: 'disable' }] },
    });
    expect(await ask('history --published')).toMatchObject({
      data: { lines: [{ action: 'publish' }, { action: 'publish' }] },
    });
    expect(await ask('diff alpha')).toMatchObject({ data: { from: sampleVersion(0), to: sampleVersion(1) } });
    expect(await ask('verify')).toMatchObject({ code: 0, data: { releases: 1 } });
    expect(await ask('gc --dry-run')).toMatchObject({ data: { removed: [] } });
  });

  it('releases the shell like an area, into a registry of its own, and deploys it', async () => {
    const version = await publishSampleShell({ folder, store: openFileStore(path.join(folder, '.nemus/store')) }, 1);
    expect(await ask('promote shell --shell shell.json')).toMatchObject({ data: { to: version } });
    expect(await ask('status')).toMatchObject({ data: { remotes: [] } });
    expect(await ask('status shell')).toMatchObject({ data: { remotes: [{ stable: version }] } });
    expect(await ask('deploy --site site --reload true')).toMatchObject({ data: { status: 'deployed', version } });
    expect((await run('deploy --site site --reload true')).out).toContain(`Already deployed: ${version}.`);
    expect(await readFile(path.join(folder, 'site/index.html'), 'utf8')).toBe(samplePage(1));
    const foreign = await ask('deploy --site site --store .nemus/store --reload true');
    expect(foreign).toMatchObject({ code: 1, data: { code: 'untrusted' } });
  });

  it('publishes a preview, at the address that it prints', async () => {
    await ship(0);
    const made = await run('preview alpha-0 --hours 5 --store-url https://store.example');
    const version = /^Preview (0\.0\.0-[0-9a-f]{16}) of alpha/.exec(made.out)?.[1] ?? '';
    expect(made.out).toContain(`--url https://store.example/releases/alpha/${version}/ --hours 8`);
    expect(existsSync(path.join(folder, '.nemus/store/releases/alpha', version, 'release.json'))).toBe(true);
    expect(await ask(`promote alpha ${version} --shell shell.json`)).toMatchObject({ data: { code: 'check-failed' } });
    expect(await ask('promote alpha --shell shell.json')).toMatchObject({ data: { to: sampleVersion(0) } });
    expect(await ask('gc --previews-only')).toMatchObject({ data: { removed: [] } });
  });

  it('resolves a stack trace of a file or a pipe, and asks for reports where support ids are', async () => {
    const maps = { 'expose-app.js': SAMPLE_MAP };
    await writeSampleApp(folder, { maps });
    await run('pack alpha-0');
    await run('publish alpha-0');
    const address = 'https://store.example/releases/alpha/by-content/expose-app.js';
    await writeFile(path.join(folder, 'stack.txt'), `TypeError: Kim Lang\n    at x (${address}:1:6)\n`);
    const place = 'at thrown (apps/alpha/src/Page.tsx:7:3)';
    expect(await run('resolve stack.txt')).toMatchObject({ code: 0, out: `    ${place}\n` });
    expect((await run('resolve - --area alpha', {}, 'TypeError expose-app.js:1:6')).out).toBe(`    ${place}\n`);
    expect((await run('resolve -', {}, 'Kim Lang')).out).toBe('    No place in a script.\n');
    expect(await ask('resolve K7QM-2XWD')).toMatchObject({ code: 1, data: { code: 'store' } });
    const named = 'resolve K7QM-2XWD --health-url http://127.0.0.1:9';
    expect(await ask(named)).toMatchObject({ code: 1, data: { code: 'forbidden' } });
    expect(await ask(named, { NEMUS_HEALTH_KEY: 'key' })).toMatchObject({ code: 1, data: { code: 'store' } });
  });

  it('stops an area for operators, and refuses its team the switch', async () => {
    await ship(0);
    await run('promote alpha --shell shell.json');
    expect(await ask('stops')).toMatchObject({ code: 0, data: { list: null } });
    expect(await ask('stop alpha --reason Wartung --why incident')).toMatchObject({ data: { serial: 1 } });
    expect((await run('status')).out).toMatch(/stopped by an operator +all of it, by Betrieb since .*: Wartung/);
    expect((await run('stops')).out).toMatch(/alpha +all +Wartung +Betrieb/);
    expect(JSON.parse((await run('stops show --document')).out)).toMatchObject({ serial: 1, environment: 'local' });
    await run('disable alpha --reason Auch');
    expect(await ask('enable alpha')).toMatchObject({ code: 1, data: { code: 'forbidden' } });
    expect((await run('stops renew')).out).toContain('Stopped now: alpha.');
    expect((await run('start alpha')).out).toContain('Stopped now: nothing.');
    expect(await ask('enable alpha')).toMatchObject({ code: 0 });
    expect(await ask('verify')).toMatchObject({ code: 0 });
  });

  it('warns before signatures expire, and renews only what is due', async () => {
    expect(await ask('expiring')).toMatchObject({ code: 0, data: { expiries: [] } });
    await ship(0);
    await run('keys generate alpha --folder keys --route /alpha');
    const [key = ''] = await readdir(path.join(folder, 'keys'));
    await run(`promote alpha --shell shell.json --valid-for 40 --key keys/${key}`);
    await run('stops renew --valid-for 4');
    const fine = await ask('expiring');
    expect(fine).toMatchObject({ code: 0, data: { expiries: [{ kind: 'stop list' }, { daysLeft: 39 }, {}] } });
    expect(await ask('expiring alpha --days 41')).toMatchObject({
      code: 1,
      data: { code: 'expiring', details: [expect.stringContaining('entry of alpha: 39 days left')] },
    });
    const stops = await ask('expiring --stop-days 5');
    expect(stops).toMatchObject({ code: 1, data: { remedy: expect.stringMatching(/release stops renew"\.$/) } });
    expect(await ask(`renew alpha --within 30 --key keys/${key}`)).toMatchObject({ data: { status: 'unchanged' } });
    expect(await ask(`renew alpha --within 45 --key keys/${key}`)).toMatchObject({ data: { status: 'changed' } });
    expect(await ask('expiring alpha --days 41')).toMatchObject({ code: 0, data: { expiries: [{ daysLeft: 89 }] } });
    expect(await ask('expiring none')).toMatchObject({ code: 1, data: { code: 'not-registered' } });
  });

  it('signs stops with the operators’ key alone', async () => {
    const elsewhere = '--store other';
    expect(await ask(`stops renew ${elsewhere}`)).toMatchObject({ code: 1, data: { code: 'untrusted' } });
    await run('keys generate alpha --folder keys --route /alpha');
    const made = await ask('keys generate @operator --folder keys');
    expect(made).toMatchObject({ data: { operatorKey: { id: expect.stringMatching(/^k-/) } } });
    const names = await readdir(path.join(folder, 'keys'));
    const [operator, team] = ['@operator.', 'alpha.'].map((start) => names.find((name) => name.startsWith(start)));
    const withTeams = `stops renew ${elsewhere} --key keys/${team}`;
    expect(await ask(withTeams)).toMatchObject({ code: 1, data: { summary: expect.stringContaining('for "alpha"') } });
    const config = { trustedKeys: {}, stops: { url: 'http://store.test/x', keys: [] } };
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
    const unpinned = `stops renew ${elsewhere} --key keys/${operator} --trust config.json`;
    expect(await ask(unpinned)).toMatchObject({ code: 1, data: { code: 'untrusted' } });
    expect(await ask(`stops renew ${elsewhere} --key keys/${operator}`)).toMatchObject({ data: { serial: 1 } });
  });

  it('runs a canary', async () => {
    await ship(0);
    await run('promote alpha --shell shell.json');
    await ship(1);
    expect(
      await ask('canary set alpha --percent 1 --cohort staff --bound 5 --accounts 10 --shell shell.json'),
    ).toMatchObject({ code: 0 });
    expect(await ask('canary step alpha')).toMatchObject({ data: { to: `${sampleVersion(1)} for 5 %` } });
    expect((await run('status alpha')).out).toContain(`${sampleVersion(1)} for 5 % staff`);
    expect(await ask('canary stop alpha')).toMatchObject({ code: 0 });
  });

  it('gives users elsewhere no canary that their shell has not shown', async () => {
    const staging = '--environment staging --shell shell.json';
    await ship(0);
    expect(await ask(`promote alpha ${staging} --no-smoke --why seen`)).toMatchObject({ code: 0 });
    await ship(1);
    const set = `canary set alpha --percent 10 ${staging}`;
    expect(await ask(set)).toMatchObject({
      code: 1,
      data: { details: ['smoke: No shell is named for the users of "staging".'] },
    });
    expect(await ask(`${set} --no-smoke`)).toMatchObject({ data: { code: 'no-reason' } });
    expect((await run('status --environment staging')).out).not.toContain(sampleVersion(1));
    expect(await ask(`${set} --no-smoke --why seen`)).toMatchObject({
      code: 0,
      data: { to: `${sampleVersion(1)} for 10 %` },
    });
    expect(await ask('history --environment staging --limit 1')).toMatchObject({
      data: { lines: [{ action: 'canary-set', forced: ['smoke: not run'] }] },
    });
    // Widening needs no second check: the release was checked when the canary was set.
    expect(await ask('canary step alpha --environment staging')).toMatchObject({ code: 0 });
  });

  it('lets two people sign, the second one what was shown', async () => {
    const keysOf = async (owner: string) => {
      const made = await ask(`keys generate alpha --folder ${owner} --route /alpha`);
      const [name = ''] = await readdir(path.join(folder, owner));
      return { made, file: `${owner}/${name}` };
    };
    const pinSchema = z.object({ trustedKeys: z.object({ alpha: z.object({ keys: z.array(z.unknown()) }) }) });
    const [ada, ben] = [await keysOf('ada'), await keysOf('ben')];
    const keys = [ada, ben].flatMap(({ made }) => pinSchema.parse(made.data).trustedKeys.alpha.keys);
    const config = { trustedKeys: { alpha: { keys, routes: ['/alpha'], threshold: 2 } } };
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
    const trust = { NEMUS_TRUST: 'config.json' };
    await writeSampleApp(folder);
    await run(`pack alpha-0 --key ${ada.file}`);
    await run('publish alpha-0');
    const gate = '--environment staging --shell shell.json --no-smoke --why invoices';
    const promotion = `promote alpha ${gate} --key ${ada.file}`;
    expect(await ask(promotion, trust)).toMatchObject({ code: 1, data: { code: 'second-person' } });
    expect(await ask(`${promotion} --propose`, trust)).toMatchObject({ code: 0, data: { status: 'proposed' } });

    const shown = (await run('review alpha --environment staging', trust)).out;
    expect(shown).toMatch(/promote in "staging": nothing -> 1\.0\.0-a+/);
    const [, code = ''] = /countersign alpha (\S+)/.exec(shown) ?? [];
    const sign = (more: string) => ask(`countersign alpha ${more}`, trust);
    // The countersigner must be another person, sign the same content, and have reviewed it.
    expect(await sign(`${code} ${gate} --key ${ada.file}`)).toMatchObject({ code: 1, data: { code: 'untrusted' } });
    expect(await sign(`other ${gate} --key ${ben.file}`)).toMatchObject({ code: 1 });
    expect(await sign(`${code} --environment staging --shell shell.json --key ${ben.file}`)).toMatchObject({
      data: { details: ['smoke: No shell is named for the users of "staging".'] },
    });
    expect(await ask(`countersign alpha ${code} ${gate}`, trust)).toMatchObject({ data: { code: 'untrusted' } });
    expect(await ask('status --environment staging')).toMatchObject({ data: { remotes: [] } });

    expect(await sign(`${code} ${gate} --key ${ben.file}`)).toMatchObject({ code: 0, data: { status: 'changed' } });
    expect(await ask('verify --environment staging', trust)).toMatchObject({ code: 0 });
    expect(await sign(`${code} ${gate} --key ${ben.file}`)).toMatchObject({ code: 1 });
  });

  it('signs with the team key, and asks for it when keys are pinned', async () => {
    const made = await ask('keys generate alpha --folder keys --route /alpha');
    const [name = ''] = await readdir(path.join(folder, 'keys'));
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(made.data));
    await writeSampleApp(folder);
    await run(`pack alpha-0 --key keys/${name}`);
    await run('publish alpha-0');
    const promoted = await ask(`promote alpha --shell shell.json --trust config.json --key keys/${name}`);
    expect(promoted).toMatchObject({ code: 0 });
    expect(await ask('verify --trust config.json')).toMatchObject({ code: 0 });
    expect(await ask('keys list --folder keys --trust config.json')).toMatchObject({
      data: { own: [{ remote: 'alpha' }], pinned: [{ remote: 'alpha' }] },
    });
    const trust = { NEMUS_TRUST: 'config.json' };
    expect(await ask('keys rotate alpha --folder keys --overlap 9', trust)).toMatchObject({
      code: 0,
      data: { replaced: name.split('.')[1] },
    });
    // Sooner than before: two count on until then, and a refusal makes no key.
    expect(await ask('keys rotate alpha --folder keys --overlap 1', trust)).toMatchObject({
      code: 1,
      data: { code: 'untrusted', remedy: 'Say which: --key <id>.' },
    });
    expect(await readdir(path.join(folder, 'keys'))).toHaveLength(2);
    const named = `keys rotate alpha --folder keys --overlap 1 --key ${name.split('.')[1]}`;
    expect((await run(named, trust)).out).toContain(`${name.split('.')[1]} ends `);
    expect(await ask(`pack alpha-0 --key keys/${name.replace('alpha', 'other')}`)).toMatchObject({
      code: 1,
      data: { code: 'untrusted' },
    });
  });

  it.each([
    ['check alpha-0', 'not-built', /npx --no-install @nemus\/release pack/],
    ['promote alpha', 'not-published', /npx --no-install @nemus\/release publish alpha/],
    ['rollback alpha --shell shell.json', 'not-registered', /Registered are: none/],
    ['disable alpha --reason x', 'not-registered', /promote alpha/],
    ['keys rotate alpha', 'untrusted', /--trust/],
    ['diff alpha', 'not-published', /npx --no-install @nemus\/release publish alpha/],
    ['canary watch --once --health-url http://127.0.0.1:1', 'forbidden', /NEMUS_HEALTH_KEY/],
    ['status --store https://project.example', 'forbidden', /NEMUS_STORE_KEY/],
    ['promote alpha 1.0.0 --shell nothing.json', 'malformed', /npx --no-install @nemus\/release shell/],
  ])('refuses "%s" with cause and remedy', async (line, code, remedy) => {
    expect(await ask(line)).toMatchObject({
      code: 1,
      data: { ok: false, code, remedy: expect.stringMatching(remedy) },
    });
    const human = await run(line);
    expect(human).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Refused: .+$/m) });
  });

  it.each([
    'nope',
    'promote',
    'canary set alpha --percent 101',
    'disable alpha',
    'status --environment A/B',
    'verify --store-url nowhere',
  ])('does not understand "%s"', async (line) =>
    expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining('error: ') }),
  );

  it.each(['--help', 'promote --help', 'canary --help', 'keys rotate --help'])('explains "%s"', async (line) => {
    expect(await run(line)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage: npx --no-install @nemus/release'),
    });
  });

  it('says no before the gate what needs no gate, and says so where nothing is yet', async () => {
    await ship(0);
    expect((await run('status')).out).toBe('local: nothing was promoted yet.\n\n');
    expect((await run('diff alpha')).out).toMatch(/"alpha" has no release in "local" yet/);
    const staging = '--environment staging --shell shell.json';
    expect(await ask(`canary set alpha --percent 1 ${staging}`)).toMatchObject({ data: { code: 'not-registered' } });
    expect(await ask(`promote alpha --force ${staging}`)).toMatchObject({ data: { code: 'no-reason' } });
    expect(await ask(`promote alpha --no-smoke ${staging}`)).toMatchObject({ data: { code: 'no-reason' } });
  });

  it('gives users elsewhere nothing that their shell has not shown, or says why', async () => {
    await ship(0);
    const staging = 'promote alpha --environment staging --shell shell.json';
    expect(await ask(staging)).toMatchObject({
      code: 1,
      data: {
        code: 'check-failed',
        details: ['smoke: No shell is named for the users of "staging".'],
        remedy: expect.stringContaining('NEMUS_PORTAL'),
      },
    });
    const wrong = expect.objectContaining({ details: ['smoke: "http://portal.example" is no address of a portal.'] });
    expect(await ask(staging, { NEMUS_PORTAL: 'http://portal.example' })).toMatchObject({ data: wrong });
    expect(await ask(`${staging} --portal http://portal.example`)).toMatchObject({ data: wrong });
    expect(await ask('status --environment staging')).toMatchObject({ data: { remotes: [] } });
    expect(await ask(`${staging} --no-smoke --why seen`)).toMatchObject({ code: 0, data: { revision: 1 } });
    expect(await ask('history --environment staging')).toMatchObject({
      data: { lines: [{ forced: ['smoke: not run'] }] },
    });
  });

  it('asks outside of a checkout for a portal and its test accounts', async () => {
    await ship(0);
    const staging = 'promote alpha --environment staging --shell shell.json --portal http://localhost:1';
    const accounts = (...userTypes: string[]) => ({
      NEMUS_SMOKE_ACCOUNTS: JSON.stringify(
        userTypes.map((userType) => ({ userType, email: 'test@portal.example', password: 'hidden' })),
      ),
    });
    expect(await ask(staging)).toMatchObject({
      code: 1,
      data: {
        code: 'check-failed',
        details: ['smoke: No test accounts are given for the smoke test.'],
        remedy: expect.stringContaining('NEMUS_SMOKE_ACCOUNTS'),
      },
    });
    // No account's data is printed.
    expect(await ask(staging, { NEMUS_SMOKE_ACCOUNTS: '{"password":"hidden"}' })).toMatchObject({
      data: { details: ['smoke: NEMUS_SMOKE_ACCOUNTS is no list of accounts.', 'smoke: All of it cannot be read.'] },
    });
    expect(await ask(staging, accounts('piw', 'institution'))).toMatchObject({
      data: { details: [expect.stringMatching(/^smoke: http:\/\/localhost:1\/ cannot be fetched/)] },
    });
    expect(await ask('smoke alpha', accounts('piw'))).toMatchObject({
      data: { code: 'portal', remedy: expect.stringContaining('test accounts') },
    });
    expect(await ask('status --environment staging')).toMatchObject({ data: { remotes: [] } });
  });

  it('tells a store that does not answer from a login that is wrong', async () => {
    const login = { NEMUS_STORE_KEY: 'x', NEMUS_STORE_EMAIL: 'a@b.example', NEMUS_STORE_PASSWORD: 'x' };
    expect(await ask('status --store http://127.0.0.1:1', login)).toMatchObject({
      code: 1,
      data: { code: 'store', remedy: expect.stringContaining('whether the project runs') },
    });
  });

  it('prints a table without --json', async () => {
    await ship(0);
    await run('promote alpha --shell shell.json --why reason');
    expect((await run('history')).out).toMatch(/tester {2}promote {2}alpha {2}- -> 1\.0\.0-a+ {2}reason/);
    // The machine's own store makes the key automatically.
    expect((await run('status')).out).toMatch(/signed until {2}\d{4}-/);
    expect((await run('history', { NEMUS_ENVIRONMENT: 'other' })).out).toBe('Nothing happened yet.\n');
  });
});
