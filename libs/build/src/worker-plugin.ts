import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compiler } from '@rspack/core';
import { inlineHash, integrityOf } from './shell-page';
import { inlineScripts } from './shell-page-plugin';
import { chunkFiles, released } from './chunk-files';
import { writeCompressed } from './compress-plugin';

/** Where the worker's script was built, and the parts of the shell that it caches. */
export interface WorkerOptions {
  /** Built script of the worker, before the build's data is added. */
  readonly script: string;
  /** Entry, and chunks that every start of an account needs. */
  readonly entry: string;
  readonly chunks: readonly string[];
  /** Built script that is inlined into the page, whose policy contains its hash. */
  readonly bootScript: string | null;
}

/** Name of the worker in the site. */
const WORKER_FILE = 'worker.js';

/**
 * Writes the worker of returning visitors into the site: its script, preceded by the data of this build
 * (`apps/shell/worker/shell-build.ts`). Runs after the plugin that writes the page, whose hash is part of it.
 */
export class WorkerPlugin {
  readonly #options: WorkerOptions;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('WorkerPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const { script, entry, chunks, bootScript } = this.#options;
      const site = compiler.options.output.path ?? '.';
      const read = (file: string) => readFileSync(path.join(site, file));
      const trusted = (file: string) => ({ url: `/${file}`, integrity: integrityOf(read(file)) });
      const own = released(compilation.entrypoints.get(entry)?.getFiles() ?? []);
      const start = new Set([...own, ...chunks.flatMap((name) => chunkFiles(compilation, name))]);
      const page = read('index.html');
      const build = {
        page: integrityOf(page),
        policy: everywherePolicy(inlineScripts(bootScript).map(inlineHash)),
        start: [...start].filter((file) => /\.(js|css)$/.test(file)).map(trusted),
        fonts: readdirSync(path.join(site, 'assets'))
          .filter((file) => file.endsWith('.woff2'))
          .toSorted()
          .map((file) => trusted(`assets/${file}`)),
      };
      const text = `const NEMUS_SHELL_BUILD=${JSON.stringify(build)};\n${readFileSync(script, 'utf8')}`;
      const target = path.join(site, WORKER_FILE);
      writeFileSync(target, text);
      await writeCompressed(target);
    });
  }
}

/**
 * The page's policy wherever it is served: no code from strings, no inline scripts but the build's own, no plugins, no
 * other base, no framing. The page's response headers restrict the servers that it may reach.
 */
function everywherePolicy(scriptHashes: readonly string[]): string {
  const scripts = ["'self'", 'https:', 'http:', ...scriptHashes.map((hash) => `'${hash}'`)];
  return `script-src ${scripts.join(' ')}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}
