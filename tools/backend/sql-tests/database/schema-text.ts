import type { Script } from './schema';

/** The statements of a script without comments, each in one line; a `;` inside quotes or a body ends none. */
export function statementsOf(sql: string): readonly string[] {
  const pieces = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"|;|[^;]/g;
  const statements: string[] = [''];
  for (const [piece] of sql.matchAll(pieces)) {
    if (piece === ';') statements.push('');
    else if (!/^(--|\/\*)/.test(piece)) statements[statements.length - 1] += piece;
  }
  return statements
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
}

interface Trigger {
  readonly file: string;
  readonly table: string;
  readonly event: string;
  /** Of an update: the columns that fire it; empty for all. */
  readonly columns: readonly string[];
}

/** Triggers that most tables have, and which say the same wherever they are: the time of a change, and both logs. */
const EVERYWHERE = new Set(['touch', 'audit', 'organisation_log']);

function triggersOf({ name: file, sql }: Script): readonly Trigger[] {
  return statementsOf(sql).flatMap((statement) => {
    const [, name = '', events = '', table = ''] =
      /^create trigger (\w+) (?:before|after|instead of) (.+?) on (\w+\.\w+)/.exec(statement) ?? [];
    if (name === '' || EVERYWHERE.has(name)) return [];
    return events.split(' or ').map((each): Trigger => {
      const [, event = '', columns = ''] = /^(insert|update|delete)(?: of (.+))?$/.exec(each.trim()) ?? [];
      return { file, table, event, columns: columns.split(', ').filter((column) => column !== '') };
    });
  });
}

const WRITE = /\b(insert into|update|delete from) ((?:public|private|auth)\.\w+)/;
/** Lines at the start of which no write of a function's body stands. */
const NO_WRITE = /^(insert into|create (trigger|policy)|grant|\s*(--|\*|\/\*|for each))/;

/** The files whose triggers the write in a line fires, without its own. */
function firedBy(triggers: readonly Trigger[], file: string, lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? '';
  const [, verb = '', table = ''] = WRITE.exec(line) ?? [];
  if (verb === '' || NO_WRITE.test(line) || line.includes('create trigger')) return [];
  const [event = ''] = verb.split(' ');
  const [statement = ''] = lines
    .slice(at, at + 12)
    .join(' ')
    .split(';');
  const [assigned = ''] = statement.split(' where ');
  const sets = (column: string) =>
    new RegExp(`\\b${column}\\s*=`).test(statement) || new RegExp(`(\\(|, )${column}\\b`).test(assigned);
  const files = triggers
    .filter((trigger) => trigger.file !== file && trigger.table === table && trigger.event === event)
    .filter(({ columns }) => columns.length === 0 || columns.some(sets))
    .map((trigger) => trigger.file.replace('.sql', ''));
  return [...new Set(files)].toSorted();
}

/**
 * Writes of functions whose comment above (`-- Fires logbook/steps, notifications/events.`) does not name exactly the
 * files whose triggers they fire.
 *
 * @returns the line that is missing, or that says too much, by file and line
 */
export function findUnnamedTriggers(files: readonly Script[]): readonly string[] {
  const triggers = files.flatMap(triggersOf);
  return files.flatMap(({ name, sql }) => {
    const lines = sql.split('\n');
    return lines.flatMap((_line, at) => {
      const fired = firedBy(triggers, name, lines, at);
      const above = (lines[at - 1] ?? '').trim();
      const wanted = `-- Fires ${fired.join(', ')}.`;
      if (fired.length > 0) return above === wanted ? [] : [`${name}:${at + 1}: ${wanted}`];
      return above.startsWith('-- Fires ') ? [`${name}:${at}: fires nothing elsewhere`] : [];
    });
  });
}
