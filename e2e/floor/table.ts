/** Prints what the run saw as a table of pages and browsers, and writes it to `dist/browsers.md`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { z } from 'zod';

/** Type of the annotation that has one cell of the table. */
export const CELL = 'page in a browser';

const FILE = path.resolve(import.meta.dirname, '../../dist/browsers.md');
const cellSchema = z.object({ page: z.string(), browser: z.string(), problem: z.string().nullable() });
export type Cell = z.infer<typeof cellSchema>;

export default class Table implements Reporter {
  readonly #cells = new Map<string, Map<string, string>>();
  readonly #browsers = new Set<string>();

  onTestEnd({ annotations }: TestCase) {
    for (const { type, description } of annotations) {
      if (type !== CELL) continue;
      const { page, browser, problem } = cellSchema.parse(JSON.parse(description ?? ''));
      this.#browsers.add(browser);
      const row = this.#cells.get(page) ?? new Map<string, string>();
      this.#cells.set(page, row.set(browser, problem ?? 'ok'));
    }
  }

  onEnd() {
    const browsers = [...this.#browsers];
    const lines = [
      ['Page', ...browsers],
      browsers.map(() => '---').concat('---'),
      ...[...this.#cells].map(([page, row]) => [page, ...browsers.map((browser) => row.get(browser) ?? 'not opened')]),
    ].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`);
    const text = `${lines.join('\n')}\n`;
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, text);
    process.stdout.write(`\n${text}\nWritten to dist/browsers.md.\n`);
  }
}
