#!/usr/bin/env node
/** `nemus create-remote <name>`; see `nemus --help`. The source is TypeScript, which tsx runs directly. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/main.ts');
process.exitCode = await main(process.argv.slice(2));
