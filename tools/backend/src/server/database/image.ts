import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { readMigrations } from './migrations';

const DAY = 24 * 3_600_000;
/** How long an image stays after it was made, in milliseconds; one with seeds is of its day. */
const KEEP = { schema: 7 * DAY, seeded: DAY };

/** How names of images with rows end. */
const SEEDED = '-seeded';

/** What an image is made of, and where it is kept from start to start. */
export interface ImageOptions {
  /** `supabase/migrations`. */
  readonly migrations: string;
  /** Folder of images, shared by every start of a checkout. */
  readonly cache: string;
  /** A file that changes with the version of Postgres and of what makes its system schema: the lockfile. */
  readonly versions: string;
  /** Statements that run before the migrations. */
  readonly bootstrap: string;
  /** What else it is made of, for one that has rows already. */
  readonly seeds?: readonly string[];
}

/**
 * Fills the folder of a new database: with a copy of an image, in which Postgres has made its files and every migration
 * is applied. Both take seconds, and are the same for every new folder; the first start makes the image. What is
 * different between two databases (keys, addresses) comes after it and is in no image.
 *
 * @param make makes such a database in an empty folder and closes it.
 */
export async function fillFromImage(
  folder: string,
  { migrations, cache, versions, bootstrap, seeds = [] }: ImageOptions,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(versions)).update(bootstrap);
  for (const { version, name, sql } of readMigrations(migrations)) hash.update(JSON.stringify([version, name, sql]));
  for (const seed of seeds) hash.update(JSON.stringify(seed));
  const image = path.join(cache, `${hash.digest('hex').slice(0, 16)}${seeds.length > 0 ? SEEDED : ''}`);
  if (!existsSync(image)) await makeImage(image, make);
  copyFolder(image, folder);
}

/** By the system's own program, which needs a third of the work for two thousand files; by Node where there is none. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const { status } = spawnSync('cp', ['-a', `${from}/.`, to], { stdio: 'ignore' });
  if (status !== 0) cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Writes it aside and renames it, so that a found image is always complete, even with concurrent writers. */
async function makeImage(image: string, make: (folder: string) => Promise<void>): Promise<void> {
  const cache = path.dirname(image);
  mkdirSync(cache, { recursive: true });
  forgetOld(cache);
  const beside = `${image}.${randomUUID()}`;
  try {
    await make(beside);
    renameSync(beside, image);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    // Another start was quicker: its image is the same.
    if (!existsSync(image)) throw error;
  }
}

function forgetOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const file = path.join(cache, name);
    const keep = name.includes(SEEDED) ? KEEP.seeded : KEEP.schema;
    if (Date.now() - statSync(file).mtimeMs > keep) rmSync(file, { recursive: true, force: true });
  }
}
