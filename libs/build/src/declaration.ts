import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteConfigSchema, type RemoteConfig } from '@nemus/contract';
import { z } from 'zod';
import { importSource } from './import-source';

/**
 * Reads and checks `remote.config.ts` of an app's folder. Throws an error that names the file and every wrong field, and
 * has no stack: the mistake is in the file, not in the build.
 */
export async function readDeclaration(folder: string): Promise<RemoteConfig> {
  const file = path.join(folder, 'remote.config.ts');
  if (!existsSync(file)) throw new Error(`${file} is missing: a remote declares itself there (defineRemoteConfig).`);
  // defineRemoteConfig checks the same while the file is read.
  const module = await importSource(pathToFileURL(file).href).catch((error: unknown) => {
    throw error instanceof z.ZodError ? wrongDeclaration(file, error) : error;
  });
  const parsed = remoteConfigSchema.safeParse(module.default);
  if (!parsed.success) throw wrongDeclaration(file, parsed.error);
  return parsed.data;
}

function wrongDeclaration(file: string, cause: z.ZodError): Error {
  const error = new Error(`${file} is wrong:\n${z.prettifyError(cause)}`);
  error.stack = error.message;
  return error;
}
