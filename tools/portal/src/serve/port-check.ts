import { createServer } from 'node:net';
import type { PortalSettings } from './settings';

/** Why the portal cannot start on these ports, with the remedy. */
export class PortsTaken extends Error {
  override readonly name = 'PortsTaken';
}

/** True when nothing listens on the port of this machine. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Throws {@link PortsTaken} before anything is built or opened: a second start must touch nothing. */
export async function requireFreePorts(ports: PortalSettings['ports']): Promise<void> {
  const taken: string[] = [];
  for (const [name, port] of Object.entries(ports)) {
    if (!(await isFree(port))) taken.push(`${port} (NEMUS_${name.toUpperCase()}_PORT)`);
  }
  if (taken.length === 0) return;
  throw new PortsTaken(
    `These ports are in use: ${taken.join(', ')}. Is the portal already running? ` +
      'Stop it, or set the variables to other ports. Nothing was changed.',
  );
}
