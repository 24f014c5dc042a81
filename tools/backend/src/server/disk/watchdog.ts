import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const BEAT_EVERY = 1_000;
/** How long the process may be blocked before the cause is checked, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Ends this process when the embedded database has stopped it. A commit that the disk refuses makes Postgres give up,
 * and inside WebAssembly that is a loop without end: no timer, no signal handler and no request runs any more. A
 * thread notices that the process stands still, tries whether the disk takes a file of the database's size, and if it
 * does not, says so and ends everything: what was acknowledged is on the disk and is there at the next start. A
 * process that is only busy, or stopped by a debugger, is left alone.
 *
 * @param folder of the data.
 * @param patience how long it may stand still, in milliseconds; for tests.
 * @returns ends the watch.
 */
export function watchStandstill(folder: string, patience = PATIENCE): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_EVERY);
  timer.unref();
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'watchdog-thread.mjs');
  const worker = new Worker(file, { workerData: { beats, folder, patience }, execArgv: [] });
  worker.unref();
  return async () => {
    clearInterval(timer);
    await worker.terminate();
  };
}
