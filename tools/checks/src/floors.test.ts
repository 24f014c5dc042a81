import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { floorProblems, floorsIn, importsIn, pageProblems, sourceFiles } from './floors';

const ROOT = path.resolve(__dirname, '../../..');

/** Packages whose README has floors. */
const PACKAGES = ['apps/shell', 'libs/host', 'tools/backend', 'tools/portal'];

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

const AREAS = readdirSync(path.join(ROOT, 'apps')).filter((area) =>
  existsSync(path.join(ROOT, 'apps', area, 'src/pages')),
);

const PAGES = AREAS.filter((area) => area !== 'shell').map((area) => {
  const files = sourceFiles(path.join(ROOT, 'apps', area, 'src'));
  return { area, files, pages: files.filter(({ file }) => file.startsWith('pages/')).length };
});

test.each(PAGES)('pages of $area are above the rest, and apart', ({ files, pages }) => {
  // A new area has one page.
  expect(pages).toBeGreaterThan(0);
  expect(pageProblems(files)).toEqual([]);
});

test('the check sees the pages of all areas', () => {
  expect(PAGES.reduce((sum, { pages }) => sum + pages, 0)).toBeGreaterThan(3 * PAGES.length);
});

test('what a page has and others need is found', () => {
  const files = [
    { file: 'app.tsx', imports: ['pages/list/ListPage', 'pages/detail/DetailPage'] },
    { file: 'rows/row-csv.ts', imports: ['pages/list/columns', 'rows/labels'] },
    { file: 'pages/list/ListPage.tsx', imports: ['pages/list/columns', 'pages/detail/Button', 'rows/labels'] },
    { file: 'pages/detail/DetailPage.tsx', imports: ['pages/detail/Button', 'pages/list/columns'] },
    { file: 'pages/report/ReportPage.tsx', imports: ['pages/list/columns'] },
  ];
  expect(pageProblems(files)).toEqual([
    "rows/row-csv.ts imports pages/list/columns, a page's",
    'pages detail and list import each other',
  ]);
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
