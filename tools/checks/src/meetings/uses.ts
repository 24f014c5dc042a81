import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STALE_AFTER } from '../../../../libs/area/src/reads/query-client';
import { PORTAL_EVENT_NAMES } from '@nemus/contract';
import { reachFrom } from './reach';
import { readSyntax } from './syntax';

/** Where an area meets others, by the text of its sources. */
export interface Uses {
  readonly emits: ReadonlySet<string>;
  readonly hears: ReadonlySet<string>;
  readonly shows: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
  /** Events that are named, and neither published nor listened to by their name. */
  readonly named: ReadonlySet<string>;
  /** Files with a slot whose name is computed at run time, so it cannot be declared. */
  readonly unnamed: readonly string[];
}

const EVENTS: ReadonlySet<string> = new Set(PORTAL_EVENT_NAMES);

/** Reads the sources of an area from the modules that it exposes. @param folder Absolute path of the area. */
export function usesOf(root: string, folder: string, exposes: readonly string[]): Uses {
  const { files, dataNames } = reachFrom(
    root,
    exposes.map((expose) => path.join(folder, 'src', expose)),
  );
  const read = [...files].map((file) => ({ file, ...readSyntax(file, readFileSync(file, 'utf8')) }));
  const calls = read.flatMap((syntax) => syntax.calls);
  const slots = read.flatMap(({ file, slots: names }) => names.map((name) => ({ file, name })));
  const called = (wanted: string) =>
    calls.flatMap(({ name, texts: [first] }) => (name === wanted && first ? [first] : []));
  const emits = new Set(called('publish').filter((name) => EVENTS.has(name)));
  const hears = new Set([...called('subscribe'), ...heardByReads(root, dataNames)].filter((name) => EVENTS.has(name)));
  const texts = new Set(read.flatMap((syntax) => [...syntax.texts]));
  return {
    emits,
    hears,
    shows: new Set(slots.flatMap(({ name }) => name ?? [])),
    offers: new Set(called('defineSlot')),
    named: new Set([...texts].filter((text) => EVENTS.has(text) && !emits.has(text) && !hears.has(text))),
    unnamed: slots.filter(({ name }) => name === null).map(({ file }) => path.relative(root, file)),
  };
}

/** Events that refetch data read by queries of these names. */
function heardByReads(root: string, names: ReadonlySet<string>): string[] {
  const keys = queryKeys(root);
  const read = new Set([...names].flatMap((name) => keys.get(name) ?? []));
  return PORTAL_EVENT_NAMES.filter((event) => STALE_AFTER[event].some((key) => read.has(key)));
}

/** First part of the query key, by the name of each query of `@nemus/data`. */
function queryKeys(root: string): ReadonlyMap<string, readonly string[]> {
  const folder = path.join(root, 'libs/data/src/queries');
  const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const parts = sources.flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8').split(/^export (?=const|function)/m),
  );
  return new Map(
    parts.flatMap((part) => {
      const name = /^(?:const|function) (\w+)/.exec(part)?.[1];
      const found = [...part.matchAll(/queryKey: \['([\w-]+)'/g)].flatMap(([, key]) => key ?? []);
      return name === undefined ? [] : [[name, found] as const];
    }),
  );
}
