import type { Compiler } from '@rspack/core';

/** Query parameter that makes the addresses of a further attempt new ones. */
const RETRY_PARAMETER = 'retry';

/**
 * Hands the `retry` parameter of the container's own address on to its chunks. Without it a further attempt would ask
 * for the same addresses again: a request that hangs is joined instead of repeated, and damaged bytes come back from
 * the browser's cache.
 */
export class RetryQueryPlugin {
  apply(compiler: Compiler) {
    const { RuntimeModule, RuntimeGlobals } = compiler.rspack;

    class RetryQueryRuntimeModule extends RuntimeModule {
      constructor() {
        super('retry query', RuntimeModule.STAGE_ATTACH);
      }

      override generate() {
        return [RuntimeGlobals.getChunkScriptFilename, RuntimeGlobals.getChunkCssFilename]
          .reduce(
            (code, nameOf) => `${code}  if (${nameOf}) ${nameOf} = withRetry(${nameOf});\n`,
            [
              'var own = document.currentScript;',
              `var retry = own && own.src && new URL(own.src).searchParams.get("${RETRY_PARAMETER}");`,
              'if (retry) {',
              '  var withRetry = function (nameOf) {',
              `    return function (id) { return nameOf(id) + "?${RETRY_PARAMETER}=" + encodeURIComponent(retry); };`,
              '  };\n',
            ].join('\n'),
          )
          .concat('}\n');
      }
    }

    compiler.hooks.thisCompilation.tap('RetryQueryPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('RetryQueryPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new RetryQueryRuntimeModule());
      });
    });
  }
}
