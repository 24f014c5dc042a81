import { rspack, type Compiler } from '@rspack/core';
import { bill, SBOM_FILE } from './sbom';

/**
 * Lists the packages of the lock file that an app depends on, as a file of its release (CycloneDX). Everything that
 * differs between machines is left out: the same sources give the same release.
 */
export class SbomPlugin {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('SbomPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'SbomPlugin', stage }, async () => {
        try {
          const text = `${JSON.stringify(await bill(this.#folder))}\n`;
          compilation.emitAsset(SBOM_FILE, new rspack.sources.RawSource(text));
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          compilation.warnings.push(new rspack.WebpackError(`The release has no ${SBOM_FILE}. ${reason}`));
        }
      });
    });
  }
}
