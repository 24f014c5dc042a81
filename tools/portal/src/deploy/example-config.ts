import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../serve/settings';

/** The configuration that operators start from. */
export function exampleConfig(): Record<string, unknown> {
  const text = readFileSync(path.join(ROOT, 'deploy/example/config.json'), 'utf8');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
