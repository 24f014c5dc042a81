import { compareApis, isEnough, stepBetween } from './change';
import { checkChangelog, describeChange, emptyChangelog, readChangelog, withVersion } from './changelog';
import { readEntry } from './exports';
import { checkReport, compareReports, digestOf, readReport, writeReport, type Report } from './report';

const FILES: Readonly<Record<string, string>> = {
  'p/index.d.ts': [
    `export * from './things';`,
    `export { open as openThing } from './open';`,
    `export type { Client } from 'elsewhere';`,
  ].join('\n'),
  'p/things.d.ts': [
    `import type { Kind } from './kinds/index';`,
    `/** A thing. */`,
    `export interface Thing {\n  /** Its kind. */\n  kind: Kind;\n  owner: import("./owner").Owner;\n}`,
  ].join('\n'),
  'p/kinds/index.d.ts': `export type Kind = 'a' | Other;\ntype Other = 'b';\nexport type Unused = 'c';`,
  'p/owner.d.ts': `export interface Owner { name: string }`,
  'p/open.d.ts': `export declare function open(name: string): void;\nexport declare function open(number: number): void;`,
};
const read = (file: string) => FILES[file];

const entry = (exported: Readonly<Record<string, string>>, needed: Readonly<Record<string, string>> = {}) => ({
  exported: new Map(Object.entries(exported)),
  needed: new Map(Object.entries(needed)),
});
const entries = (exported: Readonly<Record<string, string>>, needed?: Readonly<Record<string, string>>) =>
  new Map([['@p', entry(exported, needed)]]);
const reportOf = (api: Report['entries'], version: string): Report => ({
  entries: api,
  version,
  digest: digestOf(api),
});

describe('what an entry exports', () => {
  const { exported, needed } = readEntry('p/index.d.ts', read);

  it('is found through stars, new names, and other packages', () => {
    expect([...exported.keys()]).toEqual(['Client', 'Thing', 'openThing']);
    expect(exported.get('Client')).toBe(`export { Client as Client } from 'elsewhere';`);
    expect(exported.get('openThing')?.match(/function open/g)).toHaveLength(2);
  });

  it('comes with what it mentions, and with nothing else of these files', () => {
    expect([...needed.keys()]).toEqual(['Kind', 'Other', 'Owner']);
  });

  it('is told without comments and without paths', () => {
    expect(exported.get('Thing')).not.toMatch(/\/\*\*|import\(/);
    expect(exported.get('Thing')).toContain('owner: Owner;');
  });
});

describe('a change of exports', () => {
  const before = new Map([
    ['@p Props', 'interface Props {\n  a: string;\n}'],
    ['@p SessionPort', 'interface SessionPort {\n  a(): void;\n}'],
  ]);
  const after = (name: string, text: string) => compareApis(before, new Map([...before, [name, text]]));

  it.each([
    ['nothing', '@p Props', 'interface Props {\n  a: string;\n}', 'none'],
    ['a further export', '@p More', 'type More = 1;', 'minor'],
    ['a member that may be left out', '@p Props', 'interface Props {\n  a: string;\n  b?: string;\n}', 'minor'],
    ['a member of a port', '@p SessionPort', 'interface SessionPort {\n  a(): void;\n  b(): void;\n}', 'minor'],
    ['a member that every caller has to give', '@p Props', 'interface Props {\n  a: string;\n  b: string;\n}', 'major'],
    ['another type', '@p Props', 'interface Props {\n  a: number;\n}', 'major'],
    ['a member less', '@p SessionPort', 'interface SessionPort {\n}', 'major'],
  ])('takes for %s', (_what, name, text, step) => {
    expect(after(name, text).step).toBe(step);
  });

  it('takes a major step for an export less', () => {
    expect(compareApis(before, new Map())).toMatchObject({ removed: [...before.keys()], step: 'major' });
  });

  it('counts in what exports mention, while both mention it', () => {
    const one = entries({ A: 'export type A = B;' }, { B: 'type B = 1;' });
    expect(compareReports(one, entries({ A: 'export type A = B;' }, { B: 'type B = 2;' })).step).toBe('major');
    expect(compareReports(one, entries({ A: 'export type A = B;' }, { B: 'type B = 1;', C: 'type C = 1;' })).step).toBe(
      'none',
    );
  });
});

it('knows how far one version is from another', () => {
  expect(stepBetween('1.4.0', '1.4.1')).toBe('none');
  expect(stepBetween('1.4.0', '1.5.0')).toBe('minor');
  expect(stepBetween('1.4.0', '2.0.0')).toBe('major');
  expect(stepBetween('2.4.0', '1.9.0')).toBe('none');
  expect(isEnough('major', 'minor')).toBe(true);
  expect(isEnough('minor', 'major')).toBe(false);
});

describe('a report', () => {
  const now = entries({ A: 'export type A = B;', b: `export { c as b } from 'x';` }, { B: 'type B = 1;' });

  it('is read as it was written', () => {
    const report = reportOf(now, '1.0.0');
    expect(readReport(writeReport('@p', '1.0.0', now))).toEqual(report);
  });

  it('holds while the package exports what it says, under its version', () => {
    expect(checkReport(reportOf(now, '1.0.0'), now, '1.0.0')).toEqual([]);
  });

  it('is refused for other exports and for another version', () => {
    const report = reportOf(now, '1.0.0');
    expect(checkReport(report, entries({ A: 'export type A = 2;' }), '1.0.0').join()).toContain('a major step');
    expect(checkReport(report, now, '1.1.0').join()).toContain('is of 1.0.0, the package of 1.1.0');
  });

  it('is refused when it was changed by hand', () => {
    const report = { ...reportOf(now, '1.0.0'), entries: entries({ A: 'export type A = 3;' }) };
    expect(checkReport(report, now, '1.0.0')).not.toEqual([]);
  });
});

describe('a changelog', () => {
  const first = withVersion(emptyChangelog('@p'), { version: '1.0.0', step: 'first' }, ['First report.']);
  const second = withVersion(first, { version: '1.1.0', step: 'minor' }, ['Added: `@p A`']);

  it('has the newest version first, as it was written', () => {
    expect(readChangelog(second)).toEqual([
      { version: '1.1.0', step: 'minor' },
      { version: '1.0.0', step: 'first' },
    ]);
    expect(second).toContain('## 1.1.0 (minor)\n\n- Added: `@p A`\n\n## 1.0.0 (first)\n');
    expect(readChangelog('## 0.1.0\n')).toEqual([{ version: '0.1.0', step: null }]);
  });

  it('says what changed, by kind', () => {
    const before = new Map([['@p Old', 'type Old = 1;']]);
    const now = new Map([
      ['@p New', 'type New = 1;'],
      ['@p/pdf Page', 'type Page = 1;'],
      ['(@p) New', 'type New = 1;'],
    ]);
    expect(describeChange('@p', compareApis(before, now))).toEqual(['Added: `New`, `pdf Page`', 'Removed: `Old`']);
  });

  it('is refused without the version of the package, and for a step that was too short', () => {
    expect(checkChangelog(readChangelog(second), '1.1.0')).toEqual([]);
    expect(checkChangelog(readChangelog(second), '1.2.0').join()).toContain('no entry for version 1.2.0');
    expect(checkChangelog([], '1.0.0')).not.toEqual([]);
    const short = withVersion(second, { version: '1.2.0', step: 'major' }, ['Removed: `@p A`']);
    expect(checkChangelog(readChangelog(short), '1.2.0').join()).toContain('no major step');
  });
});
