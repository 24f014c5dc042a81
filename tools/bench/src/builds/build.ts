import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { insistOnCompressed } from './compressed';
import { BENCH, DIST, FACTS_FILE, ROOT } from './paths';

/** What a program without releases has built in. */
export interface Facts {
  readonly config: unknown;
  readonly registry: unknown;
}

/** Builds the tuned program beside the portal itself. */
export async function buildTuned(facts: Facts): Promise<void> {
  await mkdir(DIST, { recursive: true });
  await writeFile(FACTS_FILE, JSON.stringify(facts));
  await runBuild(path.join(BENCH, 'variants/tuned'));
  insistOnCompressed(path.join(DIST, 'tuned/site'));
}

/** Builds one folder as the portal's apps are built; shows its output when it fails. */
async function runBuild(folder: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve) => child.on('close', (value) => resolve(value ?? 1)));
  if (code !== 0) throw new Error(`Building ${folder} failed:\n${Buffer.concat(output).toString()}`);
}
