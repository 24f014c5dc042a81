import { readFileSync } from 'node:fs';
import path from 'node:path';
import { floorProblems, floorsIn, importsIn, sourceFiles } from './floors';

const ROOT = path.resolve(__dirname, '../../..');

/** Packages whose README has floors. */
const PACKAGES = ['apps/shell'];

describe.each(PACKAGES)('the floors of %s', (folder) => {
  const floors = floorsIn(readFileSync(path.join(ROOT, folder, 'README.md'), 'utf8'));
  const files = sourceFiles(path.join(ROOT, folder, 'src'));

  test('imports run down', () => {
    expect(floors.length).toBeGreaterThan(2);
    expect(floorProblems(floors, files)).toEqual([]);
  });

  test('the check sees the imports', () => {
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(files.length / 2);
  });
});

test('an import that runs up is found, however it is written', () => {
  const file = 'ports/telemetry.ts';
  const text = `
    import type { Portal } from '../portal/portal';
    import '../app/App';
    import { useState } from 'react';
    export { x } from './x';
    const late = () => import(/* webpackChunkName: "late" */ '../late');
  `;
  const imports = importsIn(file, text);
  expect(imports).toEqual(['portal/portal', 'app/App', 'ports/x', 'late']);
  expect(floorProblems(['ports', 'portal', 'app'], [{ file, imports }])).toEqual([
    'portal is a floor without a folder',
    'app is a floor without a folder',
    'ports/telemetry.ts imports portal/portal, which lies above it',
    'ports/telemetry.ts imports app/App, which lies above it',
    'ports/telemetry.ts imports late, which lies above it',
  ]);
});

test('a folder without a floor is found', () => {
  const files = [
    { file: 'a/one.ts', imports: [] },
    { file: 'b/two.ts', imports: ['a/one'] },
    { file: 'main.ts', imports: ['a/one', 'b/two'] },
  ];
  expect(floorProblems(['a'], files)).toContain('b has no floor');
  expect(floorProblems(['a', 'b'], files)).toEqual([]);
});
