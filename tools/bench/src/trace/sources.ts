import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../builds/paths';

const payloadSchema = z.looseObject({
  file: z.string(),
  version: z.number(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
});

/** What a map knows of a place, where it knows it. */
const entrySchema = z.looseObject({
  originalSource: z.string(),
  name: z.string().optional(),
});

/** Where a function of a built file comes from. */
export interface Origin {
  /** Package or part of the repository, such as `react-dom` or `libs/area`. */
  readonly part: string;
  /** Source file and name, as far as they are known. */
  readonly place: string;
}

/** What the browser itself does has no file. */
const BROWSER = 'browser';

/** Finds the sources of built files by the maps that a build with `NEMUS_SOURCE_MAPS=1` leaves beside them. */
export class Sources {
  readonly #files = new Map<string, string>();
  readonly #maps = new Map<string, SourceMap | null>();

  /** @param folders folders with builds, with or without maps */
  constructor(folders: readonly string[]) {
    for (const folder of folders) this.#look(folder);
  }

  /** How many files have a map. */
  get size(): number {
    return this.#files.size;
  }

  /** @param line and column of the function's beginning, from 0 */
  originOf(url: string, line: number, column: number, name: string): Origin {
    if (url === '') return { part: BROWSER, place: name };
    const file = path.posix.basename(new URL(url, 'http://localhost').pathname);
    const found = entrySchema.safeParse(this.#mapOf(file)?.findEntry(line, column));
    if (!found.success) return { part: file, place: `${file} ${name}` };
    const { originalSource, name: named = name } = found.data;
    const source = originalSource.replace('webpack://nemus/', '');
    return { part: partOf(source), place: `${source} ${named}` };
  }

  #mapOf(file: string): SourceMap | null {
    const known = this.#maps.get(file);
    if (known !== undefined) return known;
    const map = this.#files.get(file);
    const made = map ? new SourceMap(payloadSchema.parse(JSON.parse(readFileSync(map, 'utf8')))) : null;
    this.#maps.set(file, made);
    return made;
  }

  #look(folder: string) {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const full = path.join(folder, name);
      if (statSync(full).isDirectory()) this.#look(full);
      else if (name.endsWith('.map')) this.#files.set(name.slice(0, -'.map'.length), full);
    }
  }
}

/** Every folder in which shell, areas and the programs that they are compared with are built. */
export function buildFolders(): string[] {
  const apps = readdirSync(path.join(ROOT, 'apps')).map((app) => path.join(ROOT, 'apps', app, 'dist'));
  return [...apps, path.join(ROOT, 'tools/bench/dist')];
}

function partOf(source: string): string {
  const [, installed] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  const [, ours] = /^((?:libs|apps)\/[^/]+|supabase)\//.exec(source) ?? [];
  return installed ?? ours ?? source;
}
