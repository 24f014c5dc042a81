#!/usr/bin/env node
/** `npm run reset`: removes the data folder, so that the next start begins afresh. Refuses while a portal runs on it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../../../backend/src/start/is-running.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const folder = path.resolve(root, process.env.NEMUS_DATA_DIR ?? '.nemus');

const lock = path.join(folder, 'portal.pid');
if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8')))) {
  process.stderr.write('The portal is running on this data. Stop it first (Ctrl-C in its window).\n');
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write('Data, keys and releases are removed. "npm start" begins afresh.\n');
