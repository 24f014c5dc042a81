/**
 * PGlite in a separate thread: it loads itself as an ECMAScript module, which the tests' CommonJS sandbox refuses.
 *
 * workerData: { image, scripts: [{ name, sql }] }. `image` names a file to start from, or to leave behind for others.
 * Messages in: { id, statement, parameters }. Messages out: { ready }, { id, rows } or { id, error }.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

const { image, scripts } = workerData;
const extensions = { pg_trgm };

async function open() {
  if (existsSync(image)) return PGlite.create({ extensions, loadDataDir: new Blob([readFileSync(image)]) });
  const pglite = await PGlite.create({ extensions });
  for (const { name, sql } of scripts) {
    await pglite.exec(`begin;\n${sql}\n;commit`).catch((cause) => {
      throw new Error(`${name} failed: ${cause.message}`, { cause });
    });
  }
  const dump = await pglite.dumpDataDir('none');
  // Test files run concurrently: a half-written image must not be found.
  writeFileSync(`${image}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${image}.${process.pid}`, image);
  return pglite;
}

const pglite = await open();
parentPort.on('message', ({ id, statement, parameters }) => {
  pglite.query(statement, parameters).then(
    ({ rows }) => parentPort.postMessage({ id, rows }),
    ({ code, message, hint, detail }) => parentPort.postMessage({ id, error: { code, message, hint, detail } }),
  );
});
parentPort.postMessage({ ready: true });
