import type { Compiler } from '@rspack/core';

/** Query parameter that makes the addresses of a retry new ones. */
const RETRY_PARAMETER = 'retry';

/**
 * Passes the `retry` parameter of the container's address on to its chunks. Without it a retry would use the same
 * addresses: the browser joins a hanging request instead of repeating it, and returns damaged bytes from its cache.
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
