import { BUCKET_ACCOUNT, BUCKET_CASES, MEMBER_CASES, VERDICT_CASES } from '@nemus/registry/canary-cases';
import { sampleEntry, samplePointer } from '@nemus/registry/samples';
import { bucketOf } from '@nemus/registry';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type Connection, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { accountOfCanary, CANARY, releaseScene, REPORT_RELEASE, reportsOf } from '../scenes/releases';
import { one } from '../scenes/rows';

const STABLE = samplePointer('alpha', 0).version;

const haltOf = async (database: Connection, environment: string) =>
  one(
    await database.query(
      `select entry #>> '{canaryHalted,reason}' as reason from nemus_release_entries where environment = $1`,
      [environment],
    ),
  ).reason;

const rowsOf = (database: Connection, environment: string) =>
  database.query(
    `select version, count(*)::int as accounts, sum(starts)::int as starts, sum(failures)::int as failures
     from nemus_release_health where environment = $1 group by version order by version`,
    [environment],
  );

export function releaseCases(database: () => TestDatabase): void {
  const report = (environment: string, user: string, reports: string) =>
    ask(database(), signedIn(user), REPORT_RELEASE, [environment, reports]);

  it('names what a release needs and the database lacks', async () => {
    const names = ['nemus_courses', 'nemus_my_learning', 'nemus_verify_certificate', 'nemus_gone', 'nemus_audit_log'];
    const rows = await ask(database(), ANONYMOUS, 'select nemus_missing_names($1) as missing', [names]);
    // The audit log is in no schema that browsers reach.
    expect(rows).toEqual([{ missing: ['nemus_audit_log', 'nemus_gone'] }]);
  });

  describe('the rules that browsers go by as well', () => {
    it.each(BUCKET_CASES)('bucket of %s, %s, %s is %d', async (salt, remote, user, bucket) => {
      const [row] = await database().query('select private.nemus_release_bucket($1, $2, $3) as bucket', [
        salt,
        remote,
        user,
      ]);
      expect(row).toEqual({ bucket });
    });

    it('gives 200 accounts the bucket that browsers give them', async () => {
      const rows = await database().query(
        `select u.id, private.nemus_release_bucket('Frühling 🌱' || n, 'trainee', u.id) as bucket
         from (select n, md5(n::text)::uuid::text as id from generate_series(1, 200) n) u`,
      );
      const wrong = rows.filter(
        ({ id, bucket }, index) => bucket !== bucketOf(`Frühling 🌱${index + 1}`, 'trainee', String(id)),
      );
      expect(rows).toHaveLength(200);
      expect(wrong).toEqual([]);
    });

    it.each(MEMBER_CASES)(
      '%d %% with cohorts %j, halted: %s, has the account: %s',
      async (percent, cohorts, halted, is) => {
        const entry = sampleEntry('alpha', {
          canary: { pointer: samplePointer('alpha', 1), percent, cohorts: [...cohorts], salt: 'spring' },
          canaryHalted: halted ? { version: CANARY, at: '2026-06-01T00:00:00Z', reason: 'failed' } : undefined,
        });
        const asked = `select private.nemus_is_in_canary($1::text::jsonb, $2, array['piw']) as is`;
        expect(await database().query(asked, [JSON.stringify(entry), BUCKET_ACCOUNT])).toEqual([{ is }]);
      },
    );

    it.each(VERDICT_CASES)('verdict on %j beside a stable release of %j', async (canary, stable, verdict) => {
      const bound = { failureRate: 0.02, minimumAccounts: 50 };
      const asked = `select private.nemus_canary_verdict($1::text::jsonb, $2::text::bigint, $3::text::bigint,
        $4::text::bigint, $5::text::bigint) as verdict`;
      const numbers = [...canary, ...stable].map(String);
      expect(await database().query(asked, [JSON.stringify(bound), ...numbers])).toEqual([{ verdict }]);
    });
  });

  it('counts each account once, and only what the registry names', async () => {
    const environment = await releaseScene(database());
    const inside = await accountOfCanary(database(), 'inside');
    await report(environment, inside, reportsOf(CANARY, 'failed', { failure: 'render', load_ms: 120.5 }));
    await report(environment, inside, reportsOf(CANARY, 'ready'));
    await report(environment, inside, reportsOf(samplePointer('alpha', 9).version, 'ready'));
    for (const version of ['9.9.9-00000000', samplePointer('alpha', 3).version]) {
      await report(environment, inside, reportsOf(version, 'failed'));
    }
    await report(environment, inside, JSON.stringify([{ remote: 'beta', version: STABLE, outcome: 'failed' }]));
    await report('elsewhere', inside, reportsOf(STABLE, 'failed'));
    expect(await rowsOf(database(), environment)).toEqual([
      { version: CANARY, accounts: 1, starts: 2, failures: 1 },
      { version: samplePointer('alpha', 9).version, accounts: 1, starts: 1, failures: 0 },
    ]);
    expect(await database().query(`select 1 from nemus_release_health where environment = 'elsewhere'`)).toEqual([]);
  });

  it('takes nothing of a canary from accounts that do not have it, and nothing at all from new ones', async () => {
    const environment = await releaseScene(database());
    const [outside, young, almost] = [
      await accountOfCanary(database(), 'outside'),
      await accountOfCanary(database(), 'inside', '0 hours'),
      await accountOfCanary(database(), 'inside', '23 hours 59 minutes'),
    ];
    for (const user of [outside, young, almost]) {
      await report(environment, user, reportsOf(CANARY, 'failed'));
      await report(environment, user, reportsOf(STABLE, 'failed'));
    }
    expect(await rowsOf(database(), environment)).toEqual([{ version: STABLE, accounts: 1, starts: 1, failures: 1 }]);
  });

  it('lets no crowd of new accounts or outsiders stop a canary, and one that fails stops', async () => {
    const environment = await releaseScene(database());
    for (let n = 0; n < 6; n += 1) {
      for (const where of ['inside', 'outside'] as const) {
        const user = await accountOfCanary(database(), where, where === 'inside' ? '1 hour' : '1 year');
        await report(environment, user, reportsOf(CANARY, 'failed'));
      }
    }
    expect(await haltOf(database(), environment)).toBeNull();
    for (let n = 0; n < 5; n += 1) {
      expect(await haltOf(database(), environment)).toBeNull();
      await report(environment, await accountOfCanary(database(), 'inside'), reportsOf(CANARY, 'failed'));
    }
    expect(await haltOf(database(), environment)).toBe('5 of 5 accounts failed (stable release: 0 of 0)');
    const lines = await database().query(
      'select action, who, user_id from nemus_release_changes where environment = $1',
      [environment],
    );
    expect(lines).toEqual([{ action: 'canary-halt', who: 'portal', user_id: null }]);
  });

  it('compares with the stable release: what fails everywhere stops nothing', async () => {
    const environment = await releaseScene(database());
    for (let n = 0; n < 5; n += 1) {
      await report(environment, await accountOfCanary(database(), 'outside'), reportsOf(STABLE, 'failed'));
    }
    for (let n = 0; n < 6; n += 1) {
      await report(environment, await accountOfCanary(database(), 'inside'), reportsOf(CANARY, 'failed'));
    }
    expect(await haltOf(database(), environment)).toBeNull();
  });

  it('forgets what the registry names no more, so that an account keeps a handful of rows', async () => {
    const environment = await releaseScene(database());
    const user = await accountOfCanary(database(), 'inside');
    for (let patch = 10; patch < 30; patch += 1) {
      const entry = sampleEntry('alpha', { stable: samplePointer('alpha', patch) });
      await database().query('update nemus_release_entries set entry = $2::text::jsonb where environment = $1', [
        environment,
        JSON.stringify(entry),
      ]);
      await report(environment, user, reportsOf(samplePointer('alpha', patch).version, 'ready'));
    }
    // The previous one is removed with the next report.
    expect(await rowsOf(database(), environment)).toHaveLength(1);
  });

  it('takes 120 requests of an account in an hour, and lets the rest go', async () => {
    const environment = await releaseScene(database());
    const user = await accountOfCanary(database(), 'inside');
    for (let n = 0; n < 125; n += 1) await report(environment, user, reportsOf(CANARY, 'ready'));
    expect(await rowsOf(database(), environment)).toMatchObject([{ starts: 120 }]);
    await database().query(
      `update private.nemus_release_reporters set since = since - interval '61 minutes' where user_id = $1::text::uuid`,
      [user],
    );
    await report(environment, user, reportsOf(CANARY, 'ready'));
    expect(await rowsOf(database(), environment)).toMatchObject([{ starts: 121 }]);
  });

  it('takes as many as the setting says', async () => {
    const environment = await releaseScene(database());
    const user = await accountOfCanary(database(), 'inside');
    const setting = (sql: string) => database().query(sql);
    await setting(`insert into private.nemus_settings (key, value) values ('release_reports_per_hour', '3')`);
    for (let n = 0; n < 5; n += 1) await report(environment, user, reportsOf(CANARY, 'ready'));
    await setting(`delete from private.nemus_settings where key = 'release_reports_per_hour'`);
    expect(await rowsOf(database(), environment)).toMatchObject([{ starts: 3 }]);
  });

  it.each<[string, unknown]>([
    ['no list', { remote: 'alpha' }],
    ['21 reports', Array.from({ length: 21 }, () => ({ remote: 'alpha', version: CANARY, outcome: 'ready' }))],
    [
      'more than 10,000 characters',
      [{ remote: 'alpha', version: CANARY, outcome: 'ready', failure: 'x'.repeat(10_000) }],
    ],
    ['a version as long as a book', [{ remote: 'alpha', version: `${'1'.repeat(40)}.0.0-aaaaaaaa`, outcome: 'ready' }]],
    ['a version of another form', [{ remote: 'alpha', version: '1.0.0', outcome: 'ready' }]],
    ['no version', [{ remote: 'alpha', outcome: 'ready' }]],
    ['no area', [{ version: CANARY, outcome: 'ready' }]],
    ['another outcome', [{ remote: 'alpha', version: CANARY, outcome: 'fine' }]],
    ['a time in words', [{ remote: 'alpha', version: CANARY, outcome: 'ready', load_ms: 'soon' }]],
    ['no object', [null]],
    ['a number', [7]],
  ])('refuses a report with %s', async (_what, reports) => {
    const environment = await releaseScene(database());
    const user = await accountOfCanary(database(), 'inside');
    expect(
      await refusal(database(), signedIn(user), REPORT_RELEASE, [environment, JSON.stringify(reports)]),
    ).toMatchObject({
      code: 'PT400',
      hint: 'malformed_report',
    });
  });

  it('lets only operators and the service set what a folder has', async () => {
    const environment = 'folder';
    const watch = 'select nemus_watch_release($1, $2::text::jsonb)';
    const values = [environment, JSON.stringify([sampleEntry('alpha')])];
    const user = await accountOfCanary(database(), 'inside');
    expect(await refusal(database(), signedIn(user), watch, values)).toMatchObject({ code: 'PT403' });
    await report(environment, user, reportsOf(STABLE, 'ready'));
    expect(await rowsOf(database(), environment)).toEqual([]);
    await ask(database(), SERVICE, watch, values);
    await report(environment, user, reportsOf(STABLE, 'ready'));
    expect(await rowsOf(database(), environment)).toMatchObject([{ version: STABLE, accounts: 1 }]);
    // An environment of the database has its entries here, regardless of a watcher's report.
    expect(await refusal(database(), SERVICE, watch, ['production', values[1]])).toMatchObject({ code: 'PT409' });
  });

  it('tells an account that may not release nothing about revisions, environments and neighbours', async () => {
    const environment = await releaseScene(database());
    const stranger = await signUp(database());
    const insert = `insert into nemus_release_changes (environment, remote, action, expected_revision, entry)
      values ($1, $2, $3, $4::text::bigint, $5::text::jsonb)`;
    const entry = JSON.stringify(sampleEntry('alpha'));
    const attempts = [
      [environment, 'alpha', 'promote', '6', entry],
      [environment, 'alpha', 'promote', '7', entry],
      [environment, 'alpha', 'canary-halt', '7', entry],
      [environment, 'unknown', 'retire', '6', null],
      ['nowhere', 'alpha', 'promote', '0', entry],
      [environment, 'beta', 'promote', '7', JSON.stringify(sampleEntry('beta', { routes: sampleEntry().routes }))],
    ];
    const answers = new Set<string>();
    for (const values of attempts) {
      answers.add(JSON.stringify(await refusal(database(), signedIn(stranger), insert, values)));
    }
    expect([...answers]).toEqual([expect.stringContaining('"code":"42501"')]);
  });
}
