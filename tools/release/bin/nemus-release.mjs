#!/usr/bin/env node
/** `nemus-release <command>`; see `nemus-release --help`. The source is TypeScript, which tsx runs directly. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/cli/main.ts');
process.exitCode = await main(process.argv.slice(2));
