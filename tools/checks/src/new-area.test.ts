/** Generates an area in a copy of the checkout and runs every check that reads all areas: a new team starts green. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

jest.setTimeout(600_000);

const ROOT = path.resolve(__dirname, '../../..');
const AREA = 'library';

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'nemus-new-area-'));
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name)))) {
    cpSync(path.join(ROOT, file), path.join(copy, file), { verbatimSymlinks: true });
  }
  linkPackages();
  // Several checks list their files with git.
  run('git', 'init', '--quiet');
  const program = 'tools/create-remote/bin/create-remote.mjs';
  const made = run(process.execPath, program, AREA, '--role', 'piw', '--no-install');
  if (made.status !== 0) throw new Error(made.output);
  symlinkSync(`../../apps/${AREA}`, path.join(copy, 'node_modules/@nemus', AREA));
  run('git', 'add', '--all');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The checkout's packages, with the workspace's own ones from the copy: what `npm install` does. */
function linkPackages(): void {
  const from = path.join(ROOT, 'node_modules');
  const to = path.join(copy, 'node_modules');
  mkdirSync(path.join(to, '@nemus'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@nemus') symlinkSync(path.join(from, name), path.join(to, name));
  }
  for (const name of readdirSync(path.join(from, '@nemus'))) {
    cpSync(path.join(from, '@nemus', name), path.join(to, '@nemus', name), { verbatimSymlinks: true });
  }
}

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
    },
  });
  return { status, output: stdout + stderr };
}

/** Lines of a check's output that name the area: a finding elsewhere is the business of the check itself. */
const findingsIn = (output: string) => output.split('\n').filter((line) => line.includes(AREA));

it.each([
  ['tools/checks', 'browser-floor'],
  ['tools/checks', 'floors'],
  ['tools/checks', 'formatters'],
  ['tools/checks', 'meetings'],
  ['tools/checks', 'rooms'],
  ['tools/checks', 'workflows'],
  ['tools/portal', 'dependencies'],
])('passes the check of %s: %s', (folder, name) => {
  const checked = run('jest', '--config', 'jest.config.mjs', '--rootDir', folder, '--ci', `/${name}.test`);
  expect(checked).toMatchObject({ status: 0, output: expect.stringContaining('Test Suites: 1 passed, 1 total') });
});

it('may not import another area by a relative path', () => {
  const file = path.join(copy, 'apps', AREA, 'src/pages/start/outside.ts');
  for (const target of ['logbook/src/app', 'shell/src/app/App', 'logbook/remote.config']) {
    writeFileSync(file, `export * from '../../../../${target}';\n`);
    const { status, output } = run('oxlint', '--deny-warnings', `apps/${AREA}`);
    expect(status).toBe(1);
    expect(output).toContain('A relative import stays inside the area');
  }
  rmSync(file);
});

it.each([
  ['format', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--deny-warnings', `apps/${AREA}`]],
  ['unused code', ['knip']],
  ['words', ['tsx', 'tools/portal/src/checks/words.ts']],
  ['documents', ['tsx', 'tools/portal/src/checks/docs.ts']],
] as const)('leaves no finding in the area: %s', (_name, [command, ...args]) => {
  const { status, output } = run(command, ...args);
  expect(status).not.toBeNull();
  expect(findingsIn(output)).toEqual([]);
});
