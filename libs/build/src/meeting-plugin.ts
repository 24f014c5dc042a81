import { MEETING_FILE, type MeetingDocument } from '@nemus/contract';
import { rspack, type Compiler } from '@rspack/core';

/** Writes where the area meets others as a file of the release; none without a declaration. */
export class MeetingPlugin {
  readonly #meeting: MeetingDocument | null;

  constructor(meeting: MeetingDocument | null) {
    this.#meeting = meeting;
  }

  apply(compiler: Compiler) {
    if (this.#meeting === null) return;
    const text = `${JSON.stringify(this.#meeting)}\n`;
    compiler.hooks.thisCompilation.tap('MeetingPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'MeetingPlugin', stage }, () =>
        compilation.emitAsset(MEETING_FILE, new rspack.sources.RawSource(text)),
      );
    });
  }
}
