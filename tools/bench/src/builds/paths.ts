import path from 'node:path';

/** Root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** This package; the build reads its name and version. */
export const BENCH = path.join(ROOT, 'tools/bench');
/** Everything that the benchmark builds. */
export const DIST = path.join(BENCH, 'dist');
/** What the variants without a registry have built in. */
export const FACTS_FILE = path.join(DIST, 'facts.json');

export const SHELL = path.join(ROOT, 'apps/shell');
