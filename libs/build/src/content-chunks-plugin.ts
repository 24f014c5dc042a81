import { rspack, type Compiler } from '@rspack/core';

/** Global of the page in which chunks lie that have arrived, by the names of their files. */
const ARRIVED = 'nemusChunks';
/** Stands for a chunk's place there while its own name is not known. */
const PLACEHOLDER = 'nemusChunkHere';

/**
 * Makes chunks whose bytes follow from their modules alone, so that a chunk which a release did not touch is the same
 * file as before.
 *
 * The bundler has every chunk name the container that it is for. Here a chunk names its own file instead, which carries
 * the hash of its bytes, and the container takes what lies under the names of its own chunks: two releases in one page
 * share what is the same in both and nothing else. Each evaluates it for itself.
 *
 * The shell may tell a container where such files lie for all releases of the area (`data-root` of its script). A shell
 * that says nothing, and every further attempt, takes them from the release's own folder. Stylesheets always come from
 * there: they leave the page with their release.
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
        // Behind everything that it changes.
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
      const edit = (stage: number, change: (text: string, file: string) => string) =>
        compilation.hooks.processAssets.tap({ name: 'ContentChunksPlugin', stage }, () => {
          for (const { name, source } of compilation.getAssets()) {
            if (!name.endsWith('.js') || name === this.#entry) continue;
            compilation.updateAsset(name, new rspack.sources.RawSource(change(source.source().toString(), name)));
          }
        });
      // Ahead of the minimizer, which chooses names by how often each letter stands in a file, texts included.
      edit(stages.PROCESS_ASSETS_STAGE_OPTIMIZE_COMPATIBILITY, (text) =>
        text.replaceAll(globalName(compiler), PLACEHOLDER),
      );
      // Behind it, before names get the hash of the final bytes (`realContentHash`), which is written here too.
      edit(stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, (text, name) => {
        const parts = text.split(`globalThis.${PLACEHOLDER}`);
        if (parts.length !== 2) throw new Error(`${name} is no chunk of the form that is known here.`);
        return parts.join(`(globalThis.${ARRIVED}||={})[${JSON.stringify(name.replace(/.*\//, ''))}]`);
      });
    });
  }
}

/** The global through which the bundler hands chunks to the container. */
function globalName(compiler: Compiler): string {
  const name = compiler.options.output.chunkLoadingGlobal;
  if (!name) throw new Error('ContentChunksPlugin: the bundler has no global for chunks.');
  return name;
}
