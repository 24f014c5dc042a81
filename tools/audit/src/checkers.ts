import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The installed checkers: a folder beside the workspace with a lockfile of its own, since only the audit needs these
 * 220 MB.
 */
const FOLDER = path.resolve(import.meta.dirname, '../checkers');

/** The audit cannot run here; the message says why, and what to do about it. */
export class AuditImpossible extends Error {
  override readonly name = 'AuditImpossible';
}

interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end; `null` when it is not there. */
export function runProgram(command: string, args: readonly string[], folder = FOLDER): Promise<Finished | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }));
  });
}

/** Java's main version in what `java -version` prints; null when it prints something else. */
export function javaVersion(printed: string): number | null {
  const [, main, second] = /version "(\d+)(?:\.(\d+))?/.exec(printed) ?? [];
  // Up to 8, the first number was always 1.
  return main === undefined ? null : Number(main === '1' ? second : main);
}

/** Rejects with {@link AuditImpossible} where the HTML checker could not run. */
export async function requireJava(): Promise<void> {
  const found = await runProgram('java', ['-version']);
  const version = found && javaVersion(found.output);
  if (version !== null && version >= 17) return;
  throw new AuditImpossible(
    `The HTML checker needs Java 17 or newer; ${version === null ? 'there is none' : `this is Java ${version}`}. ` +
      'Install a JRE (Debian and Ubuntu: apt-get install default-jre-headless; macOS: brew install openjdk) and try again.',
  );
}

/** Installs the checkers when their lockfile has changed since, or they are not there. */
export async function installCheckers(): Promise<void> {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(FOLDER, 'package-lock.json')))
    .digest('hex');
  const mark = path.join(FOLDER, 'node_modules/.installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  process.stdout.write('Installing the checkers (220 MB, once) …\n');
  const finished = await runProgram('npm', ['ci', '--loglevel=error']);
  if (finished?.code !== 0) {
    throw new AuditImpossible(
      `The checkers could not be installed ("npm ci" in ${FOLDER}):\n${finished?.output ?? ''}`,
    );
  }
  writeFileSync(mark, wanted);
}

/** Path of a file of an installed checker. */
export function checkerFile(file: string): string {
  return path.join(FOLDER, 'node_modules', file);
}
