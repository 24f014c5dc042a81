#!/usr/bin/env node
/**
 * Makes a fresh clone ready before `npm start` and `npm test`. Has no dependency of its own, since it runs before
 * there are any: checks Node, installs packages when the lockfile changed, and with `--browser` makes sure that a
 * Chromium is there. Every missing tool is named with its remedy.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Ends the process with one readable sentence and what to do about it. */
function refuse(problem, remedy) {
  process.stderr.write(`\n  ${problem}\n  ${remedy}\n\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  refuse(`Node ${process.versions.node} is too old.`, 'Install Node 24 or 22.12 (20.19 works as well) and try again.');
}

/** Runs a command with its output on the screen; false when it is missing or fails. */
function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return result.status === 0;
}

function installPackages() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const mark = path.join(root, 'node_modules', '.nemus-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  process.stdout.write('Installing packages (npm ci) …\n');
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) {
    refuse('The packages could not be installed.', 'See the message above; "npm ci" repeats the step alone.');
  }
  writeFileSync(mark, wanted);
}

/** A Chromium for the browser tests: an installed one, else Playwright's, else the system's package. */
function installBrowser() {
  if (findChromium()) return;
  process.stdout.write('Looking for a Chromium (Playwright) …\n');
  if (run('npx', ['playwright', 'install', 'chromium']) && findChromium()) return;
  process.stdout.write("Playwright's download did not work; trying the system's package …\n");
  if (process.getuid?.() === 0 && run('apt-get', ['update', '-qq'])) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  }
  if (findChromium()) return;
  refuse(
    'No Chromium was found, and none could be installed.',
    'Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.',
  );
}

checkNode();
installPackages();
if (process.argv.includes('--browser')) installBrowser();
