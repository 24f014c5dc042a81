import { rmSync } from 'node:fs';
import path from 'node:path';
import { rspack, type Compiler } from '@rspack/core';

/** Folder of the maps, beside the built files: neither servers nor the release document have it. */
const MAPS_FOLDER = 'maps';

/**
 * Writes a source map of every script to `dist/maps`: places, without the text of the sources. No script mentions its
 * map. `nemus-release publish` puts them into the private part of the store.
 */
export class SourceMapsPlugin {
  apply(compiler: Compiler) {
    const { path: output = '.', devtoolModuleFilenameTemplate } = compiler.options.output;
    const folder = path.join(path.dirname(output), MAPS_FOLDER);
    compiler.hooks.beforeRun.tap('SourceMapsPlugin', () => rmSync(folder, { recursive: true, force: true }));
    new rspack.SourceMapDevToolPlugin({
      test: /\.js$/,
      filename: `../${MAPS_FOLDER}/[file].map`,
      append: false,
      noSources: true,
      ...(devtoolModuleFilenameTemplate ? { moduleFilenameTemplate: devtoolModuleFilenameTemplate } : {}),
    }).apply(compiler);
  }
}
