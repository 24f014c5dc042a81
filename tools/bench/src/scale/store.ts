import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openFileStore, shipRelease } from '@nemus/release';
import { SAMPLE_SHELL, sampleVersion, writeSampleApp } from '../../../release/src/samples/sample-app';
import { ROOT } from '../builds/paths';
import { spreadOf } from '../report/stats';

const AREAS = 10;
const RELEASES_EACH = 100;
const RUNS = 5;
/** Two, so that promoting can go to and fro. */
const FEW_EACH = 2;
/** The environment of one machine: releases are promoted there without being opened in a browser first. */
const ENVIRONMENT = 'local';

/** Times of the release command line over a store of 1,000 releases, as a table. */
export async function measureStore(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-bench-store-'));
  try {
    const small = path.join(folder, 'small');
    const large = path.join(folder, 'large');
    await fill(small, path.join(folder, 'apps-small'), FEW_EACH);
    const seconds = await fill(large, path.join(folder, 'apps-large'), RELEASES_EACH);
    const commands: readonly (readonly [string, (run: number) => readonly string[]])[] = [
      ['status', () => ['status']],
      ['history', () => ['history', 'area-0']],
      ['verify', () => ['verify']],
      ['promote', (run) => ['promote', 'area-0', sampleVersion(run % FEW_EACH), '--why', 'bench']],
      ['gc --dry-run', () => ['gc', '--dry-run']],
    ];
    const rows: string[] = [];
    for (const [title, args] of commands) {
      rows.push(`| \`${title}\` | ${await timeOf(small, args)} | ${await timeOf(large, args)} |`);
    }
    return [
      `| Command (median of ${RUNS}, whole process) | ${AREAS * FEW_EACH} releases | ${(AREAS * RELEASES_EACH).toLocaleString('en')} releases |`,
      '|---|---|---|',
      ...rows,
      '',
      `Packing, checking, publishing and promoting all of them, one after the other in one process, took ${seconds.toFixed(0)} s: ${((seconds * 1_000) / (AREAS * RELEASES_EACH)).toFixed(0)} ms per release. The areas are ${AREAS}, with small files.`,
    ].join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills a store with so many releases of each area; returns the seconds that it took. */
async function fill(storeFolder: string, appsFolder: string, releases: number): Promise<number> {
  const store = openFileStore(storeFolder);
  const started = performance.now();
  for (let patch = 0; patch < releases; patch += 1) {
    for (let area = 0; area < AREAS; area += 1) {
      const appFolder = await writeSampleApp(appsFolder, { name: `area-${area}`, patch });
      await shipRelease({
        store,
        environment: ENVIRONMENT,
        appFolder,
        shell: SAMPLE_SHELL,
        who: 'bench',
        why: sampleVersion(patch),
      });
    }
  }
  return (performance.now() - started) / 1_000;
}

/** Median time of a command in milliseconds, as text. */
async function timeOf(store: string, argsOf: (run: number) => readonly string[]): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await runCommand(store, argsOf(run)));
  return `${spreadOf(times).median.toFixed(0)} ms`;
}

async function runCommand(store: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  const command = path.join(ROOT, 'tools/release/bin/nemus-release.mjs');
  const child = spawn(process.execPath, [command, '--store', store, '--environment', ENVIRONMENT, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve) => child.on('close', (value) => resolve(value ?? 1)));
  if (code !== 0) throw new Error(`nemus-release ${args.join(' ')} failed:\n${Buffer.concat(output).toString()}`);
  return performance.now() - started;
}
