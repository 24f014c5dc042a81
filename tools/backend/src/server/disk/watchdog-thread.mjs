/** The thread of `watchStandstill`. Plain JavaScript: it starts without the loaders of the process. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';

const { beats, folder, patience } = workerData;
/** Size of a file of Postgres's log. */
const SIZE = 16 * 1_048_576;

/** Why the disk does not take another file of the database; null when it does. */
function refusal() {
  const probe = path.join(folder, 'room.probe');
  try {
    const handle = openSync(probe, 'w', 0o600);
    try {
      const chunk = Buffer.alloc(1_048_576, 1);
      // A part of a chunk that still fits is written without an error: what counts is the sum.
      for (let size = 0; size < SIZE;) size += writeSync(handle, chunk);
      fsyncSync(handle);
      return null;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(probe, { force: true });
  }
}

let last = Atomics.load(beats, 0);
let since = performance.now();
let looked = false;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== last) {
    last = now;
    since = performance.now();
    looked = false;
    return;
  }
  if (looked || performance.now() - since < patience) return;
  looked = true;
  const reason = refusal();
  if (!reason) return;
  // Not through the streams of the process: the thread that empties them stands still.
  writeSync(
    2,
    `The embedded database has stopped, because the disk of ${folder} takes no more (${reason}).\n` +
      'Everything that was acknowledged is saved. Make room on the disk and start again.\n',
  );
  process.kill(process.pid, 'SIGKILL');
}, 1_000);
