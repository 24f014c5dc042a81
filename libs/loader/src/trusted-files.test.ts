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

describe('files that releases of an area share', () => {
  const root = 'http://store.test/releases/demo/';
  const name = 'by-content/page.0a.js';
  const release = { ...RELEASE, files: { ...RELEASE.files, [name]: { integrity: 'sha384-page', bytes: 1 } } };
  const first = new TrustedFiles(BASE, release, 0, root);

  it('are loaded from the shared folder, others from the release', () => {
    expect(first.urlOf(name)).toBe(`${root}${name}`);
    expect(first.urlOf('app.js')).toBe(`${BASE}app.js`);
    expect([`${root}${name}`, `${BASE}${name}`].map((url) => first.integrityOf(url))).toEqual([
      'sha384-page',
      'sha384-page',
    ]);
    expect([`${root}${name}`, `${BASE}${name}`].map((url) => first.isShared(url))).toEqual([true, false]);
  });

  it.each([
    `${root}app.js`,
    `${root}by-content/other.js`,
    `${root}by-content/../1.0.0-0a0a0a0a/app.js`,
    `${root}1.0.0-0a0a0a0b/${name}`,
    `http://store.test/releases/other/${name}`,
  ])('are those of this release alone: %s', (url) => {
    expect(first.integrityOf(url)).toBeNull();
  });

  it('are loaded from the release itself by a further attempt', () => {
    const second = new TrustedFiles(BASE, release, 1, root);
    expect(second.root).toBeNull();
    expect(second.urlOf(name)).toBe(`${BASE}${name}?retry=1`);
    expect(second.integrityOf(`${root}${name}`)).toBeNull();
  });
});

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
