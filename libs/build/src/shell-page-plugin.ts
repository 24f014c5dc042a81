import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Compiler } from '@rspack/core';
import { z } from 'zod';
import { BROWSER_FLOOR } from './browser-floor';
import { composePage, inlineHash, inlineStyles, integrityOf, type FirstPage } from './shell-page';
import { chunkFiles, released } from './chunk-files';
import { floorScript } from './floor-script';

/**
 * Name of the document with the hashes of inline scripts and styles, outside the site: for servers, not for browsers.
 */
const CSP_FILE = 'csp.json';

/** Sources of the page's parts. */
export interface ShellPageOptions {
  /** HTML template of the page. */
  readonly template: string;
  /** Entry whose scripts start the shell. */
  readonly entry: string;
  /** Built script that is inlined into the page, such as the one that requests an area's files early. */
  readonly bootScript: string | null;
  /** Built module for Node whose `firstPage()` is what the page shows before any script has loaded. */
  readonly firstPage: string | null;
  /** Rendering chunks: requested right after the entry, or by the boot script when needed. */
  readonly startChunks: readonly string[];
  /** Chunks of a start without a valid session. */
  readonly visitorChunks: readonly string[];
  /** Chunks of the rendered sign-in page. */
  readonly signInChunks: readonly string[];
  /** Chunks that only accounts load. */
  readonly accountChunks: readonly string[];
}

const moduleSchema = z.object({
  firstPage: z.function({ input: [], output: z.object({ head: z.array(z.string()), markup: z.string() }) }),
});

/** Scripts of the page's head: a boot script comes after the one for browsers that may not understand it. */
export const inlineScripts = (bootScript: string | null): string[] =>
  bootScript === null ? [] : [floorScript(BROWSER_FLOOR), readFileSync(bootScript, 'utf8').trim()];

/** Runs the built module, which a served shell builds again after a change. */
export function renderFirstPage(file: string): FirstPage {
  const require = createRequire(import.meta.url);
  delete require.cache[file];
  const built: unknown = require(file);
  return moduleSchema.parse(built).firstPage();
}

/**
 * Writes the shell's page, and outside the site the hashes for its Content-Security-Policy.
 *
 * Not the bundler's `HtmlRspackPlugin`: it does not support scripts that are listed but not requested (accounts),
 * inlined scripts, priorities and hashes of inline parts, which is all that this does.
 */
export class ShellPagePlugin {
  readonly #options: ShellPageOptions;

  constructor(options: ShellPageOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('ShellPagePlugin', (compilation) => {
      compilation.fileDependencies.add(this.#options.template);
    });
    compiler.hooks.afterEmit.tap('ShellPagePlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const { template, entry, bootScript, firstPage, startChunks, visitorChunks, signInChunks, accountChunks } =
        this.#options;
      const site = compiler.options.output.path ?? '.';
      const inline = inlineScripts(bootScript);
      const own = released(compilation.entrypoints.get(entry)?.getFiles() ?? []);
      const trusted = (file: string) => ({
        href: `/${file}`,
        integrity: integrityOf(readFileSync(path.join(site, file))),
      });
      const known = new Set(own);
      const scriptsOf = (chunks: readonly string[]) => {
        const files = new Set(chunks.flatMap((name) => chunkFiles(compilation, name)));
        const found = [...files].filter((file) => file.endsWith('.js') && !known.has(file));
        for (const file of found) known.add(file);
        return found.map(trusted);
      };
      const starting = scriptsOf(startChunks);
      const page = composePage(readFileSync(template, 'utf8'), {
        first: firstPage === null ? null : renderFirstPage(firstPage),
        inline,
        styles: own.filter((file) => file.endsWith('.css')).map(trusted),
        scripts: own.filter((file) => file.endsWith('.js')).map(trusted),
        preload: bootScript ? [] : starting,
        forView: bootScript ? starting : [],
        forVisitors: scriptsOf(visitorChunks),
        forSignIn: scriptsOf(signInChunks),
        forAccounts: scriptsOf(accountChunks),
      });
      writeFileSync(path.join(site, 'index.html'), page);
      const csp = { scriptHashes: inline.map(inlineHash), styleHashes: inlineStyles(page).map(inlineHash) };
      writeFileSync(path.join(path.dirname(site), CSP_FILE), `${JSON.stringify(csp, null, 2)}\n`);
    });
  }
}
