import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RemoteDeclaration } from '@nemus/contract';
import { containerName, type ReleaseInput } from '@nemus/registry';
import { sampleDeclaration } from '@nemus/registry/samples';

/** Built apps for tests: what a build leaves in `dist/`, without a build. */
export interface SampleApp {
  readonly name?: string;
  /** Third number of the version. */
  readonly patch?: number;
  readonly declaration?: Partial<RemoteDeclaration>;
  /** Built files besides the entry, with their text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Source maps, by the name of their script. */
  readonly maps?: Readonly<Record<string, object>>;
  readonly entry?: string;
  readonly input?: Partial<ReleaseInput>;
}

/** A source map: column 5 of the script is line 7, column 3 of a page. */
export const SAMPLE_MAP = {
  version: 3,
  sources: ['webpack://nemus/apps/alpha/src/Page.tsx'],
  names: ['thrown'],
  mappings: 'KAMEA',
};

/** Version of a sample app. */
export function sampleVersion(patch = 0): string {
  return `1.0.${patch}-${'a'.repeat(12)}`;
}

/** A temporary folder for one test file. @returns The folder, and what removes it. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-release-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes texts below a folder, by their path in it. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** Writes a built app below `folder`. @returns Its folder. */
export async function writeSampleApp(folder: string, app: SampleApp = {}): Promise<string> {
  const { name = 'alpha', patch = 0, declaration = {}, entry = `globalThis.${name} = ${patch};` } = app;
  const version = sampleVersion(patch);
  const files: Record<string, string> = { 'remoteEntry.js': entry, 'expose-app.js': 'export {};', ...app.files };
  const maps = Object.entries(app.maps ?? {}).map(([file, map]) => [`${file}.map`, JSON.stringify(map)]);
  const appFolder = path.join(folder, `${name}-${patch}`);
  await writeFiles(path.join(appFolder, 'dist/files'), files);
  await writeFiles(path.join(appFolder, 'dist/maps'), Object.fromEntries(maps));
  const input: ReleaseInput = {
    schema: 1,
    declaration: sampleDeclaration(name, declaration),
    version,
    container: containerName(name, version),
    entry: 'remoteEntry.js',
    preload: ['remoteEntry.js', 'expose-app.js'],
    slotPreload: {},
    shared: [{ name: 'react', range: '^19.0.0' }],
    files: Object.keys(files),
    ...app.input,
  };
  await writeFile(path.join(appFolder, 'package.json'), '{}');
  await writeFile(path.join(appFolder, 'dist/release-input.json'), JSON.stringify(input));
  return appFolder;
}

/** A shell that provides what sample apps need. */
export const SAMPLE_SHELL = { contract: '1.0.0', shared: [{ name: 'react', version: '19.3.1' }] };
