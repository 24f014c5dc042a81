import { readFileSync } from 'node:fs';
import path from 'node:path';
import { USES_FILE, usesDocumentSchema, type UsesDocument } from '@nemus/registry';
import { rspack, type Compilation, type Compiler } from '@rspack/core';
import { contractUses, type ContractUses } from './contract-uses';
import { liveModules, moduleUses } from './module-uses';
import { SHARED_MODULES } from './shared';

const SOURCE = /\.[jt]sx?$/;
/** Third-party code does not use the contract; packages of this portal may be installed like it. */
const OF_OTHERS = /[\\/]node_modules[\\/](?!@nemus[\\/])/;
/** Contains every event name, in any case. */
const EVENT_NAMES = /[\\/]contract[\\/](?:src|dist)[\\/]events\.[jt]s$/;

/** Lists the names that the area uses of the shell, as a file of the release. */
export class UsesPlugin {
  /** Results by file, with the text that they belong to: with a development server few files change. */
  readonly #read = new Map<string, { readonly source: string; readonly uses: ContractUses }>();

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('UsesPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'UsesPlugin', stage }, () => {
        // A file that does not build cannot be parsed, and its error has been reported.
        if (compilation.errors.length > 0) return;
        const uses = this.#usesOf(compilation);
        for (const { name, isOurs } of SHARED_MODULES) {
          if (!isOurs || !uses.modules[name]?.whole) continue;
          const message = `${name} is taken as a whole (import * or import()), so it is unknown whether a shell has what is used of it. Import the names.`;
          compilation.errors.push(new rspack.WebpackError(message));
        }
        compilation.emitAsset(USES_FILE, new rspack.sources.RawSource(`${JSON.stringify(uses)}\n`));
      });
    });
  }

  /** What a build uses of the shell. */
  #usesOf(compilation: Compilation): UsesDocument {
    const all = { slots: new Set<string>(), events: new Set<string>(), ports: new Set<string>() };
    for (const file of sourcesOf(compilation)) {
      const uses = this.#usesOfFile(file);
      for (const kind of ['slots', 'events', 'ports'] as const) for (const name of uses[kind]) all[kind].add(name);
    }
    return usesDocumentSchema.parse({
      schema: 1,
      modules: moduleUses(compilation),
      slots: [...all.slots].toSorted(),
      events: [...all.events].toSorted(),
      ports: [...all.ports].toSorted(),
    });
  }

  #usesOfFile(file: string): ContractUses {
    const source = readFileSync(file, 'utf8');
    const known = this.#read.get(file);
    if (known?.source === source) return known.uses;
    const uses = contractUses(source, !file.endsWith('.ts'));
    this.#read.set(file, { source, uses });
    return uses;
  }
}

function sourcesOf(compilation: Compilation): ReadonlySet<string> {
  const files = [...liveModules(compilation).values()].flatMap((module) => module.nameForCondition() ?? []);
  return new Set(
    files.filter(
      (file) => path.isAbsolute(file) && SOURCE.test(file) && !OF_OTHERS.test(file) && !EVENT_NAMES.test(file),
    ),
  );
}
