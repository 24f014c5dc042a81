import { spawn } from 'node:child_process';
import { ROOT } from './settings';

/** The build failed; its own output says why. */
class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/**
 * Builds shell and areas; what did not change comes from the cache. Output is shown only when something fails.
 *
 * @param options `without`: names of apps that need no build; `only`: those that need one.
 */
export async function buildApps({
  without = [],
  only,
}: { without?: readonly string[]; only?: readonly string[] } = {}): Promise<void> {
  const excluded = without.length > 0 ? [`--exclude=${without.join(',')}`] : [];
  const chosen = only ? [`--projects=${only.join(',')}`] : [];
  const child = spawn(
    'npx',
    ['--no-install', 'nx', 'run-many', '-t', 'build', '--parallel=2', '--outputStyle=static', ...excluded, ...chosen],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NX_TUI: 'false' },
    },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve) => child.on('close', (value) => resolve(value ?? 1)));
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new BuildFailed('The build failed; see above. "npx nx run-many -t build" repeats it alone.');
}
