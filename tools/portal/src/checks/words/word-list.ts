/** The project's words (`docs/words.md`), and where a text uses a word that they replace. */

/** A word that no text uses, with the one to use for it. */
export interface UnusedWord {
  readonly word: string;
  readonly instead: string;
}

/** A place that uses such a word; lines count from 1. */
export interface WordFinding extends UnusedWord {
  readonly line: number;
}

/** Reads the table of `docs/words.md`: the words in backticks of its last column. Throws when there are none. */
export function readWordList(markdown: string): UnusedWord[] {
  const words = markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const instead = cells[1] ?? '';
      return [...(cells[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ word, instead }));
    });
  if (words.length === 0) throw new Error('docs/words.md has no table with words in backticks.');
  return words;
}

/**
 * The pattern of a word: whole at its beginning, with any ending ("Einrichtungen"). A word in lower case may begin a
 * sentence; a noun always has its capital, so names in code such as `niveau` are no findings.
 */
function pattern(word: string): RegExp {
  return new RegExp(`(?<!\\p{L})${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, /^\p{Lu}/u.test(word) ? 'u' : 'iu');
}

/** Every line of a text that uses a word we do not use. */
export function findUnusedWords(text: string, words: readonly UnusedWord[]): WordFinding[] {
  const patterns = words.map((word) => ({ ...word, pattern: pattern(word.word) }));
  return text
    .split('\n')
    .flatMap((line, index) =>
      patterns
        .filter((word) => word.pattern.test(line))
        .map(({ word, instead }) => ({ word, instead, line: index + 1 })),
    );
}
