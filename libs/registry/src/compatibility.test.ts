import { contractProblem, nameLosses, nameProblems, sharedProblems } from './compatibility';
import { parseProvides, parseUses, type ProvidesDocument, type UsesDocument } from './uses';

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

const PROVIDES: ProvidesDocument = {
  schema: 1,
  shell: '0123456789ab',
  contract: '1.0.0',
  modules: { '@p/ui': { version: '1.0.0', names: ['Button', 'Card'] }, pdf: { version: '1.0.0', names: null } },
  slots: ['balance'],
  events: ['changed'],
  ports: ['session', 'session.signOut'],
};
const NOTHING: UsesDocument = { schema: 1, modules: {}, slots: [], events: [], ports: [] };
const of = (module: string, names: string[], whole = false) => ({
  ...NOTHING,
  modules: { [module]: { names, whole } },
});

describe('nameProblems', () => {
  it.each([
    ['nothing', NOTHING, []],
    ['names that are there', of('@p/ui', ['Card']), []],
    [
      'a name that is missing',
      of('@p/ui', ['Card', 'New']),
      ['It uses "New" of "@p/ui", which the shell does not provide.'],
    ],
    ['several', of('@p/ui', ['A', 'B']), ['It uses "A", "B" of "@p/ui", which the shell does not provide.']],
    [
      'more than a sentence lists',
      of('@p/ui', [...'abcdefghijklm']),
      [expect.stringContaining('"i", "j" and 3 more of "@p/ui"')],
    ],
    ['a whole module', of('@p/ui', [], true), []],
    [
      'a missing name of a module that is taken whole elsewhere',
      of('@p/ui', ['New'], true),
      [expect.stringContaining('"New"')],
    ],
    ['a module without known names', of('pdf', ['anything']), []],
    ['a module that is missing', of('@p/other', ['New']), [expect.stringContaining('"New" of "@p/other"')]],
    [
      'what every object has',
      of('@p/ui', ['toString', 'constructor']),
      [expect.stringContaining('"toString", "constructor"')],
    ],
    ['what every record has', of('constructor', ['name']), [expect.stringContaining('"name" of "constructor"')]],
    [
      'a port',
      { ...NOTHING, ports: ['session', 'session.factors'] },
      [expect.stringContaining('"session.factors" of the ports')],
    ],
    ['slots and events', { ...NOTHING, slots: ['new'], events: ['new'] }, []],
  ])('%s', (_what, uses, expected) => expect(nameProblems(uses, PROVIDES)).toEqual(expected));

  it('reports slots and events that get lost', () => {
    expect(nameLosses({ slots: ['balance', 'new'], events: ['changed', 'late'] }, PROVIDES)).toEqual([
      'The shell does not know the slot "new".',
      'The shell does not know the event "late".',
    ]);
  });
});

describe('the documents', () => {
  const uses = (change: object) => JSON.stringify({ ...NOTHING, ...change });
  it('are read as they were written, with what later builds add left out', () => {
    expect(parseUses(uses({ later: 1 }))).toEqual(NOTHING);
    expect(parseProvides(JSON.stringify(PROVIDES))).toEqual(PROVIDES);
  });

  it.each([
    ['half a document', '{"schema": 1'],
    ['a later schema', uses({ schema: 2 })],
    ['markup for a name', uses({ modules: { '@p/ui': { names: ['<img src=x>'] } } })],
    ['a line break in a name', uses({ ports: ['session\n'] })],
    ['markup for a module', uses({ modules: { '<b>': { names: [] } } })],
    ['a sentence for a slot', uses({ slots: ['Bitte rufen Sie an'] })],
    ['more than anybody uses', uses({ slots: Array.from({ length: 6000 }, () => 'a') })],
    ['a document without an end', uses({ later: 'x'.repeat(200_001) })],
  ])('are nothing for %s', (_what, text) => expect(parseUses(text)).toBeNull());

  it('do not take a shell by any other name than a hash', () => {
    expect(parseProvides(JSON.stringify({ ...PROVIDES, shell: '../../x' }))).toBeNull();
  });
});
