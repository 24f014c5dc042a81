import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME_FILES, runtimeAlias } from './runtime-alias';
import { packageFolder, readManifest } from './workspace';

/** The version whose files the alias was written for. */
const KNOWN_VERSION = '2.9.2';

describe('the alias to the federation runtime', () => {
  it.each(Object.entries(RUNTIME_FILES))('%s has %s, an ECMAScript module', (name, file) => {
    const folder = packageFolder(__dirname, name);
    // A new version may move the files: check the alias before changing this number.
    expect(readManifest(folder).version).toBe(KNOWN_VERSION);
    const source = readFileSync(path.join(folder, file), 'utf8');
    expect(source).toMatch(/^(import|export) /m);
    expect(source).not.toMatch(/\brequire\(|module\.exports/);
  });

  it('also catches the CommonJS files by their path, as the bundler names them', () => {
    const alias = runtimeAlias();
    for (const [request, target] of Object.entries(alias)) {
      expect(request.endsWith('$')).toBe(true);
      expect(existsSync(target)).toBe(true);
    }
    const byPath = Object.keys(alias).filter((request) => path.isAbsolute(request));
    expect(byPath.length).toBe(Object.keys(RUNTIME_FILES).length);
    expect(byPath.every((request) => existsSync(request.slice(0, -1)))).toBe(true);
  });
});
