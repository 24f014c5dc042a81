import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PROTOCOL_TITLES, PROTOCOLS, type Protocol } from '../browser/protocol';
import { DIST, ROOT } from '../builds/paths';

/** Whole rounds that were measured, with every number. */
export interface Rounds {
  readonly rounds: number;
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

export const NO_ROUNDS: Rounds = { rounds: 0, numbers: {} };

/** Beside what was built, not in the repository: another checkout measures for itself. */
const FILE = path.join(DIST, 'rounds.json');
/** What is measured: the same sources and libraries make the same programs, served by the same code. */
const MEASURED = ['apps', 'libs', 'tools/bench/src', 'tools/portal/src/serve/servers', 'package-lock.json'];

/** What rounds have to share, so that one table may hold them. */
interface Of {
  readonly sources: string;
  readonly protocol: Protocol;
}

const fileSchema = z.object({
  sources: z.string(),
  protocol: z.enum(PROTOCOLS),
  rounds: z.number().int().positive(),
  numbers: z.record(z.string(), z.array(z.number())),
});

/** Keeps the rounds so far for a later run. */
export async function keepRounds(rounds: Rounds, protocol: Protocol): Promise<void> {
  await mkdir(DIST, { recursive: true });
  await writeFile(FILE, keptText(rounds, { sources: await sources(), protocol }));
}

/** The rounds of the run before. Throws when there are none, or when they were of other sources or another protocol. */
export async function earlierRounds(protocol: Protocol): Promise<Rounds> {
  const text = await readFile(FILE, 'utf8').catch(() => null);
  if (text === null) throw new Error('There are no rounds to go on after: leave out --continue.');
  return roundsIn(text, { sources: await sources(), protocol });
}

/** Rounds as a file keeps them. */
function keptText(rounds: Rounds, of: Of): string {
  return JSON.stringify({ ...of, ...rounds });
}

/** The rounds that a file has kept, when they are what is wanted. */
function roundsIn(text: string, wanted: Of): Rounds {
  const found = fileSchema.safeParse(JSON.parse(text));
  // As kept before there were protocols.
  if (!found.success) throw new Error('The rounds so far were kept by another version: leave out --continue.');
  const { sources: measured, protocol, ...rounds } = found.data;
  if (measured !== wanted.sources) throw new Error('The rounds so far are of other sources: leave out --continue.');
  if (protocol !== wanted.protocol)
    throw new Error(`The rounds so far are by ${PROTOCOL_TITLES[protocol]}: say --protocol ${protocol} as well.`);
  return rounds;
}

/** Names the sources as they stand: the trees of the commit, and what is not committed. */
async function sources(): Promise<string> {
  const git = async (...args: string[]) => (await promisify(execFile)('git', args, { cwd: ROOT })).stdout;
  const trees = await git('rev-parse', ...MEASURED.map((part) => `HEAD:${part}`));
  return `${trees}${await git('diff', 'HEAD', '--', ...MEASURED)}`;
}
