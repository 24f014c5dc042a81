import { filesFor, readStartMemo, type StartMemo } from './start-memo';

const file = (name: string) => ({ url: `http://store/${name}.js`, integrity: 'sha384-x' });
const MEMO: StartMemo = {
  registryUrl: 'http://store/registry/local.json',
  areas: [
    { paths: ['/dashboard', '/course'], files: [file('a')] },
    { paths: ['/course/special'], files: [file('b')] },
  ],
};

it('reads what was written', () => {
  expect(readStartMemo(JSON.stringify(MEMO))).toEqual(MEMO);
});

it.each([
  null,
  '',
  '[]',
  '{}',
  '{"registryUrl":1,"areas":[]}',
  '{"registryUrl":"x","areas":[{}]}',
  '{"registryUrl":"x","areas":[{"paths":[1],"files":[]}]}',
  '{"registryUrl":"x","areas":[{"paths":[],"files":[{"url":"x"}]}]}',
])('takes %j for none', (text) => {
  expect(readStartMemo(text)).toBeNull();
});

it.each([
  ['/dashboard', ['a']],
  ['/course/x', ['a']],
  ['/course/special', ['b']],
  ['/course/special/deep', ['b']],
  ['/courses', []],
  ['/', []],
])('finds the files for %s', (path, names) => {
  expect(filesFor(MEMO, path)).toEqual(names.map(file));
});
