import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const BEAT_EVERY = 1_000;
/** How long the process may be blocked before the cause is checked, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Ends this process when the embedded database has blocked it. A commit that the disk refuses makes Postgres give up,
 * and inside WebAssembly that is an endless loop: no timer, no signal handler and no request runs any more. A thread
 * detects the blocked process, tests whether the disk takes a file of the database's size, and if it does not, logs
 * that and ends everything: acknowledged writes are on the disk and survive. A process that is only busy, or stopped by
 * a debugger, is left alone.
 *
 * @param folder of the data.
 * @param patience how long it may be blocked, in milliseconds; for tests.
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
