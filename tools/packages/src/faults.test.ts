import path from 'node:path';
import { packingFaults } from './faults';

const ROOT = path.resolve('/somewhere/nemus');
const faultsOf = (file: string, text = '') => packingFaults(new Map([[file, text]]), ROOT);

it('lets compiled modules, types and docs pass', () => {
  const files = new Map([
    ['package.json', '{ "dependencies": { "zod": "4.6.7", "@nemus/contract": "1.9.0" } }'],
    ['dist/index.js', 'export const a = 1;'],
    ['dist/index.d.ts', 'export declare const a: number;'],
    ['README.md', 'What it is.'],
    ['api.md', 'What it exports.'],
  ]);
  expect(packingFaults(files, ROOT)).toEqual([]);
});

it.each([
  ['dist/formats.test.js', 'a test'],
  ['dist/walk.soak.js', 'a test'],
  ['node_modules/zod/index.js', 'a folder of the workspace'],
  ['.nemus/keys/trainee.json', 'a folder of the workspace'],
  ['.npmrc', 'a setting of a machine'],
  ['dist/.env', 'a setting of a machine'],
  ['tsconfig.json', 'a file of the workspace'],
  ['dist/index.ts', 'a source'],
  ['dist/index.js.map', 'a source map'],
  ['trainee.k-0123456789abcdef.json', 'a key'],
])('refuses %s', (file, what) => {
  expect(faultsOf(file)).toEqual([`${file} is ${what}.`]);
});

it.each([`import '${ROOT}/libs/ui';`, "import 'file:///x';"])(
  'refuses a place of this machine in a text: %s',
  (text) => {
    expect(faultsOf('dist/index.js', text)).toHaveLength(1);
  },
);

it.each(['*', 'latest', 'workspace:^', 'file:../ui', 'link:../ui'])('refuses the version "%s"', (range) => {
  expect(faultsOf('package.json', JSON.stringify({ dependencies: { '@nemus/ui': range } }))).toEqual([
    `package.json asks for "${range}": no version.`,
  ]);
});
