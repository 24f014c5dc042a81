import { CONTRACT_VERSION, PORT_NAMES, PORTAL_EVENT_NAMES, slotPropsSchemas } from '@nemus/contract';
import { PROVIDES_FILE, providesDocumentSchema, type ProvidesDocument } from '@nemus/registry';
import { rspack, type Compilation, type Compiler, type Module } from '@rspack/core';
import { liveModules } from './module-uses';
import { SHARED_MODULES } from './shared';

/** The module that loads everything that is shared. */
const PROVIDED = /[\\/]runtime[\\/]provided\.mjs$/;

/** What the build knows before. */
export interface ProvidesOptions {
  /** Name of the shell. */
  readonly shell: string;
  /** Versions of what is shared, by specifier. */
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Writes what the shell provides to areas, name by name, as a file of the site for gates. No page reads it: there the
 * modules themselves are asked (`@nemus/loader`), and the start stays as small as it was. Names of modules are read from
 * the built modules, those of CommonJS among them.
 */
export class ProvidesPlugin {
  readonly #options: ProvidesOptions;

  constructor(options: ProvidesOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('ProvidesPlugin', (compilation) => {
      // Before texts are compressed.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name: 'ProvidesPlugin', stage }, () => {
        if (compilation.errors.length > 0) return;
        const provided = [...liveModules(compilation).values()].find((module) =>
          PROVIDED.test(module.nameForCondition() ?? ''),
        );
        const text = JSON.stringify(this.#document(compilation, provided));
        compilation.emitAsset(PROVIDES_FILE, new rspack.sources.RawSource(`${text}\n`));
      });
    });
  }

  #document(compilation: Compilation, provided: Module | undefined): ProvidesDocument {
    const names = provided ? exportsOf(compilation, provided) : new Map<string, readonly string[] | null>();
    const modules = SHARED_MODULES.map(({ name }) => {
      const version = this.#options.versions[name] ?? '0.0.0';
      return [name, { version, names: names.get(name) ?? null }] as const;
    });
    return providesDocumentSchema.parse({
      schema: 1,
      shell: this.#options.shell,
      contract: CONTRACT_VERSION,
      modules: Object.fromEntries(modules),
      slots: Object.keys(slotPropsSchemas).toSorted(),
      events: [...PORTAL_EVENT_NAMES].toSorted(),
      ports: PORT_NAMES,
    });
  }
}

/** Exports of what a module imports when it is asked to, by specifier; null where only running it would tell. */
function exportsOf({ moduleGraph }: Compilation, module: Module): Map<string, readonly string[] | null> {
  const found = new Map<string, readonly string[] | null>();
  for (const { dependencies } of module.blocks) {
    for (const dependency of dependencies) {
      const target = moduleGraph.getModule(dependency);
      const names = target && moduleGraph.getProvidedExports(target);
      if (dependency.request) found.set(dependency.request, Array.isArray(names) ? names.toSorted() : null);
    }
  }
  return found;
}
