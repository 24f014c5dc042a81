import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildReportSchema, type BuildReport } from '@nemus/build/build-report';
import { builtAppFolder } from '@nemus/build/output';
import { ROOT } from '../settings';

const RSPACK = path.join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js');

/** An app that `rspack serve` builds from its sources after every change. */
export interface ServedApp {
  /** Folder of the app. */
  readonly folder: string;
  /** Folder in which its builds are found, as `dist` below it. */
  readonly built: string;
  /** Where open pages hear of new builds. */
  readonly socket: string;
  /** Resolves with the first build that went well; rejects when the command ends. */
  readonly ready: Promise<void>;
  close(): void;
}

/** Serves an app. @param onBuild Called after every build, the first one included. */
export function serveApp(folder: string, port: number, onBuild: (report: BuildReport) => void): ServedApp {
  const built = builtAppFolder(folder, 'development');
  // From the last run; pages opened then reload.
  rmSync(built, { recursive: true, force: true });
  const child = spawn(process.execPath, [RSPACK, 'serve', '--port', String(port)], {
    cwd: folder,
    // Its progress is for a terminal of its own; what is wrong comes with the reports.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const complaints: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      const report = buildReportSchema.parse(message);
      onBuild(report);
      if (report.ok) resolve();
    });
    child.on('close', () => {
      reject(new Error(`"rspack serve" of ${folder} ended.\n${Buffer.concat(complaints).toString()}`));
    });
  });
  return { folder, built, socket: `ws://localhost:${port}`, ready, close: () => child.kill() };
}
