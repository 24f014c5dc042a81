import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs';
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

it('bundles a changed function again, and knows no other names', async () => {
  const bundler = createBundler(folder, cache);
  const first = await bundler.bundle('probe');
  writeFileSync(path.join(folder, 'probe', 'index.ts'), SOURCE.replace('written', 'changed'));
  expect(await bundler.bundle('probe')).not.toBe(first);
  expect(await bundler.bundle('unknown')).toBeNull();
  expect(await bundler.bundle('../probe')).toBeNull();
});

it('bundles a function again when a file that it imports was added, changed or removed, in any folder', async () => {
  const bundler = createBundler(folder, cache);
  const shared = path.join(folder, '_shared/deep');
  const seen = [await bundler.bundle('probe'), await bundler.bundle('probe')];
  expect(new Set(seen).size).toBe(1);
  mkdirSync(shared, { recursive: true });
  writeFileSync(path.join(shared, 'part.ts'), 'export const part = 1;\n');
  seen.push(await bundler.bundle('probe'));
  writeFileSync(path.join(shared, 'part.ts'), 'export const part = 22;\n');
  utimesSync(path.join(shared, 'part.ts'), 1, 1);
  seen.push(await bundler.bundle('probe'));
  writeFileSync(path.join(shared, 'other.ts'), 'export const other = 1;\n');
  seen.push(await bundler.bundle('probe'));
  expect(new Set(seen).size).toBe(4);
  rmSync(path.join(shared, 'other.ts'));
  // As before the file came: the same sources are the same bundle.
  expect(await bundler.bundle('probe')).toBe(seen[3]);
});

it('finds a function that was added while it runs', async () => {
  const bundler = createBundler(folder, cache);
  expect(await bundler.bundle('later')).toBeNull();
  mkdirSync(path.join(folder, 'later'));
  writeFileSync(path.join(folder, 'later', 'index.ts'), SOURCE);
  expect(await bundler.bundle('later')).not.toBeNull();
});
