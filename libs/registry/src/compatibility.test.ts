import { contractProblem, sharedProblems } from './compatibility';

/** No problem at all. */
const NONE = /^$/;

describe('contractProblem', () => {
  it.each([
    ['^1.0.0', '1.0.0', NONE],
    ['^1.2.0', '1.3.1', NONE],
    ['^1.2.0', '1.1.9', /contract \^1\.2\.0; this shell has contract 1\.1\.9/],
    ['^1.0.0', '2.0.0', /2\.0\.0/],
    ['latest', '1.0.0', /not a semver range/],
    ['*', '2.4.0', NONE],
    ['>=1.1.0 <3.0.0', '2.4.0', NONE],
    ['^1.0.0 || ^2.0.0', '2.4.0', NONE],
    ['^1.0.0 || ^2.0.0', '3.0.0', /3\.0\.0/],
  ])('%s against %s', (range, version, expected) => {
    expect(contractProblem(range, version) ?? '').toMatch(expected);
  });
});

describe('sharedProblems', () => {
  const provided = [{ name: 'react', version: '19.3.1' }];
  it.each([
    [{ name: 'react', range: '^19.0.0' }, []],
    [{ name: 'react', range: '^20.0.0' }, [expect.stringMatching(/^"react" is expected as \^20/)]],
    [{ name: 'vue', range: '*' }, ['"vue" is expected from the shell, which does not provide it.']],
  ])('%j', (requirement, expected) => expect(sharedProblems([requirement], provided)).toEqual(expected));
});

describe('React of an area and of a shell', () => {
  // An area is built with a caret range of the version at hand; so the shell's may be newer within a major, never older.
  it.each([
    ['the same', '^19.3.1', '19.3.1', null],
    ['a patch of the shell', '^19.3.1', '19.3.2', null],
    ['a minor of the shell', '^19.3.1', '19.4.0', null],
    ['a patch of the area', '^19.3.2', '19.3.1', 'Its team builds with 19.3.1, or waits for a shell that has 19.3.2.'],
    ['a minor of the area', '^19.4.0', '19.3.1', 'Its team builds with 19.3.1, or waits for a shell that has 19.4.0.'],
    ['a major of the area', '^20.0.0', '19.3.1', 'Its team builds with 19.3.1, or waits for a shell that has 20.0.0.'],
    ['a major of the shell', '^19.3.1', '20.0.0', 'Its team builds it anew, with 20.0.0.'],
    [
      'a preview in the area',
      '^19.4.0-canary.1',
      '19.3.1',
      'Its team builds with 19.3.1, or waits for a shell that has 19.4.0-canary.1.',
    ],
    ['a preview in the shell', '^19.3.1', '20.0.0-canary.1', 'Its team builds it anew, with 20.0.0-canary.1.'],
    ['something that is no range', 'latest', '19.3.1', 'Its team builds it anew, with 19.3.1.'],
    ['an exact older version', '19.2.0', '19.3.1', 'Its team builds it anew, with 19.3.1.'],
  ])('%s: built with %s, the shell has %s', (_what, range, version, words) => {
    const found = sharedProblems([{ name: 'react', range }], [{ name: 'react', version }]);
    expect(found).toEqual(
      words === null ? [] : [`"react" is expected as ${range}; the shell provides ${version}. ${words}`],
    );
  });
});
