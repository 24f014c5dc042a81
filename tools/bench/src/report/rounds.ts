import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DIST, ROOT } from '../builds/paths';

/** Whole rounds that were measured, with every number. */
export interface Rounds {
  readonly rounds: number;
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

export const NO_ROUNDS: Rounds = { rounds: 0, numbers: {} };

/** Beside what was built, not in the repository: another checkout measures for itself. */
const FILE = path.join(DIST, 'rounds.json');
/** What is measured: the same sources and libraries make the same programs. */
const MEASURED = ['apps', 'libs', 'tools/bench/src', 'package-lock.json'];

const fileSchema = z.object({
  sources: z.string(),
  rounds: z.number().int().positive(),
  numbers: z.record(z.string(), z.array(z.number())),
});

/** Keeps the rounds so far for a later run. */
export async function keepRounds(rounds: Rounds): Promise<void> {
  await mkdir(DIST, { recursive: true });
  await writeFile(FILE, JSON.stringify({ sources: await sources(), ...rounds }));
}

/** The rounds of the run before. Throws when there are none, or when they were of other sources. */
export async function earlierRounds(): Promise<Rounds> {
  const text = await readFile(FILE, 'utf8').catch(() => null);
  if (text === null) throw new Error('There are no rounds to go on after: leave out --continue.');
  const { sources: measured, ...rounds } = fileSchema.parse(JSON.parse(text));
  if (measured !== (await sources())) throw new Error('The rounds so far are of other sources: leave out --continue.');
  return rounds;
}

/** Names the sources as they stand: the trees of the commit, and what is not committed. */
async function sources(): Promise<string> {
  const git = async (...args: string[]) => (await promisify(execFile)('git', args, { cwd: ROOT })).stdout;
  const trees = await git('rev-parse', ...MEASURED.map((part) => `HEAD:${part}`));
  return `${trees}${await git('diff', 'HEAD', '--', ...MEASURED)}`;
}
