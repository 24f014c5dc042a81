import type { ReleaseDocument } from '@nemus/registry';
import { DECLARATION } from './loader-fixtures';
import { TrustedFiles } from './trusted-files';

const BASE = 'http://store.test/releases/demo/1.0.0-0a0a0a0a/';
const RELEASE: ReleaseDocument = {
  schema: 1,
  declaration: DECLARATION,
  version: '1.0.0-0a0a0a0a',
  commit: 'c0ffee',
  builtAt: '2026-01-01T00:00:00.000Z',
  container: 'demo',
  entry: 'remoteEntry.js',
  preload: ['remoteEntry.js', 'app.js'],
  slotPreload: { './balance': ['remoteEntry.js', 'balance.js'] },
  files: {
    'remoteEntry.js': { integrity: 'sha384-entry', bytes: 1 },
    'app.js': { integrity: 'sha384-app', bytes: 1 },
    'balance.js': { integrity: 'sha384-balance', bytes: 1 },
    'styles/app.css': { integrity: 'sha384-css', bytes: 1 },
  },
  shared: [],
};

describe('the files of a release', () => {
  const files = new TrustedFiles(BASE, RELEASE, 0);

  it.each([
    [`${BASE}app.js`, 'sha384-app'],
    [`${BASE}app.js?retry=3`, 'sha384-app'],
    [`${BASE}app.js#top`, 'sha384-app'],
    [`${BASE}styles/app.css`, 'sha384-css'],
    [`${BASE}unknown.js`, null],
    [`${BASE}../1.0.0-0a0a0a0a/app.js`, null],
    [`${BASE}`, null],
    [`${BASE}constructor`, null],
    [`${BASE}__proto__`, null],
    ['http://elsewhere.test/releases/demo/1.0.0-0a0a0a0a/app.js', null],
    ['http://store.test/releases/demo/1.0.0-0a0a0a0b/app.js', null],
    ['data:text/javascript,alert(1)', null],
  ])('%s has the hash %s', (url, integrity) => {
    expect(files.integrityOf(url)).toBe(integrity);
  });

  it('lists what a first screen needs, entry first', () => {
    expect(files.firstFiles('./app')).toEqual([
      { url: `${BASE}remoteEntry.js`, integrity: 'sha384-entry' },
      { url: `${BASE}app.js`, integrity: 'sha384-app' },
    ]);
    expect(files.firstFiles('./balance')).toHaveLength(2);
    expect(files.firstFiles('./unknown')).toEqual([]);
  });

  it('has new addresses in every further attempt', () => {
    const again = new TrustedFiles(BASE, RELEASE, 2);
    expect(again.urlOf('app.js')).toBe(`${BASE}app.js?retry=2`);
    expect(again.styles()).toEqual([{ url: `${BASE}styles/app.css?retry=2`, integrity: 'sha384-css' }]);
    expect(again.integrityOf(again.urlOf('app.js'))).toBe('sha384-app');
  });
});
