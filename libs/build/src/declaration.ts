import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteConfigSchema, type RemoteConfig } from '@nemus/contract';
import { z } from 'zod';
import { importSource } from './import-source';

/** Reads and checks `remote.config.ts` of an app's folder. Throws an error that names the file and every wrong field. */
export async function readDeclaration(folder: string): Promise<RemoteConfig> {
  const file = path.join(folder, 'remote.config.ts');
  if (!existsSync(file)) throw new Error(`${file} is missing: a remote declares itself there (defineRemoteConfig).`);
  const module = await importSource(pathToFileURL(file).href);
  const parsed = remoteConfigSchema.safeParse(module.default);
  if (!parsed.success) throw new Error(`${file} is wrong:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
