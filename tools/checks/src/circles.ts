/** The target `checks:circles`: no file imports itself over others, neither for a type nor by `import()`. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { findCircles } from './imports/circles';
import { readImports } from './imports/read-imports';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCES = ['*.ts', '*.tsx', '*.mts', '*.mjs'];
const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...SOURCES];
const deleted = new Set(execFileSync('git', ['ls-files', '--deleted'], { cwd: ROOT, encoding: 'utf8' }).split('\n'));
const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !deleted.has(file));

const circles = findCircles(readImports(ROOT, files));
for (const circle of circles) process.stderr.write(`A circle of imports:\n  ${circle.join('\n  → ')}\n`);
if (circles.length > 0) process.exitCode = 1;
else process.stdout.write(`${files.length} files import each other in one direction.\n`);
