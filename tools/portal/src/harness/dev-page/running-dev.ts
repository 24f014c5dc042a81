import { spawn } from 'node:child_process';
import { ROOT, type PortalSettings } from '../../serve/settings';

/** `npm run dev`, started by a program. */
export interface RunningDev {
  close(): Promise<void>;
}

/**
 * Starts `npm run dev` for the apps, with the ports and the data folder of the settings; resolves when the portal
 * stands. Rejects when the command ends before.
 */
export async function startDev(apps: readonly string[], { ports, dataDir }: PortalSettings): Promise<RunningDev> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/portal/src/serve/dev.ts', ...apps], {
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
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Watching ')) resolve();
    });
    void ended.then((code) => reject(new Error(`npm run dev ended with ${code}.`)));
  });
  return {
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
