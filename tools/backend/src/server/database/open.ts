import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openEmbedded, openPostgres, type OpenDatabase } from '../engine/engine';
import { StartRefused } from '../refusal';

const READY = 'nemus-ready';

/** Removes what a first start left behind that was ended while Postgres made its files: nothing was ever in it. */
function removeUnfinished(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(path.join(folder, READY))) {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openFolder(folder: string, fill: () => Promise<void>): Promise<OpenDatabase> {
  removeUnfinished(folder);
  if (!existsSync(folder) || readdirSync(folder).length === 0) await fill();
  try {
    const open = await openEmbedded(folder);
    writeFileSync(path.join(folder, READY), 'Postgres made its files completely.\n');
    return open;
  } catch (cause) {
    throw new StartRefused(
      `The data in ${folder} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Make room on the disk if it is full; "npm run reset" removes the data and starts afresh.',
      { cause },
    );
  }
}

/**
 * Opens the database: a real Postgres when there is an address, the embedded one in the folder otherwise.
 *
 * @param fill fills the folder of an embedded one that is new.
 * @throws {@link StartRefused} when it cannot be opened.
 */
export async function openDatabase(
  folder: string,
  dbUrl: string | undefined,
  fill: () => Promise<void>,
): Promise<OpenDatabase> {
  if (!dbUrl) return openFolder(folder, fill);
  try {
    return await openPostgres(dbUrl);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new StartRefused(
      `The Postgres of DB_URL cannot be used: ${reason}.`,
      'Is it running, and may the role create roles and extensions? Without DB_URL the embedded one is used.',
      { cause },
    );
  }
}
