import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { emptyState, stateSchema, type State } from './state';

const FILE_NAME = 'checkout.json';

/** The state file cannot be used. Names the file and the remedy. */
class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

const isMissing = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT';

/** Reads the state of an earlier run; an empty one when there was none. Throws {@link StateFileError}. */
export async function readState(dataDir: string): Promise<State> {
  const file = path.join(dataDir, FILE_NAME);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return emptyState();
    throw new StateFileError(`${file} cannot be read.`, { cause });
  }
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StateFileError(`${file} is not a state of this sandbox. Delete it to start afresh.`, { cause });
  }
}

/** Writes aside, then renames: after a crash the file has the old state or the new one, never half of it. */
export async function writeState(dataDir: string, state: object): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE_NAME);
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(state));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
