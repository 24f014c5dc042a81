import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildId, inputFolders, isInput } from './inputs';

let root: string;
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const manifest = (name: string, dependencies: Record<string, string>, devDependencies: Record<string, string> = {}) =>
  JSON.stringify({ name, version: '1.0.0', dependencies, devDependencies });

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'nemus-inputs-'));
  write('package-lock.json', '{}');
  write('apps/demo/package.json', manifest('demo', { lib: '*', react: '1' }, { '@nemus/build': '*', other: '*' }));
  write('apps/demo/src/app.tsx', 'app');
  write('libs/lib/package.json', manifest('lib', { base: '*' }));
  write('libs/base/package.json', manifest('base', {}));
  write('libs/build/package.json', manifest('@nemus/build', {}));
  write('libs/other/package.json', manifest('other', {}));
  write('node_modules/react/package.json', manifest('react', {}));
  mkdirSync(path.join(root, 'node_modules/@nemus'));
  symlinkSync(path.join(root, 'libs/build'), path.join(root, 'node_modules/@nemus/build'));
  for (const name of ['lib', 'base', 'other']) {
    symlinkSync(path.join(root, 'libs', name), path.join(root, 'node_modules', name));
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const demo = () => path.join(root, 'apps/demo');

describe('what a build reads', () => {
  it('is the app and every package of the workspace that it reaches, the build among them', () => {
    const folders = inputFolders(demo()).map((folder) => path.relative(root, folder));
    expect(folders).toEqual(['apps/demo', 'libs/base', 'libs/build', 'libs/lib']);
  });

  it('are neither tests nor results nor installed packages', () => {
    expect(isInput('src/app.tsx')).toBe(true);
    for (const file of ['src/app.test.tsx', 'dist/app.js', 'node_modules/x/index.js', 'e2e/app.spec.ts']) {
      expect(isInput(file)).toBe(false);
    }
  });
});

describe('the build id', () => {
  it('is twelve hexadecimal characters, the same wherever the checkout is', () => {
    const here = buildId(demo());
    expect(here).toMatch(/^[0-9a-f]{12}$/);
    const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'nemus-elsewhere-'));
    cpSync(root, elsewhere, { recursive: true, verbatimSymlinks: true });
    for (const name of ['lib', 'base', 'other', '@nemus/build']) {
      rmSync(path.join(elsewhere, 'node_modules', name));
      const target = path.join(elsewhere, 'libs', name.replace('@nemus/', ''));
      symlinkSync(target, path.join(elsewhere, 'node_modules', name));
    }
    expect(buildId(path.join(elsewhere, 'apps/demo'))).toBe(here);
    rmSync(elsewhere, { recursive: true });
  });

  it.each([
    ['its own source', 'apps/demo/src/app.tsx'],
    ['a library', 'libs/base/src/index.ts'],
    ['the build', 'libs/build/src/index.ts'],
    ['an installed package', 'package-lock.json'],
  ])('changes with %s', (_what, file) => {
    const before = buildId(demo());
    write(file, '"changed"');
    expect(buildId(demo())).not.toBe(before);
  });

  it.each([
    ['a test', 'apps/demo/src/app.test.tsx'],
    ['a result', 'apps/demo/dist/app.js'],
    ['a package that it does not use', 'libs/other/src/index.ts'],
  ])('does not change with %s', (_what, file) => {
    const before = buildId(demo());
    write(file, 'changed');
    expect(buildId(demo())).toBe(before);
  });

  it('distinguishes a moved line from a moved file', () => {
    write('apps/demo/src/a.ts', 'x');
    const before = buildId(demo());
    rmSync(path.join(root, 'apps/demo/src/a.ts'));
    write('apps/demo/src/b.ts', 'x');
    expect(buildId(demo())).not.toBe(before);
  });
});
