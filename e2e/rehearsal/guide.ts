/** What the guides tell an operator to do, as texts that the rehearsal's plan has to name: steps and commands. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readDocument } from '../../tools/portal/src/checks/docs/markdown';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Code within a sentence that is a command, and no name of a file, a setting or a column. */
const COMMAND =
  /^(?:supabase|npx|npm|cp|curl|git|sed|touch|systemctl|pg_\w+|rsync|insert into|select|update|delete from|alter) /;

const withoutComment = (line: string) => line.replace(/(?:^|\s{2,})# .*$/, '').trim();

/** Numbered steps, by their section and number. */
function numberedSteps(markdown: string): string[] {
  const steps: string[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    const number = /^(\d+)\. /.exec(line)?.[1];
    if (number !== undefined) steps.push(`${section}, step ${number}`);
  }
  return steps;
}

/** A whole guide, or with `#` the part under one of its headings. */
function readGuide(named: string): string {
  const [file = '', heading] = named.split('#');
  const markdown = readFileSync(path.join(ROOT, file), 'utf8');
  if (heading === undefined) return markdown;
  const [, level = '', part] = new RegExp(`^(#+) ${heading}\\n([^]*)`, 'm').exec(markdown) ?? [];
  if (part === undefined) throw new Error(`${file} has no heading "${heading}".`);
  return part.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
}

/**
 * Every step and command of a guide; each line of a block of commands is one, a block of SQL is one as a whole.
 *
 * @param guide A file, or a part of it: `docs/release.md#A release`
 */
export function stepsOf(guide: string): readonly string[] {
  const markdown = readGuide(guide);
  const { code, blocks } = readDocument(markdown);
  const inText = code.map(({ text }) => text).filter((text) => COMMAND.test(text));
  const inBlocks = blocks.flatMap(({ language, lines }) => {
    const texts = lines.map(({ text }) => text);
    if (language === 'sql') return [texts.join('\n').trim()];
    return language === '' ? texts.map(withoutComment).filter((text) => text !== '') : [];
  });
  return [...new Set([...numberedSteps(markdown), ...inText, ...inBlocks])];
}
