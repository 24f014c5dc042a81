#!/usr/bin/env node
/**
 * `nemus-build [folder] [--watch]`: builds an app from its `rspack.config.ts`.
 *
 * Only the loader for ECMAScript modules is registered: the one for CommonJS would rewrite a file of the bundler that
 * the federation plugin copies into every build as text, and the page would stop with "__name is not defined".
 */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/cli.ts');
process.exitCode = await main(process.argv.slice(2));
