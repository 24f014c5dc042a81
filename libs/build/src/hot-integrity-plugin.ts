import type { Compiler } from '@rspack/core';

/**
 * Gives the scripts of hot updates, and of chunks that are loaded after one, their integrity, which the page asks of
 * every script (`Integrity-Policy`). The page knows the hashes of the build that it was opened with, and updates bring no
 * new ones: it reads the script and takes its hash. That proves nothing, and needs not: it is for development alone.
 */
export class HotIntegrityPlugin {
  apply(compiler: Compiler) {
    const { RuntimeModule, RuntimeGlobals } = compiler.rspack;

    class HotIntegrityRuntimeModule extends RuntimeModule {
      constructor() {
        super('hot integrity', RuntimeModule.STAGE_ATTACH);
      }

      override generate() {
        const load = RuntimeGlobals.loadScript;
        return [
          `var loadScript = ${load};`,
          'var updated = false;',
          `${load} = function (url, done, key, chunkId) {`,
          '  var isUpdate = /\\.hot-update\\.js$/.test(url);',
          '  updated = updated || isUpdate;',
          '  if (!updated) return loadScript(url, done, key, chunkId);',
          '  var id = isUpdate ? url : chunkId;',
          '  fetch(url)',
          '    .then(function (answer) { return answer.arrayBuffer(); })',
          '    .then(function (bytes) { return crypto.subtle.digest("SHA-384", bytes); })',
          '    .then(function (hash) {',
          '      var text = String.fromCharCode.apply(null, new Uint8Array(hash));',
          `      ${RuntimeGlobals.require}.sriHashes[id] = "sha384-" + btoa(text);`,
          '      loadScript(url, done, key, id);',
          '    })',
          '    .catch(function () { done({ type: "error", target: { src: url } }); });',
          '};\n',
        ].join('\n');
      }
    }

    compiler.hooks.thisCompilation.tap('HotIntegrityPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('HotIntegrityPlugin', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.loadScript);
        compilation.addRuntimeModule(chunk, new HotIntegrityRuntimeModule());
      });
    });
  }
}
