import type { Compiler } from '@rspack/core';

/**
 * Gives chunks and the scripts of hot updates their integrity, which the page requires of every script
 * (`Integrity-Policy`), while an app is served. Updates have no hashes, and the bundler's own may belong to another
 * build of a rebuilt chunk (rspack 2.3.2), so that a page would not start. Therefore the page fetches the script and
 * computes its hash. That proves nothing, but is only for development.
 */
export class HotIntegrityPlugin {
  apply(compiler: Compiler) {
    const { RuntimeModule, RuntimeGlobals } = compiler.rspack;

    class HotIntegrityRuntimeModule extends RuntimeModule {
      constructor() {
        super('hot integrity', RuntimeModule.STAGE_ATTACH);
      }

      override generate() {
        return hotIntegrity(RuntimeGlobals.loadScript, `${RuntimeGlobals.require}.sriHashes`);
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

/**
 * The runtime's part: fetches each script, records its hash and loads it with that.
 *
 * @param load name of the runtime's function that loads a script
 * @param hashes name of the runtime's hashes, by chunk; of an update, by its address
 */
export function hotIntegrity(load: string, hashes: string): string {
  return [
    `var loadScript = ${load};`,
    `${load} = function (url, done, key, chunkId) {`,
    '  var id = /\\.hot-update\\.js$/.test(url) ? url : chunkId;',
    '  fetch(url)',
    '    .then(function (answer) { return answer.arrayBuffer(); })',
    '    .then(function (bytes) { return crypto.subtle.digest("SHA-384", bytes); })',
    '    .then(function (hash) {',
    '      var text = String.fromCharCode.apply(null, new Uint8Array(hash));',
    `      ${hashes}[id] = "sha384-" + btoa(text);`,
    '      loadScript(url, done, key, id);',
    '    })',
    '    .catch(function () { done({ type: "error", target: { src: url } }); });',
    '};\n',
  ].join('\n');
}
