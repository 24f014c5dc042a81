import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../refusal';

export interface SmokeRequest {
  /** Root of the checkout. */
  readonly root: string;
  readonly remote: string;
  /** A published version; by default the checkout's build. */
  readonly version?: string;
  /** Folder or address of the store that has the version. */
  readonly store: string;
  /** Address of the portal whose shell is taken; without it, the shell of this checkout. */
  readonly portal?: string;
  /** Id that the portal's shell must have. */
  readonly shellId?: string;
}

/** Opens an area in a separate portal; the portal's checkout has it, with backend and demo accounts. */
const PROGRAM = 'tools/portal/src/harness/smoke.ts';
/** Runs a command line of the checkout. */
const RUN = 'tools/backend/src/program/run.mjs';

/** Whether a folder is the root of a checkout, which has its own backend and demo accounts for the smoke test. */
export function isCheckout(root: string): boolean {
  return existsSync(path.join(root, PROGRAM));
}

/**
 * Runs the smoke test of an area of a checkout, in the shell of this checkout or the one that a portal serves, with a
 * registry that has this area alone. The request reaches the test as `NEMUS_SMOKE_…`.
 */
export async function runSmoke({ root, remote, version, store, portal, shellId }: SmokeRequest): Promise<void> {
  // The store's content is no input of the target. With the current time as an input, a promotion never uses a cached
  // result.
  const asked = { NEMUS_SMOKE_ASKED: new Date().toISOString() };
  const candidate = version === undefined ? {} : { NEMUS_SMOKE_VERSION: version, NEMUS_SMOKE_STORE: store, ...asked };
  const deployed = portal === undefined ? {} : { NEMUS_SMOKE_PORTAL: portal, ...asked };
  const expected = shellId === undefined ? {} : { NEMUS_SMOKE_SHELL: shellId };
  // A published release in a deployed shell needs no local build.
  const [command, ...args] =
    version !== undefined && portal !== undefined
      ? [process.execPath, path.join(root, RUN), PROGRAM, remote]
      : ['npx', '--no-install', 'nx', 'smoke', remote, '--outputStyle=static'];
  const child = spawn(command, args, {
    cwd: root,
    // Its own output goes to the error stream: the command's answer stays readable for scripts.
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, NX_TUI: 'false', ...candidate, ...deployed, ...expected },
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  const again = `npx --no-install @nemus/release smoke ${[remote, version, portal && `--portal ${portal}`].filter(Boolean).join(' ')}`;
  throw new Refusal(
    'smoke-failed',
    `The smoke test of "${remote}" failed.`,
    `Its output is above; "${again}" repeats it.`,
  );
}
