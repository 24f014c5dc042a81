import { spawn } from 'node:child_process';
import { programOf } from '../../../backend/src/program/program.mjs';
import { sampleVersion } from './sample-app';

/** Promotes versions of an area concurrently, in a separate process. @returns Its error stream; empty on success. */
export async function promoteElsewhere(store: string, team: string, patches: readonly number[]): Promise<string> {
  const program = await programOf('tools/release/src/samples/promote-many.ts');
  const child = spawn(process.execPath, [program, store, team, ...patches.map(sampleVersion)], {
    env: { ...process.env },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0 ? '' : `exit ${code}: ${errors}`)));
}
