import { spawn } from 'node:child_process';
import path from 'node:path';
import { sampleVersion } from './sample-app';

/** Promotes versions of an area at once, in a process of its own. @returns What it wrote on its error stream; empty when all went well. */
export function promoteElsewhere(store: string, team: string, patches: readonly number[]): Promise<string> {
  const script = path.resolve(__dirname, 'promote-many.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, store, team, ...patches.map(sampleVersion)], {
    env: { ...process.env },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0 ? '' : `exit ${code}: ${errors}`)));
}
