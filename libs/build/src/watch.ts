import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { inputFolders, isInput } from './inputs';
import { MODE_VARIABLE } from './mode';
import { packageFolder } from './workspace';

const COMMAND = path.join(packageFolder(import.meta.dirname, '@rspack/cli'), 'bin/rspack.js');
/** Editors write a file in several steps, and tools write several files. */
const QUIET_MS = 80;

/** A build that came to an end. */
export interface FinishedBuild {
  readonly ok: boolean;
  readonly ms: number;
  /** What the build said: sizes, or what is wrong. */
  readonly output: string;
}

export interface Watching {
  /** Ends the watch; a running build is stopped. */
  close(): void;
}

/**
 * Builds an app at once, and again after every change of anything that it is built from, its libraries included. Each
 * build is a process of its own: the version follows from the inputs, so that the whole configuration has to be read
 * anew, and every build is a release like any other.
 */
export function watchApp(folder: string, onBuild: (build: FinishedBuild) => void): Watching {
  let stop: (() => void) | null = null;
  let stale = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const build = () => {
    if (closed) return;
    if (stop) {
      stale = true;
      return;
    }
    const running = runBuild(folder, (finished) => {
      stop = null;
      if (closed) return;
      onBuild(finished);
      if (stale) {
        stale = false;
        build();
      }
    });
    stop = running;
  };
  const watchers = inputFolders(folder).map((input) =>
    watch(input, { recursive: true }, (_event, file) => {
      if (file === null || !isInput(file)) return;
      clearTimeout(timer);
      timer = setTimeout(build, QUIET_MS);
    }),
  );
  build();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      stop?.();
    },
  };
}

/** Runs one build; returns the function that stops it. */
function runBuild(folder: string, onEnd: (build: FinishedBuild) => void): () => void {
  const started = Date.now();
  const child = spawn(process.execPath, [COMMAND, 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [MODE_VARIABLE]: 'watch' },
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  child.on('close', (code) => {
    onEnd({ ok: code === 0, ms: Date.now() - started, output: Buffer.concat(output).toString() });
  });
  return () => child.kill();
}
