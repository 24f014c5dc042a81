import { spawn } from 'node:child_process';
import { ROOT, type PortalSettings } from '../serve/settings';

/**
 * Starts a portal in a process of its own, on the ports and with the data of the settings.
 *
 * @param command Source below `serve`, and its arguments.
 * @param sign What it prints once it is up. Rejects when the process ends earlier.
 * @returns ends the process
 */
export async function startPortalProcess(
  [source, ...args]: readonly [source: 'start' | 'dev', ...args: string[]],
  sign: string,
  { ports, dataDir }: PortalSettings,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--import', 'tsx', `tools/portal/src/serve/${source}.ts`, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NEMUS_PORTAL_PORT: String(ports.portal),
      NEMUS_STORE_PORT: String(ports.store),
      NEMUS_API_PORT: String(ports.api),
      NEMUS_MAIL_PORT: String(ports.mail),
      NEMUS_CHECKOUT_PORT: String(ports.checkout),
      NEMUS_DATA_DIR: dataDir,
      NEMUS_RATE_LIMITS: 'off',
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes(sign)) resolve();
    });
    void ended.then((code) => reject(new Error(`${source}.ts ended with ${code} before "${sign}".`)));
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
