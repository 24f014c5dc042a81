/** Runs a command line of this repository as one program: `node <this file> tools/portal/src/serve/start.ts --temporary`. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { programOf } from './program.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const [node, , entry, ...args] = process.argv;
// As if Node had been given the source.
process.argv = [node, path.join(ROOT, entry), ...args];
await import(pathToFileURL(await programOf(entry)).href);
