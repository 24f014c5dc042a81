import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sharedProblems } from '@nemus/registry';
import { providedByShell, requiredByRemote, SHARED_MODULES, sharedByRemote } from './shared';
import { installedVersion, workspaceRoot } from './workspace';

const versionOf = (name: string) => `1.2.3-${name.length}`;

describe('the table of shared modules', () => {
  it('is what the shell provides', () => {
    const provided = readFileSync(path.join(__dirname, '../runtime/provided.mjs'), 'utf8');
    const mentioned = [...provided.matchAll(/import\([^']*'([^']+)'\)/g)].map(([, name]) => name);
    expect(mentioned).toEqual(SHARED_MODULES.map(({ name }) => name));
  });

  it('names installed packages, each module once', () => {
    const names = SHARED_MODULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, package: packageName } of SHARED_MODULES) {
      expect(name === packageName || name.startsWith(`${packageName}/`)).toBe(true);
      expect(installedVersion(workspaceRoot(__dirname), packageName)).toMatch(/^\d+\.\d+\.\d+/);
    }
  });

  it('shares both halves of React, and the JSX runtime, so that no second copy can come', () => {
    const names = SHARED_MODULES.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']));
  });

  it('lets remotes bundle nothing, and refuse versions that do not fit', () => {
    for (const options of Object.values(sharedByRemote(versionOf))) {
      expect(options).toMatchObject({ singleton: true, strictVersion: true, import: false });
      expect(options.requiredVersion).toMatch(/^\^1\.2\.3/);
    }
  });

  it('makes a release require everything that it does not bundle, including the runtime', () => {
    const names = [...SHARED_MODULES.map(({ name }) => name), '@module-federation/runtime-core'];
    expect(requiredByRemote(versionOf).map(({ name }) => name)).toEqual(names);
    expect(
      sharedProblems(
        requiredByRemote(() => '1.2.3'),
        providedByShell(() => '1.3.0'),
      ),
    ).toEqual([]);
    const older = providedByShell((name) => (name === '@module-federation/runtime-core' ? '1.2.2' : '1.2.3'));
    expect(
      sharedProblems(
        requiredByRemote(() => '1.2.3'),
        older,
      ),
    ).toEqual([
      '"@module-federation/runtime-core" is expected as ^1.2.3; the shell provides 1.2.2. Its team builds with 1.2.2, or waits for a shell that has 1.2.3.',
    ]);
  });
});
