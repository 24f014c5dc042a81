import { sampleEntry, samplePointer } from '@nemus/registry/samples';
import { bucketOf, BUCKETS, type RegisteredRemote } from '@nemus/registry';
import type { Connection } from '../database/database';
import { signUp } from './accounts';

/** An account reports how areas started: $1 the environment, $2 the reports. */
export const REPORT_RELEASE = 'select nemus_report_release($1, $2::text::jsonb)';
/** The version that the scene's canary has. */
export const CANARY = samplePointer('alpha', 1).version;
let count = 0;

/** A release environment of its own with an area `alpha`, whose canary half of all accounts have. */
export async function releaseScene(connection: Connection, change: Partial<RegisteredRemote> = {}) {
  count += 1;
  const environment = `canary-${count}`;
  const canary = { pointer: samplePointer('alpha', 1), percent: 50, cohorts: [], salt: 'spring' };
  const entry = sampleEntry('alpha', {
    canary: { ...canary, bound: { failureRate: 0.02, minimumAccounts: 5 } },
    lastGood: [samplePointer('alpha', 9)],
    ...change,
  });
  await connection.query('insert into nemus_release_environments (name, revision) values ($1, 7)', [environment]);
  await connection.query(`insert into nemus_release_teams (name) values ('alpha') on conflict do nothing`);
  await connection.query(
    `insert into nemus_release_remotes (name, team) values ('alpha', 'alpha') on conflict do nothing`,
  );
  await connection.query(
    `insert into nemus_release_entries (environment, remote, entry) values ($1, 'alpha', $2::text::jsonb)`,
    [environment, JSON.stringify(entry)],
  );
  return environment;
}

/** An account that is inside the scene's canary, or outside of it, and as old as the database says. */
export async function accountOfCanary(
  connection: Connection,
  where: 'inside' | 'outside',
  age = '25 hours',
): Promise<string> {
  for (;;) {
    const id = await signUp(connection);
    if (bucketOf('spring', 'alpha', id) < BUCKETS / 2 !== (where === 'inside')) continue;
    await connection.query(`update auth.users set created_at = now() - $2::text::interval where id = $1::text::uuid`, [
      id,
      age,
    ]);
    return id;
  }
}

/** What an account reports of one start. */
export const reportsOf = (version: string, outcome: 'ready' | 'failed', more: object = {}) =>
  JSON.stringify([{ remote: 'alpha', version, outcome, ...more }]);
