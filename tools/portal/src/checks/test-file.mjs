#!/usr/bin/env node
/**
 * `npm run test:file -- <test file> [jest's arguments]`: one file with jest, in this process, so that a debugger stops
 * in it. Tests name their environment from the folder of their package, which is found here.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const [file, ...rest] = process.argv.slice(2);
if (file === undefined || !existsSync(file)) {
  process.stderr.write('Usage: npm run test:file -- <test file>\n');
  process.exit(2);
}
const absolute = path.resolve(file);
let folder = path.dirname(absolute);
while (folder !== root && !existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);

process.chdir(folder);
const config = path.join(root, 'jest.config.mjs');
process.argv.splice(2, Infinity, '--config', config, '--rootDir', '.', '--runInBand', '--runTestsByPath', absolute);
process.argv.push(...rest);
await import('jest/bin/jest');
