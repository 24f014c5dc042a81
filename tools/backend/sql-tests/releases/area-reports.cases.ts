import { samplePointer } from '@nemus/registry/samples';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type Caller, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { releaseScene } from '../scenes/releases';
import { one } from '../scenes/rows';
import { signUpOperator } from '../scenes/staff';

const TAKE = 'select nemus_take_area_reports($1, $2, $3::text::jsonb) as counted';
const HISTORY = 'select nemus_area_history($1, $2) as history';
const VERSION = samplePointer('alpha', 0).version;

const report = (change: object = {}) => ({
  remote: 'alpha',
  version: VERSION,
  kind: 'error',
  name: 'uncaught-error',
  detail: 'TypeError expose-app.1f.js:2:3',
  ...change,
});
const start = (name: string, detail: string) => report({ kind: 'start', name, detail });
const made = (count: number, of: (index: number) => object) => Array.from({ length: count }, (_, index) => of(index));

export function areaReportCases(database: () => TestDatabase): void {
  let environment = '';
  beforeEach(async () => {
    await database().query('delete from private.nemus_area_reports');
    await database().query('delete from private.nemus_area_report_sources');
    environment = await releaseScene(database());
  });

  const take = async (reports: readonly object[], source: string | null = null) =>
    one(await ask(database(), SERVICE, TAKE, [environment, source, JSON.stringify(reports)])).counted;
  const rows = () =>
    database().query(
      `select remote, version, kind, name, detail, times from private.nemus_area_reports
       where environment = $1 order by remote, version, kind, name, detail`,
      [environment],
    );
  const limit = (value: object | null) =>
    database().query(
      value === null
        ? `delete from private.nemus_settings where key = 'area_report_limits'`
        : `insert into private.nemus_settings (key, value) values ('area_report_limits', '${JSON.stringify(value)}')
           on conflict (key) do update set value = excluded.value`,
    );

  it('counts what happened to an area, a version and the shell per hour', async () => {
    expect(await take([report(), report(), start('page', '2000')])).toBe(3);
    expect(await take([report(), report({ remote: 'shell', version: null, name: 'shell-error', detail: '' })])).toBe(2);
    const owner = { remote: 'alpha', version: VERSION };
    expect(await rows()).toEqual([
      { ...owner, kind: 'error', name: 'uncaught-error', detail: 'TypeError expose-app.1f.js:2:3', times: 3 },
      { ...owner, kind: 'start', name: 'page', detail: '2000', times: 1 },
      { remote: 'shell', version: '', kind: 'error', name: 'shell-error', detail: '', times: 1 },
    ]);
  });

  it('keeps the ids that cards show, fifty of each', async () => {
    const failed = (id: string) => report({ kind: 'failure', name: 'render', detail: 'stop', support_id: id });
    await take([failed('K7QM-2XWD'), failed('AAAA-2222')]);
    await take(made(50, (index) => failed(`BBBB-${1000 + index}`)));
    const [found] = await database().query(
      `select times, cardinality(support_ids)::int as ids, 'K7QM-2XWD' = any (support_ids) as found
       from private.nemus_area_reports where environment = $1`,
      [environment],
    );
    expect(found).toEqual({ times: 52, ids: 50, found: true });
  });

  it('tells the failure behind an id to operators, its team and the secret key, and to no one else', async () => {
    const detail = `stop TypeError ${Array.from({ length: 5 }, () => `${'a'.repeat(57)}.js:1:2345`).join(' ')}`;
    await take([report({ kind: 'failure', name: 'render', detail, support_id: 'K7QM-2XWD' })]);
    const found = [{ environment, remote: 'alpha', version: VERSION, name: 'render', detail }];
    const SUPPORT = 'select environment, remote, version, name, detail from nemus_support_reports($1)';
    const read = (caller: Caller) => ask(database(), caller, SUPPORT, ['K7QM-2XWD']);
    const of = { alpha: await signUp(database()), beta: await signUp(database()) };
    for (const [team, id] of Object.entries(of)) {
      await database().query('insert into nemus_release_teams (name) values ($1) on conflict do nothing', [team]);
      await database().query(
        'insert into nemus_release_remotes (name, team) values ($1, $1) on conflict (name) do nothing',
        [team],
      );
      await database().query('insert into nemus_release_members (team, user_id) values ($1, $2)', [team, id]);
    }
    for (const caller of [SERVICE, signedIn(await signUpOperator(database())), signedIn(of.alpha)]) {
      expect(await read(caller)).toEqual(found);
    }
    for (const id of [of.beta, await signUp(database())]) expect(await read(signedIn(id))).toEqual([]);
    expect(await refusal(database(), ANONYMOUS, SUPPORT, ['K7QM-2XWD'])).toMatchObject({ code: '42501' });
  });

  it.each([
    ['an area that the registry does not name', { remote: 'beta' }],
    ['a version that the registry does not name', { version: '9.9.9-00000000' }],
    ['a version of the shell', { remote: 'shell', version: VERSION }],
  ])('lets %s go', async (_what, change) => {
    expect(await take([report(change)])).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it('knows nothing of an environment that is none', async () => {
    const sent = [report(), report({ remote: 'shell', version: null })];
    expect(one(await ask(database(), SERVICE, TAKE, ['nowhere', null, JSON.stringify(sent)])).counted).toBe(0);
  });

  it('takes so much of one network in an hour, and goes on taking what others send', async () => {
    await limit({ source: 60 });
    const fifty = made(50, () => report());
    expect([await take(fifty, 'flood'), await take(fifty, 'flood'), await take([report()], 'other')]).toEqual([
      50, 0, 1,
    ]);
    await database().query(`update private.nemus_area_report_sources set hour = hour - interval '1 hour'`);
    expect(await take([report()], 'flood')).toBe(1);
    await limit(null);
    // The senders' counts are removed with their hour.
    expect(await database().query('select source from private.nemus_area_report_sources')).toEqual([
      { source: 'flood' },
    ]);
  });

  it('stops counting a kind of a version at its limit, and no other kind and no other version', async () => {
    await limit({ kind: 50 });
    expect(await take(made(50, () => report()))).toBe(50);
    expect(await take([report()])).toBe(0);
    const failure = report({ kind: 'failure', name: 'render', detail: 'stop' });
    expect(await take([report(), failure, report({ version: samplePointer('alpha', 9).version })])).toBe(2);
    await limit(null);
  });

  it('counts made-up names as others, and the known ones under their own', async () => {
    await limit({ names: 3 });
    await take([report()]);
    expect(await take(made(5, (index) => report({ name: `made-up-${index}` })))).toBe(5);
    expect(await take([report(), report({ name: 'late' })])).toBe(2);
    await limit(null);
    expect((await rows()).map(({ name, times }) => [name, times])).toEqual([
      ['made-up-0', 1],
      ['made-up-1', 1],
      ['other', 4],
      ['uncaught-error', 2],
    ]);
  });

  it('forgets after 14 days', async () => {
    await take([report()]);
    await database().query(`update private.nemus_area_reports set hour = hour - interval '14 days 1 hour'`);
    await take([start('page', '500')]);
    expect((await rows()).map(({ kind }) => kind)).toEqual(['start']);
  });

  it.each([
    ['nothing', '[]'],
    ['no list', '{}'],
    ['too many', JSON.stringify(made(51, () => report()))],
    ['a kind that is none', JSON.stringify([report({ kind: 'person' })])],
    ['a name that is none', JSON.stringify([report({ name: 'Kim Lang' })])],
    ['an address', JSON.stringify([report({ detail: 'kim@example.org' })])],
    ['a long text', JSON.stringify([report({ detail: 'x'.repeat(401) })])],
  ])('refuses %s', async (_what, reports) => {
    expect(await refusal(database(), SERVICE, TAKE, [environment, null, reports])).not.toBeNull();
  });

  describe('the history', () => {
    const operator = async () => signedIn(await signUpOperator(database()));
    const history = async (span: string) => one(await ask(database(), await operator(), HISTORY, [environment, span]));

    it('shows operators starts, slow ones, failures and errors of the last hours', async () => {
      const failure = report({ kind: 'failure', name: 'render', detail: 'stop' });
      await take([start('page', '2000'), start('page', '8000'), start('again', '500'), failure, report(), report()]);
      await database().query(
        `update private.nemus_area_reports set hour = hour - interval '2 hours' where kind = 'error'`,
      );
      const { history: found } = await history('day');
      expect(found).toMatchObject({
        releases: [
          {
            remote: 'alpha',
            version: VERSION,
            times: { 500: 1, 2000: 1, 8000: 1 },
            findings: [
              { kind: 'error', name: 'uncaught-error', detail: 'TypeError expose-app.1f.js:2:3', times: 2 },
              { kind: 'failure', name: 'render', detail: 'stop', times: 1 },
            ],
          },
        ],
        alarms: [],
      });
      const { steps, releases } = JSON.parse(JSON.stringify(found));
      expect([steps.length, releases[0].points.length]).toEqual([24, 24]);
      expect(releases[0].points.at(-1)).toEqual({ starts: 3, slow: 1, failures: 1, errors: 0 });
      expect(releases[0].points.at(-3)).toEqual({ starts: 0, slow: 0, failures: 0, errors: 2 });
    });

    it('shows 14 days, and nothing before', async () => {
      await take([report()]);
      await database().query(`update private.nemus_area_reports set hour = hour - interval '5 days'`);
      await take([start('page', '500')]);
      const { history: found } = await history('fortnight');
      const { steps, releases } = JSON.parse(JSON.stringify(found));
      expect([steps.length, releases[0].points.length]).toEqual([14, 14]);
      const errors = releases[0].points.map((point: { errors: number }) => point.errors);
      expect(errors).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    });

    it('is for operators alone', async () => {
      const piw = signedIn(await signUp(database()));
      expect(await refusal(database(), piw, HISTORY, [environment, 'day'])).toMatchObject({
        hint: 'operator_required',
      });
      expect(await refusal(database(), ANONYMOUS, HISTORY, [environment, 'day'])).toMatchObject({ code: '42501' });
      expect(await refusal(database(), await operator(), HISTORY, [environment, 'year'])).toMatchObject({
        hint: 'invalid_request',
      });
    });
  });

  it('is out of reach for clients', async () => {
    const piw = signedIn(await signUp(database()));
    for (const caller of [ANONYMOUS, piw]) {
      expect(await refusal(database(), caller, TAKE, [environment, null, JSON.stringify([report()])])).toMatchObject({
        code: '42501',
      });
      for (const table of ['nemus_area_reports', 'nemus_area_report_sources']) {
        expect(await refusal(database(), caller, `select 1 from private.${table}`)).toMatchObject({ code: '42501' });
      }
    }
  });
}
