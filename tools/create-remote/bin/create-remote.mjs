#!/usr/bin/env node
/** `create-remote <name>`, which is `nemus create-remote <name>`: what `npx @nemus/create-remote` calls. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/main.ts');
process.exitCode = await main(['create-remote', ...process.argv.slice(2)]);
