/** The phrases of `docs/words.md` that read like translated German, and where a file's prose uses one. */
import { parseSync } from 'oxc-parser';
import type { UnusedWord, WordFinding } from './word-list';

/** Code within Markdown: fenced blocks first, then code spans. */
const MARKDOWN_CODE = /^ *(```|~~~)[\s\S]*?^ *\1|`[^`\n]+`/gm;
/** String literals, which may look like comments, and comments. */
const SQL_COMMENT = /'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\//g;
const HASH_COMMENT = /(?<=^|\s)#.*/gm;
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TESTS = /\.(?:test|spec|soak|cases)\.tsx?$/;
/** The title of a test or of a group, behind `it(` or `it.each(…)(`. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g;
const SVG_TEXT = />[^<]+/g;

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
 * Every use of a phrase in the comments of a source file, in titles of tests, in the texts of an SVG, or in a Markdown
 * file outside of code. Phrases are found across lines as well. Files of other kinds have no findings.
 *
 * @param file Its extension gives the kind; `.tmpl` at the end is ignored.
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

/** Matches the phrase as whole words, with at most a line break and the next comment mark between them. */
function pattern(phrase: string): RegExp {
  const words = phrase.split(' ').join(String.raw`(?: |\s*\n\s*(?:\*|//|--|#)?\s*)`);
  return new RegExp(String.raw`(?<![\p{L}-])${words}(?![\p{L}-])`, 'giu');
}

/** The text with everything but prose replaced by spaces, so that lines keep their numbers. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replaceAll(MARKDOWN_CODE, blank);
  if (SCRIPT.test(file)) {
    const titles = TESTS.test(file) ? [...text.matchAll(TITLE)].map(rangeOf) : [];
    return only(text, [...parseSync(file, text).comments, ...titles]);
  }
  if (file.endsWith('.svg')) return only(text, [...text.matchAll(SVG_TEXT)].map(rangeOf));
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
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    // A title in a comment is part of the comment.
    if (start >= prose.length) prose += blank(text.slice(prose.length, start)) + text.slice(start, end);
  }
  return prose;
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
