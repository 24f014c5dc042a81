import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { STORE_GENERATIONS } from '../../serve/servers';
import { makeDeltas } from './deltas';
import { hasZstd } from './zstd';

let folder: string;
const root = () => path.join(folder, 'store');
const out = () => path.join(folder, 'deltas');
const line = (index: number) =>
  `const value${index} = '${createHash('sha256').update(String(index)).digest('hex')}';\n`;
const text = (note: string) => Array.from({ length: 200 }, (_, index) => line(index)).join('') + note;
const sha = (content: string) => createHash('sha256').update(content).digest('base64');

/** @param age in hours. */
function write(file: string, content: string, age: number) {
  const target = path.join(root(), file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
  const time = new Date(2026, 1, 1).getTime() / 1000 - age * 3600;
  utimesSync(target, time, time);
}
const make = () => makeDeltas(root(), STORE_GENERATIONS, out());
const made = () =>
  readdirSync(out(), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.dcz'))
    .toSorted();

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-deltas-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds zstd where it is asked for', () => {
  expect(process.env['NEMUS_REQUIRE_SERVERS'] === '1' ? hasZstd() : true).toBe(true);
  if (!hasZstd()) process.stdout.write('Deltas are not tested: zstd is not installed.\n');
});

if (hasZstd()) {
  describe('deltas', () => {
    it('are small, begin as browsers know them, and give the file back with the one before', async () => {
      write('releases/demo/by-content/page.a1.js', text('before'), 2);
      write('releases/demo/by-content/page.b2.js', text('after'), 1);
      expect(await make()).toEqual({ made: 2, kept: 0, removed: 0 });
      const delta = readFileSync(path.join(out(), `releases/demo/by-content/page.b2.js/${sha(text('before'))}.dcz`));
      expect(delta.length).toBeLessThan(200);
      expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
      expect(delta.subarray(8, 40).toString('base64')).toBe(sha(text('before')));
      const [dictionary, packed] = [path.join(folder, 'dictionary'), path.join(folder, 'packed')];
      writeFileSync(dictionary, text('before'));
      writeFileSync(packed, delta.subarray(40));
      expect(execFileSync('zstd', ['-d', '-q', '-c', '-D', dictionary, packed]).toString()).toBe(text('after'));
    });

    it('are made once, and go with their file', async () => {
      write('releases/demo/1/remoteEntry.js', text('1'), 3);
      write('releases/demo/2/remoteEntry.js', text('2'), 2);
      await make();
      expect(await make()).toEqual({ made: 0, kept: 2, removed: 0 });
      rmSync(path.join(root(), 'releases/demo/1'), { recursive: true });
      expect(await make()).toEqual({ made: 0, kept: 0, removed: 2 });
      expect(made()).toEqual([]);
    });

    it('are made for the newest versions from some before them, and of nothing else', async () => {
      for (const version of [1, 2, 3, 4, 5, 6, 7])
        write(`releases/demo/${version}/release.json`, text(`${version}`), 10 - version);
      write('releases/other/1/release.json', text('alone'), 1);
      write('releases/demo/7/picture.svg', text('alone'), 1);
      write('registry/production.json', text('alone'), 1);
      await make();
      const targets = new Set(made().map((file) => file.split('/').slice(0, 4).join('/')));
      expect([...targets]).toEqual(['releases/demo/6/release.json', 'releases/demo/7/release.json']);
      expect(made()).toHaveLength(7);
    });

    it('are left out where they save nothing', async () => {
      write('releases/demo/1/remoteEntry.js', text('1'), 2);
      write('releases/demo/2/remoteEntry.js', 'short', 1);
      await make();
      expect(made().filter((file) => file.includes('demo/2/'))).toEqual([]);
    });
  });
}
