import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseRegistry, registryPath, type RegisteredRemote } from '@nemus/registry';
import { localTrust } from '@nemus/release';
import { z } from 'zod';
import { deployPortal as serve } from '../../../tools/portal/src/deploy/deployed-portal';
import { publishAreas, storeFolder } from '../../../tools/portal/src/serve/releases';
import { API_URL, PORTAL_URL } from '../../environment';
import { temporaryFolder } from '../../../tools/portal/src/serve/temporary-folder';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ENVIRONMENT = 'production';
const configSchema = z.looseObject({ supabase: z.looseObject({}) });

/** The built shell and one published area behind nginx, over the backend of the started portal. */
export interface DeployedPortal {
  readonly portal: string;
  readonly store: string;
  readonly remote: RegisteredRemote;
  /** Appends code to the area's first script, in every form. */
  tamper(): Promise<void>;
  stop(): Promise<void>;
}

/** Publishes an area, writes the configuration as an operator does, and starts the server. */
export async function deployPortal(area: string): Promise<DeployedPortal> {
  // Without links in its path, which nginx follows nowhere.
  const folder = await realpath(await temporaryFolder('deployed'));
  const store = storeFolder(folder);
  await publishAreas({ dataDir: folder, environment: ENVIRONMENT, folders: [path.join(ROOT, 'apps', area)] });
  const { stops: _stops, ...started } = configSchema.parse(await (await fetch(`${PORTAL_URL}/config.json`)).json());
  const running = await serve({
    folder,
    api: API_URL,
    build: path.join(ROOT, 'apps/shell/dist'),
    store,
    environment: ENVIRONMENT,
    config: { ...started, trustedKeys: await localTrust(folder) },
  });
  const parsed = parseRegistry(await readFile(path.join(store, registryPath(ENVIRONMENT)), 'utf8'));
  const remote = parsed.ok ? parsed.registry.remotes[0] : undefined;
  if (!remote) throw new Error('Nothing was published.');
  return {
    portal: running.portal,
    store: running.store,
    remote,
    tamper: async () => {
      const file = path.join(store, remote.stable.path, 'remoteEntry.js');
      const text = `${await readFile(file, 'utf8')}\n;globalThis.tamperedCodeRan = true;\n`;
      await writeFile(file, text);
      await writeFile(`${file}.br`, brotliCompressSync(text));
    },
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
