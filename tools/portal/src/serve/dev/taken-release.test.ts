import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { takeRelease } from './taken-release';

let built: string;
beforeEach(() => {
  built = mkdtempSync(path.join(os.tmpdir(), 'nemus-served-'));
  mkdirSync(path.join(built, 'dist/files'), { recursive: true });
});
afterEach(() => rmSync(built, { recursive: true }));

/** Writes a build as the bundler leaves it: other files stay where they are. */
function build(version: string, files: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(files)) {
    rmSync(path.join(built, 'dist/files', file), { force: true });
    writeFileSync(path.join(built, 'dist/files', file), text);
  }
  const input = {
    schema: 1,
    declaration: {
      name: 'demo',
      title: 'Demo',
      team: 'demo',
      contract: '^1.0.0',
      routes: [{ path: '/demo', title: 'Demo' }],
      menu: [],
      slots: [],
      budget: { entry: 1, total: 1 },
    },
    version,
    container: 'nemus_demo',
    entry: 'remoteEntry.js',
    preload: ['remoteEntry.js'],
    slotPreload: {},
    files: Object.keys(files).filter((file) => !file.includes('hot-update')),
    shared: [],
  };
  writeFileSync(path.join(built, 'dist/release-input.json'), JSON.stringify(input));
}

it('takes the newest build alone, and keeps the compressed forms of what stayed the same', () => {
  build('1.0.0-aaaaaaaaaaaa', { 'remoteEntry.js': 'first', 'a.1.js': 'a', 'b.1.js': 'b' });
  const folder = takeRelease(built);
  const files = path.join(folder, 'dist/files');
  for (const file of ['remoteEntry.js', 'a.1.js', 'b.1.js']) writeFileSync(path.join(files, `${file}.br`), 'packed');
  build('1.0.0-bbbbbbbbbbbb', { 'remoteEntry.js': 'second', 'a.1.js': 'a', 'b.2.js': 'b', 'b.x.hot-update.js': 'b' });
  expect(takeRelease(built)).toBe(folder);
  expect(readdirSync(files).toSorted()).toEqual(['a.1.js', 'a.1.js.br', 'b.2.js', 'remoteEntry.js']);
  expect(readFileSync(path.join(files, 'remoteEntry.js'), 'utf8')).toBe('second');
  expect(readFileSync(path.join(folder, 'dist/release-input.json'), 'utf8')).toContain('1.0.0-bbbbbbbbbbbb');
});
