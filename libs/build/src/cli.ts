import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { rspack, type Configuration, type MultiStats, type Stats } from '@rspack/core';
import { watchApp } from './watch';

const USAGE = 'Usage: nemus-build [folder] [--watch]\n';

/**
 * The command line. Builds once and returns the exit code, or with `--watch` builds again after every change until
 * the process ends.
 *
 * @param args Arguments after the command's name.
 */
export async function main(args: readonly string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('--'));
  const [target = '.', ...rest] = args.filter((arg) => !arg.startsWith('--'));
  if (rest.length > 0 || options.some((option) => option !== '--watch')) {
    process.stderr.write(USAGE);
    return 2;
  }
  const folder = path.resolve(target);
  try {
    return await (options.includes('--watch') ? watchUntilSignal(folder) : buildOnce(folder));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function buildOnce(folder: string): Promise<number> {
  const configurations = await readConfigurations(folder);
  const compiler = rspack(configurations);
  const stats = await new Promise<MultiStats | undefined>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  return stats ? report(stats) : 1;
}

/** Builds after every change until the process is told to end. */
function watchUntilSignal(folder: string): Promise<number> {
  const watching = watchApp(folder, ({ ok, ms, output }) => {
    process.stdout.write(output);
    process.stdout.write(`${ok ? 'built' : 'failed'} ${path.basename(folder)} (${ms} ms)\n`);
  });
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        watching.close();
        resolve(0);
      });
    }
  });
}

async function readConfigurations(folder: string): Promise<Configuration[]> {
  const file = path.join(folder, 'rspack.config.ts');
  if (!existsSync(file)) throw new Error(`${file} is missing: it is one line, see the README of @nemus/build.`);
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  const value = await module.default;
  const configurations = Array.isArray(value) ? value : [value];
  if (!configurations.every(isConfiguration)) {
    throw new Error(`${file} must export what remoteBuild() or shellBuild() returns.`);
  }
  return configurations;
}

function isConfiguration(value: unknown): value is Configuration {
  return typeof value === 'object' && value !== null && 'plugins' in value && 'context' in value;
}

/** Prints sizes and messages of a build; returns its exit code. */
function report(stats: MultiStats): number {
  for (const child of stats.stats) {
    const { errors = [], warnings = [] } = child.toJson({ all: false, errors: true, warnings: true });
    for (const { message, moduleName } of [...warnings, ...errors]) {
      process.stderr.write(`${moduleName ? `${moduleName}: ` : ''}${message}\n`);
    }
    if (errors.length === 0) process.stdout.write(sizes(child));
  }
  return stats.hasErrors() ? 1 : 0;
}

/** One line per file: bytes as written and as a server sends them. */
function sizes(stats: Stats): string {
  const folder = stats.compilation.compiler.options.output.path ?? '.';
  const lines = (stats.toJson({ all: false, assets: true }).assets ?? [])
    .filter(({ name }) => !name.endsWith('.map'))
    .toSorted((a, b) => b.size - a.size)
    .map(({ name, size }) => {
      const sent = brotliCompressSync(readFileSync(path.join(folder, name)), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
      }).length;
      return `  ${kilobytes(size)} ${kilobytes(sent)} br  ${name}\n`;
    });
  return lines.join('');
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
}
