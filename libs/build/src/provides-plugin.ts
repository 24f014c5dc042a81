import { CONTRACT_VERSION, PORT_NAMES, PORTAL_EVENT_NAMES, slotPropsSchemas } from '@nemus/contract';
import { PROVIDES_FILE, providesDocumentSchema, type ProvidesDocument } from '@nemus/registry';
import { rspack, type Compilation, type Compiler, type Module } from '@rspack/core';
import { liveModules } from './module-uses';
import { SHARED_MODULES } from './shared';

/** The module that loads all shared modules. */
const PROVIDED = /[\\/]runtime[\\/]provided\.mjs$/;

/** What the build knows in advance. */
export interface ProvidesOptions {
  /** Name of the shell. */
  readonly shell: string;
  /** Versions of the shared modules, by specifier. */
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Lists the names that the shell provides to areas, as a file of the site for release gates. Pages do not read it: they
 * check the modules themselves (`@nemus/loader`), which keeps the start small. Names are read from the built modules,
 * including CommonJS.
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

/** Exports of the modules that a module loads lazily, by specifier; null when they are only known at run time. */
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
