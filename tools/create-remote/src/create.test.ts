import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  openFileStore,
  openPublished,
  readStatus,
  shellOfWorkspace,
  shipRelease,
  type ShipResult,
} from '@nemus/release';
import { z } from 'zod';

jest.setTimeout(240_000);

const REPOSITORY = path.resolve(__dirname, '../../..');
const SHARED = [
  'libs',
  'node_modules',
  'jest.browser.mjs',
  'jest.polyfills.mjs',
  'jest.setup.mjs',
  'tsconfig.base.json',
];
const COPIED = [
  '.oxfmtrc.json',
  '.oxlintrc.json',
  '.prettierrc.json',
  'jest.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

let root: string;

/** A workspace with the real packages and the four areas' declarations. */
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'nemus-create-'));
  for (const name of SHARED) symlinkSync(path.join(REPOSITORY, name), path.join(root, name));
  for (const name of COPIED.filter((file) => existsSync(path.join(REPOSITORY, file)))) {
    cpSync(path.join(REPOSITORY, name), path.join(root, name));
  }
  mkdirSync(path.join(root, 'apps'));
  for (const app of readdirSync(path.join(REPOSITORY, 'apps'))) {
    if (!existsSync(path.join(REPOSITORY, 'apps', app, 'remote.config.ts'))) continue;
    // The whole folder: a declaration may import other files of its area.
    symlinkSync(path.join(REPOSITORY, 'apps', app), path.join(root, 'apps', app));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(folder: string, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      // The expected words are uncoloured, even if a task runner requests colours.
      FORCE_COLOR: '0',
      PATH: `${path.join(REPOSITORY, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
    },
  });
  return { status, output: stdout + stderr };
}
const create = (...args: string[]) =>
  run(root, process.execPath, path.join(__dirname, '../bin/nemus.mjs'), 'create-remote', ...args, '--no-install');

const answersSchema = z.array(z.object({ code: z.number(), said: z.string() }));
type Answer = z.infer<typeof answersSchema>[number];

/** The command line's answers to all of them, in one process: starting it takes most of the time. */
function createEach(lines: readonly (readonly string[])[]): readonly Answer[] {
  const program = `
    import { register } from 'tsx/esm/api';
    register();
    const { main } = await import(${JSON.stringify(path.join(__dirname, 'main.ts'))});
    const answers = [];
    for (const line of JSON.parse(process.argv[1])) {
      let said = '';
      process.stderr.write = (text) => ((said += text), true);
      answers.push({ code: await main(['create-remote', ...line, '--no-install']), said });
    }
    process.stdout.write(JSON.stringify(answers));`;
  const asked = run(root, process.execPath, '--input-type=module', '-e', program, JSON.stringify(lines));
  expect(asked.status).toBe(0);
  return answersSchema.parse(JSON.parse(asked.output));
}

describe('a new area', () => {
  let shipped: ShipResult;
  let folder: string;
  // Registered early: a test run without its folder would run jest here, recursively.
  beforeAll(() => {
    folder = path.join(root, 'apps/library');
  });

  it('is written in one go, tidy and named where areas are named', () => {
    const title = "Bücher & 'Hefte'";
    const made = create('library', '--title', title, '--team', 'readers', '--role', 'piw', '--icon', 'catalog');
    expect(made).toMatchObject({
      status: 0,
      output: expect.stringContaining('npx --no-install @nemus/release promote library'),
    });
    expect(run(root, 'oxfmt', '--check', 'apps/library', '.github', 'tsconfig.json', '.oxlintrc.json')).toMatchObject({
      status: 0,
    });
    expect(run(root, 'oxlint', '--deny-warnings', 'apps/library')).toMatchObject({ status: 0 });
    const reference = ',\n    {\n      "path": "./apps/library"\n    }';
    const references = readFileSync(path.join(root, 'tsconfig.json'), 'utf8');
    expect(references.replace(reference, '')).toBe(readFileSync(path.join(REPOSITORY, 'tsconfig.json'), 'utf8'));
    const workflow = readFileSync(path.join(root, '.github/workflows/area-library.yml'), 'utf8');
    expect(readFileSync(path.join(root, '.github/CODEOWNERS'), 'utf8')).toContain('/apps/library/ @nemus/readers\n');
    expect(workflow).toMatch(/area: library\n +team: 'readers'\n/);
    const lint = readFileSync(path.join(root, '.oxlintrc.json'), 'utf8');
    expect(lint.split('"@nemus/library"').length).toBe(lint.split('"@nemus/trainee"').length);
    expect(lint).toContain('apps/library/**');
    const [head = ''] = readFileSync(path.join(REPOSITORY, '.oxlintrc.json'), 'utf8').split('"overrides"');
    expect(lint.startsWith(head)).toBe(true);
  });

  it('keeps the contract, and has a test of its page', () => {
    expect(run(folder, 'jest', '--config', '../../jest.config.mjs', '--rootDir', '.', '--ci')).toMatchObject({
      status: 0,
      output: expect.stringContaining('Test Suites: 2 passed, 2 total'),
    });
  });

  it('builds, and is published and promoted', async () => {
    expect(run(folder, 'rspack', 'build')).toMatchObject({ status: 0 });
    const store = openFileStore(path.join(root, 'store'));
    const request = {
      store,
      environment: 'test',
      who: 'readers',
      why: 'first release',
      shell: shellOfWorkspace(REPOSITORY),
    };
    shipped = await shipRelease({ ...request, appFolder: folder });
    expect(shipped).toMatchObject({ remote: 'library', publish: 'published', promote: 'changed' });
    const { release } = await openPublished(store, 'library', shipped.version);
    expect(release.declaration).toMatchObject({
      title: "Bücher & 'Hefte'",
      team: 'readers',
      routes: [{ path: '/library', roles: ['piw'] }],
      menu: [{ id: 'library', icon: 'catalog', roles: ['piw'] }],
    });
    expect((await readStatus(store, 'test')).remotes).toMatchObject([{ name: 'library', stable: shipped.version }]);
  });

  it('is refused, by the exit code as well, and nothing is written', () => {
    expect(create('library')).toMatchObject({
      status: 1,
      output: expect.stringContaining('apps/library exists already'),
    });
  });

  describe('that cannot be made', () => {
    const REFUSED: readonly (readonly [readonly string[], string])[] = [
      [['books', '--path', '/dashboard/books'], 'overlaps /dashboard of'],
      [['books', '--path', '/auth'], 'belongs to the shell'],
      [['Books'], 'lower-case letters'],
      [['books', '--path', 'books'], 'starts with "/"'],
    ];
    const NOT_UNDERSTOOD: readonly (readonly string[])[] = [
      ['books', '--role', 'unknown'],
      ['books', '--icon', 'nothing'],
      ['books', '--order', 'last'],
    ];
    let answers: readonly Answer[];
    beforeAll(() => {
      answers = createEach([...REFUSED.map(([args]) => args), ...NOT_UNDERSTOOD]);
    });

    it.each(REFUSED.map(([args, problem], index) => ({ args, problem, index })))(
      'is refused for $args',
      ({ problem, index }) => {
        expect(answers[index]).toEqual({ code: 1, said: expect.stringContaining(problem) });
      },
    );

    it.each(NOT_UNDERSTOOD.map((args, index) => ({ args, index })))('is not understood with $args', ({ index }) => {
      expect(answers[REFUSED.length + index]).toMatchObject({ code: 2 });
    });

    it('leaves nothing behind', () => {
      expect(answers).toHaveLength(REFUSED.length + NOT_UNDERSTOOD.length);
      expect(readdirSync(path.join(root, 'apps')).filter((name) => /^books$/i.test(name))).toEqual([]);
    });
  });
});
