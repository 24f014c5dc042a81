import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { S3Server } from '../../tools/release/src/samples/s3-server';
import type { Machine, RunOptions } from './machine';
import type { Backend, Database } from './services';

/** Everything that runs, as the chapters leave it to each other. */
export interface World {
  machine: Machine;
  database: Database;
  backend: Backend;
  readonly bucket: S3Server;
  /** The checkout of the second version. */
  second: string;
  /** Ends the functions at each of their two places, where there are some. */
  readonly functions: [first: (() => Promise<void>) | null, second: (() => Promise<void>) | null];
}

/** Options of a team's command: its newest key, and the portal whose shell it is tested in. */
export async function asTeam({ machine }: World, remote: string): Promise<RunOptions> {
  const folder = machine.at('srv/nemus/keys');
  const texts = (await readdir(folder))
    .filter((name) => name.startsWith(`${remote}.`))
    .map((name) => readFile(path.join(folder, name), 'utf8'));
  const newest = (await Promise.all(texts)).toSorted((a, b) => madeAt(a).localeCompare(madeAt(b))).at(-1);
  return {
    values: [
      ['trainee', remote],
      ['<area>', remote],
    ],
    environment: { NEMUS_SIGNING_KEY: newest ?? '', NEMUS_PORTAL: machine.portal },
  };
}

const madeAt = (key: string) => /"createdAt": "([^"]+)"/.exec(key)?.[1] ?? '';
