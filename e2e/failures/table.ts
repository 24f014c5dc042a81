import { GROUPS, keyOf, type Cell } from './cell';

/** A cell with the outcome of its test; null when the test has not run since the cell was written. */
export interface Row {
  readonly cell: Cell;
  readonly passed: boolean | null;
}

const OUTCOMES = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'no'],
  [null, 'not run'],
]);

const HEAD = `# What users see when something fails

Written by \`npm run test:failures\`; do not edit. Every line is a test in \`e2e/failures\` that provokes the fault in a real browser, on real separate origins, and fails on any error that it does not expect. How to add one: [e2e/failures](../e2e/failures/README.md).
`;

/** The page of documentation, in the order of the groups; within a group as the tests declare them. */
export function renderTable(rows: readonly Row[]): string {
  const passed = rows.filter((row) => row.passed === true).length;
  const parts = GROUPS.flatMap((group) => {
    const own = rows.filter(({ cell }) => cell.group === group);
    return own.length === 0 ? [] : [`## ${group}\n\n${tableOf(own)}\n`];
  });
  return [HEAD, `${rows.length} faults, ${passed} passed.\n`, ...parts].join('\n');
}

/** Columns are padded as the formatter does it, so that the page is the same before and after. */
function tableOf(rows: readonly Row[]): string {
  const lines = [
    ['Where', 'Fault', 'What the user sees', 'Passed'],
    ...rows.map(({ cell, passed }) => [...textsOf(cell), OUTCOMES.get(passed) ?? '']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]) =>
    `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [draw(head), draw(widths.map((width) => '-'.repeat(width))), ...body.map(draw)].join('\n');
}

/** Outcomes in a rendered table, by the rendered text of the cell. */
export function readOutcomes(text: string): ReadonlyMap<string, boolean | null> {
  const outcomes = new Map<string, boolean | null>();
  let group = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3);
    const columns = line.startsWith('| ') ? line.slice(2, -2).split(/(?<!\\)\|/) : [];
    const [where = '', fault = '', sees = '', outcome = ''] = columns.map((column) => column.trim());
    for (const [value, word] of OUTCOMES)
      if (outcome === word) outcomes.set([group, where, fault, sees].join('|'), value);
  }
  return outcomes;
}

/** Key of a cell in {@link readOutcomes}: a cell whose words have changed has not run yet. */
export function outcomeKey(cell: Cell): string {
  return [cell.group, ...textsOf(cell)].join('|');
}

function textsOf({ target, fault, sees }: Cell): string[] {
  return [target, fault, sees].map(escape);
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
