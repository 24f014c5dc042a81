#!/usr/bin/env node
/**
 * `npm run node-lts -w @nemus/portal [project…]`: the unit and backend tests on the newest Node with long-term support,
 * whatever this machine has. The npm package `node` brings its program (200 MB), into a folder of its own: what
 * `npm start` installs stays as it is. Results of another Node are never taken from Nx's cache (`machine` in `nx.json`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The newest release of the newest line that has long-term support (`process.release.lts`). */
const VERSION = '24.21.0';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const folder = path.join(root, 'node_modules/.cache/node-lts', VERSION);
const bin = path.join(folder, 'node_modules/node/bin');

/** Runs a command with its output on the screen; ends this process when it fails. */
function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(path.join(bin, 'node'))) {
  mkdirSync(folder, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  run('npm', ['install', `node@${VERSION}`, ...options], { cwd: folder });
}
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, NX_TUI: 'false' };
const check = `if (!process.release.lts || process.version !== 'v${VERSION}') throw new Error(process.version)`;
run(path.join(bin, 'node'), ['-e', check]);
const projects = process.argv.slice(2);
const chosen = projects.length > 0 ? ['-p', projects.join(',')] : [];
const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
const args = [
  'run-many',
  '-t',
  'test',
  '--parallel=2',
  '--outputStyle=static',
  ...chosen,
  '--',
  '--maxWorkers=1',
  '--ci',
];
run(path.join(bin, 'node'), [nx, ...args], { cwd: root, env });
