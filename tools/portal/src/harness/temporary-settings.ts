import { freePorts } from '../../../backend/src/server/http/free-ports';
import type { PortalSettings } from '../serve/settings';

/**
 * Settings of a portal that a command starts beside running ones, on free ports and with data of its own: with samples,
 * without rate limits.
 *
 * @param dataDir The caller makes and removes it.
 * @param changes Other settings of the command.
 */
export async function temporarySettings(
  dataDir: string,
  changes: Partial<PortalSettings> = {},
): Promise<PortalSettings> {
  const [portal = 0, store = 0, api = 0, mail = 0, checkout = 0] = await freePorts(5);
  return {
    ports: { portal, store, api, mail, checkout },
    dataDir,
    supportEmail: 'support@nemus.example',
    sampleData: true,
    catalogue: true,
    earlyStart: true,
    // The worker between a page and its servers is opt-in for such a command (docs/decisions/0021).
    worker: false,
    rateLimits: false,
    functions: 'node',
    overrideOrigins: [],
    dbUrl: undefined,
    ...changes,
  };
}
