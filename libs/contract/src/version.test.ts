import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { CONTRACT_VERSION } from './version';

it('the version that areas are held to is the version of the package, which moves with its exports', () => {
  const manifest: unknown = JSON.parse(readFileSync(path.resolve(__dirname, '../package.json'), 'utf8'));
  expect(CONTRACT_VERSION).toBe(z.looseObject({ version: z.string() }).parse(manifest).version);
});
