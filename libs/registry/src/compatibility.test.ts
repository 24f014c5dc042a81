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
    [{ name: 'react', range: '^20.0.0' }, ['"react" is expected as ^20.0.0; the shell provides 19.3.1.']],
    [{ name: 'vue', range: '*' }, ['"vue" is expected from the shell, which does not provide it.']],
  ])('%j', (requirement, expected) => expect(sharedProblems([requirement], provided)).toEqual(expected));
});
