/** A step of `npm test`: no text that people read uses a word that `docs/words.md` has another one for. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../serve/settings';
import { findUnusedWords, readWordList } from './words/word-list';

/** Where texts that people read stand, as git names them. */
const TEXTS = [
  'apps/*.ts',
  'apps/*.tsx',
  'apps/*.html',
  'apps/*.md',
  'libs/*.ts',
  'libs/*.tsx',
  'supabase/functions/*.ts',
  'supabase/schemas/*/*.sql',
  'supabase/templates/*',
  'tools/backend/src/*',
  'tools/create-remote/template/*',
];
/** Course texts keep the language of their field; tests and READMEs are read by us alone. */
const LEFT_OUT = /\.test\.tsx?$|README\.md$|\/(examples|testing|_tests)\/|^apps\/[^/]+\/src\/content\//;

const words = readWordList(readFileSync(path.join(ROOT, 'docs/words.md'), 'utf8'));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...TEXTS], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !LEFT_OUT.test(file));

let findings = 0;
for (const file of files) {
  for (const { line, word, instead } of findUnusedWords(readFileSync(path.join(ROOT, file), 'utf8'), words)) {
    process.stderr.write(`${file}:${line}: "${word}" is not our word; use "${instead}" (docs/words.md).\n`);
    findings += 1;
  }
}
if (findings > 0) process.exitCode = 1;
else process.stdout.write(`${files.length} files use the portal's words.\n`);
