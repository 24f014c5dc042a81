import { spawn } from 'node:child_process';
import { Refusal } from './refusal';

export interface SmokeRequest {
  /** Root of the workspace. */
  readonly root: string;
  readonly remote: string;
  /** A published version; without it, what is built in the checkout. */
  readonly version?: string;
  /** Folder or address of the store that has the version. */
  readonly store: string;
}

/**
 * Runs the smoke test of an area (`npx nx smoke <remote>`): the real shell with a registry that holds this area alone.
 * The version and its store reach the test as `NEMUS_SMOKE_VERSION` and `NEMUS_SMOKE_STORE`.
 */
export async function runSmoke({ root, remote, version, store }: SmokeRequest): Promise<void> {
  // What is in a store is no input of the target: with the moment as one, a promotion never takes an answer of before.
  const candidate =
    version === undefined
      ? {}
      : { NEMUS_SMOKE_VERSION: version, NEMUS_SMOKE_STORE: store, NEMUS_SMOKE_ASKED: new Date().toISOString() };
  const child = spawn('npx', ['--no-install', 'nx', 'smoke', remote, '--outputStyle=static'], {
    cwd: root,
    // Its own output goes to the error stream: the answer of the command stays readable for scripts.
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, NX_TUI: 'false', ...candidate },
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  throw new Refusal(
    'smoke-failed',
    `The smoke test of "${remote}" failed.`,
    `Its output is above; "npx nx smoke ${remote}" repeats it.`,
  );
}
