/**
 * `npm run types:database`: pushes the migrations into an empty PostgreSQL and writes the types of their schema. Needs
 * the programs of a PostgreSQL server (Debian: `postgresql`); none has to run.
 */
import { findServer, startServer } from '../sql-tests/database/server';
import { supabase } from './command';
import { preparePlatform } from './platform';
import { TYPES_FILE, writeTypes } from './types';

const programs = findServer();
if (programs === null) throw new Error('No PostgreSQL server was found. Install one, such as Debian\'s "postgresql".');
const server = await startServer(programs);
try {
  await preparePlatform(server.url);
  await supabase(server.url, 'db', 'push');
  await writeTypes(server.url);
  process.stdout.write(`Written: ${TYPES_FILE}\n`);
} finally {
  server.stop();
}
