import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installedVersion, packageFolder, readManifest, workspaceRoot } from './workspace';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'nemus-workspace-'));
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  mkdirSync(path.join(root, 'node_modules/react'), { recursive: true });
  mkdirSync(path.join(root, 'apps/demo/node_modules/react'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/react/package.json'), '{"name":"react","version":"19.0.0"}');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the workspace', () => {
  it('is found upwards', () => {
    expect(workspaceRoot(path.join(root, 'apps/demo'))).toBe(root);
    expect(() => workspaceRoot(path.parse(root).root)).toThrow('No package-lock.json');
  });

  it('finds a package as an import would: the nearest installed one', () => {
    const demo = path.join(root, 'apps/demo');
    expect(packageFolder(demo, 'react')).toBe(path.join(root, 'node_modules/react'));
    writeFileSync(path.join(demo, 'node_modules/react/package.json'), '{"name":"react","version":"18.0.0"}');
    expect(installedVersion(demo, 'react')).toBe('18.0.0');
    expect(installedVersion(root, 'react')).toBe('19.0.0');
    expect(() => packageFolder(demo, 'vue')).toThrow('"vue" is not installed');
  });

  it('names the file of a package.json that cannot be used', () => {
    writeFileSync(path.join(root, 'package.json'), '{"name":""}');
    expect(() => readManifest(root)).toThrow(path.join(root, 'package.json'));
  });
});
