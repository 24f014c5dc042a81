#!/usr/bin/env node
/**
 * Makes a fresh clone ready before `npm start`, `npm test` and the commands of who works on the code. Has no dependency of
 * its own, since it runs before there are any: checks Node, installs the packages that are missing, and with `--browser`
 * makes sure that a Chromium is there. Every missing tool is named with its remedy.
 *
 * `npm start` installs what it needs; with `--all` (and `--browser`) the tools of tests and checks are installed as well.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findHeadlessShell, findTestChromium } from '../../../../libs/testing/src/smoke/chromium.mjs';
import { hasDevelopment, missingPackages } from './installed.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

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

/** A JSON file of the repository, parsed; null when it is missing or was cut off. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Installs what is missing: for `npm start` alone without packages for development, unless some are there, which then
 * all stay current. Where only these are missing they are added; after any other change npm begins afresh.
 */
function installPackages({ all }) {
  const lockfile = readJson('package-lock.json');
  if (!lockfile) refuse('package-lock.json is missing or damaged.', 'Fetch it again: git checkout package-lock.json.');
  const installed = readJson('node_modules/.package-lock.json');
  const missing = missingPackages(lockfile, installed, { all });
  if (missing.length === 0) return;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const isBase = missingPackages(lockfile, installed, { all: false }).length === 0;
  const scope = all || hasDevelopment(lockfile, installed) ? '--include=dev' : '--omit=dev';
  const args = isBase ? ['install', '--no-save', scope, ...quiet] : ['ci', scope, ...quiet];
  process.stdout.write(`Installing packages (npm ${args.slice(0, -quiet.length).join(' ')}) …\n`);
  if (run('npm', args)) return;
  refuse('The packages could not be installed.', 'See the message above; "npm ci" repeats the step alone.');
}

/** Installs a package of Debian, where this may be done; false where it may not or the package is unknown. */
function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  // A list of last month would bring last month's browser: one of them forgot at a reload that it was offline.
  run('apt-get', ['update', '-qq']);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/**
 * A Chromium for the browser tests. One without a screen needs the least processor time (docs/testing.md): the
 * system's package, where it may be installed. Otherwise whatever is there, else Playwright's.
 */
function installBrowser() {
  if (process.env.CHROMIUM_PATH && findTestChromium() === process.env.CHROMIUM_PATH) return;
  if (findHeadlessShell() || installFromDebian('chromium-headless-shell')) return;
  if (findTestChromium()) return;
  process.stdout.write('Looking for a Chromium (Playwright) …\n');
  if (run('npx', ['playwright', 'install', 'chromium']) && findTestChromium()) return;
  if (installFromDebian('chromium') && findTestChromium()) return;
  refuse(
    'No Chromium was found, and none could be installed.',
    'Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.',
  );
}

const withBrowser = process.argv.includes('--browser');
checkNode();
installPackages({ all: withBrowser || process.argv.includes('--all') });
if (withBrowser) installBrowser();
