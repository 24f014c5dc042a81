/** The target `checks:docs`: what documents and comments cite, link and name exists. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../serve/settings';
import { checkDocs } from './docs/check';
import { repositoryTree } from './docs/tree';
import { readCallable } from './docs/workspace';

const tree = repositoryTree(ROOT);
const bin = path.join(ROOT, 'node_modules/.bin');
const callable = readCallable(tree, existsSync(bin) ? readdirSync(bin) : []);
const { documents, findings } = checkDocs(tree, callable);
for (const { file, line, problem } of findings) process.stderr.write(`${file}:${line}: ${problem}\n`);
if (findings.length > 0) process.exitCode = 1;
else process.stdout.write(`${documents} documents and all citations lead somewhere.\n`);
