/** The phrases of `docs/words.md` that read like translated German, and where a file's prose uses one. */
import { parseSync } from 'oxc-parser';
import type { UnusedWord, WordFinding } from './word-list';

/** Code within Markdown: fenced blocks first, then code spans. */
const MARKDOWN_CODE = /^ *(```|~~~)[\s\S]*?^ *\1|`[^`\n]+`/gm;
/** A literal, which may look like a comment, or a comment. */
const SQL_COMMENT = /'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\//g;
const HASH_COMMENT = /(?<=^|\s)#.*/gm;
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Reads the table of `docs/words.md` whose first column has phrases in backticks. Throws when there are none. */
export function readPhraseList(markdown: string): UnusedWord[] {
  const phrases = markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, not = '', instead = ''] = line.split('|').map((cell) => cell.trim());
      return [...not.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ word, instead }));
    });
  if (phrases.length === 0) throw new Error('docs/words.md has no table of English phrases.');
  return phrases;
}

/**
 * Every use of a phrase in the comments of a source file, or in a Markdown file outside of code. Phrases are found across
 * lines as well. Files of other kinds have no findings.
 *
 * @param file Its name says which kind it is; templates end with `.tmpl` behind it.
 */
export function findPhrases(file: string, text: string, phrases: readonly UnusedWord[]): WordFinding[] {
  const prose = proseOf(file.replace(/\.tmpl$/, ''), text);
  return phrases
    .flatMap(({ word, instead }) =>
      [...prose.matchAll(pattern(word))].map(({ index }) => ({
        word,
        instead,
        line: prose.slice(0, index).split('\n').length,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

/** The phrase as whole words, with a line's end and the next comment mark between them at most. */
function pattern(phrase: string): RegExp {
  const words = phrase.split(' ').join(String.raw`(?: |\s*\n\s*(?:\*|//|--|#)?\s*)`);
  return new RegExp(String.raw`(?<![\p{L}-])${words}(?![\p{L}-])`, 'giu');
}

/** The text with spaces instead of all that is no prose, so that lines keep their numbers. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replaceAll(MARKDOWN_CODE, blank);
  if (SCRIPT.test(file)) return only(text, parseSync(file, text).comments);
  if (file.endsWith('.sql')) {
    const comments = [...text.matchAll(SQL_COMMENT)].filter(([match]) => !match.startsWith("'"));
    return only(text, comments.map(rangeOf));
  }
  if (/\.(?:ya?ml|toml)$/.test(file)) return only(text, [...text.matchAll(HASH_COMMENT)].map(rangeOf));
  return '';
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangeOf(match: RegExpExecArray): Range {
  return { start: match.index, end: match.index + match[0].length };
}

function only(text: string, ranges: readonly Range[]): string {
  let prose = '';
  for (const { start, end } of ranges) prose += blank(text.slice(prose.length, start)) + text.slice(start, end);
  return prose;
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
