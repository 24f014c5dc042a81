/**
 * `npm run write-replaced -w @nemus/checks`: writes which functions, views and policies of older migrations later ones
 * replaced.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readForms, writeReplaced } from './migrations/forms';
import { readMigrations } from './migrations/read-migrations';

const SUPABASE = path.resolve(import.meta.dirname, '../../../supabase');
writeFileSync(
  path.join(SUPABASE, 'replaced.md'),
  writeReplaced(readForms(readMigrations(path.join(SUPABASE, 'migrations')))),
);
