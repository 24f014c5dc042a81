import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSyntax } from './syntax';

/** Functions of `@nemus/testing` by which a test takes an example instead of writing it out. */
const CITING = new Set(['emitted', 'heard', 'shown', 'offered']);

/** Examples that the tests below a folder take, as `emitted credits-changed: a package was bought`. */
export function citationsIn(folder: string): ReadonlySet<string> {
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file));
  const calls = tests.flatMap((file) => readSyntax(file, readFileSync(path.join(folder, file), 'utf8')).calls);
  return new Set(
    calls.flatMap(({ name, texts: [, what, example] }) =>
      CITING.has(name) && what && example ? [`${name} ${what}: ${example}`] : [],
    ),
  );
}
