/**
 * `npm run write-types -w @nemus/backend`: pushes the migrations into an empty PostgreSQL and writes the types of their
 * schema. Needs the programs of a PostgreSQL server (Debian: `postgresql`); none has to run.
 */
import { supabase } from './command';
import { withEmptyProject } from './project';
import { runCommand } from './refused';
import { TYPES_FILE, writeTypes } from './types';

await runCommand(() =>
  withEmptyProject(async (url) => {
    await supabase(url, 'db', 'push');
    await writeTypes(url);
    process.stdout.write(`Written: ${TYPES_FILE}\n`);
  }),
);
