import type { TestDetailsAnnotation, TestType } from '@playwright/test';
import { z } from 'zod';

/** Topic of a group of faults, in the order of the table. */
export const GROUPS = [
  'Areas',
  'Registry',
  'Configuration',
  'Backend',
  'Session',
  'Deployment',
  'Browser',
  'Display',
  'Hostile input',
] as const;

const cellSchema = z.object({
  group: z.enum(GROUPS),
  /** Target of the fault: a file of a release, a table, a function, a browser's storage. */
  target: z.string().min(1),
  /** The fault. Target and fault together name the cell. */
  fault: z.string().min(1),
  /** What the user then sees, as observed: one sentence, texts of the screen in „…“. */
  sees: z.string().min(1),
});

/** One line of the table: a fault, and its visible effect. */
export type Cell = z.infer<typeof cellSchema>;

const ANNOTATION = 'cell';

/**
 * Makes a test suite's way to declare cells: `const fault = faultsOf(test)`, then
 * `fault({ group, target, fault, sees }, async ({ page }) => { … })`. A cell with `core` also runs in `npm test`.
 */
export function faultsOf<T extends object, W extends object>(test: TestType<T, W>) {
  return ({ core = false, ...cell }: Cell & { readonly core?: boolean }, body: Parameters<TestType<T, W>>[2]) => {
    const annotation = { type: ANNOTATION, description: JSON.stringify(cellSchema.parse(cell)) };
    test(`${cell.group}: ${cell.target}: ${cell.fault}`, { tag: core ? ['@core'] : [], annotation }, body);
  };
}

/** The cell that a test declares; null for a test that declares none. */
export function cellOf(annotations: readonly TestDetailsAnnotation[]): Cell | null {
  const text = annotations.find(({ type }) => type === ANNOTATION)?.description;
  return text === undefined ? null : cellSchema.parse(JSON.parse(text));
}

/** Name of a cell: no two may have the same. */
export function keyOf({ group, target, fault }: Cell): string {
  return `${group} / ${target} / ${fault}`;
}
