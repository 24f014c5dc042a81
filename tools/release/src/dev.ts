import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildReportSchema, type BuildReport } from '@nemus/build/build-report';
import { builtAppFolder } from '@nemus/build/output';
import { packageFolder } from '@nemus/build/workspace';
import { packRelease, type SignerFor } from './pack';
import { Refusal } from './refusal';
import { serveApp, type ServedApp } from './serve';

/** An app that is built on every change, packed and served. */
export interface WatchedApp extends ServedApp {
  /** Resolves when the builds have ended, with their last output. */
  readonly ended: Promise<string>;
}

export interface DevRequest {
  readonly appFolder: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly signerFor?: SignerFor;
  /** Called with every successful and served build, and with every failed one. */
  readonly onBuild: (report: BuildReport & { readonly version: string | null }) => void;
}

/**
 * Builds an app from its sources on every change, packs it and serves it to this machine's browsers, for an override in
 * a running portal. Resolves with the first successful build. These are release builds without hot updates, since the
 * page's React is the portal's own; they are apart from released ones (`dist/dev`).
 */
export async function watchApp({ appFolder, port, signerFor, onBuild }: DevRequest): Promise<WatchedApp> {
  const built = builtAppFolder(appFolder, 'development');
  await rm(built, { recursive: true, force: true });
  const rspack = path.join(packageFolder(appFolder, '@rspack/cli'), 'bin/rspack.js');
  const child = spawn(process.execPath, [rspack, 'build', '--watch', '--env', 'watched'], {
    cwd: appFolder,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const complaints: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk));
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(complaints).toString()));
  });
  const packed = new Promise<void>((resolve, reject) => {
    // Serialised: a build that finishes during packing is packed next.
    let last = Promise.resolve();
    child.on('message', (message) => {
      const report = buildReportSchema.parse(message);
      if (!report.ok) {
        onBuild({ ...report, version: null });
        return;
      }
      last = last
        .then(() => packRelease(built, { signerFor }))
        .then(
          ({ release }) => {
            onBuild({ ...report, version: release.version });
            resolve();
          },
          // The next build may have replaced the files during packing.
          (error: unknown) => onBuild({ ...report, ok: false, problems: String(error), version: null }),
        );
    });
    ended.then((said) => reject(notWatched(appFolder, said)), reject);
  });
  try {
    await packed;
    const served = await serveApp(built, port);
    return {
      ...served,
      ended,
      close: async () => {
        child.kill();
        await ended;
        await served.close();
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}

function notWatched(appFolder: string, said: string): Refusal {
  return new Refusal('not-built', `${appFolder} cannot be built.`, 'Mend what the bundler says.', {
    details: said === '' ? [] : [said.trim()],
  });
}
