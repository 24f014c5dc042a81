import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBundler } from './bundle';

const SOURCE = `export default { fetch: () => new Response('written') };\n`;

let folder: string;
let cache: string;
beforeEach(() => {
  const place = mkdtempSync(path.join(os.tmpdir(), 'nemus-bundle-'));
  folder = path.join(place, 'functions');
  cache = path.join(place, 'cache');
  mkdirSync(path.join(folder, 'probe'), { recursive: true });
  mkdirSync(cache);
  writeFileSync(path.join(folder, 'probe', 'index.ts'), SOURCE);
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

it('puts a bundle in its place as a whole, however many ask first at the same moment', async () => {
  // A file that is moved there appears; one that is written there appears and then changes.
  const changes: string[] = [];
  let appeared: () => void;
  const arrival = new Promise<void>((resolve) => (appeared = resolve));
  const watcher = watch(cache, (kind, name) => {
    if (!name?.endsWith('.mjs')) return;
    changes.push(kind);
    appeared();
  });
  const bundler = createBundler(folder, cache);
  const modules = await Promise.all(Array.from({ length: 4 }, () => bundler.bundle('probe')));
  await arrival;
  watcher.close();
  expect(new Set(changes)).toEqual(new Set(['rename']));
  expect(new Set(modules).size).toBe(1);
  expect(readFileSync(fileURLToPath(String(modules[0])), 'utf8')).toContain('written');
  // Nothing is left of what was written beside it.
  expect(readdirSync(cache)).toHaveLength(1);
});

it('bundles a changed function anew, and knows no other names', async () => {
  const bundler = createBundler(folder, cache);
  const first = await bundler.bundle('probe');
  writeFileSync(path.join(folder, 'probe', 'index.ts'), SOURCE.replace('written', 'changed'));
  expect(await bundler.bundle('probe')).not.toBe(first);
  expect(await bundler.bundle('nobody')).toBeNull();
  expect(await bundler.bundle('../probe')).toBeNull();
});
