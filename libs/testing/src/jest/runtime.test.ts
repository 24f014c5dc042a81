import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-runtime-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A function as jest makes for each module. */
const compile = (code: string, filename: string, parsingContext: vm.Context): unknown =>
  vm.compileFunction(code, ['one', 'two'], {
    filename,
    parsingContext,
    importModuleDynamically: () => Promise.reject(new Error('Nothing is imported here.')),
  })(20, 22);

it('runs a cached module in the caller’s context', () => {
  const [first, second] = [vm.createContext({ name: 'first' }), vm.createContext({ name: 'second' })];
  expect(compile('return name + (one + two)', 'kept.js', first)).toBe('first42');
  expect(compile('return name + (one + two)', 'kept.js', second)).toBe('second42');
});

it('does not use the cache for a file with another text', () => {
  const context = vm.createContext();
  expect(compile('return one', 'changed.js', context)).toBe(20);
  expect(compile('return two', 'changed.js', context)).toBe(22);
  expect(compile('return one // at the end', 'changed.js', context)).toBe(20);
});

it('evaluates a module again for another module registry', () => {
  const file = path.join(folder, 'state.cjs');
  writeFileSync(file, 'module.exports = { asked: 0 };');
  const asked: { asked: number }[] = [];
  for (const _ of [1, 2]) {
    jest.isolateModules(() => {
      const state: { asked: number } = jest.requireActual(file);
      state.asked += 1;
      asked.push(state);
    });
  }
  expect(asked).toEqual([{ asked: 1 }, { asked: 1 }]);
});

it('leaves lines and columns where they are, on the first line as well', () => {
  const file = path.join(folder, 'places.cjs');
  writeFileSync(file, "const first = new Error('1');\nmodule.exports = [first, new Error('2')];");
  const [first, second]: Error[] = jest.requireActual(file);
  expect(first?.stack).toContain(`${file}:1:15`);
  expect(second?.stack).toContain(`${file}:2:26`);
});
