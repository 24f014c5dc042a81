import { rspack, type Compiler } from '@rspack/core';

/** Global of the page that holds loaded chunks, by file name. */
const ARRIVED = 'nemusChunks';
/** Placeholder for a chunk's key there until its own name is known. */
const PLACEHOLDER = 'nemusChunkHere';

/**
 * Makes chunks whose bytes only depend on their modules, so that an unchanged chunk is the same file as in the previous
 * release.
 *
 * By default every chunk contains the name of its container. Here a chunk contains the name of its own file instead,
 * which includes the hash of its bytes, and the container picks its chunks by name: two releases in one page only share
 * identical chunks. Each evaluates them separately.
 *
 * The shell may tell a container where the files shared by all releases of the area are (`data-root` of its script).
 * Without it, and on every retry, they come from the release's own folder. Stylesheets always come from there: they
 * leave the page with their release.
 */
export class ContentChunksPlugin {
  readonly #entry: string;

  /** @param entry Name of the container's script. */
  constructor(entry: string) {
    this.#entry = entry;
  }

  apply(compiler: Compiler) {
    const { RuntimeModule, RuntimeGlobals } = compiler.rspack;

    class ContentChunksRuntimeModule extends RuntimeModule {
      constructor() {
        // After everything that it changes.
        super('content chunks', RuntimeModule.STAGE_TRIGGER);
      }

      override generate() {
        const { publicPath, loadScript, getChunkCssFilename } = RuntimeGlobals;
        return `
var container = document.currentScript;
var root = container && container.dataset.root;
if (root && ${publicPath}.startsWith(root)) {
  var release = ${publicPath}.slice(root.length);
  var styleOf = ${getChunkCssFilename};
  if (styleOf) ${getChunkCssFilename} = function (id) { return release + styleOf(id); };
  ${publicPath} = root;
}
var loadScript = ${loadScript};
var take = function (url) {
  var arrived = (globalThis.${ARRIVED} || {})[url.replace(/[?#].*/, "").replace(/.*\\//, "")];
  if (arrived) globalThis[${JSON.stringify(globalName(compiler))}].push(arrived[0]);
  return arrived;
};
if (loadScript) ${loadScript} = function (url, done, key, chunk) {
  if (chunk !== undefined && take(url)) return done({ type: "load" });
  loadScript(url, function (event) { if (chunk !== undefined) take(url); done(event); }, key, chunk);
};
`;
      }
    }

    compiler.hooks.thisCompilation.tap('ContentChunksPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ContentChunksPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new ContentChunksRuntimeModule());
      });
      const stages = rspack.Compilation;
      // In place, so that the source map follows.
      const replace = (stage: number, found: string, by: (file: string) => string, isOnce: boolean) =>
        compilation.hooks.processAssets.tap({ name: 'ContentChunksPlugin', stage }, () => {
          for (const { name, source } of compilation.getAssets()) {
            if (!name.endsWith('.js') || name === this.#entry) continue;
            const text = source.source().toString();
            const starts = [...text.matchAll(new RegExp(found, 'g'))].map(({ index }) => index);
            if (isOnce && starts.length !== 1) throw new Error(`${name} is no chunk of the form that is known here.`);
            const edited = new rspack.sources.ReplaceSource(source);
            for (const start of starts) edited.replace(start, start + found.length - 1, by(name));
            compilation.updateAsset(name, edited);
          }
        });
      // Before the minimizer, which chooses names by letter frequency in a file, strings included.
      replace(stages.PROCESS_ASSETS_STAGE_OPTIMIZE_COMPATIBILITY, globalName(compiler), () => PLACEHOLDER, false);
      // After it, before names get the hash of the final bytes (`realContentHash`), which is written here too.
      const own = (name: string) => `(globalThis.${ARRIVED}||={})[${JSON.stringify(name.replace(/.*\//, ''))}]`;
      replace(stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, `globalThis.${PLACEHOLDER}`, own, true);
    });
  }
}

/** The global through which the bundler passes chunks to the container. */
function globalName(compiler: Compiler): string {
  const name = compiler.options.output.chunkLoadingGlobal;
  if (!name) throw new Error('ContentChunksPlugin: the bundler has no global for chunks.');
  return name;
}
