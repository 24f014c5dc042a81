/**
 * `npm run test:failures`: runs every cell, or those selected by Playwright arguments, and writes what ran to
 * `dist/failures.md`.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { cellOf } from './cell';
import { renderTable, requireDistinct, type Row } from './table';
import { temporaryFolder } from '../../tools/portal/src/serve/temporary-folder';

const CONFIG = path.join(import.meta.dirname, 'playwright.config.ts');
const PAGE = path.resolve(import.meta.dirname, '../../dist/failures.md');

const specSchema = z.object({
  tests: z.array(
    z.object({
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      status: z.string(),
    }),
  ),
});
interface Suite {
  readonly specs: readonly z.infer<typeof specSchema>[];
  readonly suites?: readonly Suite[] | undefined;
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
);
const reportSchema = z.object({ suites: z.array(suiteSchema) });

/** Runs Playwright with its list on the screen and its report in a file. */
async function playwright(args: readonly string[]): Promise<{ rows: Row[]; code: number }> {
  const folder = await temporaryFolder('failures');
  const report = path.join(folder, 'report.json');
  try {
    const code = await new Promise<number>((resolve) => {
      const line = ['--no-install', 'playwright', 'test', '--config', CONFIG, '--reporter=list,json', ...args];
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
      spawn('npx', line, { stdio: 'inherit', env }).on('close', (value) => resolve(value ?? 1));
    });
    const { suites } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
    return { rows: suites.flatMap(rowsIn), code };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Cells that ran, with their outcomes. */
function rowsIn({ specs, suites = [] }: Suite): Row[] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ annotations, status }) => {
      const cell = cellOf(annotations);
      return cell && status !== 'skipped' ? [{ cell, passed: status === 'expected' }] : [];
    }),
  );
  return [...own, ...suites.flatMap(rowsIn)];
}

const { rows, code } = await playwright(process.argv.slice(2));
requireDistinct(rows.map(({ cell }) => cell));
await mkdir(path.dirname(PAGE), { recursive: true });
await writeFile(PAGE, renderTable(rows));
process.stdout.write(`Written to ${path.relative(process.cwd(), PAGE)}.\n`);
process.exitCode = code;
