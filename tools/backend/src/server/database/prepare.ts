import { withContext } from '../api/request-context';
import type { Project } from '../config/config';
import { BOOTSTRAPPED, bootstrapDatabase, refuseForeignDatabase } from './bootstrap';
import type { Database } from './database';
import { fillFromImage, type ImageOptions } from './image';
import { applyMigrations, applySeeds, readMigrations, readSeeds, type Seed } from './migrations';
import { writeSetting } from './settings';
import { seedDays } from './seed-days';
import type { Engine } from '../engine/engine';

/** The seed file that is no catalogue: demo accounts, and the seller of invoices. */
const ACCOUNTS = './seeds/accounts.sql';

/** The content of a fresh database. */
export interface Contents {
  /** Folder of the migrations. */
  readonly migrations: string;
  readonly seeds: readonly Seed[];
  /** New accounts receive the sample set. */
  readonly sampleData: boolean;
}

/** What a start runs of a project's seed. @param catalogue with its courses; accounts alone otherwise */
export function seedsOf({ config, folder }: Project, catalogue: boolean): readonly Seed[] {
  const { enabled, sql_paths: files } = config.db.seed;
  return enabled ? readSeeds(folder, catalogue ? files : files.filter((file) => file === ACCOUNTS)) : [];
}

/** Tables of auth, storage and the portal. @returns Versions of the migrations that were applied now. */
async function migrate(engine: Engine, database: Database, migrations: string): Promise<readonly string[]> {
  await withContext({}, () => engine.createSystemSchema());
  await bootstrapDatabase(database);
  return applyMigrations(database, migrations);
}

/**
 * Schema, settings and seed, in this order: the seed's accounts already follow the settings. All that it makes follows
 * from its arguments, so an image of one database is right for every other.
 *
 * @returns versions of the migrations that were applied now.
 */
export async function prepare(engine: Engine, database: Database, contents: Contents): Promise<readonly string[]> {
  const { migrations, seeds, sampleData } = contents;
  await refuseForeignDatabase(database);
  const migrated = await migrate(engine, database, migrations);
  await writeSetting(database, 'sample_data', sampleData);
  // Its mails reach only the local inbox, and the sample trainees of every institution have the same addresses.
  await writeSetting(database, 'invitation_limits', { institution: 50_000, recipient: 5_000, total: 100_000 });
  await applySeeds(database, seeds);
  return migrated;
}

/**
 * What an image with the seed's rows is made of besides the schema: the seed, the setting that its accounts follow, and
 * the day.
 */
function partsOfSeed({ seeds, sampleData }: Contents, now: Date): readonly string[] {
  return [String(sampleData), ...seedDays(now), ...seeds.map((seed) => JSON.stringify(seed))];
}

/** Opens the embedded database of a folder, works with it and closes it. */
export type WorkIn = (folder: string, work: (engine: Engine, database: Database) => Promise<unknown>) => Promise<void>;

/**
 * Fills the folder of a new embedded database from an image of a prepared one, which itself begins with one of the schema
 * alone. Running the seed is two seconds of work in an engine that has just started.
 *
 * @returns versions of its migrations.
 */
export async function fillFolder(
  folder: string,
  image: Pick<ImageOptions, 'cache' | 'versions'>,
  contents: Contents,
  workIn: WorkIn,
): Promise<readonly string[]> {
  const { migrations } = contents;
  const schema = { ...image, migrations, bootstrap: BOOTSTRAPPED };
  await fillFromImage(folder, { ...schema, seeds: partsOfSeed(contents, new Date()) }, async (at) => {
    await fillFromImage(at, schema, (empty) =>
      workIn(empty, (engine, database) => migrate(engine, database, migrations)),
    );
    await workIn(at, (engine, database) => prepare(engine, database, contents));
  });
  return readMigrations(migrations).map(({ version }) => version);
}
