/**
 * `npm run test:failures`: runs every cell (or those selected by Playwright arguments) and writes `docs/failures.md`.
 * With `--check` it runs nothing: it fails when tests and page list different cells, or when the page contains a failed
 * one.
 */
import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { cellOf, keyOf, type Cell } from './cell';
import { outcomeKey, readOutcomes, renderTable, requireDistinct, type Row } from './table';
import { temporaryFolder } from '../../tools/portal/src/serve/temporary-folder';

const CONFIG = path.join(import.meta.dirname, 'playwright.config.ts');
const PAGE = path.resolve(import.meta.dirname, '../../docs/failures.md');

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
const reportSchema = z.object({ suites: z.array(suiteSchema), errors: z.array(z.unknown()) });

interface Outcome {
  readonly cell: Cell;
  readonly status: string;
}

/** Runs Playwright with its list on the screen and its report in a file. */
async function playwright(args: readonly string[]): Promise<{ outcomes: Outcome[]; code: number }> {
  const folder = await temporaryFolder('failures');
  const report = path.join(folder, 'report.json');
  const isListing = args.includes('--list');
  try {
    const code = await new Promise<number>((resolve) => {
      const line = [
        'playwright',
        'test',
        '--config',
        CONFIG,
        `--reporter=${isListing ? 'json' : 'list,json'}`,
        ...args,
      ];
      const stdio = isListing ? (['ignore', 'ignore', 'inherit'] as const) : 'inherit';
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
      spawn('npx', ['--no-install', ...line], { stdio: typeof stdio === 'string' ? stdio : [...stdio], env }).on(
        'close',
        (value) => resolve(value ?? 1),
      );
    });
    const { suites, errors } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
    if (isListing && errors.length > 0) throw new Error(`The tests cannot be listed: ${JSON.stringify(errors)}`);
    return { outcomes: suites.flatMap(outcomesIn), code };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function outcomesIn({ specs, suites = [] }: Suite): Outcome[] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ annotations, status }) => {
      const cell = cellOf(annotations);
      return cell ? [{ cell, status }] : [];
    }),
  );
  return [...own, ...suites.flatMap(outcomesIn)];
}

/** Outcomes of this run; where a cell did not run, the one that the page has. */
function rowsOf(cells: readonly Cell[], ran: readonly Outcome[], page: string): Row[] {
  const before = readOutcomes(page);
  return cells.map((cell) => {
    const outcome = ran.find(({ cell: own, status }) => status !== 'skipped' && keyOf(own) === keyOf(cell));
    return { cell, passed: outcome ? outcome.status === 'expected' : (before.get(outcomeKey(cell)) ?? null) };
  });
}

async function main(args: readonly string[]): Promise<number> {
  const cells = (await playwright(['--list'])).outcomes.map(({ cell }) => cell);
  requireDistinct(cells);
  const page = await readFile(PAGE, 'utf8').catch(() => '');
  if (!args.includes('--check')) {
    const { outcomes, code } = await playwright(args);
    await writeFile(PAGE, renderTable(rowsOf(cells, outcomes, page)));
    return code;
  }
  const rows = rowsOf(cells, [], page);
  const failed = rows.filter(({ passed }) => passed === false).map(({ cell }) => keyOf(cell));
  for (const key of failed) process.stderr.write(`docs/failures.md shows as failed: ${key}\n`);
  const same = page === renderTable(rows);
  if (!same) process.stderr.write('docs/failures.md lists other cells than the tests: run "npm run test:failures".\n');
  return failed.length === 0 && same ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
