/**
 * A step of `npm test`: no text for users uses a German word that `docs/words.md` replaces, and no comment, title
 * of a test or document an English phrase that it replaces.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../serve/settings';
import { findPhrases, readPhraseList } from './words/english-phrases';
import { findUnusedWords, readWordList, type WordFinding } from './words/word-list';

/** Files with texts for users, as git names them. */
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
/** Course texts keep the language of their field, legal texts that of the law; tests and READMEs are read by us alone. */
const LEFT_OUT = /\.test\.tsx?$|README\.md$|\/(examples|testing|_tests)\/|^apps\/[^/]+\/(src|public)\/content\//;

/** Applied migrations never change; the guide to writing quotes the phrases. */
const KEPT_ENGLISH = /^supabase\/migrations\/|^docs\/writing\.md$/;

const list = readFileSync(path.join(ROOT, 'docs/words.md'), 'utf8');
const words = readWordList(list);
const phrases = readPhraseList(list);

const textFiles = filesOf(TEXTS).filter((file) => !LEFT_OUT.test(file));
const proseFiles = filesOf(['*']).filter((file) => !KEPT_ENGLISH.test(file));
const findings =
  report(textFiles, (_file, text) => findUnusedWords(text, words)) +
  report(proseFiles, (file, text) => findPhrases(file, text, phrases));
if (findings > 0) process.exitCode = 1;
else process.stdout.write(`${proseFiles.length} files use the project's words.\n`);

function filesOf(patterns: readonly string[]): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return output.split('\n').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

/** Prints the findings of every file, and returns their number. */
function report(files: readonly string[], find: (file: string, text: string) => readonly WordFinding[]): number {
  let count = 0;
  for (const file of files) {
    for (const { line, word, instead } of find(file, readFileSync(path.join(ROOT, file), 'utf8'))) {
      process.stderr.write(`${file}:${line}: "${word}" is not our word; use "${instead}" (docs/words.md).\n`);
      count += 1;
    }
  }
  return count;
}
