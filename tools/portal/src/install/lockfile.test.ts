import { readFileSync } from 'node:fs';
import path from 'node:path';
import { completeLockfile, FILES, platformOf } from './lockfile.mjs';

const ROOT = path.resolve(__dirname, '../../../..');

describe('the lockfile', () => {
  it.each(FILES)('%s holds every optional package, so that npm ci takes it on every system', (file) => {
    const lockfile: unknown = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
    expect(completeLockfile(lockfile)).toEqual([]);
  });

  it.each(FILES)('%s records no download addresses', (file) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).not.toMatch(/"resolved": *"http/);
  });
});

describe('platformOf', () => {
  it.each([
    ['@rspack/binding-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@esbuild/win32-ia32', { os: ['win32'], cpu: ['ia32'] }],
    ['@swc/core-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
    ['@supabase/cli-windows-x64', { os: ['win32'], cpu: ['x64'] }],
    ['fsevents', { os: ['darwin'] }],
    ['some-plugin', {}],
  ])('of %s is %j', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });
});
