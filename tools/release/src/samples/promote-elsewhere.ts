import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { sampleVersion } from './sample-app';

/** Below the packages, of which the program loads the SDK of buckets. */
const CACHE = path.resolve(__dirname, '../../../../node_modules/.cache/nemus-promote');

/** Writes the program as one file: `tsx` would otherwise translate its imports again for each of its processes. */
async function write(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'promote-many.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['@aws-sdk/*'],
    logLevel: 'silent',
    write: false,
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  const file = path.join(CACHE, `${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`);
  mkdirSync(CACHE, { recursive: true });
  // Written aside and renamed: another test file must not run half of it.
  const beside = `${file}.${randomUUID()}`;
  writeFileSync(beside, contents);
  renameSync(beside, file);
  return file;
}

let written: Promise<string> | undefined;

/** Promotes versions of an area concurrently, in a separate process. @returns Its error stream; empty on success. */
export async function promoteElsewhere(store: string, team: string, patches: readonly number[]): Promise<string> {
  const program = await (written ??= write());
  const child = spawn(process.execPath, [program, store, team, ...patches.map(sampleVersion)], {
    env: { ...process.env },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0 ? '' : `exit ${code}: ${errors}`)));
}
