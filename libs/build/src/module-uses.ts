import type { Compilation, Dependency, Module } from '@rspack/core';
import { SHARED_MODULES } from './shared';

/** What is used of one shared module. */
export interface ModuleUse {
  readonly names: readonly string[];
  /** Imported as a whole somewhere: the names are incomplete. */
  readonly whole: boolean;
}

/** A module that the federation takes from the page, by the bundler's name: `… react@^19.3.1 (strict)`. */
const CONSUMED = /^consume shared module \([^)]*\) (@?[^@\s]+)@/;

/** An import for its order only: names have their own dependencies. */
const WITHOUT_NAMES: ReadonlySet<string> = new Set(['esm import', 'esm export import']);

/**
 * What is used of each shared module after tree shaking. Names come from the module graph, independent of the import
 * syntax. A module that is passed on (`import * as`, a default import of CommonJS, `import()`) counts as a whole.
 */
export function moduleUses(compilation: Compilation): Record<string, ModuleUse> {
  const live = liveModules(compilation);
  const uses = new Map<string, { names: Set<string>; whole: boolean }>();
  for (const module of compilation.modules) {
    const name = CONSUMED.exec(module.identifier())?.[1];
    if (name === undefined) continue;
    const use = uses.get(name) ?? { names: new Set(), whole: false };
    uses.set(name, use);
    const runtimes = runtimesOf(compilation, module);
    for (const connection of compilation.moduleGraph.getIncomingConnections(module)) {
      const origin = connection.originModule;
      if (!origin || !live.has(origin.identifier()) || connection.getActiveState(runtimes) === false) continue;
      const taken = takenBy(connection.dependency, name);
      if (taken === null) continue;
      if (taken === '') use.whole = true;
      else use.names.add(taken);
    }
  }
  return Object.fromEntries(
    [...uses]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { names, whole }]) => [name, { names: [...names].toSorted(), whole }]),
  );
}

/** The imported name: empty for the whole module, null for none. */
function takenBy({ type, ids = [] }: Dependency, name: string): string | null {
  if (WITHOUT_NAMES.has(type)) return null;
  const itself = SHARED_MODULES.find((shared) => shared.name === name)?.itself ?? [];
  const [first = '', second = ''] = ids;
  return itself.includes(first) ? second : first;
}

/** Modules in the output, including concatenated ones; by the bundler's names. */
export function liveModules(compilation: Compilation): ReadonlyMap<string, Module> {
  const live = new Map<string, Module>();
  for (const module of compilation.modules) {
    if (compilation.chunkGraph.getModuleChunks(module).length === 0) continue;
    for (const part of [module, ...partsOf(module)]) live.set(part.identifier(), part);
  }
  return live;
}

/** The modules concatenated into one; itself if none. */
function partsOf(module: Module): readonly Module[] {
  return 'modules' in module && Array.isArray(module.modules) ? module.modules : [module];
}

function runtimesOf({ chunkGraph }: Compilation, module: Module): string[] {
  return [...new Set([...chunkGraph.getModuleChunks(module)].flatMap(({ runtime }) => [...runtime]))];
}
