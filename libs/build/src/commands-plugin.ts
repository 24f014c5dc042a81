import { COMMANDS_FILE, type CommandsDocument } from '@nemus/contract';
import { rspack, type Compiler } from '@rspack/core';

/** Writes the area's palette entries as a file of the release; none if it has no entries. */
export class CommandsPlugin {
  readonly #offer: Pick<CommandsDocument, 'commands' | 'searches'>;

  constructor(offer: Pick<CommandsDocument, 'commands' | 'searches'>) {
    this.#offer = offer;
  }

  apply(compiler: Compiler) {
    if (this.#offer.commands.length + this.#offer.searches.length === 0) return;
    const text = `${JSON.stringify({ schema: 1, ...this.#offer } satisfies CommandsDocument)}\n`;
    compiler.hooks.thisCompilation.tap('CommandsPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'CommandsPlugin', stage }, () =>
        compilation.emitAsset(COMMANDS_FILE, new rspack.sources.RawSource(text)),
      );
    });
  }
}
