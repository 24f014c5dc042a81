import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from './refusal';

/** Incidents that can be played. */
export const DRILLS = ['key-loss', 'bad-release', 'store-down'] as const;
export type DrillName = (typeof DRILLS)[number];

/** Plays an incident on a portal of its own; the checkout of the portal has it, with backend and demo accounts. */
const PROGRAM = 'tools/portal/src/harness/drills/drill.ts';

/**
 * Plays an incident, and tells it on the terminal.
 *
 * @param pictures Folder for what users see; by default a new one in the system's folder for temporary files.
 */
export async function runDrill({
  root,
  name,
  pictures,
}: {
  root: string;
  name: DrillName;
  pictures: string | undefined;
}): Promise<void> {
  if (!existsSync(path.join(root, PROGRAM))) {
    throw new Refusal('no-workspace', `${root} has no portal to play it on.`, 'Run it in a checkout of the portal.');
  }
  const args = ['--import', 'tsx', path.join(root, PROGRAM), name, ...(pictures === undefined ? [] : [pictures])];
  // The answer of the command stays readable for scripts.
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  throw new Refusal('drill-failed', `The drill "${name}" did not go as the guides say.`, 'What happened is above.');
}
