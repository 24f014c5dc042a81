import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { POLICY_FILE, policyText } from '@nemus/release';
import { registryPath, stopListPath } from '@nemus/registry';
import { z } from 'zod';
import { freePorts } from '../../../backend/src/server/http/free-ports';
import { throughOrigin } from '../serve/servers';
import { deployedSites } from './deployment';
import { startNginx } from './running-nginx';

const configSchema = z.looseObject({ stops: z.looseObject({}).optional() });

/** Two origins as an operator deploys them. */
export interface DeployedPortal {
  readonly portal: string;
  readonly store: string;
  /** Ends the server; the caller keeps and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Puts a built shell and a release store behind nginx, with the operators' configuration, over a running
 * backend.
 *
 * @param options `folder`: where files of the site are copied to, without symbolic links in its path, which nginx does
 *   not follow; `api`: address of the backend, which is served under the portal's; `build`: the shell's build; `store`:
 *   folder of the release store; `config`: content of `/config.json`, if the portal
 *   already runs, with its addresses replaced.
 */
export async function deployPortal(options: {
  readonly folder: string;
  readonly api: string;
  readonly build: string;
  readonly store: string;
  readonly environment: string;
  readonly config: object;
}): Promise<DeployedPortal> {
  const { folder, build, environment } = options;
  const [portalPort, storePort] = await freePorts(2);
  const [portal, store] = [`http://localhost:${portalPort}`, `http://localhost:${storePort}`];
  const { stops, ...started } = configSchema.parse(options.config);
  const config = {
    ...throughOrigin(started, portal),
    environment,
    storeUrl: `${store}/`,
    registryUrl: `${store}/${registryPath(environment)}`,
    ...(stops && { stops: { ...stops, url: `${store}/${stopListPath(environment)}` } }),
  };
  const [siteFolder, configFile] = [path.join(folder, 'site'), path.join(folder, 'config.json')];
  await cp(path.join(build, 'site'), siteFolder, { recursive: true });
  await writeFile(configFile, JSON.stringify(config));
  const page = await readFile(path.join(siteFolder, 'index.html'), 'utf8');
  await mkdir(path.dirname(path.join(siteFolder, POLICY_FILE)), { recursive: true });
  await writeFile(path.join(siteFolder, POLICY_FILE), policyText([page]));
  const sites = deployedSites({
    config,
    scripts: 'enforce',
    portal,
    api: options.api,
    siteFolder,
    storeFolder: options.store,
    configFile,
  });
  const { stop } = await startNginx(sites);
  return { portal, store, stop };
}
