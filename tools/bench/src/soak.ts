/**
 * `npm run bench:soak`: the same visits for a quarter of an hour, one after the other with pauses, while the backend's
 * memory is looked at after a garbage collection. Writes docs/benchmarks/soak.md. Ends with 1 when anything failed or
 * when the heap grew. `NEMUS_SOAK_MINUTES` shortens it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStage, type Memory } from './load/backend';
import { collectMeasures, percentile } from './load/measures';
import { slopePerHour } from './load/slope';
import { createUser } from './load/user';

const MINUTES = Number(process.env['NEMUS_SOAK_MINUTES'] ?? 15);
const PAUSE_MS = 1_500;
const SAMPLE_MS = Math.max(5_000, (MINUTES * 60_000) / 30);
/** The first samples are left out: caches and compiled code come into being then. */
const WARM_UP = 0.2;
/** Growth of the heap per visit that would be a leak: a few objects of a request that stay. In bytes. */
const LEAK_PER_VISIT = 4_096;
const MB = 1_048_576;
const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/benchmarks/soak.md');

interface Sample extends Memory {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly visits: number;
}

const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

const stage = await openStage();
const measures = collectMeasures();
const samples: Sample[] = [];
let visits = 0;
const started = performance.now();
const elapsed = () => performance.now() - started;
try {
  let user = await createUser(stage);
  while (elapsed() < MINUTES * 60_000) {
    if (user.left() <= 0) user = await createUser(stage);
    await user.visit(measures.measure).catch(() => undefined);
    visits += 1;
    if (elapsed() >= samples.length * SAMPLE_MS) {
      const sample = { at: elapsed(), visits, ...(await stage.memory()) };
      samples.push(sample);
      process.stdout.write(
        `${(sample.at / 60_000).toFixed(1)} min: ${visits} visits, heap ${(sample.heapUsed / MB).toFixed(1)} MB, rss ${(sample.rss / MB).toFixed(0)} MB\n`,
      );
    }
    await pause(PAUSE_MS);
  }
} finally {
  await stage.close();
}

const settled = samples.slice(Math.floor(samples.length * WARM_UP));
const rows = (['heapUsed', 'external', 'rss'] as const).map((part) => {
  const points = settled.map((sample) => ({ at: sample.at, value: sample[part] }));
  const [first, last] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0];
  return { part, first, last, slope: slopePerHour(points) };
});
const settledVisits = (settled.at(-1)?.visits ?? 0) - (settled[0]?.visits ?? 0);
const heap = rows[0];
const perVisit = settledVisits === 0 ? 0 : ((heap?.last ?? 0) - (heap?.first ?? 0)) / settledVisits;
const grew = perVisit > LEAK_PER_VISIT;
const all = Object.values(measures.times).flat();
const NAMES = { heapUsed: 'JavaScript heap', external: 'Buffers and WebAssembly', rss: 'Whole process (RSS)' } as const;
await mkdir(path.dirname(TARGET), { recursive: true });
await writeFile(
  TARGET,
  [
    '# Soak',
    '',
    `${MINUTES} minutes of visits (sign in, refresh, catalogue, checkout, payment, place) on the embedded backend, one every ${PAUSE_MS / 1000} seconds: ${visits} visits, ${all.length} steps, ${measures.failures.length} errors, p95 ${percentile(all, 0.95).toFixed(0)} ms. Memory of the backend's process after a forced garbage collection, ${samples.length} samples; the first fifth is left out as warm-up. Made by \`npm run bench:soak\`.`,
    '',
    '| Memory | After the warm-up | At the end | Slope per hour |',
    '|---|---|---|---|',
    ...rows.map(
      ({ part, first, last, slope }) =>
        `| ${NAMES[part]} | ${(first / MB).toFixed(1)} MB | ${(last / MB).toFixed(1)} MB | ${(slope / MB).toFixed(1)} MB |`,
    ),
    '',
    `The heap changed by ${perVisit.toFixed(0)} bytes per visit; above ${LEAK_PER_VISIT} the run fails.`,
    '',
  ].join('\n'),
);
for (const failure of new Set(measures.failures)) process.stdout.write(`failed: ${failure}\n`);
process.stdout.write(`${measures.failures.length} errors, heap ${perVisit.toFixed(0)} bytes per visit\n`);
process.exit(measures.failures.length === 0 && !grew ? 0 : 1);
