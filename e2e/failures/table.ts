import { GROUPS, keyOf, type Cell } from './cell';

/** A cell with the outcome of its test. */
export interface Row {
  readonly cell: Cell;
  readonly passed: boolean;
}

const HEAD = `# What users see when something fails

Written by \`npm run test:failures\`. Every line is a test in \`e2e/failures\`.
`;

/** The table as Markdown, in the order of the groups; within a group in the order of the tests. */
export function renderTable(rows: readonly Row[]): string {
  const passed = rows.filter((row) => row.passed).length;
  const parts = GROUPS.flatMap((group) => {
    const own = rows.filter(({ cell }) => cell.group === group);
    return own.length === 0 ? [] : [`## ${group}\n\n${tableOf(own)}\n`];
  });
  return [HEAD, `${rows.length} faults, ${passed} passed.\n`, ...parts].join('\n');
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ cell: { target, fault, sees }, passed }) => [
    ...[target, fault, sees].map(escape),
    passed ? 'yes' : 'no',
  ]);
  const head = ['Where', 'Fault', 'What the user sees', 'Passed'];
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Throws when two tests declare the same cell. */
export function requireDistinct(cells: readonly Cell[]) {
  const keys = cells.map(keyOf);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  if (twice.length > 0) throw new Error(`Declared by two tests: ${twice.join('; ')}`);
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('<', '\\<');
}
